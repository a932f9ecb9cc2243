package separator

import "slices"

// The band of a separator has at most bandFactor vertices on each side for each vertex of the separator, and minBand more.
const (
	bandFactor = 8
	minBand    = 20
)

// improve replaces the separator by a lightest one within a band around it, if that is better, and reports whether it is. The
// vertices outside the band keep their sides. The band on a side has so little mass that the other side is within its bound if it
// gets all of the band. Of the minimum cuts next to the source and next to the sink, the one with the smaller difference of the
// sides is taken.
func (w *network) improve(s *state) bool {
	defer w.forget()
	if s.weight[Separator] == 0 || !w.collect(s) {
		return false
	}
	w.connect(s)
	w.maximise()
	before, old := s.rank(), make([]int8, len(w.vertices))
	for a, v := range w.vertices {
		old[a] = s.side[v]
	}
	best, least := old, before
	for _, side := range [2][]int8{w.nearSource(), w.nearSink()} {
		w.apply(s, side)
		if r := s.rank(); r.before(least) {
			best, least = side, r
		}
	}
	w.apply(s, best)
	return least.before(before)
}

// collect numbers the vertices of the separator and those of the band on both sides. It reports whether there are any of the
// latter.
func (w *network) collect(s *state) bool {
	if n := len(s.side); len(w.place) < n {
		w.place = make([]int32, n+n/4)
		for i := range w.place {
			w.place[i] = -1
		}
	}
	for i, d := range s.side {
		if d == Separator {
			w.add(int32(i))
		}
	}
	size := len(w.vertices)
	for d := range int8(2) {
		room, limit := s.most-s.weight[1-d]-s.weight[Separator], len(w.vertices)+bandFactor*size+minBand
		w.fifo = append(w.fifo[:0], w.vertices[:size]...)
		for k := 0; k < len(w.fifo); k++ {
			idx, _ := s.graph.Row(int(w.fifo[k]))
			for _, j := range idx {
				if s.side[j] == d && w.place[j] < 0 && s.mass[j] <= room && len(w.vertices) < limit {
					room -= s.mass[j]
					w.add(j)
					w.fifo = append(w.fifo, j)
				}
			}
		}
	}
	return len(w.vertices) > size
}

// add numbers a vertex.
func (w *network) add(v int32) {
	w.place[v] = int32(len(w.vertices))
	w.vertices = append(w.vertices, v)
}

// forget removes the numbers of the vertices.
func (w *network) forget() {
	for _, v := range w.vertices {
		w.place[v] = -1
	}
	w.vertices = w.vertices[:0]
}

// connect builds the arcs.
func (w *network) connect(s *state) {
	nodes := 2*len(w.vertices) + 2
	w.first = slices.Grow(w.first[:0], nodes)[:nodes]
	for k := range w.first {
		w.first[k] = none
	}
	w.next, w.head, w.room = w.next[:0], w.head[:0], w.room[:0]
	for a, v := range w.vertices {
		in, out := int32(2*a), int32(2*a+1)
		w.arc(in, out, s.mass[v])
		var outside [3]bool // whether there is a neighbour outside the band, by side
		idx, _ := s.graph.Row(int(v))
		for _, j := range idx {
			if b := w.place[j]; b >= 0 {
				w.arc(out, 2*b, unlimited)
			} else {
				outside[s.side[j]] = true
			}
		}
		if outside[Low] {
			w.arc(w.source(), in, unlimited)
		}
		if outside[High] {
			w.arc(out, w.sink(), unlimited)
		}
	}
}

// nearSource returns the sides of the vertices of the band for the minimum cut nearest to the source: those whose second node the
// source reaches are in Low, and those of which it reaches the first one only are in the separator.
func (w *network) nearSource() []int8 {
	reached := w.reach(w.source(), 0)
	side := make([]int8, len(w.vertices))
	for a := range side {
		switch {
		case reached[2*a+1]:
			side[a] = Low
		case reached[2*a]:
			side[a] = Separator
		default:
			side[a] = High
		}
	}
	return side
}

// nearSink returns the same for the minimum cut nearest to the sink.
func (w *network) nearSink() []int8 {
	reached := w.reach(w.sink(), 1)
	side := make([]int8, len(w.vertices))
	for a := range side {
		switch {
		case reached[2*a]:
			side[a] = High
		case reached[2*a+1]:
			side[a] = Separator
		default:
			side[a] = Low
		}
	}
	return side
}

// apply gives the vertices of the band the given sides.
func (w *network) apply(s *state, side []int8) {
	for a, v := range w.vertices {
		s.put(v, side[a])
	}
}
