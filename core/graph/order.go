package graph

import (
	"cmp"
	"slices"
)

// sameDegree is the number of neighbouring places within which Order sorts vertices by degree: few enough for
// what they read to stay in the first cache.
const sameDegree = 1024

// Order returns the vertices of g in an order that keeps neighbours near each other, so that a pass over the
// rows reads memory that is at hand: the breadth-first order of Cuthill and McKee, "Reducing the bandwidth
// of sparse symmetric matrices", Proc. 24th ACM National Conference (1969), from a vertex of least degree in
// every component. Then, among each sameDegree of them, those with more neighbours come first, so that rows
// next to each other have about the same length.
func (g *CSR) Order() []int32 {
	n := g.N()
	length := func(v int32) int { return int(g.Indptr[v+1] - g.Indptr[v]) }
	shortest := make([]int32, n)
	for i := range shortest {
		shortest[i] = int32(i)
	}
	slices.SortStableFunc(shortest, func(a, b int32) int { return cmp.Compare(length(a), length(b)) })
	order, seen := make([]int32, 0, n), make([]bool, n)
	for _, root := range shortest {
		if seen[root] {
			continue
		}
		seen[root] = true
		order = append(order, root)
		for at := len(order) - 1; at < len(order); at++ {
			first := len(order)
			idx, _ := g.Row(int(order[at]))
			for _, j := range idx {
				if !seen[j] {
					seen[j] = true
					order = append(order, j)
				}
			}
			slices.SortStableFunc(order[first:], func(a, b int32) int { return cmp.Compare(length(a), length(b)) })
		}
	}
	for chunk := range slices.Chunk(order, sameDegree) {
		slices.SortStableFunc(chunk, func(a, b int32) int { return cmp.Compare(length(b), length(a)) })
	}
	return order
}
