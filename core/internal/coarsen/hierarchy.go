// Package coarsen builds hierarchies of coarser and coarser versions of a graph by contracting pairs or clusters of vertices.
package coarsen

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
)

const (
	maxPairShare = 1.5  // largest mass of a pair, relative to the mean mass of a vertex of the coarsest graph
	maxSizeRatio = 0.95 // coarsening ends when a level would have more than this share of the vertices before it

	// Coarsening leaves nearly all edges of some graphs, such as social networks. A level is left out if it has more than the
	// share skippedEdges of the edges of the level before it, unless the latter has more than largestStep times the vertices of
	// the next level.
	skippedEdges = 0.85
	largestStep  = 8
)

// Level is one graph of a hierarchy.
type Level struct {
	Graph  *graph.CSR // on coarser levels the rows are in no particular order, and w_ij = w_ji up to rounding; see Hierarchy.At
	Mass   []float64  // m_i > 0
	Parent []int32    // vertex of the next coarser level that contains i; nil on the coarsest level

	// Rounded says that weights are rounded: cut(S, Sᶜ) of a set S is not exactly that of the vertices of finer levels in it.
	Rounded bool

	edges  int     // half-edges of Graph, also while that is nil
	packed *packed // weights of Graph, which has none yet; nil: they are in Graph
}

// NNZ returns the number of half-edges of the graph of the level, also while Graph is nil.
func (l *Level) NNZ() int { return l.edges }

// Hierarchy is a graph, Levels[0], and coarser and coarser versions of it. A vertex of a coarser graph contains one or
// more vertices of the finer one and has the sum of their masses. An edge stands for all edges between the vertices of
// its ends and has the sum of their weights; edges within a coarse vertex are dropped. A set S of coarse vertices
// therefore has the same cut(S, Sᶜ), m(S) and C(S) as the set of fine vertices it contains, unless weights are rounded.
type Hierarchy struct {
	Levels []Level

	builder *Builder // that built the hierarchy
	threads int      // goroutines that compute a graph again
	saving  Saving
}

// Options are the parameters of a hierarchy.
type Options struct {
	Coarsest int     // number of vertices at which coarsening ends
	Limit    float64 // largest mass of a pair or cluster; 0: 1.5 times the mean mass of a vertex of the coarsest graph
	Clusters bool    // whether clusters of several vertices are contracted, and not pairs
	Saving   Saving  // how memory is saved
	Adjacent bool    // whether only clusters of neighbours are contracted, so that every coarse vertex is connected
	Block    []int32 // only vertices of the same block are contracted, so every level has the cuts along blocks; nil: one block
}

// Build builds a hierarchy on g. It ends at about Coarsest vertices, when contraction shrinks the graph too little, or when ctx
// ends. The matchings or clusters depend on rng. The next call reuses the memory of the hierarchy.
func (b *Builder) Build(ctx context.Context, g *graph.CSR, mass []float64, opt Options, rng *rand.Rand) *Hierarchy {
	n, block := g.N(), opt.Block
	b.limit = opt.Limit
	if b.limit == 0 {
		b.limit = maxPairShare * objective.Total(mass) / float64(opt.Coarsest)
	}
	h := &Hierarchy{Levels: []Level{{Graph: g, Mass: mass, edges: g.NNZ()}}, builder: b, threads: b.Team.Threads(), saving: opt.Saving}
	b.spare, b.mode = graph.CSR{}, opt.Saving.mode(g)
	b.rounds, b.rounded = opt.Saving == Rebuilding && canRound(g.Data, b.Team), false
	var weights *packed
	for n > opt.Coarsest && ctx.Err() == nil && canContract(g) {
		b.load(g, weights, mass, block)
		next, count := b.coarser(ctx, opt, len(h.Levels)-1, rng)
		if next == nil {
			break
		}
		if block != nil {
			block = restrict(block, next.parent, count)
		}
		if h.skips(count) {
			next = b.replace(h, next)
		}
		h.Levels[len(h.Levels)-1].Parent = next.parent
		n, g, mass, weights, b.rounded = count, &next.graph, next.mass, next.weights(), next.rounded
		h.Levels = append(h.Levels, Level{Graph: g, Mass: mass, Rounded: next.rounded, edges: g.NNZ(), packed: weights})
		if opt.Saving != NoSaving {
			b.release(h)
		}
	}
	return h
}

// coarser contracts pairs or clusters of the loaded graph. It returns the coarse graph of the given level and its number of
// vertices, or nil if contraction shrinks the graph too little or ctx ends.
func (b *Builder) coarser(ctx context.Context, opt Options, level int, rng *rand.Rand) (coarse *coarseGraph, count int) {
	n := b.graph.N()
	if opt.Clusters {
		count = cluster(ctx, b, opt.Adjacent, rng)
	} else {
		count = n - b.run(ctx, rng)
	}
	if float64(count) > maxSizeRatio*float64(n) || ctx.Err() != nil {
		return nil, 0
	}
	if opt.Clusters {
		coarse = b.contract(ctx, level, count)
	} else {
		coarse = contractPairs(ctx, b, level, count)
	}
	if ctx.Err() != nil { // the coarse graph may not be complete
		return nil, 0
	}
	return coarse, count
}

// canContract reports whether g has so few half-edges that 32 bits number them.
func canContract(g *graph.CSR) bool { return g.NNZ() < math.MaxInt32-spareRoom }

// Coarsest returns the last level with its graph: see At.
func (h *Hierarchy) Coarsest() *Level { return h.At(len(h.Levels) - 1) }

// Project writes to fine, a labelling of the given level, the labelling coarse of the next coarser level:
// fine_i = coarse_{parent(i)}.
func Project[T any](h *Hierarchy, level int, coarse, fine []T) {
	for i, p := range h.Levels[level].Parent {
		fine[i] = coarse[p]
	}
}

// Restrict returns the labelling of the coarsest level that projects to fine on the finest level. fine must be constant
// on every block that the hierarchy was built with.
func Restrict[T any](h *Hierarchy, fine []T) []T {
	for k, l := range h.Levels[:len(h.Levels)-1] {
		fine = restrict(fine, l.Parent, len(h.Levels[k+1].Mass))
	}
	return fine
}

// restrict returns a labelling of n coarse vertices from one of the fine vertices, which must be constant on every coarse
// vertex: coarse_{parent(i)} = fine_i.
func restrict[T any](fine []T, parent []int32, n int) []T {
	coarse := make([]T, n)
	for i, p := range parent {
		coarse[p] = fine[i]
	}
	return coarse
}

// skips reports whether the coarsest level is left out: it takes as much memory and time as the level before it, and
// refinement on it lowers the criterion little if the level before it and the next level, which has n vertices, are refined.
func (h *Hierarchy) skips(n int) bool {
	top := len(h.Levels) - 1
	return top > 0 && h.keepsEdges(top) && len(h.Levels[top-1].Mass) <= largestStep*n
}

// keepsEdges reports whether a level has nearly all edges of the level before it.
func (h *Hierarchy) keepsEdges(level int) bool {
	return float64(h.Levels[level].edges) > skippedEdges*float64(h.Levels[level-1].edges)
}

// replace leaves out the coarsest level, from which next was contracted. Vertices of the level before it get parents in next.
// The memory of the level that is left out is that of the level after next.
func (b *Builder) replace(h *Hierarchy, next *coarseGraph) *coarseGraph {
	top := len(h.Levels) - 1
	h.Levels = h.Levels[:top]
	skipped := b.levels[top-1]
	for i, p := range skipped.parent {
		skipped.parent[i] = next.parent[p]
	}
	skipped.parent, next.parent = next.parent, skipped.parent
	if skipped.borrowed && !next.borrowed {
		b.giveBack(skipped)
	}
	b.levels[top-1], b.levels[top] = next, skipped
	return next
}
