// Package tabu improves a partition of a small graph into k parts by tabu search: F. Glover, "Tabu search", ORSA Journal on
// Computing 1 (1989). In every step the best allowed move of a vertex is made, even if the criterion rises, and the vertex
// may not return for some steps. Rounds of the search start from the best partition after a change, from random partitions,
// and from partitions of contracted graphs, in which regions move as a whole. The search ends after many rounds in a row
// without a better partition.
package tabu

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
)

// Limits of Improve. A round ends after fruitlessSteps times n steps without a better partition. The search ends after patience
// rounds in a row without a better partition, or after maxWork moves evaluated, which take some tens of milliseconds.
const (
	fruitlessSteps = 4
	patience       = 40
	maxWork        = 4_000_000
)

// Problem is a graph to be cut into k = Criterion.K > 1 parts. For two parts, the criterion has λ = 1.
type Problem struct {
	Criterion objective.Criterion
	Bounds    objective.Bounds // of the masses of the parts
	Graph     *graph.CSR
	Mass      []float64 // m_i > 0
	Fixed     []int32   // part of each fixed vertex, −1 for the other vertices; nil: none is fixed
}

// Improve returns a partition of lower criterion within the bounds, or the given one if it finds none or if that violates the
// bounds. No part of the given partition may be empty. All random choices are drawn from rng. When ctx ends, Improve returns the
// best partition so far.
func Improve(ctx context.Context, p *Problem, labels []int32, rng *rand.Rand) []int32 {
	best, work := slices.Clone(labels), 0
	for {
		violation, value := p.score(best)
		if violation > 0 || value == 0 {
			return best
		}
		q, block := p.reducedFully(value)
		if q.Graph.N() <= p.Criterion.K {
			return best
		}
		s := newSearch(q, restricted(best, block, q.Graph.N()), rng)
		s.work = work
		found, smaller := s.run(ctx)
		for i, b := range block {
			best[i] = found[b]
		}
		if !smaller {
			return best
		}
		work = s.work
	}
}

// score returns by how much a partition violates the bounds, and the criterion, computed from all edges.
func (p *Problem) score(labels []int32) (violation, value float64) {
	t := objective.NewTally(p.Graph, p.Mass, labels, p.Criterion.K)
	for r, cut := range t.Cuts {
		value += p.Criterion.Term(cut, t.Size[r])
	}
	return p.Bounds.Violation(t.Size), value
}

// run makes rounds of the search. It returns the best partition, and whether it stopped because this proves that further
// vertices can be contracted.
func (s *search) run(ctx context.Context) (labels []int32, smaller bool) {
	best := slices.Clone(s.labels)
	_, value := s.score(best)
	for round, failures := 0, 0; failures < patience && s.work < maxWork && ctx.Err() == nil; round++ {
		s.restart(best, round)
		s.round()
		failures++
		violation, found := s.score(s.best)
		if violation > 0 || !objective.Lowers(found, value) {
			continue
		}
		copy(best, s.best)
		value, failures = found, 0
		if _, count := s.reduced(value); value == 0 || count < s.n {
			return best, true
		}
	}
	return best, false
}
