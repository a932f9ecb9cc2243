// Package objective computes what tvcut minimises: the balance min(λ m(S), m(Sᶜ)) of two sides, the balanced cut C(S) and
// the value of a partition into k parts, and the energy E(f) = TV(f)/B(f) with its median, subgradient and level sets. All
// algorithms use these functions; none has its own copy of a formula.
package objective

import "math"

// Rounding is the relative decrease of C or E up to which a change counts as a rounding error, not as an improvement.
const Rounding = 1e-12

// Lowers reports whether now is below before by more than the relative tolerance Rounding. It is false if now is NaN.
func Lowers(now, before float64) bool { return now < before*(1-Rounding) }

// Total returns M = Σ m_i.
func Total(mass []float64) float64 {
	total := 0.0
	for _, m := range mass {
		total += m
	}
	return total
}

// Balance returns min(λ m(S), m(Sᶜ)), where inside = m(S) and outside = m(Sᶜ).
func Balance(lambda, inside, outside float64) float64 { return min(lambda*inside, outside) }

// Ratio returns C(S) = cut(S, Sᶜ)/min(λ m(S), m(Sᶜ)), where inside = m(S) and outside = m(Sᶜ). It is +Inf if a side has no
// mass. A cut below 0, which is a rounding error, counts as 0.
func Ratio(cut, lambda, inside, outside float64) float64 {
	balance := Balance(lambda, inside, outside)
	if !(balance > 0) {
		return math.Inf(1)
	}
	return max(cut, 0) / balance
}

// Rate returns the derivative of the balance with respect to m(S) for a given total mass: λ if λ m(S) < m(Sᶜ), else −1.
func Rate(lambda, inside, outside float64) float64 {
	if lambda*inside < outside {
		return lambda
	}
	return -1
}

// Slope returns the values on S and on Sᶜ of the element v of ∂B at the indicator of Sᶜ (0 on S, 1 elsewhere) for which
// Σ m_i v_i = 0. They are −B/m(S) and B/m(Sᶜ), where B = min(λ m(S), m(Sᶜ)).
func Slope(lambda, inside, outside float64) (onS, onComplement float64) {
	if lambda*inside < outside {
		return -lambda, lambda * inside / outside
	}
	return -outside / inside, 1
}
