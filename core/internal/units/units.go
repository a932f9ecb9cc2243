// Package units scales weights and masses by powers of two into a range in which no step of a search overflows.
package units

import (
	"math"
	"slices"
	"sync"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/parallel"
)

// Range of the binary exponents of weights and masses. Within it, no product or quotient in the algorithms overflows, and no
// product underflows that matters. The smallest exponent of a mass is lightestExp: C of a light vertex, its degree over its mass,
// is then at most 2¹⁰⁰⁰.
const (
	largestExp  = 200
	smallestExp = -1000
	lightestExp = largestExp - 1000
)

// Normalise returns g with its weights w_ij·2^−exp in the safe range, and exp. It returns g itself and 0 if the weights
// already are in that range. Otherwise it scales the largest degree to the top of the range. Positive weights that are
// then below the range, by a factor of 10³⁶⁰ lighter than the largest, are raised to its bottom: they have no effect on
// sums but still connect their vertices. team visits the edges.
func Normalise(g *graph.CSR, team *parallel.Team) (*graph.CSR, int) {
	largest, smallest := extremes(g, team)
	_, exp := math.Frexp(largest)
	least := math.Ldexp(1, smallestExp)
	if largest == 0 || -largestExp < exp && exp <= largestExp && smallest >= least {
		return g, 0
	}
	exp -= largestExp
	scaled := g.Scaled(-exp)
	for k, w := range g.Data {
		if w > 0 {
			scaled.Data[k] = max(scaled.Data[k], least)
		}
	}
	return scaled, exp
}

// extremes returns the largest degree and the smallest positive weight, which is +Inf without edges.
func extremes(g *graph.CSR, team *parallel.Team) (degree, weight float64) {
	weight = math.Inf(1)
	var mutex sync.Mutex
	team.Split(g.N(), func(lo, hi int) {
		largest, smallest := 0.0, math.Inf(1)
		for i := lo; i < hi; i++ {
			deg := 0.0
			for _, w := range g.Data[g.Indptr[i]:g.Indptr[i+1]] {
				deg += w
				if w > 0 && w < smallest { // faster than min, which looks for NaN
					smallest = w
				}
			}
			largest = max(largest, deg)
		}
		mutex.Lock()
		defer mutex.Unlock()
		degree, weight = max(degree, largest), min(weight, smallest)
	})
	return degree, weight
}

// Masses returns the masses m_i·2^−massExp in the safe range, and massExp. The masses are the given ones, or the degrees if the
// cut is normalized, or 1. Masses that are then below the range, by a factor of 10²¹⁰ lighter than the largest, are raised to its
// bottom, and masses of 0 to one so small that all of these together have no effect: see zeroExp. scaled is the graph with its weights times 2^−exp.
func Masses(given []float64, scaled *graph.CSR, normalized bool, exp int) (mass []float64, massExp int) {
	switch {
	case given != nil:
		return safe(given)
	case normalized:
		return PositiveDegrees(scaled), exp
	}
	mass = make([]float64, scaled.N())
	for i := range mass {
		mass[i] = 1
	}
	return mass, 0
}

// zeroExp is the binary exponent of the sum of what masses of 0 are raised to, relative to the smallest positive mass. It is below
// objective.Rounding, so that the search compares partitions as with masses of 0, but never divides by 0.
const zeroExp = -40

// safe returns masses m_i·2^−e in the safe range, and e. Some mass must be positive.
func safe(given []float64) (mass []float64, e int) {
	_, e = math.Frexp(slices.Max(given))
	if -largestExp/2 < e && e < largestExp/2 {
		e = 0
	}
	smallest, zeros := smallestPositive(given)
	least, zero := math.Ldexp(1, lightestExp), 0.0
	if e == 0 && zeros == 0 && smallest >= least {
		return given, 0
	}
	if zeros > 0 {
		least = math.Ldexp(least, lightestShift)
		zero = math.Ldexp(max(math.Ldexp(smallest, -e), least), zeroExp) / float64(zeros)
	}
	mass = make([]float64, len(given))
	for i, m := range given {
		if mass[i] = max(math.Ldexp(m, -e), least); m == 0 {
			mass[i] = zero
		}
	}
	return mass, e
}

// lightestShift is by how much the smallest exponent of a positive mass is higher if there are masses of 0, which are then in the
// safe range for any number of vertices.
const lightestShift = 72

// smallestPositive returns the smallest positive mass, and the number of masses of 0.
func smallestPositive(mass []float64) (smallest float64, zeros int) {
	smallest = math.Inf(1)
	for _, m := range mass {
		switch {
		case m == 0:
			zeros++
		case m < smallest:
			smallest = m
		}
	}
	return smallest, zeros
}

// LeastMass returns the least mass of a part that has a vertex of positive mass, given masses some of which are 0, in their unit:
// the smallest positive mass, or 0 if none is 0 and every part has such a vertex.
func LeastMass(given []float64) float64 {
	if smallest, zeros := smallestPositive(given); zeros > 0 {
		return smallest
	}
	return 0
}

// isolatedExp is the binary exponent of the mass of an isolated vertex with Normalized, relative to the smallest positive
// degree. So small a mass has no effect on the sums of others, but a part with isolated vertices alone still has a mass.
const isolatedExp = -100

// PositiveDegrees returns the degrees, with a small positive value for isolated vertices: 2^isolatedExp times the smallest
// positive degree, at least 2^smallestExp, or 1 if the graph has no edges.
func PositiveDegrees(g *graph.CSR) []float64 {
	deg, smallest := g.Degrees(), math.Inf(1)
	for _, d := range deg {
		if d > 0 {
			smallest = min(smallest, d)
		}
	}
	isolated := max(math.Ldexp(smallest, isolatedExp), math.Ldexp(1, smallestExp))
	if math.IsInf(smallest, 1) {
		isolated = 1
	}
	for i, d := range deg {
		if d == 0 {
			deg[i] = isolated
		}
	}
	return deg
}
