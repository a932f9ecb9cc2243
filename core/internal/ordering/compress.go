package ordering

import (
	"slices"

	"github.com/tvcut/tvcut/core/graph"
)

// compress joins vertices that are adjacent to each other and to the same others, such as the rows of one node of a finite element
// mesh. It returns the graph of the groups, whose weights are 1, and the vertices of each group. See C. Ashcraft, "Compressed
// graphs and the minimum degree algorithm", SIAM J. Sci. Comput. 16 (1995).
func compress(g *graph.CSR) (small *graph.CSR, members [][]int32) {
	n := g.N()
	key, group := make([]uint64, n), make([]int32, n) // key: a hash of a vertex and its neighbours, in any order
	for i := range n {
		idx, _ := g.Row(i)
		key[i] = scramble(uint64(i))
		for _, j := range idx {
			key[i] += scramble(uint64(j))
		}
	}
	for i := range int32(n) {
		group[i] = none
		idx, _ := g.Row(int(i))
		for _, j := range idx {
			if j >= i {
				break
			}
			if key[j] == key[i] && members[group[j]][0] == j && areTwins(g, i, j) {
				group[i] = group[j]
				break
			}
		}
		if group[i] == none {
			group[i] = int32(len(members))
			members = append(members, nil)
		}
		members[group[i]] = append(members[group[i]], i)
	}
	small = &graph.CSR{Indptr: make([]int64, 1, len(members)+1)}
	for _, m := range members {
		idx, _ := g.Row(int(m[0]))
		for _, j := range idx {
			if c := group[j]; members[c][0] == j {
				small.Indices, small.Data = append(small.Indices, c), append(small.Data, 1)
			}
		}
		small.Indptr = append(small.Indptr, int64(len(small.Indices)))
	}
	return small, members
}

// areTwins reports whether two adjacent vertices have the same other neighbours.
func areTwins(g *graph.CSR, i, j int32) bool {
	a, _ := g.Row(int(i))
	b, _ := g.Row(int(j))
	if len(a) != len(b) {
		return false
	}
	for _, x := range a {
		if _, found := slices.BinarySearch(b, x); x != j && !found {
			return false
		}
	}
	return true
}

// scramble is a bijective hash of 64 bits: the finalizer of SplitMix64 (G. L. Steele, D. Lea and C. H. Flood, "Fast splittable
// pseudorandom number generators", OOPSLA 2014).
func scramble(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
