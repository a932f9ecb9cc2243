package partition

import (
	"context"
	"errors"
	"math"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
)

// Result is a partition of n vertices into k parts, with information about the run. For k ≠ 2, with fixed vertices, and if
// Problem.Labels is given, there is no single descent: F is nil, Energy is Value, Trace and Starts are empty, and the numbers
// of steps include all bisections and refinements.
type Result struct {
	Labels      []int32   // part of each vertex; parts are numbered by first vertex, or as in Fixed or PartWeights
	Value       float64   // C(S) for two parts, else ½ Σ_r cut(A_r, A_rᶜ)/min(m(A_r), m(A_rᶜ)/(k−1))
	Sizes       []float64 // m(A_r), the mass of each part, length k
	CutWeight   float64   // total weight of the edges between different parts, each edge once
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
	Merges      []Merge // the k−1 splits in reverse order
	Profile     Profile // lowest C of the cuts of each size; empty unless the search cut into two parts of any mass
	Status      Status  // why the run ended; for parts from bisections, the worst of their statuses, unless it is Optimal
}

// Run partitions the graph of p into opt.NClusters parts. observe, if not nil, is called on the caller's goroutine after every
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
	res, err := runTwice(ctx, p, opt, w.observer())
	if err == nil {
		w.end(res, opt.Objective)
	}
	return res, err
}

// runTwice is Run without the report of the result.
func runTwice(ctx context.Context, p Problem, opt Options, observe func(Progress)) (*Result, error) {
	free, err := run(ctx, p, opt, nil, observe)
	if err != nil || opt.choosesLeast() || !p.hasSpeck(&opt, free.Sizes) {
		return free, err
	}
	if ctx.Err() != nil {
		return free.endedBy(ctx), nil
	}
	opt.MinShare = Some(autoShare)
	res, err := run(ctx, p, opt, free.Labels, observe)
	if _, unmet := errors.AsType[*BoundsError](err); unmet || errors.Is(err, errNoneYet) { // or the masses do not allow it
		return free.endedBy(ctx), nil
	}
	if err == nil {
		res.Profile = free.Profile
		res.settleBy(free)
	}
	return res, err
}

// settleBy replaces what the second search proved, for parts of at least autoShare, by what free, the result of the first
// one, proves for all partitions that the caller allows.
func (r *Result) settleBy(free *Result) {
	isOptimal := free.Status == Optimal && r.Value <= min(free.Value*(1+objective.Rounding), math.MaxFloat64)
	switch {
	case isOptimal && r.Value > 0:
		r.Status = Optimal
	case r.Status == Optimal && r.Value > 0:
		r.Status = Converged
	}
	r.LowerBound = free.LowerBound
	if r.Status == Optimal && r.LowerBound.Present {
		r.LowerBound = Some(r.Value)
	}
}

// errNoneYet is the error of the second search if the context ends before it has a partition.
var errNoneYet = errors.New("the context has ended")

// endedBy returns r with the status of a run that the context has ended, if it has ended and r is not optimal.
func (r *Result) endedBy(ctx context.Context) *Result {
	if ctx.Err() != nil && r.Status != Optimal {
		r.Status = interruption(ctx)
	}
	return r
}

// hasSpeck reports whether some mass m(A_r) is less than autoShare demands, for a partition that is searched again: one of
// low value, with λ = 1, Auto starts and no fixed vertices. Real graphs have cuts of low value with a few vertices on one
// side, which are seldom what is wanted.
func (p Problem) hasSpeck(opt *Options, sizes []float64) bool {
	if opt.NClusters == 1 || opt.Asymmetry != 1 || opt.Objective != ValueObjective || opt.Init != Auto || p.Starts != nil ||
		p.Labels != nil || p.Fixed != nil {
		return false
	}
	bounds := objective.NewBounds(p.shares(opt.NClusters), objective.Total(sizes), autoShare, math.Inf(1))
	return bounds.Violation(sizes) > 0
}

// run is runTwice without the second search, where an absent MinShare is 0. free, if not nil, is the partition without MinShare.
func run(ctx context.Context, p Problem, opt Options, free []int32, observe func(Progress)) (*Result, error) {
	if err := opt.Validate(p.Graph.N()); err != nil {
		return nil, err
	}
	if err := p.check(opt); err != nil {
		return nil, err
	}
	team := opt.team(p.Graph)
	defer team.Close()
	scaled, exp := normalise(p.Graph, team)
	mass, massExp := p.measure(scaled, opt.Balance, exp)
	opt.whole = p.wholeImbalance(&opt, mass, massExp)
	if err := p.checkBounds(&opt, mass, massExp); err != nil {
		return nil, err
	}
	u := p.exactUnits(scaled, mass, opt.Balance, exp, massExp)
	run := newRecursion(ctx, scaled, mass, opt, p.Starts, opt.inUnits(observe, exp, massExp))
	run.massExp, run.free = massExp, free
	q := run.reorder(p, team)
	run.component, run.count = components(run.graph)
	res, proved, err := run.optimum(q, u)
	if err != nil {
		return nil, err
	}
	if p.PartWeights != nil && p.Fixed == nil && p.Labels == nil && !opt.limits(0).followShares() { // else bounds decide which part is which
		numberBySize(res, run.mass, q.shares(opt.NClusters))
	}
	res.restore(run.order)
	res.NComponents, res.Profile = run.count, run.profile.of(exp-massExp)
	if p.Fixed == nil && p.PartWeights == nil {
		renumber(res.Merges, canonical(res.Labels, opt.NClusters))
	}
	if opt.NClusters == 2 {
		res.Merges = []Merge{{Left: 0, Right: 1}}
	}
	res.evaluate(p, u, &opt)
	res.evaluateEnergy(u.mass, opt.Asymmetry, exp-massExp)
	run.conclude(res, q, u, proved, u.graph == scaled && &u.mass[0] == &mass[0])
	return res, nil
}

// components returns the connected component of each vertex and their number, or nil and 1: on a large graph the components would
// be in memory during the search.
func components(g *graph.CSR) ([]int32, int) {
	component, count := graph.Components(g)
	if count == 1 {
		return nil, 1
	}
	return component, count
}

// optimum returns the result of the search, or the partition that an exhaustive or exact search proves to be optimal, and whether
// it is optimal because of such a search or as the only one.
func (r *recursion) optimum(p Problem, u *units) (*Result, bool, error) {
	res, err := r.result(p)
	exhaustive := r.isExhaustive(p) // which is false once the context has ended
	switch {
	case r.opt.NClusters == 1:
		return res, false, err
	case err == nil && r.isOnly(res):
		return res, true, nil
	case !exhaustive && err != nil:
		return nil, false, err
	case !exhaustive:
		return res, r.improveExactly(p, res), nil
	}
	found, proved := r.exhaust(p, u, res)
	if found == nil {
		return nil, false, err
	}
	return found, proved, nil
}

// result partitions the graph of p.
func (r *recursion) result(p Problem) (*Result, error) {
	res, err := r.searched(p)
	if err != nil {
		return nil, err
	}
	r.improveByTabu(p, res)
	if !r.evolves(p, res) {
		return res, nil
	}
	return r.evolved(p, res)
}

// searched returns the partition that the search finds.
func (r *recursion) searched(p Problem) (*Result, error) {
	k := r.opt.NClusters
	if k == 1 {
		return &Result{Labels: make([]int32, len(r.mass)), Status: Optimal}, nil
	}
	bounds := r.bounds(p)
	if res := r.withoutCut(p, bounds); res != nil {
		return res, nil
	}
	if res := r.singletons(p, bounds); res != nil {
		return res, nil
	}
	switch {
	case r.free != nil && p.PartWeights == nil:
		return r.agreed(p)
	case bounds.Bounded(), p.Labels != nil:
		return r.withinBounds(p)
	case r.cutsAtOnce(p):
		return r.atOnce(p)
	}
	return r.unbounded(p), nil
}

// unbounded partitions the graph without regard to bounds on the masses.
func (r *recursion) unbounded(p Problem) *Result {
	switch {
	case p.Fixed != nil:
		return r.withFixed(p.Fixed)
	case r.opt.NClusters == 2 && r.count > 1:
		return alongComponents(r.component, r.count, r.mass, p.shares(2))
	case r.opt.NClusters == 2:
		return r.twoWay()
	}
	return r.withoutFixed()
}

// canonical renumbers the labels 0 … k−1, of which each occurs, in place in order of first appearance. It returns the new
// number of each old one.
func canonical(labels []int32, k int) []int32 {
	number, count := make([]int32, k), int32(0)
	for a := range number {
		number[a] = -1
	}
	for i, a := range labels {
		if number[a] < 0 {
			number[a] = count
			count++
		}
		labels[i] = number[a]
	}
	return number
}
