package tabu

import "math"

// change holds, for a vertex of mass m, what depends on m and the part alone. Many vertices have the same mass in a row.
type change struct {
	bounded         bool
	mass            float64   // m; −1: none
	leave, join     []float64 // 1/(2 B) of part r without m, and with it
	relief, surplus []float64 // change of the violation by part r without m, and with it
}

func newChange(k int, bounded bool) change {
	return change{bounded: bounded, leave: make([]float64, k), join: make([]float64, k), relief: make([]float64, k), surplus: make([]float64, k)}
}

// weigh makes s.change that of mass m.
func (s *search) weigh(m float64) {
	s.change.mass = m
	for r, size := range s.size {
		s.change.leave[r], s.change.join[r] = s.rate(size-m), s.rate(size+m)
		if s.change.bounded {
			now := s.excess(r, size)
			s.change.relief[r], s.change.surplus[r] = s.excess(r, size-m)-now, s.excess(r, size+m)-now
		}
	}
}

// rate returns 1/(2 B(m)), by which a cut is multiplied, or +Inf if B(m) is not positive.
func (s *search) rate(m float64) float64 {
	if balance := s.Criterion.Balance(m); balance > 0 {
		return 1 / (2 * balance)
	}
	return math.Inf(1)
}

// excess returns by how much a part of mass m violates its bounds.
func (s *search) excess(r int, m float64) float64 {
	return max(0, m-s.Bounds.Most[r], s.Bounds.Least[r]-m)
}

// pick returns the allowed move after which the criterion is lowest, one at random if several are equal, or −1 if there is
// none. While the bounds are violated, only moves that lessen the violation are allowed. Half of the moves before that may
// violate them, so that two moves in a row can swap vertices.
func (s *search) pick() (vertex int, part int32) {
	vertex, part = -1, -1
	strict := s.violation > 0 || s.change.bounded && s.rng.IntN(2) == 0
	lowest, ties := math.Inf(1), 0
	s.change.mass = -1
	for i, a := range s.labels {
		if s.count[a] == 1 || s.Fixed != nil && s.Fixed[i] >= 0 {
			continue
		}
		if s.Mass[i] != s.change.mass {
			s.weigh(s.Mass[i])
		}
		to, outside := s.to[i*s.k:][:s.k], s.outside(i, a)
		leaving := (s.cuts[a]-outside+to[a])*s.change.leave[a] - s.term[a]
		for b, w := range to {
			rise := leaving + (s.cuts[b]+outside+to[a]-2*w)*s.change.join[b] - s.term[b]
			if int32(b) == a || !(rise <= lowest) || math.IsInf(rise, 0) || strict && !s.keepsBounds(a, int32(b)) || s.isTabu(i, b, rise) {
				continue
			}
			if rise < lowest {
				ties = 0
			}
			if ties++; ties == 1 || s.rng.IntN(ties) == 0 {
				vertex, part, lowest = i, int32(b), rise
			}
		}
	}
	s.work += s.n * s.k
	return vertex, part
}

// keepsBounds reports whether a move of a vertex of the mass of s.change from part a to part b lessens the violation of the
// bounds, or keeps them if they are not violated.
func (s *search) keepsBounds(a, b int32) bool {
	more := s.change.relief[a] + s.change.surplus[b]
	return more < 0 || more == 0 && s.violation == 0
}

// isTabu reports whether vertex i has been in part b too recently. A move to the lowest criterion of the round is allowed all
// the same.
func (s *search) isTabu(i, b int, rise float64) bool {
	return s.until[i*s.k+b] > s.step && (s.change.bounded || !(s.value+rise < s.bestValue*(1-least)))
}
