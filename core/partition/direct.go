package partition

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/direct"
	"github.com/tvcut/tvcut/core/internal/objective"
)

// directProblem returns the problem of the direct search: the criterion, the bounds and the target masses.
func (r *recursion) directProblem(p Problem) *direct.Problem {
	target := p.shares(r.opt.NClusters)
	for a := range target {
		target[a] *= r.totalMass // t_r M
	}
	return &direct.Problem{
		Criterion: objective.Criterion{K: r.opt.NClusters, Lambda: r.opt.Asymmetry, Total: r.totalMass, Edges: r.opt.Objective == CutObjective},
		Bounds:    p.bounds(&r.opt, r.mass), Target: target, Graph: r.graph, Mass: r.mass, Fixed: p.Fixed,
	}
}

// directOptions returns the options of the direct search. For the value of more than two parts it also cuts the coarsest
// graph by recursive bisection, which finds clusters of unequal mass.
func (r *recursion) directOptions(p Problem) direct.Options {
	opt := direct.Options{Seed: r.opt.Seed, Part: r.parts, Threads: r.opt.NumThreads()}
	r.setTries(&opt)
	if r.observe != nil {
		opt.Observe = func(value, fraction float64) {
			r.observe(Progress{Energy: value, Value: value, Phase: SearchPhase, Fraction: fraction})
		}
	}
	if r.opt.Objective == ValueObjective && r.opt.NClusters > 2 && p.Fixed == nil {
		for _, s := range []Strategy{Asymmetric, Symmetric} {
			opt.Initial = append(opt.Initial, func(ctx context.Context, g *graph.CSR, mass []float64, seed uint64) []int32 {
				return r.bisectCoarse(ctx, g, mass, seed, s)
			})
		}
	}
	return opt
}

// bisectCoarse cuts a coarse graph by recursive bisection.
func (r *recursion) bisectCoarse(ctx context.Context, g *graph.CSR, mass []float64, seed uint64, s Strategy) []int32 {
	opt := r.opt
	opt.Seed, opt.Threads, opt.NStarts, opt.Init, opt.Polish = seed, Some(1), Some(1), Multilevel, MinCut
	return newRecursion(ctx, ordered(g), mass, opt, nil, nil).kWay(s).Labels
}

// ordered returns a coarse graph, whose rows are in no particular order, with ascending rows and w_ij = w_ji exactly.
func ordered(g *graph.CSR) *graph.CSR {
	edges := make([]graph.Edge, 0, g.NNZ()/2)
	for i := range g.N() {
		idx, w := g.Row(i)
		for e, j := range idx {
			if i < int(j) {
				edges = append(edges, graph.Edge{I: i, J: int(j), W: w[e]})
			}
		}
	}
	sorted, err := graph.FromEdges(g.N(), edges)
	if err != nil {
		panic(err) // sums of weights in the safe range are valid weights
	}
	return sorted
}

// candidates holds partitions of which the best within the bounds is the result.
type candidates struct {
	*recursion
	problem   *direct.Problem
	options   direct.Options
	best      *Result
	violation float64 // of the bounds by the best partition
	value     float64 // criterion of the best partition

	fromLabels bool // whether the user's partition is refined
}

// offer makes res the best partition if it is better.
func (c *candidates) offer(res *Result) {
	violation, value := c.problem.Score(res.Labels)
	if c.best == nil || violation < c.violation || violation == c.violation && value < c.value {
		c.best, c.violation, c.value = res, violation, value
	}
}

// offerRefined refines a partition within the bounds and offers it.
func (c *candidates) offerRefined(labels []int32) {
	c.offer(&Result{Labels: direct.Refine(c.ctx, c.problem, c.options, labels), Status: Converged})
}

// result returns the best partition. It returns *BoundsError if that violates the bounds and none can be found that does
// not.
func (c *candidates) result() (*Result, error) {
	if c.best == nil || c.violation > 0 {
		labels, proved := direct.Pack(c.problem)
		if labels != nil {
			c.offerRefined(labels)
		}
		if c.best == nil || c.violation > 0 {
			return nil, notFound(&c.opt, math.Ldexp(c.violation, c.massExp), math.Ldexp(c.totalMass, c.massExp), proved)
		}
	}
	if c.ctx.Err() != nil {
		c.best.Status = interruption(c.ctx)
	}
	if c.best.Merges == nil {
		c.best.Merges = agglomerate(c.graph, c.mass, c.best.Labels, c.opt.NClusters)
	}
	switch {
	case c.best.F != nil: // a bisection that describes itself
	case c.opt.NClusters == 2 && c.problem.Fixed == nil && !c.fromLabels:
		c.describe(c.best)
	default:
		c.best.NOuter, c.best.NInner, c.best.NInnerTotal = c.nOuter, c.totalInner, c.totalInner
	}
	return c.best, nil
}

// describe sets the fields of a bisection that a descent would set, for the descent that starts and ends at the cut: F is
// the indicator of Sᶜ for the part S with the lower C, and its energy is C(S).
func (r *recursion) describe(res *Result) {
	low := inPart(res.Labels, 0)
	cut, inside := objective.Weight(r.graph, low), objective.Inside(r.mass, low)
	energy, other := objective.Ratio(cut, r.opt.Asymmetry, inside, r.totalMass-inside), objective.Ratio(cut, r.opt.Asymmetry, r.totalMass-inside, inside)
	if other < energy {
		energy = other
		for i := range low {
			low[i] = !low[i]
		}
	}
	res.F, res.Energy, res.Trace, res.Starts = make([]float64, len(low)), energy, []float64{energy}, []float64{energy}
	objective.Indicate(low, res.F)
}

// withinBounds returns the partition of lowest criterion that keeps the bounds, among those of the direct search and of the
// search that the options ask for. The latter takes no account of the bounds, so its partition is refined within them.
func (r *recursion) withinBounds(p Problem) (*Result, error) {
	c := &candidates{recursion: r, problem: r.directProblem(p), options: r.directOptions(p)}
	if p.Labels != nil {
		c.fromLabels = true
		c.offerRefined(slices.Clone(p.Labels)) // Run renumbers parts in place
		return c.result()
	}
	if r.searchesDirectly(p) {
		c.offer(&Result{Labels: direct.Cut(r.ctx, c.problem, c.options), Status: Converged})
	}
	if c.best == nil || r.opt.Objective == ValueObjective && r.opt.Strategy != Direct && r.opt.Effort != FastEffort && r.ctx.Err() == nil {
		res := &Result{Labels: slices.Clone(r.free), Status: Converged}
		if r.free == nil {
			res = r.unbounded(p)
		}
		if p.PartWeights != nil && p.Fixed == nil {
			numberBySize(res, c.problem)
		}
		c.offer(res)
		if c.best != res || c.violation > 0 {
			c.offerRefined(slices.Clone(res.Labels))
		}
	}
	return c.result()
}

// multilevel reports whether the options ask for no starts of the descent.
func (o *Options) multilevel() bool { return o.Init == Auto || o.Init == Multilevel }

// searchesDirectly reports whether the options allow the direct search.
func (r *recursion) searchesDirectly(p Problem) bool {
	if r.opt.NClusters == 2 {
		return len(p.Starts) == 0 && r.opt.multilevel()
	}
	return r.opt.Strategy == AutoStrategy || r.opt.Strategy == Direct
}

// numberBySize renumbers parts so that the part with the r-th largest mass has the r-th largest target.
func numberBySize(res *Result, p *direct.Problem) {
	k := p.Criterion.K
	size, parts, targets := objective.Sizes(p.Mass, res.Labels, k), make([]int, k), make([]int, k)
	for a := range k {
		parts[a], targets[a] = a, a
	}
	slices.SortStableFunc(parts, func(a, b int) int { return cmp.Compare(size[b], size[a]) })
	slices.SortStableFunc(targets, func(a, b int) int { return cmp.Compare(p.Target[b], p.Target[a]) })
	number := make([]int32, k)
	for at := range k {
		number[parts[at]] = int32(targets[at])
	}
	for i, a := range res.Labels {
		res.Labels[i] = number[a]
	}
	renumber(res.Merges, number)
}

// atOnce cuts the graph into more than two parts by the direct search, without bounds. Under AutoStrategy it also cuts graphs
// of at most mediumGraph vertices by recursion, which finds lower values on some networks.
func (r *recursion) atOnce(p Problem) (*Result, error) {
	c := &candidates{recursion: r, problem: r.directProblem(p), options: r.directOptions(p)}
	c.offer(&Result{Labels: direct.Cut(r.ctx, c.problem, c.options), Status: Converged})
	if r.opt.Strategy == AutoStrategy && r.opt.Effort != FastEffort && r.graph.N() <= mediumGraph && r.ctx.Err() == nil {
		c.offer(r.withoutFixed())
	}
	return c.result()
}
