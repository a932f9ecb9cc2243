package coarsen

import (
	"slices"

	"github.com/tvcut/tvcut/core/graph"
)

// Builder computes matchings or clusters and contracts them. It holds memory that is reused from one hierarchy to the next.
type Builder struct {
	matcher
	slot   []int32        // position of the edge to each coarse vertex, if not before the start of the current row
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
	b.mate, b.preferred, b.order = resized(b.mate, n), resized(b.preferred, n), resized(b.order, n)
	b.slot = resized(b.slot, n)
}

// resized returns a slice of length n with undefined contents, in the memory of s if its capacity suffices.
func resized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// contractPairs contracts the pairs of the matching. It returns the coarse graph of the given level on n vertices, numbered
// in the order of their first fine vertex.
func (b *Builder) contractPairs(level, n int) *coarseGraph {
	to := b.level(level, n)
	at := int32(0)
	for i, j := range b.mate {
		if int(j) < i {
			continue
		}
		to.parent[i], to.parent[j] = at, at
		to.mass[at] = b.mass[i] // m_I = Σ_{i∈I} m_i
		if int(j) != i {
			to.mass[at] += b.mass[j]
		}
		at++
	}
	b.contractEdges(to, n)
	return to
}

// contractEdges computes w_IJ = Σ_{i∈I, j∈J} w_ij row by row. The neighbours of a coarse vertex are in the order in
// which they first occur, and w_IJ = w_JI up to rounding. No user of a hierarchy needs ascending rows or exact symmetry, and
// restoring them would double the time.
func (b *Builder) contractEdges(to *coarseGraph, n int) {
	g, capacity := b.emptyGraph(to, n)
	top := int32(0)
	for i, j := range b.mate {
		if int(j) < i {
			continue
		}
		at, start := to.parent[i], top
		b.slot[at] = int32(capacity) - 1 // edges within I
		top = b.addRow(&g, to.parent, i, start, top)
		if int(j) != i {
			top = b.addRow(&g, to.parent, int(j), start, top)
		}
		b.slot[at] = -1
		g.Indptr[at+1] = int64(top)
	}
	g.Indices, g.Data = g.Indices[:top], g.Data[:top]
	to.graph = g
}

// addRow adds the edges of fine vertex i to the row of g that begins at start and ends at top, and returns the new end.
// Whether an edge is the first to its coarse neighbour is hard to predict, so the loop has no branch on it.
func (b *Builder) addRow(g *graph.CSR, parent []int32, i int, start, top int32) int32 {
	lo, hi := b.graph.Indptr[i], b.graph.Indptr[i+1]
	row := b.graph.Indices[lo:hi]
	data := b.graph.Data[lo:hi][:len(row)]
	slot, indices, weight := b.slot, g.Indices, g.Data[:len(g.Indices)]
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

// emptyGraph returns a graph on n vertices whose rows can be written, in the memory of to, and the number of its entries.
// The last entry is for the edges within a coarse vertex, which are dropped.
func (b *Builder) emptyGraph(to *coarseGraph, n int) (g graph.CSR, capacity int) {
	capacity = b.graph.NNZ() + 1
	for c := range b.slot[:n] {
		b.slot[c] = -1
	}
	g = graph.CSR{Indptr: resized(to.graph.Indptr, n+1), Indices: resized(to.graph.Indices, capacity), Data: resized(to.graph.Data, capacity)}
	g.Indptr[0] = 0
	return g, capacity
}

// contract contracts the clusters. It returns the coarse graph of the given level on n vertices, numbered in the order of
// their first fine vertex.
func (b *Builder) contract(level, n int) *coarseGraph {
	to := b.level(level, n)
	clear(to.mass)
	number, at := b.preferred, int32(0)
	for c := range number {
		number[c] = free
	}
	for i, c := range b.of {
		if number[c] == free {
			number[c] = at
			at++
		}
		to.parent[i] = number[c]
		to.mass[number[c]] += b.mass[i] // m_I = Σ_{i∈I} m_i
	}
	members, starts := b.members(to.parent, n)
	g, capacity := b.emptyGraph(to, n)
	top := int32(0)
	for c := range int32(n) {
		start := top
		b.slot[c] = int32(capacity) - 1 // edges within the cluster
		for _, i := range members[starts[c]:starts[c+1]] {
			top = b.addRow(&g, to.parent, int(i), start, top)
		}
		b.slot[c] = -1
		g.Indptr[c+1] = int64(top)
	}
	g.Indices, g.Data = g.Indices[:top], g.Data[:top]
	to.graph = g
	return to
}

// members returns the vertices sorted by their coarse vertex, 0 … n−1, and the position of the first vertex of each.
func (b *Builder) members(parent []int32, n int) (members, starts []int32) {
	starts = make([]int32, n+1)
	for _, c := range parent {
		starts[c+1]++
	}
	for c := range n {
		starts[c+1] += starts[c]
	}
	members = b.order
	next := slices.Clone(starts)
	for i, c := range parent {
		members[next[c]] = int32(i)
		next[c]++
	}
	return members, starts
}
