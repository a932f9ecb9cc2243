package direct

import (
	"context"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
)

// tiny is the relative size below which a difference of values, or a weight in sums that were updated, is a rounding error.
const tiny = objective.Rounding

// state is a partition of one graph under refinement.
type state struct {
	*objective.Criterion
	objective.Bounds
	ctx   context.Context
	work  *workspace
	graph *graph.CSR
	mass  []float64
	fixed []int32 // part of each fixed vertex, −1 for the other vertices; nil: none is fixed

	labels []int32   // part of each vertex
	cuts   []float64 // cut(A_r, A_rᶜ)
	size   []float64 // m(A_r)
	count  []int     // vertices of A_r
	term   []float64 // term of part r in the criterion

	border []int32 // a list of vertices that contains all border vertices; nil: not listed yet

	row         []int32   // row of vertex i in connections, unmade or absent; nil: all are absent
	connections []float64 // Σ_{j∈A_r} w_ij at row_i·k + r
	degree      []float64 // deg_i at row_i
	roomiest    int32     // part whose mass may increase most, while the bounds are restored
	price       []float64 // price of a unit of mass above the bound of each part; nil: the bounds are kept
}

// newState returns the state of a problem's partition, which it does not copy.
func newState(ctx context.Context, p *Problem, w *workspace, labels []int32) *state {
	k := p.Criterion.K
	s := &state{Criterion: &p.Criterion, Bounds: p.Bounds, ctx: ctx, work: w, graph: p.Graph, mass: p.Mass, fixed: p.Fixed,
		labels: labels, cuts: make([]float64, k), size: make([]float64, k), count: make([]int, k), term: make([]float64, k)}
	s.sum()
	return s
}

// become moves the vertices on which the partition differs from another one.
func (s *state) become(labels []int32) {
	for i, a := range labels {
		if s.labels[i] != a {
			s.move(int32(i), a)
		}
	}
}

// sum recomputes the sums over the vertices and edges of each part from the labels.
func (s *state) sum() {
	clear(s.cuts)
	clear(s.size)
	clear(s.count)
	for i, a := range s.labels {
		s.size[a] += s.mass[i]
		s.count[a]++
		idx, w := s.graph.Row(i)
		for e, j := range idx {
			if s.labels[j] != a {
				s.cuts[a] += w[e]
			}
		}
	}
	for r := range s.term {
		s.term[r] = s.Term(s.cuts[r], s.size[r])
	}
}

// refineNext makes the partition projected to the next finer graph the current one. Its sums over parts are the same, unless the
// weights of the graph before are rounded.
func refineNext(s *state, g *graph.CSR, mass []float64, fixed, labels []int32, rounded bool) {
	s.graph, s.mass, s.fixed, s.labels, s.border = g, mass, fixed, labels, nil
	if rounded {
		s.sum()
	} else {
		clear(s.count)
		for _, a := range labels {
			s.count[a]++
		}
	}
	s.connect()
}

// value returns the criterion.
func (s *state) value() float64 {
	sum := 0.0
	for _, t := range s.term {
		sum += t
	}
	return sum
}

// violation returns by how much the masses violate the bounds. An empty part counts as a violation by the total mass.
func (s *state) violation() float64 {
	sum := s.Violation(s.size)
	for _, count := range s.count {
		if count == 0 {
			sum += s.Total
		}
	}
	return sum
}

// isFixed reports whether vertex i must keep its part.
func (s *state) isFixed(i int32) bool { return s.fixed != nil && s.fixed[i] >= 0 }

// gain returns the decrease of the criterion by a move of vertex i from part a to part b, and of the price of overload if it
// has one. toA and toB are the weights between i and these parts.
func (s *state) gain(i, a, b int32, toA, toB, deg float64) float64 {
	return s.leaving(i, a, toA, deg) + s.joining(i, b, toB, deg)
}

// leaving returns the share of part a in the gain of a move of vertex i out of it. It is the same for all parts that i can
// move to.
func (s *state) leaving(i, a int32, toA, deg float64) float64 {
	m, gain := s.mass[i], -toA
	if !s.Edges {
		gain = s.term[a] - s.Term(s.cuts[a]-deg+2*toA, s.size[a]-m)
	}
	if s.price != nil {
		gain += s.price[a] * (overload(s, a, s.size[a]) - overload(s, a, s.size[a]-m))
	}
	return gain
}

// joining returns the share of part b in the gain of a move of vertex i into it.
func (s *state) joining(i, b int32, toB, deg float64) float64 {
	if s.Edges && s.price == nil { // the most frequent case, short enough to be inlined
		return toB
	}
	return s.joiningAtPrice(i, b, toB, deg)
}

func (s *state) joiningAtPrice(i, b int32, toB, deg float64) float64 {
	m, gain := s.mass[i], toB
	if !s.Edges {
		gain = s.term[b] - s.Term(s.cuts[b]+deg-2*toB, s.size[b]+m)
	}
	if s.price != nil {
		gain -= s.price[b] * (overload(s, b, s.size[b]+m) - overload(s, b, s.size[b]))
	}
	return gain
}

// move moves vertex i to part b.
func (s *state) move(i, b int32) {
	a, m := s.labels[i], s.mass[i]
	weight, deg, parts := s.toward(i)
	s.cuts[a] += 2*weight[a] - deg
	s.cuts[b] += deg - 2*weight[b]
	s.release(i, parts)
	s.size[a] -= m
	s.size[b] += m
	s.count[a]--
	s.count[b]++
	s.term[a], s.term[b] = s.Term(s.cuts[a], s.size[a]), s.Term(s.cuts[b], s.size[b])
	s.labels[i] = b
	s.list(i)
	idx, w := s.graph.Row(int(i))
	for e, j := range idx {
		s.list(j)
		if r := s.stored(j); r >= 0 {
			row := s.connections[int(r)*s.K:][:s.K]
			row[a] -= w[e]
			row[b] += w[e]
		}
	}
}
