package mincut

import (
	"context"
	"slices"
)

// relabelAfter says when the heights are recomputed by a global relabelling: after as many half-edges have been scanned
// as relabelAfter passes over the half-edges of the region.
const relabelAfter = 1

// outside is the height of a vertex outside the region, less n. At this height no vertex of the region pushes to it, and
// the search of relabelAll does not visit it.
const outside = 1

// region is a set of vertices within which excess is pushed. Disjoint regions can be processed at the same time.
type region struct {
	*Solver
	vertices []int32
	edges    int     // half-edges of the vertices
	height   []int32 // lower bound on the number of residual half-edges to a vertex with a deficit; n: none is reachable
	queue    []int32 // ring of the vertices with excess and a height below n
	head     int     // position of the first vertex in the ring
	queued   int     // number of vertices in the ring
	work     int     // half-edges scanned since the last global relabelling
	scanned  int     // half-edges scanned in all
}

// region returns the region of vertices[lo:hi].
func (s *Solver) region(lo, hi int, height []int32) *region {
	r := &region{Solver: s, vertices: s.vertices[lo:hi], height: height, queue: s.queue[lo:hi]}
	for _, i := range r.vertices {
		r.edges += int(s.graph.Indptr[i+1] - s.graph.Indptr[i])
	}
	return r
}

// initialise saturates every edge from high to low and sets the excess of every vertex to its supply less the flow out of
// it. In low it negates the excess, because there the reversed flow is computed: see Cut.
func (r *region) initialise(b []float64, high []bool) {
	for _, i := range r.vertices {
		x, in := b[i], high[i]
		for e := r.graph.Indptr[i]; e < r.graph.Indptr[i+1]; e++ {
			w := r.graph.Data[e]
			switch {
			case high[r.graph.Indices[e]] == in:
				w = 0
			case !in:
				w = -w
			}
			r.flow[e] = w
			x -= w
		}
		if !in {
			x = -x
		}
		r.excess[i] = x
	}
}

// restore reverses the flow computed in low: it negates the excess of the vertices and the flow on the edges within low.
func (r *region) restore(high []bool) {
	for _, i := range r.vertices {
		if high[i] {
			continue
		}
		r.excess[i] = -r.excess[i]
		for e := r.graph.Indptr[i]; e < r.graph.Indptr[i+1]; e++ {
			if !high[r.graph.Indices[e]] {
				r.flow[e] = -r.flow[e]
			}
		}
	}
}

// pushAll pushes excess until none can reach a vertex with a deficit, and returns true. It returns false if ctx ends or
// more than limit half-edges were scanned.
func (r *region) pushAll(ctx context.Context, limit int) bool {
	for {
		r.relabelAll()
		r.scanned += r.edges
		if r.queued == 0 {
			return true
		}
		if ctx.Err() != nil || r.scanned > limit {
			return false
		}
		for r.queued > 0 && r.work < relabelAfter*r.edges {
			r.discharge(r.pop())
		}
		r.scanned += r.work
	}
}

// push pushes x from i to j along half-edge e, or the residual capacity w_ij − p_ij if that is less.
func (r *region) push(i, j int, e int64, x float64) {
	w, p := r.graph.Data[e], r.flow[e]
	if residual := w - p; x >= residual {
		x, p = residual, w // exactly saturated: p + (w − p) may round
	} else {
		p = min(p+x, w)
	}
	r.flow[e], r.flow[r.mirrorOf(i, j, e)] = p, -p
	r.excess[i] -= x
	r.excess[j] += x
}

// relabelAll is the global relabelling. By a breadth-first search from the vertices with a deficit it sets every height to
// the least number of residual half-edges to such a vertex. It queues the vertices with excess that can reach one, in
// the order of decreasing height.
func (r *region) relabelAll() {
	n := len(r.height)
	order := r.queue[:0] // every vertex enters at most once
	for _, i := range r.vertices {
		r.height[i], r.current[i], r.inQueue[i] = int32(n), int32(r.graph.Indptr[i]), false
		if r.excess[i] < 0 {
			r.height[i] = 0
			order = append(order, i)
		}
	}
	height := r.height
	for at := 0; at < len(order); at++ {
		i := order[at]
		lo, hi, above := r.graph.Indptr[i], r.graph.Indptr[i+1], height[i]+1
		flow, weight := r.flow[lo:hi], r.graph.Data[lo:hi]
		for k, j := range r.graph.Indices[lo:hi] {
			if int(height[j]) == n && -flow[k] < weight[k] { // residual: p_ji < w_ij
				height[j] = above
				order = append(order, j)
			}
		}
	}
	reached := len(order)
	r.head, r.queued, r.work = 0, 0, 0
	for at := range reached { // the queue overwrites order, but only positions before at
		if i := order[at]; r.excess[i] > 0 {
			r.enqueue(i)
		}
	}
	slices.Reverse(r.queue[:r.queued]) // excess from far away merges with the excess of the vertices that it passes
}

func (r *region) enqueue(i int32) {
	at := r.head + r.queued
	if at >= len(r.queue) {
		at -= len(r.queue)
	}
	r.queue[at], r.inQueue[i] = i, true
	r.queued++
}

func (r *region) pop() int {
	i := r.queue[r.head]
	if r.head++; r.head == len(r.queue) {
		r.head = 0
	}
	r.queued--
	r.inQueue[i] = false
	return int(i)
}

// discharge pushes the excess of i along admissible half-edges, which are the residual ones to neighbours lower by 1, and
// relabels i when there are none left. It ends when i has no excess or its height is n.
func (r *region) discharge(i int) {
	g, n := r.graph, int32(len(r.height))
	for r.excess[i] > 0 {
		first, end := int64(r.current[i]), g.Indptr[i+1]
		e := first
		for ; e < end && r.excess[i] > 0; e++ {
			j := g.Indices[e]
			if r.height[i] != r.height[j]+1 || !(r.flow[e] < g.Data[e]) {
				continue
			}
			r.push(i, int(j), e, r.excess[i])
			if r.excess[j] > 0 && !r.inQueue[j] {
				r.enqueue(j)
			}
		}
		r.work += int(e - first)
		if r.excess[i] <= 0 {
			r.current[i] = int32(max(e-1, first)) // the last half-edge may have residual capacity left
			return
		}
		r.relabel(i)
		if r.height[i] >= n {
			return
		}
	}
}

// relabel sets the height of i to 1 above that of its lowest neighbour along a residual half-edge, at most n.
func (r *region) relabel(i int) {
	lo, hi, lowest := r.graph.Indptr[i], r.graph.Indptr[i+1], int32(len(r.height))
	flow, weight := r.flow[lo:hi], r.graph.Data[lo:hi]
	for k, j := range r.graph.Indices[lo:hi] {
		if flow[k] < weight[k] {
			lowest = min(lowest, r.height[j]+1)
		}
	}
	r.work += int(hi - lo)
	r.height[i], r.current[i] = lowest, int32(lo)
}
