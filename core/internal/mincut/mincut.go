// Package mincut improves balanced cuts by minimum cuts: minimising the balanced-cut energy, linearised at the indicator
// of a side, over all sets of vertices is a minimum-cut problem.
package mincut

import (
	"context"
	"math"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/parallel"
)

// Solver finds a set T of vertices that minimises
//
//	cut(T, Tᶜ) − Σ_{i∈T} b_i
//
// for a supply b by push–relabel: A. V. Goldberg and R. E. Tarjan, "A new approach to the maximum-flow problem",
// J. ACM 35 (1988), with a first-in, first-out queue and global relabelling (B. V. Cherkassky and A. V. Goldberg, "On
// implementing the push–relabel method for the maximum flow problem", Algorithmica 19, 1997), which also sorts the queue
// by decreasing height. Vertices with b_i > 0 start with an excess and vertices with b_i < 0 with a deficit, a negative
// excess; every edge has capacity w_ij in both directions. T is the set of vertices from which no vertex with a deficit
// can be reached in the residual graph. Only the first phase of the method is needed: excess left in T is not returned.
//
// A solver must not be used by two callers at the same time.
type Solver struct {
	graph   *graph.CSR
	mirror  []int32   // position of half-edge j → i for every half-edge i → j; nil: rows ascend, and it is looked up in row j
	flow    []float64 // p_ij = −p_ji, the flow from i to j; |p_ij| ≤ w_ij, and w_ij − p_ij is the residual capacity
	excess  []float64 // b_i − Σ_j p_ij; a deficit where negative
	current []int32   // current arc: the half-edge at which discharge continues
	inQueue []bool

	order           []int32        // vertices in the order in which a region begins with them; nil: ascending
	vertices, queue []int32        // storage of the regions
	heights         [2][]int32     // heights of the regions low and high; the region of all vertices reuses the first
	sides           *parallel.Rows // two tasks, one for each side; nil: the sides are processed one after the other

	Work int // half-edges scanned by the last Cut
}

// NewSolver returns a solver on the subgraph of g induced by the given vertices, which must be distinct: its vertex a is
// vertices[a]. It is fastest if the vertices of each side of the cuts are contiguous. If rows is not nil, the two sides
// are processed on its threads; the result does not depend on their number. NewSolver returns nil if the subgraph has
// 2³¹ half-edges or more.
func NewSolver(g *graph.CSR, vertices []int32, rows *parallel.Rows) *Solver {
	sub, mirror := graph.Mirrored(g, vertices, rows.Team())
	if sub == nil {
		return nil
	}
	s := NewSolverOn(sub, mirror)
	if rows != nil {
		s.sides = rows.Tasks(2)
	}
	return s
}

// NewSolverOn returns a solver on a whole graph, whose rows need not ascend, given the position of the mirror of every
// half-edge.
func NewSolverOn(sub *graph.CSR, mirror []int32) *Solver {
	n := sub.N()
	return &Solver{graph: sub, mirror: mirror, flow: make([]float64, sub.NNZ()),
		excess: make([]float64, n), current: make([]int32, n), inQueue: make([]bool, n),
		vertices: make([]int32, n), queue: make([]int32, n), heights: [2][]int32{make([]int32, n), make([]int32, n)}}
}

// NewSolverOfAll returns a solver on g, which it does not copy and whose rows ascend, for the order of its vertices that is
// given. It takes less memory than NewSolver with all vertices in that order, but more time. Cut finds the same sets. It
// returns nil if g has 2³¹ half-edges or more.
func NewSolverOfAll(g *graph.CSR, order []int32, rows *parallel.Rows) *Solver {
	if g.NNZ() > math.MaxInt32 {
		return nil
	}
	s := NewSolverOn(g, nil)
	s.order, s.sides = order, rows.Tasks(2)
	return s
}

// mirrorOf returns the position of the mirror j → i of half-edge e from i to j.
func (s *Solver) mirrorOf(i, j int, e int64) int64 {
	if s.mirror != nil {
		return int64(s.mirror[e])
	}
	lo := s.graph.Indptr[j]
	at, _ := slices.BinarySearch(s.graph.Indices[lo:s.graph.Indptr[j+1]], int32(i))
	return lo + int64(at)
}

// Graph returns the subgraph of the solver. The entries of each row are in their order in the whole graph, so they need
// not ascend.
func (s *Solver) Graph() *graph.CSR { return s.graph }

// Supply returns memory for the supply of the vertices, which the next Cut overwrites.
func (s *Solver) Supply() []float64 { return s.excess }

// Cut writes to high the set T for the supply b, and returns true. The set given in high is a starting point: the flow
// starts with every edge from high to its complement saturated, which is true of every optimal flow if high is a
// minimiser. Cut returns false and leaves high unchanged if ctx ends, or if it scans more than limit half-edges in one of
// the sides or in total.
//
// Excess is first pushed within each side, then in the whole graph. In high, many vertices have an excess, and the few
// at the border have a deficit, left by the flow out of high. A few global relabellings then find paths that carry most
// of the excess to the border. In low, the few vertices at the border have an excess and many vertices nearby have a
// deficit, so that excess would fill the deficits along a path one after the other. There the reversed flow is computed
// instead, from the vertices with a deficit to the border.
func (s *Solver) Cut(ctx context.Context, b []float64, high []bool, limit int) bool {
	all, sides := s.regions(high)
	done := [2]bool{}
	s.forBothSides(func(side int) {
		r := sides[side]
		r.initialise(b, high)
		done[side] = r.pushAll(ctx, limit)
		r.restore(high)
	})
	s.Work = sides[0].scanned + sides[1].scanned
	if !done[0] || !done[1] {
		return false
	}
	found := all.pushAll(ctx, limit-s.Work)
	s.Work += all.scanned
	if !found {
		return false
	}
	for i, h := range all.height {
		high[i] = int(h) == len(high)
	}
	return true
}

// forBothSides calls run for side 0, low, and for side 1, high.
func (s *Solver) forBothSides(run func(side int)) {
	if s.sides == nil {
		run(0)
		run(1)
		return
	}
	s.sides.Sum(func(side, _ int) parallel.Sums {
		run(side)
		return parallel.Sums{}
	})
}

// regions returns the region of all vertices and the regions of low and of high. Each side has the height n + outside for
// the vertices of the other.
func (s *Solver) regions(high []bool) (all *region, sides [2]*region) {
	low := 0
	for _, in := range high {
		if !in {
			low++
		}
	}
	next := [2]int{0, low}
	for a := range high {
		i, side := int32(a), 0
		if s.order != nil {
			i = s.order[a]
		}
		if high[i] {
			side = 1
		}
		s.vertices[next[side]] = i
		s.heights[1-side][i] = int32(len(high)) + outside
		next[side]++
	}
	return s.region(0, len(high), s.heights[0]),
		[2]*region{s.region(0, low, s.heights[0]), s.region(low, len(high), s.heights[1])}
}
