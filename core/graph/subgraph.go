package graph

import (
	"math"
	"slices"
)

// Subgraph returns the subgraph of g induced by the given vertices, which must be distinct. Vertex a of the result is
// vertices[a] of g.
func Subgraph(g *CSR, vertices []int32) *CSR {
	starts, place := rowStarts(g, vertices)
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

// Mirrored returns the graph of Subgraph, and for every half-edge i → j of it the position of its mirror j → i. The
// entries of each row keep their order in g, so a row of the result need not ascend. Mirrored returns nil, nil if there
// are 2³¹ half-edges or more, whose positions do not fit int32.
//
// Because rows of g ascend, a pass over the rows in the order of g visits the mirrors of a row's half-edges in the order
// in which the row stores them. One cursor for each row therefore finds every mirror.
func Mirrored(g *CSR, vertices []int32) (sub *CSR, mirror []int32) {
	starts, place := rowStarts(g, vertices)
	if starts[len(vertices)] > math.MaxInt32 {
		return nil, nil
	}
	sub = empty(starts)
	mirror = make([]int32, sub.NNZ())
	next := slices.Clone(sub.Indptr)
	for i, a := range place {
		if a < 0 {
			continue
		}
		e := sub.Indptr[a]
		idx, w := g.Row(i)
		for k, j := range idx {
			if b := place[j]; b >= 0 {
				sub.Indices[e], sub.Data[e], mirror[e] = b, w[k], int32(next[b])
				next[b]++
				e++
			}
		}
	}
	return sub, mirror
}

// Mirrors returns the position of the mirror j → i of every half-edge i → j of g, found as in Mirrored. It returns nil if there
// are 2³¹ half-edges or more, whose positions do not fit int32.
func Mirrors(g *CSR) []int32 {
	if g.NNZ() > math.MaxInt32 {
		return nil
	}
	mirror, next := make([]int32, g.NNZ()), slices.Clone(g.Indptr)
	for e, j := range g.Indices {
		mirror[e] = int32(next[j])
		next[j]++
	}
	return mirror
}

// empty returns a graph with the given row starts, whose Indices and Data are all zeros.
func empty(starts []int64) *CSR {
	nnz := starts[len(starts)-1]
	return &CSR{Indptr: starts, Indices: make([]int32, nnz), Data: make([]float64, nnz)}
}

// rowStarts returns the row starts of the subgraph of g induced by the given vertices, and for every vertex of g its
// index in vertices, or −1 if it is not among them.
func rowStarts(g *CSR, vertices []int32) (starts []int64, place []int32) {
	place = make([]int32, g.N())
	for i := range place {
		place[i] = -1
	}
	for a, v := range vertices {
		place[v] = int32(a)
	}
	starts = make([]int64, len(vertices)+1)
	for i, a := range place {
		switch lo, hi := g.Indptr[i], g.Indptr[i+1]; {
		case a < 0:
		case len(vertices) == g.N():
			starts[a+1] = hi - lo
		default:
			for _, j := range g.Indices[lo:hi] {
				if place[j] >= 0 {
					starts[a+1]++
				}
			}
		}
	}
	for a := range vertices {
		starts[a+1] += starts[a]
	}
	return starts, place
}
