package direct

import "math"

// restoreBounds moves vertices out of parts that are too heavy and into parts that are too light or empty, those first that
// cost least for their mass. A part may stay outside its bounds if no single move helps it without harm to another part.
func (s *state) restoreBounds() {
	for range s.K {
		violation := s.violation()
		if violation == 0 {
			return
		}
		for r, m := range s.size {
			switch {
			case m > s.Most[r]:
				s.moveWhile(func() bool { return s.size[r] > s.Most[r] }, func(i int32) (int32, float64) { return s.cheapestOut(i, int32(r)) })
			case m < s.Least[r], s.count[r] == 0:
				s.moveWhile(func() bool { return s.size[r] < s.Least[r] || s.count[r] == 0 }, func(i int32) (int32, float64) { return s.cheapestIn(i, int32(r)) })
			}
		}
		if s.violation() >= violation {
			return
		}
	}
}

// moveWhile makes the moves with the largest key, as long as needed() holds. choose returns the part to move a vertex to
// and the key, or −1.
func (s *state) moveWhile(needed func() bool, choose func(i int32) (int32, float64)) {
	q := &s.work.queue
	for i := range int32(len(s.labels)) {
		if b, key := choose(i); b >= 0 {
			q.Push(i, key)
		}
	}
	for len(q.Items) > 0 && needed() {
		head := q.Items[0]
		b, key := choose(head.Vertex)
		if b >= 0 && key < head.Key {
			q.Set(head.Vertex, key)
			if q.Items[0].Vertex != head.Vertex {
				continue
			}
		}
		q.Pop()
		if b < 0 {
			continue
		}
		s.move(head.Vertex, b)
		idx, _ := s.graph.Row(int(head.Vertex))
		for _, j := range idx {
			if q.Place[j] < 0 {
				continue
			}
			if c, key := choose(j); c >= 0 {
				q.Set(j, key)
			}
		}
	}
	s.work.clearQueue()
}

// cheapestOut returns the part with room to which a move of vertex i out of the heavy part a costs least, and its key.
func (s *state) cheapestOut(i, a int32) (part int32, key float64) {
	m := s.mass[i]
	if s.labels[i] != a || s.isFixed(i) || s.count[a] == 1 || s.size[a]-m < s.Least[a] {
		return -1, 0
	}
	weight, deg, parts := s.toward(i)
	part, gain := int32(-1), math.Inf(-1)
	for b := range int32(s.K) {
		if b == a || s.size[b]+m > s.Most[b] {
			continue
		}
		if x := s.gain(i, a, b, weight[a], weight[b], deg); part < 0 || x > gain {
			part, gain = b, x
		}
	}
	s.release(i, parts)
	return part, perMass(gain, min(m, s.size[a]-s.Most[a]))
}

// cheapestIn returns b and the key of a move of vertex i into the light part b, or −1 if the part of i cannot spare it.
func (s *state) cheapestIn(i, b int32) (part int32, key float64) {
	a, m := s.labels[i], s.mass[i]
	if a == b || s.isFixed(i) || s.count[a] == 1 || s.size[a]-m < s.Least[a] || s.size[b]+m > s.Most[b] {
		return -1, 0
	}
	weight, deg, parts := s.toward(i)
	gain := s.gain(i, a, b, weight[a], weight[b], deg)
	s.release(i, parts)
	if lacking := s.Least[b] - s.size[b]; lacking > 0 {
		m = min(m, lacking)
	}
	return b, perMass(gain, m)
}

// perMass returns a key by which moves that lower the criterion come first, those of large mass before others, and then
// moves that raise it, in the order of the cost for each unit of mass that helps.
func perMass(gain, mass float64) float64 {
	if gain < 0 {
		return gain / mass
	}
	return gain * mass
}
