// Package mincut settles by one exact step whether a balanced cut can be improved: the balanced-cut energy,
// linearised at the indicator of a side, is a minimum cut.
package mincut

import (
	"context"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/parallel"
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
//
// It is used by one caller at a time.
type Solver struct {
	graph   *graph.CSR
	mirror  []int32   // half-edge j → i of half-edge i → j
	flow    []float64 // p_ij = −p_ji from i to j, |p_ij| ≤ w_ij: there is room for w_ij − p_ij more
	excess  []float64 // what waits at i to be passed on; negative: what i still wants
	current []int64   // half-edge that i tries next
	inQueue []bool

	vertices, queue []int32        // of the fronts
	heights         [2][]int32     // of each side, and then of all
	sides           *parallel.Rows // two tasks; nil: one after the other

	Work int // half-edges looked at in the last cut
}

// NewSolver returns a solver on the graph that the given vertices, all distinct, induce in g: vertex a of it is
// vertices[a], and those of one side had better not lie among those of the other. What can be done at the same time is
// done on the threads of rows, if given; the result does not depend on their number. It returns nil where there are
// 2³¹ half-edges or more.
func NewSolver(g *graph.CSR, vertices []int32, rows *parallel.Rows) *Solver {
	sub, mirror := graph.Mirrored(g, vertices)
	if sub == nil {
		return nil
	}
	n := len(vertices)
	s := &Solver{graph: sub, mirror: mirror, flow: make([]float64, len(mirror)),
		excess: make([]float64, n), current: make([]int64, n), inQueue: make([]bool, n),
		vertices: make([]int32, n), queue: make([]int32, n), heights: [2][]int32{make([]int32, n), make([]int32, n)}}
	if rows != nil {
		s.sides = rows.Tasks(2)
	}
	return s
}

// Graph returns the graph of the solver. Its rows are in the order of those of the graph it is a part of.
func (s *Solver) Graph() *graph.CSR { return s.graph }

// Cut writes to high the set T for supply b, beginning with a flow that fills every edge from high to its
// complement: near the optimum of what high came from that is the flow sought. When ctx ends, or one of the searches
// below has looked at more than limit half-edges, it returns false and leaves high as it is.
//
// First each side is settled by itself. In high what many vertices have goes to the few at the border, by paths that
// soon are the right ones. In low it comes from the few and is wanted by many, so near that everyone along a path is
// served before the next; so there the flow is sought in reverse, from those who want.
func (s *Solver) Cut(ctx context.Context, b []float64, high []bool, limit int) bool {
	all, sides := s.fronts(high)
	settled := [2]bool{}
	s.each(func(side int) {
		f := sides[side]
		f.begin(b, high)
		settled[side] = f.settle(ctx, limit)
		f.end(high)
	})
	s.Work = sides[0].looked + sides[1].looked
	if !settled[0] || !settled[1] {
		return false
	}
	found := all.settle(ctx, limit-s.Work)
	s.Work += all.looked
	if !found {
		return false
	}
	for i, h := range all.height {
		high[i] = int(h) == len(high)
	}
	return true
}

// each calls settle for both sides.
func (s *Solver) each(settle func(side int)) {
	if s.sides == nil {
		settle(0)
		settle(1)
		return
	}
	s.sides.Sum(func(side, _ int) parallel.Sums {
		settle(side)
		return parallel.Sums{}
	})
}

// fronts returns that of all vertices, and those of low and of high, each closed to the other.
func (s *Solver) fronts(high []bool) (all *front, sides [2]*front) {
	low := 0
	for _, in := range high {
		if !in {
			low++
		}
	}
	next := [2]int{0, low}
	for i, in := range high {
		side := 0
		if in {
			side = 1
		}
		s.vertices[next[side]] = int32(i)
		s.heights[1-side][i] = int32(len(high)) + closed
		next[side]++
	}
	return s.front(0, len(high), s.heights[0]),
		[2]*front{s.front(0, low, s.heights[0]), s.front(low, len(high), s.heights[1])}
}
