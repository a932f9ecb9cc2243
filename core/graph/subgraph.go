package graph

import (
	"math"
	"slices"
)

// Extractor makes subgraphs. It keeps an array over the vertices of the largest graph from one call to the next, so that the
// time of a call depends only on the subgraph. The zero value is ready for use, by one goroutine at a time.
type Extractor struct {
	Runner Runner // threads of Mirrored; nil: the caller alone. The result does not depend on it

	place []int32 // index of each vertex of the graph in vertices, −1 if it is not among them; all −1 between calls
}

// Subgraph returns the subgraph of g induced by the given vertices, which must be distinct. Vertex a of the result is
// vertices[a] of g.
func Subgraph(g *CSR, vertices []int32) *CSR { return new(Extractor).Subgraph(g, vertices) }

// Mirrored is Extractor.Mirrored for one call, on the threads of run.
func Mirrored(g *CSR, vertices []int32, run Runner) (sub *CSR, mirror []int32) {
	return (&Extractor{Runner: run}).Mirrored(g, vertices)
}

// Subgraph is the function Subgraph.
func (x *Extractor) Subgraph(g *CSR, vertices []int32) *CSR {
	starts, place, _ := x.rowStarts(g, vertices)
	defer x.reset(vertices)
	sub := empty(starts)
	next, sorted := slices.Clone(sub.Indptr), slices.IsSorted(vertices)
	for a, v := range vertices {
		idx, w := g.Row(int(v))
		for k, j := range idx {
			row, entry := int32(a), place[j]
			if entry < 0 {
				continue
			}
			if !sorted { // w_ij = w_ji: writing entry (j, a) for ascending a keeps row j ascending
				row, entry = entry, row
			}
			sub.Indices[next[row]], sub.Data[next[row]] = entry, w[k]
			next[row]++
		}
	}
	return sub
}

// maxCursors is the largest number of cursors for each row in a search for mirrors, which limits their memory.
const maxCursors = 2

// Mirrored returns the graph of Subgraph, and for every half-edge i → j of it the position of its mirror j → i. The
// entries of each row keep their order in g, so a row of the result need not ascend. Mirrored returns nil, nil if there
// are 2³¹ half-edges or more, whose positions do not fit int32.
//
// Because rows of g ascend, a pass over the rows in the order of g visits the mirrors of a row's half-edges in the order
// in which the row stores them. One cursor for each row therefore finds every mirror. Two threads each pass over half of the
// rows, the second with cursors that begin after the half-edges from the first half.
func (x *Extractor) Mirrored(g *CSR, vertices []int32) (sub *CSR, mirror []int32) {
	starts, place, ascending := x.rowStarts(g, vertices)
	defer x.reset(vertices)
	if starts[len(vertices)] > math.MaxInt32 {
		return nil, nil
	}
	sub = empty(starts)
	mirror = make([]int32, sub.NNZ())
	parts := min(maxCursors, ranges(x.Runner, len(ascending)))
	split(x.Runner, parts, len(ascending), func(part, lo, hi int) {
		first := int32(0) // no half-edge of the first range is before it
		if part > 0 {
			first = ascending[lo]
		}
		next := x.cursors(g, sub, vertices, first)
		for _, i := range ascending[lo:hi] {
			e := sub.Indptr[place[i]]
			idx, w := g.Row(int(i))
			for k, j := range idx {
				if b := place[j]; b >= 0 {
					sub.Indices[e], sub.Data[e], mirror[e] = b, w[k], next[b]
					next[b]++
					e++
				}
			}
		}
	})
	return sub, mirror
}

// cursors returns for every row of the subgraph the position of its first half-edge to vertex first of g or one after it.
func (x *Extractor) cursors(g, sub *CSR, vertices []int32, first int32) []int32 {
	next := make([]int32, len(vertices))
	for b, v := range vertices {
		row := g.Indices[g.Indptr[v]:g.Indptr[v+1]]
		before, _ := slices.BinarySearch(row, first)
		if len(vertices) < g.N() {
			before = x.count(row[:before])
		}
		next[b] = int32(sub.Indptr[b]) + int32(before)
	}
	return next
}

// count returns how many of the given vertices are in the subgraph.
func (x *Extractor) count(vertices []int32) int {
	count := 0
	for _, j := range vertices {
		if x.place[j] >= 0 {
			count++
		}
	}
	return count
}

// empty returns a graph with the given row starts, whose Indices and Data are all zeros.
func empty(starts []int64) *CSR {
	nnz := starts[len(starts)-1]
	return &CSR{Indptr: starts, Indices: make([]int32, nnz), Data: make([]float64, nnz)}
}

// rowStarts returns the row starts of the subgraph of g induced by the given vertices, and for every vertex of g its
// index in vertices, or −1 if it is not among them; and the vertices in ascending order.
func (x *Extractor) rowStarts(g *CSR, vertices []int32) (starts []int64, place, ascending []int32) {
	if len(x.place) < g.N() {
		x.place = slices.Repeat([]int32{-1}, g.N())
	}
	place = x.place
	for a, v := range vertices {
		place[v] = int32(a)
	}
	starts = make([]int64, len(vertices)+1)
	ascending = x.ascending(vertices, g.N())
	split(x.Runner, ranges(x.Runner, len(ascending)), len(ascending), func(_, first, last int) {
		for _, v := range ascending[first:last] {
			row := g.Indices[g.Indptr[v]:g.Indptr[v+1]]
			count := len(row)
			if len(vertices) < g.N() {
				count = x.count(row)
			}
			starts[place[v]+1] = int64(count)
		}
	})
	for a := range vertices {
		starts[a+1] += starts[a]
	}
	return starts, place, ascending
}

// sortedShare is the share of the vertices of a graph above which a pass over all of them takes less time than to sort some.
const sortedShare = 1. / 16

// ascending returns the vertices of a call on a graph with n vertices in ascending order.
func (x *Extractor) ascending(vertices []int32, n int) []int32 {
	switch {
	case slices.IsSorted(vertices):
		return vertices
	case float64(len(vertices)) < sortedShare*float64(n):
		return slices.Sorted(slices.Values(vertices))
	}
	sorted := make([]int32, 0, len(vertices))
	for i, a := range x.place[:n] {
		if a >= 0 {
			sorted = append(sorted, int32(i))
		}
	}
	return sorted
}

// reset forgets the vertices of a call.
func (x *Extractor) reset(vertices []int32) {
	for _, v := range vertices {
		x.place[v] = -1
	}
}

// Values returns x_i for each of the given vertices i, such as the masses of the vertices of a Subgraph, or nil if x is nil.
func Values[T any](x []T, vertices []int32) []T {
	if x == nil {
		return nil
	}
	values := make([]T, len(vertices))
	for a, i := range vertices {
		values[a] = x[i]
	}
	return values
}
