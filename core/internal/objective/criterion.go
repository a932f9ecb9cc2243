package objective

import "math"

// Criterion is the function of a partition A_1, …, A_k that a search minimises, a sum of one term for each part:
//
//	Σ_r cut(A_r, A_rᶜ)/(2 B(m(A_r))).
//
// With B = 1 it is the total weight of the edges between parts. With B(m) = min(m, (M−m)/(k−1)) it is the value of a
// partition into k parts. With B(m) = max(min(λ m, M−m), min(m, λ (M−m))) it is, for two parts, the smaller of C(A_1) and
// C(A_2).
type Criterion struct {
	K      int     // number of parts k
	Lambda float64 // asymmetry λ; only used for two parts
	Total  float64 // M = Σ m_i
	Edges  bool    // whether B = 1
}

// Balance returns B(m).
func (c *Criterion) Balance(m float64) float64 {
	switch {
	case c.Edges:
		return 1
	case c.K == 2:
		return max(Balance(c.Lambda, m, c.Total-m), Balance(c.Lambda, c.Total-m, m))
	}
	return min(m, (c.Total-m)/float64(c.K-1))
}

// Term returns cut/(2 B(m)), the term of a part of mass m. It is 0 for a part without cut edges, and +Inf for a part with
// cut edges if B(m) is 0. A cut below 0, which is a rounding error, counts as 0.
func (c *Criterion) Term(cut, m float64) float64 {
	if !(cut > 0) {
		return 0
	}
	balance := c.Balance(m)
	if !(balance > 0) {
		return math.Inf(1)
	}
	return cut / (2 * balance)
}

// Rates returns the derivatives of B on the left and on the right of m. B is piecewise linear.
func (c *Criterion) Rates(m float64) (left, right float64) {
	if c.Edges {
		return 0, 0
	}
	step := rateStep * c.Total
	return (c.Balance(m) - c.Balance(m-step)) / step, (c.Balance(m+step) - c.Balance(m)) / step
}

// rateStep is the step of the difference quotients in Rates, relative to M. It is far below the mass of any move that
// matters.
const rateStep = 1e-7
