package partition

import (
	"cmp"
	"context"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/direct"
	"github.com/tvcut/tvcut/core/internal/objective"
)

// directProblem returns the problem of the direct search: the criterion, the bounds and the target masses, which are within them.
func (r *recursion) directProblem(p Problem) *direct.Problem {
	target, bounds := p.shares(r.opt.NClusters), r.bounds(p)
	for a := range target {
		target[a] *= r.totalMass // t_r M
	}
	return &direct.Problem{
		Criterion: objective.Criterion{K: r.opt.NClusters, Lambda: r.opt.Asymmetry, Total: r.totalMass, Edges: r.opt.Objective == CutObjective},
		Bounds:    bounds, Target: bounds.Targets(target), Graph: r.graph, Mass: r.mass, Fixed: p.Fixed,
	}
}

// directOptions returns the options of the direct search. For the value of more than two parts without fixed vertices, the
// direct search also cuts the coarsest graph by recursive bisection, which finds clusters of unequal mass.
func (r *recursion) directOptions(p *direct.Problem) direct.Options {
	opt := direct.Options{PartsSearch: r.opt.plan.PartsSearch(r.facts()), Seed: r.opt.Seed, Part: r.parts, Threads: r.opt.NumThreads()}
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

// withinBounds returns the partition of lowest criterion within the bounds, among that of the direct search and that of the
// search that the options select. The second search ignores the bounds, so its partition is refined within them. It runs if
// there is no direct search, and for the value also if the upper bounds allow a part that dominates. The error is errNoneYet if
// the context ends before there is a partition that could replace the one found without MinShare.
func (r *recursion) withinBounds(p Problem) (*Result, error) {
	c := r.candidates(p)
	if p.Labels != nil {
		if violation, value := c.problem.Score(p.Labels); violation == 0 && c.options.Observe != nil {
			c.options.Observe(value, 0)
		}
		c.offerRefined(slices.Clone(p.Labels)) // Run renumbers parts in place
		return c.result()
	}
	if r.searchesDirectly(p) {
		search := direct.Cut
		if r.free != nil {
			search = direct.Search
		}
		labels := search(r.ctx, c.problem, c.options)
		if labels == nil {
			return nil, errNoneYet
		}
		c.offer(&Result{Labels: labels, Status: Converged})
	}
	others := r.opt.Objective == ValueObjective && r.opt.Strategy != Direct && r.opt.Effort != FastEffort && r.ctx.Err() == nil
	if c.best == nil || others && (r.free != nil || r.mayDominate(c.problem)) {
		res := &Result{Labels: slices.Clone(r.free), Status: Converged}
		if r.free == nil {
			res = c.aside(func() *Result { return r.unbounded(p) })
		}
		if p.PartWeights != nil && p.Fixed == nil {
			numberBySize(res, r.mass, p.shares(r.opt.NClusters))
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

// numberBySize renumbers parts so that the part with the r-th largest mass has the r-th largest target share.
func numberBySize(res *Result, mass, shares []float64) {
	k := len(shares)
	size, parts, targets := objective.Sizes(mass, res.Labels, k), make([]int, k), make([]int, k)
	for a := range k {
		parts[a], targets[a] = a, a
	}
	slices.SortStableFunc(parts, func(a, b int) int { return cmp.Compare(size[b], size[a]) })
	slices.SortStableFunc(targets, func(a, b int) int { return cmp.Compare(shares[b], shares[a]) })
	number := make([]int32, k)
	for at := range k {
		number[parts[at]] = int32(targets[at])
	}
	for i, a := range res.Labels {
		res.Labels[i] = number[a]
	}
	renumber(res.Merges, number)
}

// mayDominate reports whether the upper bounds allow a part that dominates.
func (r *recursion) mayDominate(p *direct.Problem) bool {
	return slices.Max(p.Bounds.Most) > r.opt.plan.Parts.Dominant*p.Criterion.Total
}

// cutsAtOnce reports whether atOnce makes the partition, if there are no bounds. With fixed vertices it does so only if
// a lower bound is given or the strategy is Direct: if few vertices of each class are fixed, partitions of the lowest value agree
// less with the classes than those that withFixed refines.
func (r *recursion) cutsAtOnce(p Problem) bool {
	switch {
	case !r.searchesDirectly(p):
		return false
	case r.opt.NClusters > 2 && r.opt.Strategy == Direct:
		return true
	case p.Fixed != nil:
		return r.opt.choosesLeast() && r.opt.multilevel()
	}
	return r.opt.NClusters > 2 && r.opt.multilevel()
}

// atOnce cuts the graph by the direct search, without bounds, into more than two parts or with fixed vertices. Under
// AutoStrategy it also cuts graphs with at most Starts.MediumGraph vertices by recursion, if a part dominates.
func (r *recursion) atOnce(p Problem) (*Result, error) {
	c := r.candidates(p)
	c.offer(&Result{Labels: direct.Cut(r.ctx, c.problem, c.options), Status: Converged})
	switch {
	case r.ctx.Err() != nil, r.opt.Effort == FastEffort:
	case p.Fixed != nil:
		if err := c.offerWithoutFixed(p); err != nil {
			return nil, err
		}
	case r.opt.Strategy == AutoStrategy && r.graph.N() <= r.opt.plan.Starts.MediumGraph &&
		c.problem.LargestShare(c.best.Labels) > r.opt.plan.Parts.Dominant:
		c.offer(c.aside(r.withoutFixed))
	}
	return c.result()
}

// observer returns the observer of a search for partitions that have yet to be refined, within bounds or with fixed vertices, or
// for their parts. Its values are those of the best partition so far, if that is within the bounds.
func (c *candidates) observer() func(Progress) {
	observe := c.observe
	if observe == nil {
		return nil
	}
	return func(p Progress) {
		if c.best != nil && c.violation == 0 {
			p.Energy, p.Value = c.value, c.value
		}
		observe(p)
	}
}

// aside returns what another search finds, which reports to observer.
func (c *candidates) aside(search func() *Result) *Result {
	observe := c.observe
	c.observe = c.observer()
	defer func() { c.observe = observe }()
	return search()
}

// offerWithoutFixed refines two partitions and offers them: one that is found without the fixed vertices, whose parts are
// then numbered by the fixed vertices in them, and the one of label propagation from the fixed vertices. If few vertices are
// fixed, a search that knows them from the start contracts their neighbours with vertices of other parts.
func (c *candidates) offerWithoutFixed(p Problem) error {
	free := *c.recursion
	free.observe = c.observer()
	fixed, propagated := p.Fixed, c.propagateLabels(p.Fixed)
	p.Fixed = nil
	res, err := free.searched(p)
	if err != nil {
		return err
	}
	numberParts(res.Labels, fixed, propagated, c.mass, c.opt.NClusters)
	c.offerRefined(res.Labels)
	c.offerRefined(propagated)
	return nil
}
