package separator

import (
	"math"
	"slices"
)

const (
	none      = -1
	unlimited = math.MaxFloat64 / 4 // capacity of an arc that is in no minimum cut
)

// network is a flow network on the vertices of a band. Vertex a has the nodes 2a and 2a+1, and the arc from the first to the second
// has its mass as capacity. Every edge is two arcs without a limit, each from the second node of one end to the first node of the
// other. The source leads to the vertices with a neighbour outside the band in Low, and those with one in High lead to the sink. A
// minimum cut therefore consists of arcs of vertices, the lightest separator of the band.
type network struct {
	vertices []int32
	place    []int32 // number of each vertex of the graph, none outside the band; all none between calls

	first []int32 // first arc of each node, or none
	next  []int32 // next arc of the same node, or none
	head  []int32
	room  []float64 // residual capacity of each arc; arc a^1 is the reverse of a

	level, current, fifo, path []int32
}

func (w *network) source() int32 { return int32(len(w.first) - 2) }
func (w *network) sink() int32   { return int32(len(w.first) - 1) }

// arc adds an arc and its reverse.
func (w *network) arc(from, to int32, capacity float64) {
	k := int32(len(w.head))
	w.head = append(w.head, to, from)
	w.room = append(w.room, capacity, 0)
	w.next = append(w.next, w.first[from], w.first[to])
	w.first[from], w.first[to] = k, k+1
}

// maximise finds a maximum flow: E. A. Dinic, "Algorithm for solution of a problem of maximum flow in networks with power
// estimation", Soviet Math. Dokl. 11 (1970). It returns the value of the flow.
func (w *network) maximise() (value float64) {
	w.level = slices.Grow(w.level[:0], len(w.first))[:len(w.first)]
	w.current = slices.Grow(w.current[:0], len(w.first))[:len(w.first)]
	for w.layers() {
		copy(w.current, w.first)
		for w.findPath() {
			least := unlimited
			for _, a := range w.path {
				least = min(least, w.room[a])
			}
			for _, a := range w.path {
				w.room[a] -= least
				w.room[a^1] += least
			}
			value += least
		}
	}
	return value
}

// layers computes the distances of the nodes from the source, up to that of the sink, and reports whether it can be reached.
func (w *network) layers() bool {
	for k := range w.level {
		w.level[k] = none
	}
	w.level[w.source()] = 0
	w.fifo = append(w.fifo[:0], w.source())
	for k := 0; k < len(w.fifo) && w.level[w.sink()] == none; k++ {
		from := w.fifo[k]
		for a := w.first[from]; a != none; a = w.next[a] {
			if h := w.head[a]; w.room[a] > 0 && w.level[h] == none {
				w.level[h] = w.level[from] + 1
				w.fifo = append(w.fifo, h)
			}
		}
	}
	return w.level[w.sink()] != none
}

// findPath finds a shortest path from the source to the sink, and reports whether there is one. Arcs on no such path are not
// visited again until the next call of layers.
func (w *network) findPath() bool {
	w.path = w.path[:0]
	for at := w.source(); at != w.sink(); {
		a := w.current[at]
		for a != none && (w.room[a] <= 0 || w.level[w.head[a]] != w.level[at]+1) {
			a = w.next[a]
		}
		w.current[at] = a
		switch {
		case a != none:
			w.path = append(w.path, a)
			at = w.head[a]
		case len(w.path) == 0:
			return false
		default: // a dead end
			last := len(w.path) - 1
			a, w.path = w.path[last], w.path[:last]
			at = w.head[a^1]
			w.current[at] = w.next[a]
		}
	}
	return true
}

// reach returns which nodes a node reaches on arcs with residual capacity, or if back is 1, which nodes reach it.
func (w *network) reach(from int32, back int32) []bool {
	reached := make([]bool, len(w.first))
	reached[from] = true
	w.fifo = append(w.fifo[:0], from)
	for k := 0; k < len(w.fifo); k++ {
		for a := w.first[w.fifo[k]]; a != none; a = w.next[a] {
			if h := w.head[a]; w.room[a^back] > 0 && !reached[h] {
				reached[h] = true
				w.fifo = append(w.fifo, h)
			}
		}
	}
	return reached
}
