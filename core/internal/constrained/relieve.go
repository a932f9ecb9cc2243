package constrained

import (
	"cmp"
	"math"
	"slices"
)

// candidate is a move of a vertex to a part that would bring the masses nearer to their bounds.
type candidate struct {
	vertex, to int32
	relieves   bool    // whether the move lowers the excess at once
	gain       float64 // of value per unit of mass
}

// patientRounds is the number of rounds for each part after which relieve ends if the excess has not fallen.
const patientRounds = 3

// relieve moves vertices out of parts above their bounds, and into parts below them, until all bounds hold or no way is found. A
// vertex moves toward a part with room on a shortest path of neighbouring parts, so that parts on the way exceed their bounds in turn.
func (s *state) relieve() {
	best, lowest, waited := slices.Clone(s.labels), s.excess(), 0
	for lowest > 0 && waited < patientRounds*int(s.k)+10 && s.ctx.Err() == nil {
		c, r, over := worst(s)
		if r < 0 || !relieveOne(s, c, r, over) {
			break
		}
		waited++
		if e := s.excess(); e < lowest*(1-tiny) || e == 0 {
			copy(best, s.labels)
			lowest, waited = e, 0
		}
	}
	for i, a := range best {
		if s.labels[i] != a {
			s.move(int32(i), a)
		}
	}
}

// worst returns the column and the part whose mass misses a bound most, relative to the mass of the column. The part is −1 if all hold.
func worst(s *state) (c int, r int32, over bool) {
	most := 0.0
	r = -1
	for column := range s.Columns {
		for a, m := range s.load[column] {
			b := &s.Columns[column].Bounds
			if x := (m - b.Most[a]) / s.total[column]; x > most {
				most, c, r, over = x, column, int32(a), true
			}
			if x := (b.Least[a] - m) / s.total[column]; x > most {
				most, c, r, over = x, column, int32(a), false
			}
		}
	}
	return c, r, over
}

// relieveOne moves vertices out of part r, or into it, until its mass in column c holds the bound. It reports whether any moved.
func relieveOne(s *state, c int, r int32, over bool) bool {
	moves := candidates(s, c, r, over, heights(s, c, over))
	slices.SortFunc(moves, func(x, y candidate) int {
		if x.relieves != y.relieves {
			if x.relieves {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(y.gain, x.gain), cmp.Compare(x.vertex, y.vertex))
	})
	moved := false
	for _, m := range moves {
		b := &s.Columns[c].Bounds
		if over && s.load[c][r] <= b.Most[r] || !over && s.load[c][r] >= b.Least[r] {
			break
		}
		if m.relieves && s.relief(m.vertex, m.to) <= 0 {
			continue
		}
		group := s.movable(m.vertex, m.to)
		if group == nil || len(group) > 1 && !helps(s, group, m.to, c, over) {
			continue
		}
		for _, i := range group {
			s.move(i, m.to)
		}
		moved = true
		if !m.relieves {
			break // the next part on the way has to be relieved first
		}
	}
	return moved
}

// movable returns the vertices that have to move to part b for a move of vertex i to keep all constraints but the bounds: vertex i and,
// where parts are connected, the vertices that nothing else links to the rest of the part. It returns nil if such a move is not possible.
func (s *state) movable(i, b int32) []int32 {
	a, group := s.labels[i], []int32{i}
	if a == b || s.Connected && s.links.toward(i, b).count == 0 {
		return nil
	}
	if s.Connected && !s.leaves(i) {
		group = append(group, hanging(s, i)...)
	}
	if len(group) >= s.count[a] {
		return nil
	}
	for _, j := range group {
		if s.isFixed(j) || !s.isApart(j, b) {
			return nil
		}
	}
	if s.Connected && len(group) == 1 && !s.leaves(i) {
		return nil
	}
	return group
}

// helps reports whether a move of vertices to part b brings the mass of their part in column c nearer to its bounds than it is, or that
// of b if over is false.
func helps(s *state, group []int32, b int32, c int, over bool) bool {
	mass, a, bounds := 0.0, s.labels[group[0]], &s.Columns[c].Bounds
	for _, j := range group {
		mass += s.Columns[c].Mass[j]
	}
	if over {
		return mass < 2*(s.load[c][a]-bounds.Most[a])
	}
	return mass < 2*(bounds.Least[b]-s.load[c][b])
}

// heights returns the distance of each part, in steps to neighbouring parts, from a part that can take more mass of column c, or give
// some of it if over is false. It is the largest integer for parts from which no such part is reached.
func heights(s *state, c int, over bool) []int32 {
	near := map[[2]int32]bool{}
	next := make([][]int32, s.k)
	for i, a := range s.labels {
		for _, l := range s.links.of(int32(i)) {
			if l.part != a && !near[[2]int32{a, l.part}] {
				near[[2]int32{a, l.part}] = true
				next[a] = append(next[a], l.part)
			}
		}
	}
	column := &s.Columns[c]
	lightest := math.Inf(1)
	for _, m := range column.Mass {
		if m > 0 {
			lightest = min(lightest, m)
		}
	}
	height := slices.Repeat([]int32{math.MaxInt32}, int(s.k))
	var reached []int32
	for r := range s.k {
		if over && s.load[c][r]+lightest <= column.Bounds.Most[r] || !over && s.load[c][r]-lightest >= column.Bounds.Least[r] {
			height[r] = 0
			reached = append(reached, r)
		}
	}
	for at := 0; at < len(reached); at++ {
		for _, b := range next[reached[at]] {
			if height[b] == math.MaxInt32 {
				height[b] = height[reached[at]] + 1
				reached = append(reached, b)
			}
		}
	}
	return height
}

// candidates returns the moves out of part r, or into it, toward parts of less height. Unless parts are connected, a vertex may also
// move to or from the part with the most room.
func candidates(s *state, c int, r int32, over bool, height []int32) []candidate {
	var moves []candidate
	mass := s.Columns[c].Mass
	add := func(i, b int32) {
		if mass[i] > 0 && !s.isFixed(i) {
			gain := s.gain(i, b, s.links.toward(i, b))
			moves = append(moves, candidate{i, b, s.relief(i, b) > 0, gain / mass[i]})
		}
	}
	roomiest := roomiest(s, c, over)
	for i, a := range s.labels {
		switch i := int32(i); {
		case over && a == r:
			for _, l := range s.links.of(i) {
				if l.part != r && (height[l.part] < height[r] || s.relief(i, l.part) > 0) {
					add(i, l.part)
				}
			}
			if !s.Connected && s.links.toward(i, roomiest).count == 0 {
				add(i, roomiest)
			}
		case !over && a != r && (height[a] < height[r] || s.relief(i, r) > 0):
			if s.links.toward(i, r).count > 0 || !s.Connected && a == roomiest {
				add(i, r)
			}
		}
	}
	return moves
}

// roomiest returns the part whose mass in column c may increase most or, if over is false, decrease most.
func roomiest(s *state, c int, over bool) int32 {
	best, most := int32(0), math.Inf(-1)
	b := &s.Columns[c].Bounds
	for r, m := range s.load[c] {
		room := b.Most[r] - m
		if !over {
			room = m - b.Least[r]
		}
		if room > most {
			best, most = int32(r), room
		}
	}
	return best
}
