package graph

import (
	"math"
	"slices"
)

// Subgraph returns the graph induced by the given vertices, which must be distinct: vertex a of the result is
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
			if !sorted { // w_ij = w_ji: row a goes to the rows of its neighbours, so that those ascend
				row, entry = entry, row
			}
			sub.Indices[next[row]], sub.Data[next[row]] = entry, w[k]
			next[row]++
		}
	}
	return sub
}

// Mirrored returns the graph of Subgraph with its rows in the order of those of g, and the place in it of the mirror
// j → i of every half-edge i → j. Where it has 2³¹ half-edges or more, which places cannot number, it returns nil.
//
// Rows of g ascend, so if they are gone through in order, the entries of each are met as mirrors in the order in which
// they are stored.
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

// empty returns a graph with the given row starts and room for its half-edges.
func empty(starts []int64) *CSR {
	nnz := starts[len(starts)-1]
	return &CSR{Indptr: starts, Indices: make([]int32, nnz), Data: make([]float64, nnz)}
}

// rowStarts returns the row starts of the graph that the vertices induce in g, and the place among them of every vertex
// of g, −1 where it is none of them.
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
