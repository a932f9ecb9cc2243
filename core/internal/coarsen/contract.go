package coarsen

import (
	"context"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/parallel"
)

// minParallel is the number of half-edges of a level below which one thread is faster than several.
const minParallel = 1 << 16

// maxParts is the largest number of parts of a contraction that are computed at the same time.
const maxParts = 64

// Builder computes matchings or clusters and contracts them. It holds memory that is reused from one hierarchy to the next.
type Builder struct {
	Team *parallel.Team // goroutines; no result depends on their number

	matcher
	slots  [][]int32      // of each part: position of the edge to each coarse vertex, if not before the start of the current row
	levels []*coarseGraph // result of the contraction on each level
	clusters
}

// coarseGraph is the result of one contraction.
type coarseGraph struct {
	graph  graph.CSR
	mass   []float64
	parent []int32 // coarse vertex that contains each fine vertex
}

// load makes g the graph to match and contract.
func (b *Builder) load(g *graph.CSR, mass []float64, block []int32) {
	n := g.N()
	b.graph, b.mass, b.block = g, mass, block
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
		return make([]T, n)
	}
	return s[:n]
}

// contractPairs contracts the pairs of the matching. It returns the coarse graph of the given level on n vertices, numbered
// in the order of their first fine vertex. If ctx ends, it lacks edges and must not be used.
func (b *Builder) contractPairs(ctx context.Context, level, n int) *coarseGraph {
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
			number[b.of[i]], first[c], next[i] = c, i, i
			count++
		} else {
			next[last[c]], next[i] = i, first[c]
		}
		last[c], to.parent[i] = i, c
		to.mass[c] += b.mass[i] // m_I = Σ_{i∈I} m_i
	}
	b.contractEdges(ctx, to, first)
	return to
}

// contractEdges computes w_IJ = Σ_{i∈I, j∈J} w_ij row by row. first holds the first fine vertex of each coarse one, and mate
// the next fine vertex of the same coarse one, which for the last of them is the first. The neighbours of a coarse vertex are
// in the order in which they first occur, and w_IJ = w_JI up to rounding. No user of a hierarchy needs ascending rows or exact
// symmetry, and restoring them would double the time. Several threads compute parts of the rows, which are then moved
// together.
func (b *Builder) contractEdges(ctx context.Context, to *coarseGraph, first []int32) {
	n, parts := len(first), min(b.team.Threads(), maxParts)
	starts := b.partStarts(first, parts)
	capacity := int(starts[parts])
	g := graph.CSR{Indptr: resized(to.graph.Indptr, n+1), Indices: resized(to.graph.Indices, capacity), Data: resized(to.graph.Data, capacity)}
	for len(b.slots) < parts {
		b.slots = append(b.slots, nil)
	}
	b.team.Run(parts, func(k int) {
		b.slots[k] = resized(b.slots[k], n)
		b.contractRows(ctx, &g, to.parent, first, k*n/parts, (k+1)*n/parts, b.slots[k], starts[k], starts[k+1]-1)
	})
	top := int64(0)
	g.Indptr[0] = 0
	for k := range parts {
		lo, hi := k*n/parts, (k+1)*n/parts
		gap := int64(starts[k]) - top
		if end := g.Indptr[hi]; lo < hi && gap > 0 {
			copy(g.Indices[top:], g.Indices[starts[k]:end])
			copy(g.Data[top:], g.Data[starts[k]:end])
			for c := lo + 1; c <= hi; c++ {
				g.Indptr[c] -= gap
			}
		}
		top = g.Indptr[hi]
	}
	g.Indices, g.Data = g.Indices[:top], g.Data[:top]
	to.graph = g
}

// partStarts returns the position of the first entry of each part of the rows, and of the end. A part has room for all edges
// of its fine vertices, and for one entry more, which takes the edges within a coarse vertex.
func (b *Builder) partStarts(first []int32, parts int) []int32 {
	starts := make([]int32, parts+1)
	if parts == 1 {
		starts[1] = int32(b.graph.NNZ()) + 1
		return starts
	}
	indptr := b.graph.Indptr
	b.team.Run(parts, func(k int) {
		room := int64(1)
		for _, head := range first[k*len(first)/parts : (k+1)*len(first)/parts] {
			for i := head; ; {
				room += indptr[i+1] - indptr[i]
				if i = b.mate[i]; i == head {
					break
				}
			}
		}
		starts[k+1] = int32(room)
	})
	for k := range parts {
		starts[k+1] += starts[k]
	}
	return starts
}

// contractRows writes the rows lo … hi−1 of g from the position start on. The entry spare takes the edges within a coarse
// vertex, which are dropped. It leaves the other rows out when ctx ends.
func (b *Builder) contractRows(ctx context.Context, g *graph.CSR, parent, first []int32, lo, hi int, slot []int32, start, spare int32) {
	for c := range slot {
		slot[c] = -1
	}
	top := start
	for c := lo; c < hi; c++ {
		if c%lookEvery == 0 && ctx.Err() != nil {
			for ; c < hi; c++ {
				g.Indptr[c+1] = int64(top)
			}
			return
		}
		head := first[c]
		slot[c], start = spare, top
		for i := head; ; {
			top = b.addRow(g, slot, parent, i, start, top)
			if i = b.mate[i]; i == head {
				break
			}
		}
		slot[c] = -1
		g.Indptr[c+1] = int64(top)
	}
}

// addRow adds the edges of fine vertex i to the row of g that begins at start and ends at top, and returns the new end.
// Whether an edge is the first to its coarse neighbour is hard to predict, so the loop has no branch on it.
func (b *Builder) addRow(g *graph.CSR, slot, parent []int32, i, start, top int32) int32 {
	lo, hi := b.graph.Indptr[i], b.graph.Indptr[i+1]
	row := b.graph.Indices[lo:hi]
	data := b.graph.Data[lo:hi][:len(row)]
	indices, weight := g.Indices, g.Data[:len(g.Indices)]
	clear(weight[top : int(top)+len(row)]) // new entries begin at 0; a page written before it is read is mapped once
	for k, j := range row {
		to := parent[j]
		s := slot[to]
		first := (s - start) >> 31 // −1 if s < start, else 0
		s ^= (s ^ top) & first     // top if first = −1
		indices[s] = to
		slot[to] = s
		weight[s] += data[k]
		top -= first
	}
	return top
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
