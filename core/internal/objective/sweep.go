package objective

import (
	"cmp"
	"math"
	"slices"
)

// Sweeper finds the level set of a function with the smallest C.
type Sweeper struct {
	energy *Energy
	rank   []int32 // position of each vertex when sorted by f
}

// NewSweeper returns a sweeper for functions on the graph of e.
func NewSweeper(e *Energy) *Sweeper {
	return &Sweeper{energy: e, rank: make([]int32, e.Graph.N())}
}

// Best returns the smallest C(S) over all level sets S = {f ≤ c} other than ∅ and the whole graph, and the threshold c of
// the minimiser. By the co-area formula this is at most E(f). For constant f there is no such set and value is +Inf. The
// sweep updates the cut vertex by vertex, so value is exact only up to rounding.
func (s *Sweeper) Best(f []float64) (value, threshold float64) {
	order := s.energy.ranking(f)
	slices.SortFunc(order, func(a, b ranked) int {
		if c := cmp.Compare(a.value, b.value); c != 0 {
			return c
		}
		return cmp.Compare(a.vertex, b.vertex)
	})
	for k, o := range order {
		s.rank[o.vertex] = int32(k)
	}
	value = math.Inf(1)
	e := s.energy
	cut, low := 0.0, 0.0 // cut(S, Sᶜ) and m(S) for the set S of the vertices up to k
	var above []float64  // m(Sᶜ) for the last of these sets, where M − m(S) has lost many digits
	for k, o := range order[:len(order)-1] {
		i := int(o.vertex)
		deg, inside := 0.0, 0.0
		idx, w := e.Graph.Row(i)
		for a, j := range idx {
			deg += w[a]
			if s.rank[j] < int32(k) {
				inside += w[a]
			}
		}
		cut += deg - 2*inside // edges from i to S leave the cut, the others enter it
		low += e.Mass[i]
		if o.value == order[k+1].value {
			continue
		}
		high := rest(e.Total, low, func() float64 {
			if above == nil {
				above = e.massAfter(order[k:])
			}
			return above[len(above)-(len(order)-k)]
		})
		if c := Ratio(cut, e.Lambda, low, high); c < value {
			value, threshold = c, o.value
		}
	}
	return value, threshold
}

// massAfter returns for each vertex the mass of those after it.
func (e *Energy) massAfter(order []ranked) []float64 {
	after, sum := make([]float64, len(order)), 0.0
	for k := len(order) - 1; k >= 0; k-- {
		after[k] = sum
		sum += e.Mass[order[k].vertex]
	}
	return after
}
