// Package objective is the one home of what tvcut minimises: the balance min(λ m(S), m(Sᶜ)) of two sides, the
// balanced cut C(S) and the value of k parts, and the energy E(f) = TV(f)/B(f) with its median, its subgradient and
// its level sets. Every algorithm is written in these terms, and none repeats them.
package objective

import "math"

// Rounding is the relative fall below which a change of C or of E counts as rounding and not as an improvement.
const Rounding = 1e-12

// Lowers reports whether the value now is below before by more than rounding. It is false where now is NaN.
func Lowers(now, before float64) bool { return now < before*(1-Rounding) }

// Total returns M = Σ m_i.
func Total(mass []float64) float64 {
	total := 0.0
	for _, m := range mass {
		total += m
	}
	return total
}

// Balance returns min(λ m(S), m(Sᶜ)) for the masses inside S and outside it.
func Balance(lambda, inside, outside float64) float64 { return min(lambda*inside, outside) }

// Ratio returns C(S) = cut(S, Sᶜ)/min(λ m(S), m(Sᶜ)). It is +Inf where a side has no mass. A cut that rounding took
// below 0 counts as 0.
func Ratio(cut, lambda, inside, outside float64) float64 {
	balance := Balance(lambda, inside, outside)
	if !(balance > 0) {
		return math.Inf(1)
	}
	return max(cut, 0) / balance
}

// Rate returns the derivative of the balance with respect to m(S) at fixed total mass: λ where λ m(S) < m(Sᶜ), else −1.
func Rate(lambda, inside, outside float64) float64 {
	if lambda*inside < outside {
		return lambda
	}
	return -1
}

// Slope returns the values on S and on Sᶜ of the element v of ∂B at the indicator of Sᶜ (0 on S, 1 elsewhere) that
// has Σ m_i v_i = 0: −B/m(S) and B/m(Sᶜ) with B = min(λ m(S), m(Sᶜ)).
func Slope(lambda, inside, outside float64) (onS, onComplement float64) {
	if lambda*inside < outside {
		return -lambda, lambda * inside / outside
	}
	return -outside / inside, 1
}
