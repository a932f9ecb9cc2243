package direct

import (
	"math"
	"slices"
)

// transfer is a move of a vertex to a part.
type transfer struct{ vertex, to int32 }

// restoreAlongPaths moves vertices along the cheapest paths from parts that are too heavy to parts with room. A part may stay too
// heavy.
func restoreAlongPaths(s *state) {
	t := newTransfers(s)
	for a := range int32(s.K) {
		for isHeavy(s, a) && s.ctx.Err() == nil {
			path := t.path(a)
			if path == nil {
				break
			}
			t.apply(path)
		}
	}
}

// applyCycles lowers the weight between parts by cycles of negative cost, until there is none or the effort is spent. It reports
// whether it lowered the weight.
func applyCycles(s *state) bool {
	t, lowered := newTransfers(s), false
	for s.ctx.Err() == nil {
		cycle := t.cycle()
		if cycle == nil {
			break
		}
		lowered = t.apply(cycle) || lowered
	}
	return lowered
}

// path returns the cheapest moves found along a path from part a to one that can keep what it gets, or nil.
func (t *transfers) path(a int32) []transfer {
	t.start(math.Inf(1))
	t.dist[a] = 0
	for range t.K + 1 {
		if !t.relaxAll(a) {
			break
		}
	}
	if t.from[t.K] < 0 {
		return nil
	}
	var path []transfer
	for b := t.from[t.K]; b != a; b = t.from[b] {
		if path = append(path, transfer{t.by[b], b}); len(path) > t.K {
			return nil // a cycle of negative cost
		}
	}
	return path
}

// cycle returns the moves along a cycle of negative cost, or nil.
func (t *transfers) cycle() []transfer {
	t.start(0)
	seen := make([]int32, t.K+1)
	for t.relaxAll(-1) {
		clear(seen)
		for r := range int32(t.K + 1) {
			at := r
			for ; at >= 0 && seen[at] == 0; at = t.from[at] {
				seen[at] = r + 1
			}
			if at >= 0 && seen[at] == r+1 {
				return t.around(at)
			}
		}
	}
	return nil
}

// around returns the moves along the cycle of predecessors through a part.
func (t *transfers) around(part int32) []transfer {
	var cycle []transfer
	for b := part; ; {
		if t.by[b] >= 0 {
			cycle = append(cycle, transfer{t.by[b], b})
		}
		if b = t.from[b]; b == part {
			return cycle
		}
	}
}

// start gives all parts the same distance.
func (t *transfers) start(dist float64) {
	t.rounding = tiny * t.value()
	for r := range t.dist {
		t.dist[r], t.from[r], t.by[r] = dist, -1, -1
	}
}

// relaxAll makes a round of the method of Bellman and Ford and reports whether a distance fell. Nothing leads back to part first.
func (t *transfers) relaxAll(first int32) bool {
	reserve, fell := int32(t.K), false
	for a := range reserve {
		if t.visits <= 0 {
			return false
		}
		if math.IsInf(t.dist[a], 1) {
			continue
		}
		if first < 0 && t.count[a] > 1 && t.size[a] > t.Least[a] {
			fell = t.relax(reserve, a, -1, 0) || fell
		}
		for _, b := range t.heads[a] {
			if b == first {
				continue
			}
			if i, gain := t.top(a, b); i >= 0 && t.spares(a, i) {
				fell = t.relax(a, b, i, -gain) || fell
			}
		}
		if in := t.by[a]; in >= 0 && t.size[a]+t.mass[in] <= t.Most[a] {
			fell = t.relax(a, reserve, -1, 0) || fell
		}
	}
	return fell
}

// spares reports whether part a keeps its bounds without vertex i and with the vertex that moves to it.
func (t *transfers) spares(a, i int32) bool {
	if in := t.by[a]; in >= 0 {
		size := t.size[a] + t.mass[in] - t.mass[i]
		return size <= max(t.Most[a], t.size[a]) && size >= t.Least[a]
	}
	return t.from[a] < 0 || t.count[a] > 1 && t.size[a]-t.mass[i] >= t.Least[a] // from[a] < 0: the search began here
}

// relax lowers the distance of part b, if it falls by way of part a, and reports whether it fell.
func (t *transfers) relax(a, b, by int32, cost float64) bool {
	if !(t.dist[a]+cost < t.dist[b]-t.rounding) {
		return false
	}
	t.dist[b], t.from[b], t.by[b] = t.dist[a]+cost, a, by
	return true
}

// apply makes moves, unless they do not improve the partition, and reports whether they do. If they do not, it excludes their vertices.
func (t *transfers) apply(moves []transfer) bool {
	violation, value, before := t.violation(), t.value(), make([]int32, len(moves))
	for at, x := range moves {
		before[at] = t.labels[x.vertex]
		t.shift(x.vertex, x.to)
	}
	if improves(t.state, violation, value) {
		return true
	}
	for at, x := range slices.Backward(moves) {
		t.version[x.vertex] = -1
		t.shift(x.vertex, before[at])
	}
	return false
}
