package mincut

import (
	"context"
	"slices"
)

// relabelAfter is the number of half-edges looked at, in passes over those of a front, after which heights are found
// anew.
const relabelAfter = 1

// closed is the height, over n, of a vertex of another front: no edge leads there.
const closed = 1

// front is a set of vertices within which excess is passed on. Two without a vertex in common may be settled at the
// same time.
type front struct {
	*Solver
	vertices []int32
	edges    int     // half-edges of the vertices
	height   []int32 // steps to a vertex that wants, at least; n: none can be reached
	queue    []int32 // vertices with excess below height n, as a ring
	head     int
	queued   int
	work     int // half-edges looked at since heights were last found anew
	looked   int // and in all
}

// front returns that of the vertices from place lo to before hi.
func (s *Solver) front(lo, hi int, height []int32) *front {
	f := &front{Solver: s, vertices: s.vertices[lo:hi], height: height, queue: s.queue[lo:hi]}
	for _, i := range f.vertices {
		f.edges += int(s.graph.Indptr[i+1] - s.graph.Indptr[i])
	}
	return f
}

// begin fills every edge from high to low and gives every vertex what it then has; in low, where the flow is sought in
// reverse, what it then wants.
func (f *front) begin(b []float64, high []bool) {
	for _, i := range f.vertices {
		x, in := b[i], high[i]
		for e := f.graph.Indptr[i]; e < f.graph.Indptr[i+1]; e++ {
			w := f.graph.Data[e]
			switch {
			case high[f.graph.Indices[e]] == in:
				w = 0
			case !in:
				w = -w
			}
			f.flow[e] = w
			x -= w
		}
		if !in {
			x = -x
		}
		f.excess[i] = x
	}
}

// end reverses what begin reversed.
func (f *front) end(high []bool) {
	for _, i := range f.vertices {
		if high[i] {
			continue
		}
		f.excess[i] = -f.excess[i]
		for e := f.graph.Indptr[i]; e < f.graph.Indptr[i+1]; e++ {
			if !high[f.graph.Indices[e]] {
				f.flow[e] = -f.flow[e]
			}
		}
	}
}

// settle passes excess on until none can reach a vertex that wants.
func (f *front) settle(ctx context.Context, limit int) bool {
	for {
		f.relabelAll()
		f.looked += f.edges
		if f.queued == 0 {
			return true
		}
		if ctx.Err() != nil || f.looked > limit {
			return false
		}
		for f.queued > 0 && f.work < relabelAfter*f.edges {
			f.discharge(f.pop())
		}
		f.looked += f.work
	}
}

// push sends up to x from i to j along half-edge e, as much as there is room for.
func (f *front) push(i, j int, e int64, x float64) {
	w, p := f.graph.Data[e], f.flow[e]
	if room := w - p; x >= room {
		x, p = room, w // to the last bit: p + (w − p) may round
	} else {
		p = min(p+x, w)
	}
	f.flow[e], f.flow[f.mirror[e]] = p, -p
	f.excess[i] -= x
	f.excess[j] += x
}

// relabelAll sets every height to the number of half-edges with room from the vertex to one that wants, by a
// breadth-first search from those, and queues the vertices with excess that reach one, the furthest first.
func (f *front) relabelAll() {
	n := len(f.height)
	order := f.queue[:0] // every vertex is in it at most once
	for _, i := range f.vertices {
		f.height[i], f.current[i], f.inQueue[i] = int32(n), f.graph.Indptr[i], false
		if f.excess[i] < 0 {
			f.height[i] = 0
			order = append(order, i)
		}
	}
	height := f.height
	for at := 0; at < len(order); at++ {
		i := order[at]
		lo, hi, above := f.graph.Indptr[i], f.graph.Indptr[i+1], height[i]+1
		flow, weight := f.flow[lo:hi], f.graph.Data[lo:hi]
		for k, j := range f.graph.Indices[lo:hi] {
			if int(height[j]) == n && -flow[k] < weight[k] { // p_ji < w_ij
				height[j] = above
				order = append(order, j)
			}
		}
	}
	reached := len(order)
	f.head, f.queued, f.work = 0, 0, 0
	for at := range reached { // places before at are free by now
		if i := order[at]; f.excess[i] > 0 {
			f.enqueue(i)
		}
	}
	slices.Reverse(f.queue[:f.queued]) // what the furthest passes on goes on with what is there already
}

func (f *front) enqueue(i int32) {
	at := f.head + f.queued
	if at >= len(f.queue) {
		at -= len(f.queue)
	}
	f.queue[at], f.inQueue[i] = i, true
	f.queued++
}

func (f *front) pop() int {
	i := f.queue[f.head]
	if f.head++; f.head == len(f.queue) {
		f.head = 0
	}
	f.queued--
	f.inQueue[i] = false
	return int(i)
}

// discharge passes on the excess of i, to neighbours one step nearer to where it is wanted, and raises i when
// none is left.
func (f *front) discharge(i int) {
	g, n := f.graph, int32(len(f.height))
	for f.excess[i] > 0 {
		first, end := f.current[i], g.Indptr[i+1]
		e := first
		for ; e < end && f.excess[i] > 0; e++ {
			j := g.Indices[e]
			if f.height[i] != f.height[j]+1 || !(f.flow[e] < g.Data[e]) {
				continue
			}
			f.push(i, int(j), e, f.excess[i])
			if f.excess[j] > 0 && !f.inQueue[j] {
				f.enqueue(j)
			}
		}
		f.work += int(e - first)
		if f.excess[i] <= 0 {
			f.current[i] = max(e-1, first) // it may have room yet
			return
		}
		f.raise(i)
		if f.height[i] >= n {
			return
		}
	}
}

// raise lifts i one above the lowest neighbour it has room to.
func (f *front) raise(i int) {
	lo, hi, lowest := f.graph.Indptr[i], f.graph.Indptr[i+1], int32(len(f.height))
	flow, weight := f.flow[lo:hi], f.graph.Data[lo:hi]
	for k, j := range f.graph.Indices[lo:hi] {
		if flow[k] < weight[k] {
			lowest = min(lowest, f.height[j]+1)
		}
	}
	f.work += int(hi - lo)
	f.height[i], f.current[i] = lowest, lo
}
