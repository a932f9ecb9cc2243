package partition

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/tvcut/tvcut/core/internal/bisect"
	"github.com/tvcut/tvcut/core/internal/constrained"
	"github.com/tvcut/tvcut/core/internal/deadline"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/portfolio"
	"github.com/tvcut/tvcut/core/internal/random"
	"github.com/tvcut/tvcut/core/internal/tree"
)

// ConstraintError is the error for constraints that no partition meets, or that no partition found meets.
type ConstraintError struct {
	Option string // "connected", "cannot_link", "vertex_weight" or "n_clusters", whose change is a remedy
	Reason string // what is not met, and the remedy
}

var _ error = (*ConstraintError)(nil)

// Error returns the reason.
func (e *ConstraintError) Error() string { return e.Reason }

// isConstrained reports whether the problem or the options have constraints that the searches of a portfolio do not know.
func isConstrained(p Problem, opt *Options) bool {
	return opt.NClusters > 1 && (opt.Connected || opt.Migration > 0 || opt.Objective == VolumeObjective || len(p.Others) > 0 ||
		len(p.CannotLink) > 0)
}

// constrain finds a partition without the constraints, then one that meets them.
func constrain(ctx context.Context, p Problem, opt Options, observe func(Progress)) (*Result, error) {
	if opt.NClusters == 1 && len(p.CannotLink) > 0 {
		return nil, &InputError{"cannot_link", 0, 0, "cannot hold with one part; leave it out"}
	}
	if !isConstrained(p, &opt) {
		return choose(ctx, p, opt, observe)
	}
	s, err := prepare(ctx, p, opt, earlier{}, observe)
	if err != nil {
		return nil, err
	}
	base, err := unconstrained(p, ctx, opt, observe)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	problem := s.constrained(p, base[0])
	found := constrained.Search(ctx, problem, opt.constrained(), labelsOf(base, p.Labels))
	if found.Score.Broken > 0 && opt.Bounds == HardBounds {
		return nil, s.unmet(problem, &found)
	}
	return s.constrainedResult(p, problem, base[0], &found, start), nil
}

// unconstrained returns partitions from which the search with constraints starts: that without the constraints and, with further
// masses, one of the sum of all masses. They may take half of the time limit.
func unconstrained(p Problem, ctx context.Context, opt Options, observe func(Progress)) ([]*Result, error) {
	limit := opt.TimeLimit
	limit.Value /= 2
	ctx, cancel := withTimeLimit(ctx, limit)
	defer cancel()
	free := p
	free.Others, free.VertexSize, free.CannotLink = nil, nil, nil
	opt.Bounds, opt.Connected, opt.Migration, opt.LowerBound = SoftBounds, false, 0, false
	if opt.Objective == VolumeObjective {
		opt.Objective = CutObjective
	}
	first, err := choose(ctx, free, opt, observe)
	if err != nil {
		return nil, err
	}
	found := []*Result{first}
	if len(p.Others) > 0 {
		free.VertexWeight = meanMass(p, opt.Balance)
		if second, err := choose(ctx, free, opt, nil); err == nil {
			found = append(found, second)
		}
	}
	return found, nil
}

// meanMass returns Σ_c m_ic/M_c over all masses.
func meanMass(p Problem, balance Balance) []float64 {
	first, _ := p.measure(p.Graph, balance, 0)
	mean := make([]float64, len(first))
	add := func(mass []float64) {
		total := objective.Total(mass)
		for i, m := range mass {
			mean[i] += m / total
		}
	}
	add(first)
	for _, m := range p.Others {
		add(m.Vertices)
	}
	return mean
}

func labelsOf(results []*Result, given []int32) [][]int32 {
	var starts [][]int32
	for _, r := range results {
		starts = append(starts, r.Labels)
	}
	if given != nil {
		starts = append(starts, given)
	}
	return starts
}

// constrained returns the problem of the search with constraints, in its units.
func (s *prepared) constrained(p Problem, base *Result) *constrained.Problem {
	k, total := s.opt.NClusters, objective.Total(s.mass)
	q := &constrained.Problem{
		Graph:     s.graph,
		Criterion: objective.Criterion{K: k, Lambda: s.opt.Asymmetry, Total: total, Edges: s.opt.Objective != ValueObjective},
		Columns:   []constrained.Column{{Mass: s.mass, Bounds: s.firstBounds(p, base)}}, Fixed: p.Fixed, Connected: s.opt.Connected,
	}
	for _, m := range p.Others {
		q.Columns = append(q.Columns, constrained.Column{Mass: m.Vertices, Bounds: boundsOfMass(p, m, s.opt)})
	}
	if s.opt.Connected {
		q.Component, _ = components(s.graph)
		q.Groups = p.groups
	}
	if len(p.CannotLink) > 0 {
		q.Apart = constrained.NewPairs(s.graph.N(), p.CannotLink)
	}
	if s.opt.Objective == VolumeObjective {
		q.Volume = volumeSizes(p)
	}
	if s.opt.Migration > 0 {
		q.Home, q.Price = p.Labels, math.Ldexp(s.opt.Migration, s.massExp-s.criterionExp())
	}
	return q
}

// volumeSizes returns the sizes of the vertices in the communication volume.
func volumeSizes(p Problem) []float64 {
	if p.VertexSize != nil {
		return p.VertexSize
	}
	return slices.Repeat([]float64{1}, p.Graph.N())
}

// criterionExp returns the binary exponent of the unit of the criterion in the search.
func (s *prepared) criterionExp() int {
	switch s.opt.Objective {
	case ValueObjective:
		return s.exp - s.massExp
	case VolumeObjective:
		return 0
	}
	return s.exp
}

// firstBounds returns the bounds on the mass of the criterion. Where the parts may have any mass, they may be as light as in the partition
// without the constraints, but no lighter, or half of an equal share.
func (s *prepared) firstBounds(p Problem, base *Result) objective.Bounds {
	k, total := s.opt.NClusters, objective.Total(s.mass)
	shares := p.shares(k)
	bounds := p.bounds(s.opt, s.massExp)(shares, total)
	if !p.isOpen(s.opt) {
		return bounds
	}
	least := s.opt.plan.Isolation.Light
	for r, m := range objective.Sizes(s.mass, base.Labels, k) {
		least = min(least, m/(shares[r]*total))
	}
	open := objective.NewBounds(shares, total, least, math.Inf(1))
	for r := range bounds.Least {
		bounds.Least[r] = max(bounds.Least[r], open.Least[r])
	}
	return bounds
}

// boundsOfMass returns the bounds on a further mass.
func boundsOfMass(p Problem, m Mass, opt *Options) objective.Bounds {
	if m.PartWeights != nil {
		p.PartWeights = m.PartWeights
	}
	imbalance := opt.imbalance()
	if m.MaxImbalance.Present {
		imbalance = m.MaxImbalance
	}
	return objective.NewBounds(p.shares(opt.NClusters), objective.Total(m.Vertices), 0, imbalance.Value)
}

// constrained returns the options of the search with constraints.
func (o *Options) constrained() constrained.Options {
	cycles := 1 << o.Effort
	return constrained.Options{Cycles: cycles, Tries: max(1, cycles/2), Work: o.plan.Proofs.PartitionsWork, Threads: o.NumThreads(),
		Seed: o.Seed, Purpose: random.Constrained}
}

// constrainedResult returns the result for the partition that the search with constraints found.
func (s *prepared) constrainedResult(p Problem, problem *constrained.Problem, base *Result, found *constrained.Found, start time.Time) *Result {
	k := s.opt.NClusters
	res := &Result{Labels: found.Labels, Status: Converged, NInnerTotal: base.NInnerTotal, Profile: base.Profile}
	res.merges = tree.Agglomerate(deadline.Extended(s.ctx), s.graph, s.mass, res.Labels, k)
	solution := &bisect.Solution{Labels: res.Labels, Merges: res.merges}
	switch {
	case len(p.Others) > 0 || s.opt.Migration > 0: // bounds or prices decide which part is which
	case p.Labels != nil:
		portfolio.NumberLike(solution, p.Labels, s.mass, p.alike(k), k)
	case p.PartWeights != nil && !s.opt.limits().FollowShares():
		portfolio.NumberBySize(solution, s.mass, s.search.Shares, p.numbered(k))
	}
	if s.ctx.Err() != nil {
		res.Status = Status(bisect.Interruption(s.ctx))
	}
	s.finish(p, res, found.Proved)
	if s.opt.Objective == VolumeObjective {
		res.Volume = constrained.Volume(p.Graph, problem.Volume, res.Labels, k)
	}
	res.Excess = found.Score.Broken
	after := map[Objective]float64{ValueObjective: res.Value, CutObjective: res.CutWeight, VolumeObjective: res.Volume}[s.opt.Objective]
	stage := Stage{Name: "constraints", Seconds: time.Since(start).Seconds(), Before: math.Inf(1), After: after, Gave: true}
	for t := range base.Stages {
		base.Stages[t].Gave = false
	}
	res.Stages = append(base.Stages, append([]Stage{stage}, res.Stages...)...)
	return res
}
