package partition

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
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
func (p Problem) isConstrained(opt *Options) bool {
	return opt.NClusters > 1 && (opt.Connected || opt.Migration > 0 || opt.Objective == VolumeObjective || len(p.Others) > 0 || len(p.CannotLink) > 0)
}

// constrain finds a partition without the constraints, then one that meets them.
func constrain(ctx context.Context, p Problem, opt Options, observe func(Progress)) (*Result, error) {
	if !p.isConstrained(&opt) {
		return choose(ctx, p, opt, observe)
	}
	s, err := prepare(ctx, p, opt, earlier{}, observe)
	if err != nil {
		return nil, err
	}
	base, err := p.unconstrained(ctx, opt, observe)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	problem := s.constrained(p, base[0])
	found := constrained.Search(ctx, problem, opt.constrained(), labelsOf(base, p.Labels))
	if found.Score.Broken > 0 && opt.Bounds == HardBounds {
		return nil, s.unmet(p, problem, &found)
	}
	return s.constrainedResult(p, problem, base[0], &found, start), nil
}

// unconstrained returns partitions from which the search with constraints starts: that without the constraints and, with further
// masses, one of the sum of all masses. They may take half of the time limit.
func (p Problem) unconstrained(ctx context.Context, opt Options, observe func(Progress)) ([]*Result, error) {
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
		free.VertexWeight = p.meanMass(opt.Balance)
		if second, err := choose(ctx, free, opt, nil); err == nil {
			found = append(found, second)
		}
	}
	return found, nil
}

// meanMass returns Σ_c m_ic/M_c over all masses.
func (p Problem) meanMass(balance Balance) []float64 {
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
	shares := p.shares(k)
	bounds := p.bounds(s.opt, s.massExp)(shares, total)
	if p.isOpen(s.opt) { // the parts may be as light as without the constraints, but no lighter
		least, size := s.opt.plan.Isolation.Light, objective.Sizes(s.mass, base.Labels, k)
		for r, m := range size {
			least = min(least, m/(shares[r]*total))
		}
		for r := range bounds.Least {
			bounds.Least[r] = max(bounds.Least[r], least*shares[r]*total*(1-1e-9))
		}
	}
	q := &constrained.Problem{
		Graph:     s.graph,
		Criterion: objective.Criterion{K: k, Lambda: s.opt.Asymmetry, Total: total, Edges: s.opt.Objective != ValueObjective},
		Columns:   []constrained.Column{{Mass: s.mass, Bounds: bounds}}, Fixed: p.Fixed, Connected: s.opt.Connected,
		Component: nil,
	}
	for _, m := range p.Others {
		own := p
		if m.PartWeights != nil {
			own.PartWeights = m.PartWeights
		}
		imbalance := s.opt.imbalance()
		if m.MaxImbalance.Present {
			imbalance = m.MaxImbalance
		}
		q.Columns = append(q.Columns, constrained.Column{Mass: m.Vertices,
			Bounds: objective.NewBounds(own.shares(k), objective.Total(m.Vertices), 0, imbalance.Value)})
	}
	if s.opt.Connected {
		q.Component, _ = components(s.graph)
	}
	if len(p.CannotLink) > 0 {
		q.Apart = constrained.NewPairs(s.graph.N(), p.CannotLink)
	}
	if s.opt.Objective == VolumeObjective {
		if q.Volume = p.VertexSize; q.Volume == nil {
			q.Volume = slices.Repeat([]float64{1}, s.graph.N())
		}
	}
	if s.opt.Migration > 0 {
		exp := -s.exp + s.massExp
		switch s.opt.Objective {
		case ValueObjective:
			exp = -s.exp + 2*s.massExp
		case VolumeObjective:
			exp = s.massExp
		}
		q.Home, q.Price = p.Labels, math.Ldexp(s.opt.Migration, exp)
	}
	return q
}

// constrained returns the options of the search with constraints.
func (o *Options) constrained() constrained.Options {
	return constrained.Options{Cycles: o.plan.Constraints.Cycles[o.Effort], Tries: o.plan.Constraints.Tries[o.Effort],
		Partitions: o.plan.Constraints.Partitions, Threads: o.NumThreads(), Seed: o.Seed, Purpose: random.Constrained}
}

// constrainedResult returns the result for the partition that the search with constraints found.
func (s *prepared) constrainedResult(p Problem, problem *constrained.Problem, base *Result, found *constrained.Found, start time.Time) *Result {
	k := s.opt.NClusters
	res := &Result{Labels: found.Labels, Status: Converged, NInnerTotal: base.NInnerTotal, Profile: base.Profile}
	res.merges = tree.Agglomerate(deadline.Extended(s.ctx), s.graph, s.mass, res.Labels, k)
	solution := &bisect.Solution{Labels: res.Labels, Merges: res.merges}
	switch {
	case p.Labels != nil && s.opt.Migration == 0 && len(p.Others) == 0:
		portfolio.NumberLike(solution, p.Labels, s.mass, p.alike(k), k)
	case p.PartWeights != nil && !s.opt.limits().FollowShares() && len(p.Others) == 0:
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
	for i, a := range p.Labels {
		if res.Labels[i] != a {
			res.Moved += math.Ldexp(s.mass[i], s.massExp)
		}
	}
	after := map[Objective]float64{ValueObjective: res.Value, CutObjective: res.CutWeight, VolumeObjective: res.Volume}[s.opt.Objective]
	stage := Stage{Name: "constraints", Seconds: time.Since(start).Seconds(), Before: math.Inf(1), After: after, Gave: true}
	for t := range base.Stages {
		base.Stages[t].Gave = false
	}
	res.Stages = append(base.Stages, append([]Stage{stage}, res.Stages...)...)
	return res
}

// unmet returns the error for constraints that the best partition found does not meet.
func (s *prepared) unmet(p Problem, problem *constrained.Problem, found *constrained.Found) error {
	what, remedies, option := []string{}, []string{}, ""
	add := func(name, unmet, remedy string) {
		if option == "" {
			option = name
		}
		what, remedies = append(what, unmet), append(remedies, remedy)
	}
	for c, excess := range problem.Excess(found.Labels) {
		if excess > 0 {
			name := "max_imbalance"
			unmet := "a part exceeds the bounds of column " + fmt.Sprint(c) + " of vertex_weight by a share of " + fmt.Sprintf("%.3g", excess)
			if c == 0 {
				unmet = "the masses miss the bounds by a share of " + fmt.Sprintf("%.3g", excess) + " of the graph"
			}
			add(name, unmet, "raise max_imbalance")
		}
	}
	if count := problem.Surplus(found.Labels); count > 0 {
		add("connected", fmt.Sprintf("parts have %d pieces too many", count), "allow parts that are not connected")
	}
	if count := problem.Clashes(found.Labels); count > 0 {
		add("cannot_link", fmt.Sprintf("%d pairs of cannot_link are in one part", count), "leave pairs out")
	}
	if len(what) == 0 {
		add("n_clusters", "a part is empty", "ask for fewer parts")
	}
	exists := "was found"
	if found.Proved {
		exists = "exists"
	}
	return &ConstraintError{option, fmt.Sprintf("no partition %s that meets all constraints: in the best one found, %s; %s, or give bounds = 'soft'", exists,
		strings.Join(what, " and "), strings.Join(remedies, " or "))}
}
