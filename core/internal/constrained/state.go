package constrained

import (
	"context"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
)

// state is a partition under refinement.
type state struct {
	*Problem
	ctx    context.Context
	k      int32
	labels []int32
	links  *links
	degree []float64
	cuts   []float64   // cut(A_r, A_rᶜ)
	load   [][]float64 // mass of part r in column c at [c][r]
	count  []int       // vertices of A_r
	total  []float64   // M_c
	room   []float64   // mass by which a part may exceed its upper bound in column c for a while
	volume float64     // communication volume, if that is minimised
	seen   seen
}

// newState returns the state of a partition, which it does not copy.
func newState(ctx context.Context, p *Problem, labels []int32) *state {
	k := p.Criterion.K
	s := &state{Problem: p, ctx: ctx, k: int32(k), labels: labels, links: newLinks(p.Graph, labels, k), degree: degrees(p.Graph),
		cuts: make([]float64, k), count: make([]int, k), room: make([]float64, len(p.Columns)), seen: newSeen(p.Graph.N())}
	for _, c := range p.Columns {
		load := make([]float64, k)
		for i, a := range labels {
			load[a] += c.Mass[i]
		}
		s.load, s.total = append(s.load, load), append(s.total, max(objective.Total(c.Mass), 1e-300))
	}
	for i, a := range labels {
		s.count[a]++
		s.cuts[a] += s.degree[i] - s.links.toward(int32(i), a).weight
		s.volume += volumeOf(s, int32(i))
	}
	return s
}

// degrees returns the degrees without loops.
func degrees(g *graph.CSR) []float64 {
	d := make([]float64, g.N())
	for i := range d {
		idx, w := g.Row(i)
		for e, j := range idx {
			if int(j) != i {
				d[i] += w[e]
			}
		}
	}
	return d
}

// value returns the criterion or the volume, and the price of the vertices that are not at home.
func (s *state) value() float64 {
	sum := s.volume
	if s.Volume == nil {
		sum = 0
		for r, cut := range s.cuts {
			sum += s.Criterion.Term(cut, s.load[0][r])
		}
	}
	if s.Home != nil {
		for i, a := range s.labels {
			if a != s.Home[i] {
				sum += s.Price * s.Columns[0].Mass[i]
			}
		}
	}
	return sum
}

// excess returns Σ_c (mass by which the parts exceed the bounds of column c)/M_c.
func (s *state) excess() float64 {
	sum := 0.0
	for c, column := range s.Columns {
		sum += column.Bounds.Violation(s.load[c]) / s.total[c]
	}
	return sum
}

// excessOf returns the share of part r in excess, if its masses change by factor times those of vertex i.
func (s *state) excessOf(r, i int32, factor float64) float64 {
	sum := 0.0
	for c := range s.Columns {
		column := &s.Columns[c]
		m := s.load[c][r] + factor*column.Mass[i]
		sum += max(0, m-column.Bounds.Most[r], column.Bounds.Least[r]-m) / s.total[c]
	}
	return sum
}

// relief returns the decrease of the excess by a move of vertex i to part b.
func (s *state) relief(i, b int32) float64 {
	a := s.labels[i]
	return s.excessOf(a, i, 0) + s.excessOf(b, i, 0) - s.excessOf(a, i, -1) - s.excessOf(b, i, 1)
}

func countEmpty(s *state) int {
	empty := 0
	for _, c := range s.count {
		if c == 0 {
			empty++
		}
	}
	return empty
}

// isFixed reports whether vertex i must keep its part.
func (s *state) isFixed(i int32) bool { return s.Fixed != nil && s.Fixed[i] >= 0 }

// isApart reports whether no vertex of part b must lie in another part than vertex i.
func (s *state) isApart(i, b int32) bool {
	return !slices.ContainsFunc(s.Apart.Of(i), func(j int32) bool { return s.labels[j] == b })
}

// gain returns the decrease of the value by a move of vertex i to part b, to which it has the given link.
func (s *state) gain(i, b int32, toB link) float64 {
	a, gain := s.labels[i], 0.0
	toA := s.links.toward(i, a)
	switch {
	case s.Volume != nil:
		gain = s.volumeGain(i, b)
	case s.Criterion.Edges:
		gain = toB.weight - toA.weight
	default:
		m, deg, load, term := s.Columns[0].Mass[i], s.degree[i], s.load[0], s.Criterion.Term
		gain = term(s.cuts[a], load[a]) - term(s.cuts[a]-deg+2*toA.weight, load[a]-m)
		gain += term(s.cuts[b], load[b]) - term(s.cuts[b]+deg-2*toB.weight, load[b]+m)
	}
	if s.Home != nil {
		switch s.Home[i] {
		case a:
			gain -= s.Price * s.Columns[0].Mass[i]
		case b:
			gain += s.Price * s.Columns[0].Mass[i]
		}
	}
	return gain
}

// move moves vertex i to part b.
func (s *state) move(i, b int32) {
	a := s.labels[i]
	if s.Volume != nil {
		s.volume -= s.volumeGain(i, b)
	}
	s.cuts[a] -= s.degree[i] - 2*s.links.toward(i, a).weight
	s.cuts[b] += s.degree[i] - 2*s.links.toward(i, b).weight
	for c := range s.Columns {
		s.load[c][a] -= s.Columns[c].Mass[i]
		s.load[c][b] += s.Columns[c].Mass[i]
	}
	s.count[a]--
	s.count[b]++
	s.labels[i] = b
	idx, w := s.Graph.Row(int(i))
	for e, j := range idx {
		if j != i {
			s.links.remove(j, a, w[e])
			s.links.add(j, b, w[e])
		}
	}
}
