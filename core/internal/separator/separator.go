// Package separator finds small vertex separators: sets of vertices without which no edge joins the two sides that are left.
//
// Files:
//   - separator.go: the search, by coarsening and refinement on every level
//   - grow.go: separators of the coarsest graph
//   - state.go: a separator of one graph, and moves of single vertices
//   - pass.go: a sequence of moves, of which the best separator is kept
//   - band.go: the lightest separator near another one
//   - flow.go: the maximum flow that finds it
package separator

import (
	"context"
	"math/rand/v2"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/coarsen"
)

// The values of a side.
const (
	Low       = 0
	High      = 1
	Separator = 2
)

const (
	coarsest = 100 // vertices of the coarsest graph
	tries    = 8   // separators that are grown on the coarsest graph
	passes   = 10  // most passes on a level
	bands    = 4   // most searches for a lightest separator on a level
)

// Finder finds separators. It holds memory that is reused. The zero value is ready for use, by one goroutine at a time.
type Finder struct {
	builder coarsen.Builder
	state   state
	network network
}

// Find returns the side of every vertex, Low, High or Separator. The sides have at most the mass `most`, and no edge joins them. It
// minimises the mass of the separator, and then the difference of the sides, and returns the best separator of several cycles. The
// weights of the edges decide only which of them are contracted.
//
// On the levels of a hierarchy, vertices move one by one as in state.pass, and minimum cuts are sought as in network.improve. This
// is the method of P. Sanders and C. Schulz, "Advanced multilevel node separator algorithms", SEA 2016, arXiv:1509.01190, with
// matchings in place of clusters and without its localised search. When ctx ends, Find returns the best separator so far.
func (f *Finder) Find(ctx context.Context, g *graph.CSR, mass []float64, most float64, cycles int, rng *rand.Rand) []int8 {
	var best []int8
	var least rank
	for c := 0; c == 0 || c < cycles && ctx.Err() == nil; c++ {
		side := f.cycle(ctx, g, mass, most, rng)
		f.state.load(g, mass, side, most)
		if r := f.state.rank(); c == 0 || r.before(least) {
			best, least = side, r
		}
	}
	return best
}

// cycle finds a separator of the coarsest graph of a hierarchy, and refines it on every level.
func (f *Finder) cycle(ctx context.Context, g *graph.CSR, mass []float64, most float64, rng *rand.Rand) []int8 {
	h := f.builder.Build(ctx, g, mass, coarsen.Options{Coarsest: coarsest}, rng)
	last := h.Coarsest()
	side := f.initial(ctx, last.Graph, last.Mass, most, rng)
	for l := len(h.Levels) - 2; l >= 0; l-- {
		fine := make([]int8, len(h.Levels[l].Mass))
		coarsen.Project(h, l, side, fine)
		level := h.At(l)
		f.state.load(level.Graph, level.Mass, fine, most)
		f.refine(ctx, rng)
		side = fine
	}
	return side
}

// refine makes passes over the separator, and then searches for the lightest one near it.
func (f *Finder) refine(ctx context.Context, rng *rand.Rand) {
	for k := 0; k < passes && ctx.Err() == nil && f.state.pass(rng); k++ {
	}
	for k := 0; k < bands && ctx.Err() == nil && f.network.improve(&f.state); k++ {
	}
}
