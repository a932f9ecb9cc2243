package direct

// maxSwapped is the largest number of vertices of a graph on which swaps are tried.
const maxSwapped = 200

// swaps lowers the criterion by swaps of two vertices of different parts within the bounds, until none lowers it. On small
// graphs with tight bounds most single moves are forbidden.
func (s *state) swaps() {
	n := int32(len(s.labels))
	if n > maxSwapped || !s.Bounded() {
		return
	}
	for improved := true; improved && s.ctx.Err() == nil; {
		improved = false
		for i := range n {
			for j := range i {
				improved = s.swap(i, j) || improved
			}
		}
	}
}

// swap swaps the parts of two vertices if that lowers the criterion and keeps the bounds, and reports whether it does.
func (s *state) swap(i, j int32) bool {
	a, b := s.labels[i], s.labels[j]
	if a == b || s.isFixed(i) || s.isFixed(j) {
		return false
	}
	violation, value := s.violation(), s.value()
	s.move(i, b)
	s.move(j, a)
	if s.improves(violation, value) {
		return true
	}
	s.move(j, b)
	s.move(i, a)
	return false
}
