package objective

import (
	"math"
	"slices"
)

// boundsRounding is the relative width by which bounds are widened, so that a part whose mass equals a bound up to
// rounding errors of sums holds it.
const boundsRounding = 1e-9

// Bounds are the smallest and the largest mass that every part of a partition may have. A part without a lower bound has
// Least 0, a part without an upper bound has Most +Inf.
type Bounds struct {
	Least, Most []float64 // length k
}

// NewBounds returns the bounds
//
//	minShare·t_r·M ≤ m(A_r) ≤ (1 + imbalance)·t_r·M
//
// for target shares t_r and total mass M, each widened by boundsRounding. imbalance is +Inf if there is no upper bound.
func NewBounds(shares []float64, total, minShare, imbalance float64) Bounds {
	b := Bounds{Least: make([]float64, len(shares)), Most: make([]float64, len(shares))}
	for r, t := range shares {
		b.Least[r] = minShare * t * total * (1 - boundsRounding)         // minShare·t_r·M
		b.Most[r] = (1 + imbalance) * (t * total) * (1 + boundsRounding) // (1 + imbalance)·t_r·M
	}
	return b
}

// Tightened returns the bounds that also keep least ≤ m(A_r) ≤ most for every part, widened by boundsRounding. most is +Inf if
// there is no such upper bound.
func (b Bounds) Tightened(least, most float64) Bounds {
	t := Bounds{Least: make([]float64, len(b.Least)), Most: make([]float64, len(b.Most))}
	for r := range b.Least {
		t.Least[r] = max(b.Least[r], least*(1-boundsRounding))
		t.Most[r] = min(b.Most[r], most*(1+boundsRounding))
	}
	return t
}

// targetSteps halve an interval to about the resolution of float64.
const targetSteps = 100

// Targets returns masses within the bounds that are near the given ones: min(max(λ target_r, Least_r), Most_r) for the λ for
// which they have the same sum. It returns target itself if that is within the bounds. Parts of that sum must be possible.
func (b Bounds) Targets(target []float64) []float64 {
	if b.Violation(target) == 0 {
		return target
	}
	total, found := Total(target), make([]float64, len(target))
	low, high := 0.0, total/slices.Min(target)
	for range targetSteps {
		lambda, sum := (low+high)/2, 0.0
		for r, x := range target {
			found[r] = min(max(lambda*x, b.Least[r]), b.Most[r])
			sum += found[r]
		}
		if sum < total {
			low = lambda
		} else {
			high = lambda
		}
	}
	return found
}

// Bounded reports whether any part has a bound.
func (b Bounds) Bounded() bool {
	for r := range b.Least {
		if b.Least[r] > 0 || !math.IsInf(b.Most[r], 1) {
			return true
		}
	}
	return false
}

// Holds reports whether part r may have mass m: Least_r ≤ m ≤ Most_r.
func (b Bounds) Holds(r int, m float64) bool { return b.Least[r] <= m && m <= b.Most[r] }

// Violation returns Σ_r max(0, m_r − Most_r, Least_r − m_r), the mass by which parts of the given masses exceed the bounds.
// It is 0 if all parts hold them.
func (b Bounds) Violation(size []float64) float64 {
	sum := 0.0
	for r, m := range size {
		sum += max(0, m-b.Most[r], b.Least[r]-m) // max(0, m_r − Most_r, Least_r − m_r)
	}
	return sum
}
