package direct

import (
	"context"
	"math"
)

const (
	// A vertex is moved only if its key has decreased by at most the share keyDrift since it was queued. Every move lowers the
	// keys of most vertices a little: without a tolerance, many vertices of equal keys would be queued anew for each move.
	keyDrift = 0.1
)

// restoreBounds moves vertices out of parts that are too heavy and into parts that are too light or empty, those first that
// cost least for their mass. A part may stay outside its bounds if no single move helps it without harm to another part, or
// if ctx ends. Empty parts then get any vertices.
func restoreBounds(ctx context.Context, s *state) {
	for round := range s.K {
		violation := s.violation()
		if violation == 0 {
			return
		}
		lighten(ctx, s, round > 0)
		if ctx.Err() == nil {
			fill(ctx, s)
		}
		if ctx.Err() != nil {
			occupy(s)
			return
		}
		if s.violation() >= violation {
			return
		}
	}
}

// occupy moves into each empty part the first vertex that another part can spare.
func occupy(s *state) {
	i := int32(0)
	for r := range int32(s.K) {
		for ; s.count[r] == 0 && int(i) < len(s.labels); i++ {
			if b, _ := cheapestIn(s, i, r); b >= 0 {
				s.move(i, r)
			}
		}
	}
}

// isHeavy reports whether part r exceeds its upper bound.
func isHeavy(s *state, r int32) bool { return s.size[r] > s.Most[r] }

// isLight reports whether part r is empty or below its lower bound.
func isLight(s *state, r int32) bool { return s.size[r] < s.Least[r] || s.count[r] == 0 }

// lighten moves vertices out of all parts that are too heavy. Unless all is set, it considers only those vertices inside
// a part that cost less for their mass than the border vertices that the part needs to lose.
func lighten(ctx context.Context, s *state, all bool) {
	q := &s.work.queue
	s.roomiest = findRoomiest(s)
	offers := make([][]offer, s.K)
	for _, i := range s.borderVertices() {
		if b, key := cheapestOut(s, i); b >= 0 {
			q.Push(i, key)
			offers[s.labels[i]] = append(offers[s.labels[i]], offer{-key, s.mass[i]})
		}
	}
	least := make([]float64, s.K) // keys of the border vertices that suffice
	for a, list := range offers {
		least[a] = math.Inf(-1)
		if over := s.size[a] - s.Most[a]; over > 0 && !all {
			if cost, enough := marginal(list, over); enough {
				least[a] = -cost
			}
		}
	}
	for i, a := range s.labels {
		if isHeavy(s, a) && !s.work.listed[i] {
			if b, key := cheapestOutInside(s, int32(i)); b >= 0 && key >= least[a] {
				q.Push(int32(i), key)
			}
		}
	}
	heavy := int32(0) // first part that may be too heavy; no move makes a part too heavy
	moveQueued(ctx, s, func() bool {
		for int(heavy) < s.K && !isHeavy(s, heavy) {
			heavy++
		}
		return int(heavy) < s.K
	}, func(i int32) (int32, float64) { return cheapestOut(s, i) })
}

// fill moves vertices into all parts that are too light. A vertex goes to a part of its neighbours, or to the first one of all.
func fill(ctx context.Context, s *state) {
	first := int32(0) // part that may be too light; no move makes a part too light
	needed := func() bool {
		for int(first) < s.K && !isLight(s, first) {
			first++
		}
		return int(first) < s.K
	}
	if !needed() {
		return
	}
	choose := func(i int32) (int32, float64) { return cheapestIn(s, i, first) }
	for i := range int32(len(s.labels)) {
		if b, key := choose(i); b >= 0 {
			s.work.queue.Push(i, key)
		}
	}
	moveQueued(ctx, s, needed, choose)
}

// moveQueued makes the moves with the largest key, beginning with the queued vertices, as long as needed() holds and
// until ctx ends. choose returns the part to move a vertex to and the key, or −1.
func moveQueued(ctx context.Context, s *state, needed func() bool, choose func(i int32) (int32, float64)) {
	q := &s.work.queue
	for len(q.Items) > 0 && needed() {
		if s.work.isOver(ctx, visitsOfMove) {
			break
		}
		head := q.Items[0]
		b, key := choose(head.Vertex)
		if b >= 0 && key < head.Key-keyDrift*math.Abs(head.Key) {
			q.Set(head.Vertex, key)
			if q.Items[0].Vertex != head.Vertex {
				continue
			}
		}
		q.Pop()
		if b < 0 {
			continue
		}
		a := s.labels[head.Vertex]
		s.move(head.Vertex, b)
		keepRoomiest(s, a, b)
		idx, _ := s.graph.Row(int(head.Vertex))
		s.work.visits += s.K * len(idx)
		for _, j := range idx {
			switch c, key := choose(j); {
			case c < 0:
			case q.Place[j] < 0:
				q.Push(j, key)
			default:
				q.Set(j, key)
			}
		}
	}
	s.work.queue.Clear()
}

// room returns by how much the mass of part r may increase.
func room(s *state, r int32) float64 { return s.Most[r] - s.size[r] }

// findRoomiest returns the part whose mass may increase most, the first of several.
func findRoomiest(s *state) int32 {
	best := int32(0)
	for r := range int32(s.K) {
		if room(s, r) > room(s, best) {
			best = r
		}
	}
	return best
}

// keepRoomiest updates roomiest after a move from part a to part b. All parts are compared only if b was the roomiest.
func keepRoomiest(s *state, a, b int32) {
	switch least, room := room(s, s.roomiest), room(s, a); {
	case b == s.roomiest:
		s.roomiest = findRoomiest(s)
	case room > least || room == least && a < s.roomiest:
		s.roomiest = a
	}
}

// cheapestOut returns the part with room to which a move of vertex i out of its part costs least, and its key, if its part
// is too heavy. It considers the parts of the neighbours and, if none of them has room, the part with most room.
func cheapestOut(s *state, i int32) (part int32, key float64) {
	a, m := s.labels[i], s.mass[i]
	if !isHeavy(s, a) || s.isFixed(i) || s.count[a] == 1 || s.size[a]-m < s.Least[a] {
		return -1, 0
	}
	weight, deg, parts := s.toward(i)
	part, gain, leaving := int32(-1), math.Inf(-1), s.leaving(i, a, weight[a], deg)
	least := tiny * deg // weight to part b up to which the move to b is not the cheapest
	for _, b := range parts {
		toB := weight[b]
		if toB <= least || b == a || s.size[b]+m > s.Most[b] {
			continue
		}
		if x := leaving + s.joining(i, b, toB, deg); part < 0 || x > gain {
			part, gain = b, x
			if s.Edges { // the gain of a move to b is at most leaving + toB
				least = max(least, gain-leaving)
			}
		}
	}
	if b := s.roomiest; part < 0 && b != a && s.size[b]+m <= s.Most[b] {
		part, gain = b, leaving+s.joining(i, b, weight[b], deg)
	}
	s.release(i, parts)
	return part, perMass(gain, min(m, s.size[a]-s.Most[a]))
}

// cheapestOutInside returns what cheapestOut does for a vertex that is not at the border, without the labels of its neighbours.
func cheapestOutInside(s *state, i int32) (part int32, key float64) {
	a, m, b := s.labels[i], s.mass[i], s.roomiest
	if s.isFixed(i) || s.count[a] == 1 || s.size[a]-m < s.Least[a] || b == a || s.size[b]+m > s.Most[b] {
		return -1, 0
	}
	deg := s.graph.Degree(int(i))
	return b, perMass(s.gain(i, a, b, deg, 0, deg), min(m, s.size[a]-s.Most[a]))
}

// cheapestIn returns the light part to which a move of vertex i costs least, among those of its neighbours and the given one, and its
// key, or −1 if the part of i cannot spare it.
func cheapestIn(s *state, i, first int32) (part int32, key float64) {
	a, m := s.labels[i], s.mass[i]
	if s.isFixed(i) || s.count[a] == 1 || s.size[a]-m < s.Least[a] {
		return -1, 0
	}
	weight, deg, parts := s.toward(i)
	part, key, leaving := int32(-1), math.Inf(-1), s.leaving(i, a, weight[a], deg)
	offer := func(b int32) {
		if a == b || !isLight(s, b) || s.size[b]+m > s.Most[b] {
			return
		}
		helps := m
		if lacking := s.Least[b] - s.size[b]; lacking > 0 { // not if the part is only empty
			helps = min(m, lacking)
		}
		if x := perMass(leaving+s.joining(i, b, weight[b], deg), helps); x > key {
			part, key = b, x
		}
	}
	offer(first)
	for _, b := range parts {
		offer(b)
	}
	s.release(i, parts)
	return part, key
}

// perMass returns a key by which moves that lower the criterion come first, those of large mass before others, and then
// moves that raise it, in the order of the cost for each unit of mass that helps.
func perMass(gain, mass float64) float64 {
	if gain < 0 {
		return gain / mass
	}
	return gain * mass
}
