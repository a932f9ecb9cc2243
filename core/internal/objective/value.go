package objective

import (
	"math"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/parallel"
)

// Weight returns cut(S, Sᶜ) = Σ_{i∈S, j∉S} w_ij for S = {low}.
func Weight(g *graph.CSR, low []bool) float64 { return weightOfRows(g, low, 0, len(low)) }

// weightOfRows returns Σ_{i∈S, j∉S} w_ij over lo ≤ i < hi.
func weightOfRows(g *graph.CSR, low []bool, lo, hi int) float64 {
	cut := 0.0
	for i := lo; i < hi; i++ {
		if !low[i] {
			continue
		}
		idx, w := g.Row(i)
		for k, j := range idx {
			if !low[j] {
				cut += w[k]
			}
		}
	}
	return cut
}

// Inside returns m(S) for S = {low}.
func Inside(mass []float64, low []bool) float64 {
	inside := 0.0
	for i, in := range low {
		if in {
			inside += mass[i]
		}
	}
	return inside
}

// Sizes returns the masses m(A_r) of k parts.
func Sizes(mass []float64, labels []int32, k int) []float64 {
	size := make([]float64, k)
	for i, a := range labels {
		size[a] += mass[i]
	}
	return size
}

// Indicate writes to f the indicator of Sᶜ for S = {low}: 0 on S and 1 elsewhere. Its energy E is C(S).
func Indicate(low []bool, f []float64) {
	for i, in := range low {
		f[i] = 1
		if in {
			f[i] = 0
		}
	}
}

// Value returns C(S) for S = {low}, computed from all edges. It is +Inf if S or its complement is empty.
func (e *Energy) Value(low []bool) float64 {
	inside, outside := e.Sides(low)
	cut := e.rows.Sum(func(lo, hi int) parallel.Sums { return parallel.Sums{weightOfRows(e.Graph, low, lo, hi)} })[0]
	return Ratio(cut, e.Lambda, inside, outside)
}

// Sides returns m(S) and m(Sᶜ) for S = {low}, both accurate also if S has nearly all of the mass.
func (e *Energy) Sides(low []bool) (inside, outside float64) {
	inside = e.rows.Sum(func(lo, hi int) parallel.Sums { return parallel.Sums{Inside(e.Mass[lo:hi], low[lo:hi])} })[0]
	return inside, rest(e.Total, inside, func() float64 {
		sum := 0.0
		for i, in := range low {
			if !in {
				sum += e.Mass[i]
			}
		}
		return sum
	})
}

// Value returns the value of a partition into k parts. For k = 1 it is 0. For k = 2 it is C(S) with asymmetry λ = lambda,
// where S is the part for which C is smaller. For k > 2 it does not depend on λ and is
//
//	½ Σ_r cut(A_r, A_rᶜ)/min(m(A_r), m(A_rᶜ)/(k−1)),
//
// which for k = 2 equals C(S) with λ = 1. For parts of equal mass it is half the sum of their C. It is (k−1)/2 times the
// energy of X. Bresson, T. Laurent, D. Uminsky and J. H. von Brecht, "Multiclass Total Variation Clustering", NIPS
// 2013. A part without cut edges contributes 0, even if it is empty.
func Value(g *graph.CSR, mass []float64, labels []int32, k int, lambda float64) float64 {
	if k == 1 {
		return 0
	}
	t := NewTally(g, mass, labels, k)
	if k == 2 {
		cut, a, b := t.Cuts[0], t.Size[0], t.Size[1]
		if cut == 0 {
			return 0
		}
		return min(Ratio(cut, lambda, a, b), Ratio(cut, lambda, b, a))
	}
	sum := 0.0
	for r, cut := range t.Cuts {
		if cut > 0 {
			sum += Ratio(cut, t.Lambda(), t.Size[r], t.outside(r))
		}
	}
	return float64(k-1) / 2 * sum
}

// cancellation is the share of M below which M − m(A) has lost so many digits that m(Aᶜ) is summed instead.
const cancellation = 0x1p-10

// rest returns the difference M − m(A), or what sum returns if the difference has lost many digits.
func rest(total, mass float64, sum func() float64) float64 {
	if difference := total - mass; difference > cancellation*total {
		return difference
	}
	return sum()
}

// outside returns m(A_rᶜ), accurate also if A_r has nearly all of the mass.
func (t *Tally) outside(r int) float64 {
	return rest(t.Total, t.Size[r], func() float64 {
		sum := 0.0
		for s, m := range t.Size {
			if s != r {
				sum += m
			}
		}
		return sum
	})
}

// CutWeight returns the total weight of the edges between different parts, each edge once.
func CutWeight(g *graph.CSR, labels []int32) float64 {
	sum := 0.0
	for i, a := range labels {
		idx, w := g.Row(i)
		for e, j := range idx {
			if int(j) > i && labels[j] != a {
				sum += w[e]
			}
		}
	}
	return sum
}

// Imbalance returns max_r m_r/(t_r M) − 1 for the masses m_r of parts, their target shares t_r and the total mass M.
func Imbalance(size, shares []float64, total float64) float64 {
	imbalance := math.Inf(-1)
	for r, m := range size {
		imbalance = max(imbalance, m/(shares[r]*total)-1) // m_r/(t_r M) − 1
	}
	return imbalance
}
