package coarsen

import (
	"context"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/parallel"
)

// minParallel is the number of half-edges of a level below which one thread is faster than several.
const minParallel = 1 << 16

// Builder computes matchings or clusters and contracts them. It holds memory that is reused from one hierarchy to the next.
type Builder struct {
	Team *parallel.Team // goroutines; no result depends on their number

	matcher
	slots  [][]int32      // of each thread: position of the edge to each coarse vertex; invalid if before the current row
	levels []*coarseGraph // result of the contraction on each level
	mode   mode           // where the weights of a level are computed
	rounds bool           // whether weights may be rounded
	live   []float64      // weights of the level that was packed and is in use
	batch  batch
	spare  graph.CSR // memory of a graph that is not in use, for the next levels
	clusters

	rounded bool // whether the weights of the graph are rounded, or sums of rounded weights
}

// mode says where the weights of a level are computed.
type mode uint8

const (
	inGraph   mode = iota // in the memory of its graph, which may have room for many more
	inFewBits             // in batches, which are then packed, or moved to the graph once they do not fit
	inLive                // in batches, which are then moved to the graph
)

// coarseGraph is the result of one contraction.
type coarseGraph struct {
	graph    graph.CSR
	borrowed bool // whether the graph is in memory of another level
	isPacked bool // whether the weights are packed
	rounded  bool // whether they are rounded, or sums of rounded weights
	packed   packed
	mass     []float64
	parent   []int32 // coarse vertex that contains each fine vertex
}

// weights returns the weights of the graph if they are packed, or nil.
func (c *coarseGraph) weights() *packed {
	if c.isPacked {
		return &c.packed
	}
	return nil
}

// load makes g the graph to match and contract. weights are its weights if they are packed, or nil.
func (b *Builder) load(g *graph.CSR, weights *packed, mass []float64, block []int32) {
	n := g.N()
	b.graph, b.mass, b.block, b.weights = g, mass, block, reader{data: g.Data, packed: weights}
	if b.team = b.Team; g.NNZ() < minParallel {
		b.team = nil
	}
	b.mate, b.preferred, b.order = resized(b.mate, n), resized(b.preferred, n), resized(b.order, n)
	if len(b.slots) == 0 {
		b.slots = make([][]int32, 1)
	}
	b.slots[0] = resized(b.slots[0], n)
	b.proposed = b.slots[0] // matching and contraction do not overlap
}

// resized returns a slice of length n with undefined contents, in the memory of s if its capacity suffices.
func resized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/spareShare)
	}
	return s[:n]
}

// contractPairs contracts the pairs of the matching. It returns the coarse graph of the given level on n vertices, numbered
// in the order of their first fine vertex. If ctx ends, it lacks edges and must not be used.
func contractPairs(ctx context.Context, b *Builder, level, n int) *coarseGraph {
	to, first := b.level(level, n), b.order[:n]
	parts, fine := b.team.Threads(), len(b.mate)
	number := make([]int32, parts+1) // number of the first coarse vertex of each part
	b.team.Run(parts, func(k int) {
		count := int32(0)
		for i := k * fine / parts; i < (k+1)*fine/parts; i++ {
			if int(b.mate[i]) >= i {
				count++
			}
		}
		number[k+1] = count
	})
	for k := range parts {
		number[k+1] += number[k]
	}
	b.team.Run(parts, func(k int) {
		at := number[k]
		for i := k * fine / parts; i < (k+1)*fine/parts; i++ {
			j := int(b.mate[i])
			if j < i {
				continue
			}
			first[at], to.parent[i], to.parent[j] = int32(i), at, at
			to.mass[at] = b.mass[i] // m_I = Σ_{i∈I} m_i
			if j != i {
				to.mass[at] += b.mass[j]
			}
			at++
		}
	})
	b.contractEdges(ctx, to, first)
	return to
}

// link adds fine vertex i to the circular list of the fine vertices of c.
func link(first, last, next []int32, i, c int32) {
	if first[c] == free {
		first[c], next[i] = i, i
	} else {
		next[last[c]], next[i] = i, first[c]
	}
	last[c] = i
}

// contract contracts the clusters. It returns the coarse graph of the given level on n vertices, numbered in the order of
// their first fine vertex. If ctx ends, it lacks edges and must not be used.
func (b *Builder) contract(ctx context.Context, level, n int) *coarseGraph {
	to := b.level(level, n)
	clear(to.mass)
	number, count := b.preferred, int32(0)
	for c := range number {
		number[c] = free
	}
	first, last, next := b.order[:n], b.slots[0], b.mate
	for i := range int32(len(b.of)) {
		c := number[b.of[i]]
		if c == free {
			c = count
			number[b.of[i]], first[c] = c, free
			count++
		}
		link(first, last, next, i, c)
		to.parent[i] = c
		to.mass[c] += b.mass[i] // m_I = Σ_{i∈I} m_i
	}
	b.contractEdges(ctx, to, first)
	return to
}

// level returns the coarse graph of the given level on n vertices, in memory that is reused.
func (b *Builder) level(level, n int) *coarseGraph {
	if level == len(b.levels) {
		b.levels = append(b.levels, &coarseGraph{})
	}
	to := b.levels[level]
	to.parent, to.mass = resized(to.parent, b.graph.N()), resized(to.mass, n)
	return to
}
