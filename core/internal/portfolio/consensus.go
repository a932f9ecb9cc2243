package portfolio

import (
	"math"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/bisect"
	"github.com/tvcut/tvcut/core/internal/consensus"
	"github.com/tvcut/tvcut/core/internal/direct"
	"github.com/tvcut/tvcut/core/internal/memory"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/plan"
)

// seeksConsensus reports whether a consensus is sought.
func seeksConsensus(s *search) bool { return !s.ended && s.p.Consensus }

// agree finds the consensus of partitions within the bounds. Half of them are partitions of the graph. The other half are
// partitions of the graph with the weights w_ij/√(deg_i deg_j), in which vertices of high degree count less. On graphs where
// the partition of lowest value has very small parts, the partition of lowest value within bounds seldom agrees with known
// classes either, and different searches err at different vertices. If Options.Tries is positive, it is the number of
// partitions found of each of the two graphs, so the consensus has 2⌈Tries/Kept⌉ members. The masses of the consensus
// may violate the lower bounds, and its value is not the lowest. If ctx ends before there is a partition, the search
// fails with ErrNoneYet.
func agree(s *search) {
	s.ended = true
	numbers := &s.opt.Plan.Consensus
	s.options.Tries = numbers.Members
	switch {
	case s.opt.Tries > 0:
		s.options.Tries = s.opt.Tries
	case memory.IsLarge(s.p.Graph):
		s.options.Tries = numbers.HugeMembers
	case s.p.Graph.N() > s.opt.Plan.Starts.MediumGraph || s.opt.Effort <= plan.Fast:
		s.options.Tries = numbers.LargeMembers
	}
	found := members(s, s.problem, 0)
	if len(found) == 0 { // ctx has ended
		s.failure = ErrNoneYet
		return
	}
	s.offer(&bisect.Solution{Labels: found[0], Status: bisect.Converged})
	if s.violation > 0 || s.ctx.Err() != nil {
		return
	}
	scaled := *s.problem
	scaled.Graph = degreeScaled(s.p.Graph)
	found = append(found, members(s, &scaled, 0.5)...)
	labels := consensus.Of(s.ctx, s.p.Graph, found, consensus.Options{K: s.opt.K, Seed: s.opt.Seed, Threads: s.opt.Threads,
		Value: func(labels []int32) float64 {
			if !isBalanced(s, labels) {
				return math.Inf(1)
			}
			return objective.Value(scaled.Graph, s.p.Mass, labels, s.opt.K, 1)
		}})
	if s.ctx.Err() == nil && isBalanced(s, labels) {
		s.take(&bisect.Solution{Labels: labels, Status: bisect.Converged}, s.criterionOf(labels))
	}
}

// members finds several partitions and returns those of lowest value. It is one half of the search, and begun is the fraction
// of the search that is done before it. The observer gets the values of the first half only, since those of the second half
// belong to a graph with other weights.
func members(s *search, p *direct.Problem, begun float64) [][]int32 {
	opt := s.options
	if opt.Observe != nil {
		opt.Observe = func(value, fraction float64) {
			if s.best != nil {
				value = s.value
			}
			s.options.Observe(value, begun+fraction/2)
		}
	}
	found, kept := direct.CutEach(s.ctx, p, opt), s.opt.Plan.Consensus.Kept
	return found[:min(len(found), (opt.Tries+kept-1)/kept)]
}

// isBalanced reports whether no part is lighter than Consensus.Least of an equal share or exceeds its upper bound.
func isBalanced(s *search, labels []int32) bool {
	for a, m := range objective.Sizes(s.p.Mass, labels, s.opt.K) {
		if m < s.opt.Plan.Consensus.Least*s.problem.Target[a] || m > s.problem.Bounds.Most[a] {
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
