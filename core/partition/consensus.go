package partition

import (
	"math"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/consensus"
	"github.com/tvcut/tvcut/core/internal/direct"
	"github.com/tvcut/tvcut/core/internal/memory"
	"github.com/tvcut/tvcut/core/internal/objective"
)

// agreed returns the consensus of partitions within the bounds. Half of them are partitions of the graph. The other half are
// partitions of the graph with the weights w_ij/√(deg_i deg_j), in which vertices of high degree count less. On graphs where
// the partition of lowest value has very small parts, the partition of lowest value within bounds seldom agrees with known
// classes either, and different searches err at different vertices. If Options.NStarts is present, it is the number of
// partitions found of each of the two graphs, so the consensus has 2⌈NStarts/Kept⌉ members. The masses of the consensus
// may violate the lower bounds, and its value is not the lowest. If the context ends before there is a partition, the error is
// errNoneYet.
func (r *recursion) agreed(p Problem) (*Result, error) {
	c := r.candidates(p)
	numbers := &r.opt.plan.Consensus
	c.options.Tries = numbers.Members
	switch {
	case r.opt.NStarts.Present:
		c.options.Tries = r.opt.NStarts.Value
	case memory.IsLarge(r.graph):
		c.options.Tries = numbers.HugeMembers
	case r.graph.N() > r.opt.plan.Starts.MediumGraph || r.opt.Effort == FastEffort:
		c.options.Tries = numbers.LargeMembers
	}
	found := c.lowest(c.problem, 0)
	if len(found) == 0 { // ctx has ended
		return nil, errNoneYet
	}
	c.offer(&Result{Labels: found[0], Status: Converged})
	if c.violation > 0 || r.ctx.Err() != nil {
		return c.result()
	}
	scaled := *c.problem
	scaled.Graph = degreeScaled(r.graph)
	found = append(found, c.lowest(&scaled, 0.5)...)
	labels := consensus.Of(r.ctx, r.graph, found, consensus.Options{K: r.opt.NClusters, Seed: r.opt.Seed, Threads: r.opt.NumThreads(),
		Value: func(labels []int32) float64 {
			if !c.isBalanced(labels) {
				return math.Inf(1)
			}
			return objective.Value(scaled.Graph, r.mass, labels, r.opt.NClusters, 1)
		}})
	if r.ctx.Err() == nil && c.isBalanced(labels) {
		c.best = &Result{Labels: labels, Status: Converged}
	}
	return c.result()
}

// lowest finds several partitions and returns those of lowest value. It is one half of the search, and begun is the fraction
// of the search that is done before it. The observer gets the values of the first half only, since those of the second half
// belong to a graph with other weights.
func (c *candidates) lowest(p *direct.Problem, begun float64) [][]int32 {
	opt := c.options
	if opt.Observe != nil {
		opt.Observe = func(value, fraction float64) {
			if c.best != nil {
				value = c.value
			}
			c.options.Observe(value, begun+fraction/2)
		}
	}
	found, kept := direct.CutEach(c.ctx, p, opt), c.opt.plan.Consensus.Kept
	return found[:min(len(found), (opt.Tries+kept-1)/kept)]
}

// isBalanced reports whether no part is lighter than Consensus.Least of an equal share or exceeds its upper bound.
func (c *candidates) isBalanced(labels []int32) bool {
	for a, m := range objective.Sizes(c.mass, labels, c.opt.NClusters) {
		if m < c.opt.plan.Consensus.Least*c.problem.Target[a] || m > c.problem.Bounds.Most[a] {
			return false
		}
	}
	return true
}

// degreeScaled returns the graph with the weights w_ij/√(deg_i deg_j). If all weights are multiplied by a power of two, the
// result has the same bits: the largest degree is scaled to an even binary exponent, since √2 would be rounded.
func degreeScaled(g *graph.CSR) *graph.CSR {
	scale := g.Degrees()
	_, exp := math.Frexp(slices.Max(scale))
	unit := math.Ldexp(1, -(exp & 1)) // ½ or 1
	for i, d := range scale {
		if d > 0 {
			scale[i] = 1 / math.Sqrt(unit*d)
		}
	}
	scaled := &graph.CSR{Indptr: g.Indptr, Indices: g.Indices, Data: make([]float64, g.NNZ())}
	for i := range g.N() {
		lo, hi := g.Indptr[i], g.Indptr[i+1]
		for e := lo; e < hi; e++ {
			scaled.Data[e] = unit * g.Data[e] * (scale[i] * scale[g.Indices[e]]) // w_ij/√(deg_i deg_j), the same bits for w_ji
		}
	}
	return scaled
}
