package partition

import (
	"context"
	"errors"
	"math"
	"time"

	"github.com/tvcut/tvcut/core/internal/limits"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/portfolio"
	"github.com/tvcut/tvcut/core/internal/tree"
)

// Result is a partition of n vertices into k parts, with information about the run. For k ≠ 2, with fixed vertices, and if
// Problem.Labels is given, there is no single descent: F is nil, Energy is Value, Trace and Starts are empty, and the numbers
// of steps include all bisections and refinements.
type Result struct {
	// Labels is the part of each vertex. Parts are numbered by first vertex, or as in PartWeights or Problem.Labels, but keep the
	// numbers of Fixed.
	Labels      []int32
	Value       float64   // C(S) for two parts, else ½ Σ_r cut(A_r, A_rᶜ)/min(m(A_r), m(A_rᶜ)/(k−1))
	Masses      []float64 // m(A_r), the mass of each part, length k
	CutWeight   float64   // total weight of the edges between different parts, each edge once
	Volume      float64   // communication volume with VolumeObjective, else 0
	Excess      float64   // with SoftBounds, Σ (mass beyond the bounds)/M over all masses, and 1 for each broken constraint; else 0
	Moved       float64   // mass of the vertices that are not in their part in Problem.Labels; 0 without it
	Imbalance   float64   // max_r m(A_r)/(t_r M) − 1, where t_r is the target share of part r
	Energy      float64   // E(F) ≥ Value
	Trace       []float64 // E(f⁰), E(f¹), … of the winning start; never increases
	F           []float64 // the final iterate of the winning start, length n
	Starts      []float64 // C that each start reached before the best one was continued
	NOuter      int       // outer steps of the winning start, len(Trace) − 1
	NInner      int       // inner steps of the winning start
	NInnerTotal int       // inner steps of all starts and parts

	// LowerBound is a proved lower bound on the value of every partition into k parts within the bounds and with the fixed
	// vertices. It is Value if the partition is proved to be optimal among these. It is absent unless Options.LowerBound is set, and if the
	// proof would take too long.
	LowerBound Optional[float64]

	NComponents int     // connected components of the graph
	Merges      []Merge // the k−1 splits in reverse order; after the context has ended, unions in any order
	Profile     Profile // lowest C of the cuts of each size; empty unless the search cut into two parts of any mass
	Status      Status  // why the run ended; for parts from bisections, the worst of their statuses, unless it is Optimal

	Stages   []Stage  // what the run did, in order
	Choice   Choice   // why it is this partition
	Evidence Evidence // on which the choice depends

	merges    []tree.Merge // with values in the units of the result
	ownStages [2]int       // first of its stages among those of all searches of a chooser, and the one after the last
}

// Merge is a node of the tree of splits of a k-way partition: it merges two clusters into one. As in SciPy's linkage
// matrices, cluster numbers below k are parts, and k+t is the cluster made by Merges[t].
type Merge struct {
	Left, Right int32   // the two clusters
	Value       float64 // C of the split into these two, within their union and for λ = 1
}

// Run partitions the graph of p into opt.NClusters parts, or into as many as it has clusters. observe, if not nil, is called on the caller's goroutine after every
// outer step, every try of the multilevel search and the polishing of a cut, and with the criterion of the result at the end.
//
// Run returns *OptionError or *InputError before any work if an option or an input is not valid, and *BoundsError if it
// can be decided at once that no partition has masses within the bounds of the options, or if the
// search found none. When ctx ends or the time limit passes, it returns the best partition so far with the status Stopped or
// TimeLimit and no error.
func Run(ctx context.Context, p Problem, opt Options, observe func(Progress)) (*Result, error) {
	ctx, cancel := withTimeLimit(ctx, opt.TimeLimit) // the checks of the input count
	defer cancel()
	w := watch{observe: observe}
	res, err := solve(ctx, p, opt, w.observer())
	if err == nil {
		w.end(res, opt.Objective)
	}
	return res, err
}

// solve finds the number of parts, if that is AutoClusters, and the partition.
func solve(ctx context.Context, p Problem, opt Options, observe func(Progress)) (*Result, error) {
	if len(p.MustLink) > 0 {
		return linked(ctx, p, opt, observe)
	}
	if opt.NClusters != AutoClusters {
		return constrain(ctx, p, opt, observe)
	}
	opt, estimate, stage, err := p.withCount(ctx, opt)
	if err != nil {
		return nil, err
	}
	res, err := constrain(ctx, p, opt, observe)
	if err != nil {
		return nil, err
	}
	res.Stages = append([]Stage{stage}, res.Stages...)
	res.Evidence.Plateau, res.Evidence.Stability = estimate.Plateau, estimate.Stability
	return res, nil
}

// withTimeLimit returns a context that ends with ctx, or after the given number of seconds if it is present.
func withTimeLimit(ctx context.Context, seconds Optional[float64]) (context.Context, context.CancelFunc) {
	if !seconds.Present {
		return context.WithCancel(ctx)
	}
	limit := min(max(seconds.Value*float64(time.Second), 1), math.MaxInt64/2) // a Duration holds at most 292 years
	return context.WithTimeout(ctx, time.Duration(limit))
}

// run finds one partition. An absent MinShare is 0.
func run(ctx context.Context, p Problem, opt Options, given earlier, observe func(Progress)) (*Result, error) {
	s, err := prepare(ctx, p, opt, given, observe)
	if err != nil {
		return nil, err
	}
	found, err := portfolio.Run(ctx, &s.search, s.opt.search(p, s.massExp), s.observe)
	if missed, ok := errors.AsType[*portfolio.NotFoundError](err); ok {
		total := math.Ldexp(objective.Total(s.mass), s.massExp)
		return nil, (*BoundsError)(limits.NotFound(s.opt.limits(), math.Ldexp(missed.Excess, s.massExp), total, missed.Imbalance, missed.Proved))
	}
	if err != nil {
		return nil, err
	}
	res := resultOf(found, s.exp-s.massExp)
	res.Stages = s.stages(found.Records)
	switch {
	case p.Labels != nil:
		portfolio.NumberLike(found.Solution, s.search.Labels, s.search.Mass, p.alike(opt.NClusters), opt.NClusters)
	case p.PartWeights != nil && !s.opt.limits().FollowShares(): // else bounds decide which part is which
		portfolio.NumberBySize(found.Solution, s.search.Mass, s.search.Shares, p.numbered(opt.NClusters))
	}
	res.restore(s.order)
	s.finish(p, res, found.Proved)
	return res, nil
}

// finish sets what describes the partition of a result. proved says whether the search proves that it is optimal.
func (s *prepared) finish(p Problem, res *Result, proved bool) {
	res.NComponents = s.search.Components
	if p.PartWeights == nil && p.Labels == nil {
		tree.Renumber(res.merges, canonical(res.Labels, p.numbered(s.opt.NClusters)))
	}
	if s.opt.NClusters == 2 {
		res.merges = []tree.Merge{{Left: 0, Right: 1}}
	}
	u := s.units
	res.evaluate(p, u, s.opt)
	res.evaluateEnergy(u.Mass, s.opt.Asymmetry, s.exp-s.massExp)
	k, n := s.opt.NClusters, len(res.Labels)
	total := objective.Total(res.Masses)
	if s.opt.Balance == Normalized && p.VertexWeight == nil {
		total = float64(n) // see counted
	}
	res.Evidence.Least = s.opt.leastShare(n) * total / float64(k)
	if s.opt.Bounds == SoftBounds {
		size := objective.Sizes(u.Mass, res.Labels, k)
		whole := objective.Total(u.Mass)
		res.Excess = p.bounds(s.opt, u.MassExp)(p.shares(k), whole).Violation(size) / whole
	}
	s.conclude(res, proved)
}

// canonical renumbers the labels 0 … k−1, of which each occurs, in place in order of first appearance, but for the k numbers that
// are kept. It returns the new number of each old one.
func canonical(labels []int32, kept []bool) []int32 {
	number, next := make([]int32, len(kept)), int32(0)
	for a := range number {
		if number[a] = -1; kept[a] {
			number[a] = int32(a)
		}
	}
	for i, a := range labels {
		if number[a] < 0 {
			for kept[next] {
				next++
			}
			number[a] = next
			next++
		}
		labels[i] = number[a]
	}
	return number
}
