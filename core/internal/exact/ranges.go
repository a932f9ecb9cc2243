package exact

import "math"

// massRange is a range of the mass of S, the part with the given number. No part is heavier than its complement by more than a
// rounding error. In the range, D(m) = constant + slope·m.
type massRange struct {
	part            int32
	least, most     float64
	constant, slope float64
}

// height returns D(m).
func (r *massRange) height(m float64) float64 { return r.constant + r.slope*m }

// top returns the largest D in the range.
func (r *massRange) top() float64 { return max(r.height(r.least), r.height(r.most)) }

// massRounding is the mass by which ranges are widened, relative to M. It exceeds the rounding errors of sums of masses.
const massRounding = 1e-12

// ranges returns the ranges in which the given part is the lighter one. There D is min(λ m(S), m(Sᶜ)) if λ ≥ 1 and
// min(m(S), λ m(Sᶜ)) if λ ≤ 1: it rises with m(S) until both are equal, and then falls.
func (s *search) ranges(part int32) []massRange {
	other, lambda := 1-part, s.Criterion.Lambda
	r := massRange{part: part, constant: 1,
		least: max(s.Bounds.Least[part], s.total-s.Bounds.Most[other], 0),
		most:  min(s.Bounds.Most[part], s.total-s.Bounds.Least[other], s.total/2)}
	if s.Criterion.Edges {
		return s.widened(r)
	}
	inside, outside := max(lambda, 1), min(lambda, 1)
	peak := s.total * outside / (inside + outside) // inside·m(S) = outside·m(Sᶜ)
	rising, falling := r, r
	rising.most, rising.constant, rising.slope = min(r.most, peak), 0, inside
	falling.least, falling.constant, falling.slope = max(r.least, peak), outside*s.total, -outside
	if lambda == 1 {
		return s.widened(rising) // the peak is at M/2
	}
	return s.widened(falling, rising)
}

// widened returns the ranges that are not empty, widened by massRounding.
func (s *search) widened(ranges ...massRange) []massRange {
	var kept []massRange
	for _, r := range ranges {
		r.least, r.most = max(0, r.least-massRounding*s.total), r.most+massRounding*s.total
		if r.least <= r.most {
			kept = append(kept, r)
		}
	}
	return kept
}

// narrowest is the width of ranges that are not divided, relative to M.
const narrowest = 1. / 100

// split divides a range into two. If the masses have a unit u, it returns ranges that begin and end at multiples of u, and makes
// D constant in a range of one multiple. It returns false if the range is too narrow.
func (s *search) split(r massRange) (light, heavy massRange, ok bool) {
	light, heavy = r, r
	u, slack := s.massUnit, massRounding*s.total
	if r.most-r.least < narrowest*s.total {
		return light, heavy, false
	}
	if u == 0 {
		middle := (r.least + r.most) / 2
		light.most, heavy.least = middle+slack, middle-slack
		return light, heavy, true
	}
	first, last := math.Ceil(r.least/u-massRounding), math.Floor(r.most/u+massRounding)
	if last-first < 1 {
		return light, heavy, false
	}
	middle := math.Floor((first + last) / 2)
	light.most, heavy.least = middle*u+slack, (middle+1)*u-slack
	if middle == first {
		light.constant, light.slope = r.height(first*u), 0
	}
	if middle+1 == last {
		heavy.constant, heavy.slope = r.height(last*u), 0
	}
	return light, heavy, true
}

// largestMultiple is the largest multiple of a unit for which it is used.
const largestMultiple = 1 << 20

// unit returns the largest number of which all values are integer multiples, exactly. It returns 0 if there is none of which
// they are small multiples.
func unit(values []float64) float64 {
	u, largest := 0.0, 0.0
	for _, x := range values {
		largest = max(largest, x)
		for y := x; y > 0; {
			u, y = y, math.Mod(u, y)
		}
		if largest > largestMultiple*u {
			return 0
		}
	}
	return u
}

// stepShare is the share of the smallest decrease of F on which a proof relies.
const stepShare = 0.99

// step returns a number for which F(S) < 0 implies F(S) ≤ −step in a range, up to the accuracy Margin. It is 0 if nothing is
// known. Let all weights be multiples of a.
//   - If D is constant, F(S) < 0 implies that cut(S, Sᶜ) is at most the largest multiple of a below v D.
//   - If λ = 1 and all masses are multiples of b, F(S) = cut(S, Sᶜ) − v D is a multiple of ab/B, because v is a multiple of a
//     divided by the D of the best partition, B, and D and B are multiples of b.
func (s *search) step(r *massRange) float64 {
	switch a := s.weightUnit; {
	case a == 0:
		return 0
	case r.slope == 0:
		bound := s.value * r.constant // v D
		return stepShare * (bound - a*(math.Ceil(bound/a*(1-Margin))-1))
	case s.Criterion.Lambda == 1:
		return stepShare * a * (s.massUnit / s.balance) // ab/B
	}
	return 0
}
