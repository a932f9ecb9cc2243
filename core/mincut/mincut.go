// Package mincut settles by one exact step whether a balanced cut can be improved: the balanced-cut energy,
// linearised at the indicator of a side, is a minimum cut.
package mincut

import (
	"context"
	"math"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
)

// Solver finds a set T of vertices that minimises
//
//	cut(T, Tᶜ) − Σ_{i∈T} b_i
//
// for a supply b by push–relabel: A. V. Goldberg and R. E. Tarjan, "A new approach to the maximum-flow problem",
// J. ACM 35 (1988), with vertices first in, first out, and heights found anew by breadth-first search now and
// then (B. V. Cherkassky and A. V. Goldberg, "On implementing the push–relabel method for the maximum flow problem",
// Algorithmica 19, 1997), after which the furthest come first. Excess flows from vertices with b_i > 0 to those with
// b_i < 0 along edges of capacity w_ij either way; T is what cannot reach a vertex where more is wanted. Only its first
// phase is made: the excess that stays in T is not sent back.
type Solver struct {
	graph   *graph.CSR
	mirror  []int32   // half-edge j → i of half-edge i → j
	flow    []float64 // p_ij = −p_ji from i to j, |p_ij| ≤ w_ij: there is room for w_ij − p_ij more
	excess  []float64 // what waits at i to be passed on; negative: what i still wants
	height  []int32   // steps to a vertex that wants, at least; n: none can be reached
	current []int64   // half-edge that i tries next
	queue   []int32   // vertices with excess below height n, as a ring
	head    int
	queued  int
	inQueue []bool
	work    int // half-edges looked at since heights were last found anew

	Work int // half-edges looked at in the last cut
}

// relabelAfter is the number of half-edges looked at, in passes over the graph, after which heights are found anew.
const relabelAfter = 1

// NewSolver returns a solver on g.
func NewSolver(g *graph.CSR) *Solver {
	n := g.N()
	s := &Solver{graph: g, mirror: make([]int32, g.NNZ()), flow: make([]float64, g.NNZ()),
		excess: make([]float64, n), height: make([]int32, n), current: make([]int64, n),
		queue: make([]int32, n), inQueue: make([]bool, n)}
	cursor := append([]int64(nil), g.Indptr[:n]...)
	for i := range n { // rows ascend, so the entries of a row are met as mirrors in the order they are stored
		for e := g.Indptr[i]; e < g.Indptr[i+1]; e++ {
			j := g.Indices[e]
			s.mirror[e] = int32(cursor[j])
			cursor[j]++
		}
	}
	return s
}

// Cut writes to high the set T for supply b, beginning with a flow that fills every edge from high to its
// complement: near the optimum of what high came from that is the flow sought. When ctx ends, or more than
// limit half-edges were looked at, it returns false and leaves high as it is.
//
// First each side is settled by itself. In high what many vertices have goes to the few at the border, by paths that
// soon are the right ones. In low it comes from the few and is wanted by many, so near that everyone along a path is
// served before the next; so there the flow is sought in reverse, from those who want.
func (s *Solver) Cut(ctx context.Context, b []float64, high []bool, limit int) bool {
	s.begin(b, high)
	s.Work = 0
	s.turn(high, true)
	apart := s.settle(ctx, limit)
	s.turn(high, false)
	if !apart || !s.settle(ctx, limit) {
		return false
	}
	for i, h := range s.height {
		high[i] = int(h) == len(s.height)
	}
	return true
}

// settle passes excess on until none can reach a vertex that wants.
func (s *Solver) settle(ctx context.Context, limit int) bool {
	for {
		s.relabelAll()
		s.Work += s.graph.NNZ()
		if s.queued == 0 {
			return true
		}
		if ctx.Err() != nil || s.Work > limit {
			return false
		}
		for s.queued > 0 && s.work < relabelAfter*s.graph.NNZ() {
			s.discharge(s.pop())
		}
		s.Work += s.work
	}
}

// turn reverses the flow within low, and closes the edges between low and high or opens them again, filled from high
// to low. A closed edge holds NaN: no comparison with it is true, so there is no room either way.
func (s *Solver) turn(high []bool, closed bool) {
	for i, in := range high {
		if !in {
			s.excess[i] = -s.excess[i]
		}
		for e := s.graph.Indptr[i]; e < s.graph.Indptr[i+1]; e++ {
			switch {
			case high[s.graph.Indices[e]] == in:
				if !in {
					s.flow[e] = -s.flow[e]
				}
			case closed:
				s.flow[e] = math.NaN()
			case in:
				s.flow[e] = s.graph.Data[e]
			default:
				s.flow[e] = -s.graph.Data[e]
			}
		}
	}
}

// begin gives every vertex what it has once every edge from high to low is filled; turn fills them.
func (s *Solver) begin(b []float64, high []bool) {
	clear(s.flow)
	copy(s.excess, b)
	for i, in := range high {
		if !in {
			continue
		}
		for e := s.graph.Indptr[i]; e < s.graph.Indptr[i+1]; e++ {
			if j := s.graph.Indices[e]; !high[j] {
				s.excess[i] -= s.graph.Data[e]
				s.excess[j] += s.graph.Data[e]
			}
		}
	}
}

// push sends up to x from i to j along half-edge e, as much as there is room for.
func (s *Solver) push(i, j int, e int64, x float64) {
	w, p := s.graph.Data[e], s.flow[e]
	if room := w - p; x >= room {
		x, p = room, w // to the last bit: p + (w − p) may round
	} else {
		p = min(p+x, w)
	}
	s.flow[e], s.flow[s.mirror[e]] = p, -p
	s.excess[i] -= x
	s.excess[j] += x
}

// relabelAll sets every height to the number of half-edges with room from the vertex to one that wants, by a
// breadth-first search from those, and queues the vertices with excess that reach one, the furthest first.
func (s *Solver) relabelAll() {
	n := len(s.height)
	order := s.queue[:0] // every vertex is in it at most once
	for i := range n {
		s.height[i], s.current[i], s.inQueue[i] = int32(n), s.graph.Indptr[i], false
		if s.excess[i] < 0 {
			s.height[i] = 0
			order = append(order, int32(i))
		}
	}
	height := s.height
	for at := 0; at < len(order); at++ {
		i := order[at]
		lo, hi, above := s.graph.Indptr[i], s.graph.Indptr[i+1], height[i]+1
		flow, weight := s.flow[lo:hi], s.graph.Data[lo:hi]
		for k, j := range s.graph.Indices[lo:hi] {
			if int(height[j]) == n && -flow[k] < weight[k] { // p_ji < w_ij
				height[j] = above
				order = append(order, j)
			}
		}
	}
	reached := len(order)
	s.head, s.queued, s.work = 0, 0, 0
	for at := range reached { // places before at are free by now
		if i := order[at]; s.excess[i] > 0 {
			s.enqueue(i)
		}
	}
	slices.Reverse(s.queue[:s.queued]) // what the furthest passes on goes on with what is there already
}

func (s *Solver) enqueue(i int32) {
	at := s.head + s.queued
	if at >= len(s.queue) {
		at -= len(s.queue)
	}
	s.queue[at], s.inQueue[i] = i, true
	s.queued++
}

func (s *Solver) pop() int {
	i := s.queue[s.head]
	if s.head++; s.head == len(s.queue) {
		s.head = 0
	}
	s.queued--
	s.inQueue[i] = false
	return int(i)
}

// discharge passes on the excess of i, to neighbours one step nearer to where it is wanted, and raises i when
// none is left.
func (s *Solver) discharge(i int) {
	g, n := s.graph, int32(len(s.height))
	for s.excess[i] > 0 {
		first, end := s.current[i], g.Indptr[i+1]
		e := first
		for ; e < end && s.excess[i] > 0; e++ {
			j := g.Indices[e]
			if s.height[i] != s.height[j]+1 || !(s.flow[e] < g.Data[e]) {
				continue
			}
			s.push(i, int(j), e, s.excess[i])
			if s.excess[j] > 0 && !s.inQueue[j] {
				s.enqueue(j)
			}
		}
		s.work += int(e - first)
		if s.excess[i] <= 0 {
			s.current[i] = max(e-1, first) // it may have room yet
			return
		}
		s.raise(i)
		if s.height[i] >= n {
			return
		}
	}
}

// raise lifts i one above the lowest neighbour it has room to.
func (s *Solver) raise(i int) {
	lo, hi, lowest := s.graph.Indptr[i], s.graph.Indptr[i+1], int32(len(s.height))
	flow, weight := s.flow[lo:hi], s.graph.Data[lo:hi]
	for k, j := range s.graph.Indices[lo:hi] {
		if flow[k] < weight[k] {
			lowest = min(lowest, s.height[j]+1)
		}
	}
	s.work += int(hi - lo)
	s.height[i], s.current[i] = lowest, lo
}
