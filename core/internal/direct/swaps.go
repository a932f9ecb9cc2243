package direct

import "slices"

// maxSwapped is the largest number of vertices of a graph on which swaps are tried.
const maxSwapped = 200

// swaps lowers the criterion by swaps of two vertices of different parts within the bounds, until none lowers it. On small
// graphs with tight bounds most single moves are forbidden.
func (s *state) swaps() {
	n := int32(len(s.labels))
	if n > maxSwapped || !s.Bounded() {
		return
	}
	s.sum()
	for s.ctx.Err() == nil {
		violation, value, labels := s.violation(), s.value(), slices.Clone(s.labels)
		for i := range n {
			for j := range i {
				s.swap(i, j)
			}
		}
		s.sum() // by the rounding errors of updated sums, swaps could go on for ever
		if !s.improves(violation, value) {
			s.become(labels)
			s.sum()
			return
		}
	}
}

// swap swaps the parts of two vertices if that lowers the criterion and keeps the bounds.
func (s *state) swap(i, j int32) {
	a, b := s.labels[i], s.labels[j]
	if a == b || s.isFixed(i) || s.isFixed(j) {
		return
	}
	violation, value := s.violation(), s.value()
	s.move(i, b)
	s.move(j, a)
	if !s.improves(violation, value) {
		s.move(j, b)
		s.move(i, a)
	}
}
