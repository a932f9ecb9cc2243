package partition

import (
	"math"

	"github.com/tvcut/tvcut/core/graph"
)

// Value returns the value of a partition into k parts under mass m and asymmetry λ. For two parts it is C(S)
// = cut(S, Sᶜ)/min(λ m(S), m(Sᶜ)), S the part for which it is smaller. For k parts it is
//
//	½ Σ_r cut(A_r, A_rᶜ)/min(m(A_r), m(A_rᶜ)/(k−1)),
//
// which is the same at k = 2 and λ = 1, and for parts of equal mass half the sum of their C: (k−1)/2 times
// the energy of Bresson, Laurent, Uminsky and von Brecht, "Multiclass Total Variation Clustering", NIPS 2013.
func Value(g *graph.CSR, mass []float64, labels []int32, k int, lambda float64) float64 {
	if k == 1 {
		return 0
	}
	cuts, size := make([]float64, k), make([]float64, k)
	total := 0.0
	for i, a := range labels {
		size[a] += mass[i]
		total += mass[i]
		idx, w := g.Row(i)
		for e, j := range idx {
			if labels[j] != a {
				cuts[a] += w[e]
			}
		}
	}
	if k == 2 {
		return ratio(cuts[0], max(min(lambda*size[0], size[1]), min(lambda*size[1], size[0])))
	}
	sum := 0.0
	for a, c := range cuts {
		sum += ratio(c, min(size[a], (total-size[a])/float64(k-1)))
	}
	return sum / 2
}

// ratio returns cut/balance, and 0 for a cut that costs nothing, whatever lies beyond it.
func ratio(cut, balance float64) float64 {
	if cut == 0 {
		return 0
	}
	return cut / math.Max(balance, 0)
}
