package multilevel

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
)

// union is a union of groups, as the bits of their numbers, and its C.
type union struct {
	set   uint
	value float64
}

// groups is a division of the vertices of a small graph into groups, with the masses of the groups and the weights between them.
type groups struct {
	of     []int // group of each vertex
	mass   []float64
	weight [][]float64
}

// newGroups makes a group of each vertex.
func newGroups(g *graph.CSR, mass []float64) *groups {
	n := g.N()
	s := &groups{of: make([]int, n), mass: slices.Clone(mass), weight: make([][]float64, n)}
	for i := range n {
		s.of[i], s.weight[i] = i, make([]float64, n)
		idx, w := g.Row(i)
		for e, j := range idx {
			s.weight[i][j] = w[e]
		}
	}
	return s
}

// join joins the two groups A and B of highest rating
//
//	w(A, B)/(m(A) m(B)),
//
// and repeats this until at most the given number of groups is left.
func (s *groups) join(most int) {
	for len(s.mass) > most {
		best, a, b := -1.0, 0, 0
		for c := range s.mass {
			for d, w := range s.weight[c][:c] {
				if r := w / (s.mass[c] * s.mass[d]); r > best {
					best, a, b = r, d, c
				}
			}
		}
		s.joinPair(a, b)
	}
}

// joinPair joins group b to group a < b. The last group gets the number b.
func (s *groups) joinPair(a, b int) {
	last := len(s.mass) - 1
	s.mass[a] += s.mass[b]
	for c := range s.mass {
		s.weight[a][c] += s.weight[b][c]
		s.weight[c][a] = s.weight[a][c]
	}
	s.weight[a][a] = 0
	s.mass[b], s.weight[b] = s.mass[last], s.weight[last]
	s.mass, s.weight = s.mass[:last], s.weight[:last]
	for c, row := range s.weight {
		row[b] = row[last]
		s.weight[c] = row[:last]
	}
	if b < last {
		s.weight[b][b] = 0
	}
	for i, c := range s.of {
		switch c {
		case b:
			s.of[i] = a
		case last:
			s.of[i] = b
		}
	}
}

// unions returns the unions of groups with the lowest C, at most the given number of them, in ascending order of C. It visits
// all unions in the order of a Gray code, in which consecutive unions differ in one group. Of a union and its complement, it
// takes the set of lower C.
func (s *groups) unions(most int, ratio func(cut float64, mass [2]float64) float64) (lowest []union) {
	offer := func(u union) {
		if len(lowest) == most && u.value >= lowest[most-1].value {
			return
		}
		at, _ := slices.BinarySearchFunc(lowest, u.value, func(v union, value float64) int { return cmp.Compare(v.value, value) })
		lowest = slices.Insert(lowest, at, u)
		lowest = lowest[:min(len(lowest), most)]
	}
	k, total := len(s.mass), 0.0
	for _, m := range s.mass {
		total += m
	}
	side, cut, inside := make([]float64, k), 0.0, 0.0 // side is 1 for the groups in the union and −1 for the others
	for a := range side {
		side[a] = -1
	}
	set := uint(0)
	for t := uint(1); t < 1<<(k-1); t++ {
		a := bits.TrailingZeros(t)
		for b, w := range s.weight[a] {
			cut += side[a] * side[b] * w // edges to groups on the same side are cut now, the others no longer
		}
		side[a] = -side[a]
		set ^= 1 << a
		inside += side[a] * s.mass[a]
		u := union{set, ratio(cut, [2]float64{inside, total - inside})}
		if value := ratio(cut, [2]float64{total - inside, inside}); value < u.value {
			u = union{^set, value}
		}
		offer(u)
	}
	return lowest
}
