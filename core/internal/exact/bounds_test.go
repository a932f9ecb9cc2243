package exact

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// excess returns F(S) for S = {labels = part}, and m(S), computed from the definition.
func excess(p *Problem, labels []int32, part int32, value float64) (f, mass float64) {
	var size [2]float64
	for i, a := range labels {
		size[a] += p.Mass[i]
		idx, w := p.Graph.Row(i)
		for e, j := range idx {
			if int(j) > i && labels[j] != a {
				f += w[e]
			}
		}
	}
	d, lambda := 1.0, p.Criterion.Lambda
	if !p.Criterion.Edges {
		d = max(min(lambda*size[0], size[1]), min(lambda*size[1], size[0]))
	}
	return f - value*d, size[part]
}

// At every node of the path to a partition in the range, both lower bounds are at most F of the partition.
func TestLowerBoundsAreBelowF(t *testing.T) {
	forEachProblem(t, 6, 6, 6, func(t *testing.T, p *Problem, _ float64, start []int32) {
		s := newSearch(context.Background(), p, start, unlimited)
		if s == nil || s.value == 0 {
			return
		}
		for part := range int32(2) {
			for _, r := range s.ranges(part) {
				light, heavy, _ := s.split(r)
				for _, r := range []massRange{r, light, heavy} {
					if r.least <= r.most {
						requireLowerBounds(t, s, r)
					}
				}
			}
		}
	})
}

// requireLowerBounds checks the bounds in a range, without contraction but of fixed vertices.
func requireLowerBounds(t *testing.T, s *search, r massRange) {
	value, message := s.value, describe(s.Problem)
	s.value *= 1e9 // no edge is contracted
	tr := s.newTree(r)
	if tr == nil {
		return
	}
	s.value = value
	relaxed := tr.newRelaxation()
	relaxed.solve()
	tr.square = relaxed.quadratic(tr.graph.n() - (relaxed.n - 1))
	rng := rand.New(rand.NewPCG(7, 0))
	each(s.Graph.N(), func(labels []int32) {
		f, mass := excess(s.Problem, labels, r.part, value)
		if mass < r.least || mass > r.most {
			return
		}
		if math.IsInf(criterion(s.Problem, labels), 1) {
			return
		}
		slack := 1e-12 * (math.Abs(f) + value*tr.top()) // rounding errors of F
		nd := node{to: [2]*[MaxVertices]float64{&tr.storage[0][0], &tr.storage[1][0]}, square: tr.square.root}
		for _, members := range tr.graph.members {
			side := int8(1)
			if labels[members[0]] == r.part {
				side = 0
			}
			nd = tr.child(&nd, side)
			require.LessOrEqual(t, nd.square, f+tr.square.rounding+slack, message)
			line := tr.line(&nd, 3*r.slope*rng.NormFloat64()+rng.NormFloat64()*tr.top()/tr.most)
			require.LessOrEqual(t, line.value, f+line.rounding+slack, message)
		}
		require.InDelta(t, f, nd.cut-value*r.height(nd.mass), 1e-9*(math.Abs(f)+value*tr.top()))
		if !math.IsInf(tr.square.root, -1) {
			wide := widening * s.massUnit
			product := (mass - r.least + wide) / s.total * ((mass - r.most - wide) / s.total)
			require.InDelta(t, f+relaxed.t*product, nd.square, tr.square.rounding+slack, "F + t (pᵀx)(qᵀx) when all is decided")
		}
	})
}

// The relaxation attains the minimum of cut(S, Sᶜ) over sets of a given size in a complete graph, where it is exact.
func TestRelaxationIsExactOnCompleteGraphs(t *testing.T) {
	p := problem(rand.New(rand.NewPCG(8, 0)), 12, families[4], weightings[0], "ones")
	p.Criterion.Edges, p.Fixed = true, nil
	p.Bounds.Least, p.Bounds.Most = []float64{4, 4}, []float64{8, 8}
	s := newSearch(context.Background(), p, []int32{0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1}, unlimited)
	for size := 4.0; size <= 6; size++ {
		tr := &tree{search: s, massRange: massRange{least: size, most: size, constant: 1}, graph: s.dense(0), rest: []float64{12}}
		r := tr.newRelaxation()
		r.solve()
		f := size*(12-size) - s.value
		slope := 12 - 2*size // of F, by which the bound is lower because the range is wider
		require.InDelta(t, f, r.bound(), 1.1*slope*widening+0.02, "size %g", size)
		require.LessOrEqual(t, r.bound(), f)
	}
}
