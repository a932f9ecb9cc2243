package multilevel

import (
	"math/rand/v2"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
)

// What is near a border between blocks: vertices, over those at it, and the share of all that is near in any case.
const (
	near     = 4
	nearMost = 1. / 16
)

// regional builds a hierarchy for cuts along blocks. Far from any border between blocks nothing will change sides but
// as a whole: what lies there becomes one vertex for each block at once, and only what is near is coarsened.
func (s *search) regional(block []uint8, rng *rand.Rand) *Hierarchy {
	n := s.graph.N()
	vertices := graph.Band(s.graph, block, int(nearMost*float64(n)), near)
	if len(vertices) == n {
		return s.work.coarsen(s.ctx, s.graph, s.mass, block, s.opt.Coarsest, rng)
	}
	slices.Sort(vertices)
	first := Level{Graph: s.graph, Mass: s.mass}
	var g *graph.CSR
	g, first.Parent = condense(s.graph, vertices, block)
	mass := make([]float64, g.N())
	for i, p := range first.Parent {
		mass[p] += s.mass[i]
	}
	h := s.work.coarsen(s.ctx, g, mass, coarsen(block, first.Parent, g.N()), s.opt.Coarsest, rng)
	h.Levels = append([]Level{first}, h.Levels...)
	return h
}

// condense returns the graph in which the given vertices, ascending, are as they were and all others of a block are
// one vertex, and of every vertex which it is now. No edge may join two blocks outside the vertices.
func condense(g *graph.CSR, vertices []int32, block []uint8) (small *graph.CSR, parent []int32) {
	parent, count := places(vertices, block)
	inside := len(vertices)
	most := int64(0)
	for _, v := range vertices {
		most += g.Indptr[v+1] - g.Indptr[v]
	}
	small = &graph.CSR{Indptr: make([]int64, 1, count+1), Indices: make([]int32, 0, 2*most), Data: make([]float64, 0, 2*most)}
	rows, weights := make([][]int32, count-inside), make([][]float64, count-inside) // of the joined vertices
	sums, met := make([]float64, count-inside), make([]bool, count-inside)
	for a, v := range vertices {
		idx, w := g.Row(int(v))
		for k, j := range idx {
			p := parent[j]
			if int(p) < inside {
				small.Indices, small.Data = append(small.Indices, p), append(small.Data, w[k])
				continue
			}
			sums[int(p)-inside] += w[k]
			met[int(p)-inside] = true
		}
		for b := range sums {
			if met[b] {
				small.Indices, small.Data = append(small.Indices, int32(inside+b)), append(small.Data, sums[b])
				rows[b], weights[b] = append(rows[b], int32(a)), append(weights[b], sums[b])
				sums[b], met[b] = 0, false
			}
		}
		small.Indptr = append(small.Indptr, int64(len(small.Indices)))
	}
	for b := range rows {
		small.Indices, small.Data = append(small.Indices, rows[b]...), append(small.Data, weights[b]...)
		small.Indptr = append(small.Indptr, int64(len(small.Indices)))
	}
	return small, parent
}

// places numbers the given vertices in their order, and after them one for all others of each block. It returns the
// number of every vertex, and how many there are.
func places(vertices []int32, block []uint8) (parent []int32, count int) {
	const outside = -1
	parent = make([]int32, len(block))
	for i := range parent {
		parent[i] = outside
	}
	for a, v := range vertices {
		parent[v] = int32(a)
	}
	count = len(vertices)
	joined := map[uint8]int32{}
	for i, p := range parent {
		if p != outside {
			continue
		}
		to, known := joined[block[i]]
		if !known {
			to = int32(count)
			joined[block[i]] = to
			count++
		}
		parent[i] = to
	}
	return parent, count
}
