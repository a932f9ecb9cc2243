package direct

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/plan"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// withOutliers returns a grid of 20 × 20 vertices of which the last count vertices have no edges but one of weight 1/1000 each.
func withOutliers(t *testing.T, count int) *graph.CSR {
	const n = 400
	rng, edges, grid := rand.New(rand.NewPCG(1, 0)), []graph.Edge{}, testgraph.Grid(20, 20)
	for i := range n - count {
		idx, _ := grid.Row(i)
		for _, j := range idx {
			if int(j) < i {
				edges = append(edges, graph.Edge{I: i, J: int(j), W: 1})
			}
		}
	}
	for i := n - count; i < n; i++ {
		edges = append(edges, graph.Edge{I: i, J: rng.IntN(n - count), W: 1e-3})
	}
	g, err := graph.FromEdges(n, edges)
	require.NoError(t, err)
	return g
}

// stripes returns the partition of vertices into k intervals of numbers.
func stripes(n, k int) []int32 {
	labels := make([]int32, n)
	for i := range labels {
		labels[i] = int32(i * k / n)
	}
	return labels
}

// The parts of lowest value are single vertices, the outliers, each with a term of half of 1/1000, and the rest, whose term
// is as large as theirs together. Within bounds on the masses they are no partition.
func TestOutliersReplaceAWorsePartition(t *testing.T) {
	g := withOutliers(t, 5)
	for k := 3; k <= 6; k++ {
		for _, share := range []float64{0, 0.5} {
			p := equalParts(g, testgraph.Ones(400), k, share, float64(k))
			s := newSearch(t.Context(), p, Options{PartsSearch: plan.PartsSearch{Tries: 1}, Threads: 1}, 1)
			s.best = p.candidate(stripes(400, k))
			before := s.best
			s.offerOutliers()
			if share > 0 {
				assert.Equal(t, before, s.best, "k = %d", k)
				continue
			}
			requireValid(t, p, s.best.labels)
			assert.InDelta(t, 1e-3*float64(k-1), s.best.value, 1e-12, "k = %d", k)
		}
	}
}

// No outliers are tried for two parts, for the weight of the cut and where vertices are fixed.
func TestWhereNoOutliersAreTried(t *testing.T) {
	g := withOutliers(t, 5)
	for name, change := range map[string]func(p *Problem){
		"cut":   func(p *Problem) { p.Criterion.Edges = true },
		"fixed": func(p *Problem) { p.Fixed = stripes(400, 3) },
	} {
		p := equalParts(g, testgraph.Ones(400), 3, 0, 3)
		change(p)
		s := newSearch(t.Context(), p, Options{PartsSearch: plan.PartsSearch{Tries: 1}, Threads: 1}, 1)
		s.best = p.candidate(stripes(400, 3))
		before := s.best
		s.offerOutliers()
		assert.Equal(t, before, s.best, name)
	}
}

// Where the terms deg_i/(2 m_i) of fewer than k−1 vertices are at most the given value, there is no partition of a lower one.
func TestOutliersAreWeak(t *testing.T) {
	p := equalParts(withOutliers(t, 5), testgraph.Ones(400), 6, 0, 6)
	assert.Nil(t, p.outliers(4e-4))
	labels := p.outliers(6e-4)
	require.NotNil(t, labels)
	for i, r := range labels {
		assert.Equal(t, i >= 395, r > 0, "vertex %d", i)
	}
	p.Criterion.K = 7
	assert.Nil(t, p.outliers(6e-4))
}

// The tries alone do not find the outliers.
func TestCutFindsOutliers(t *testing.T) {
	g := withOutliers(t, 8)
	for k := 3; k <= 8; k++ {
		p := equalParts(g, testgraph.Ones(400), k, 0, float64(k))
		_, value := p.Score(Cut(t.Context(), p, Options{PartsSearch: plan.PartsSearch{Tries: 3}, Threads: 2, Seed: uint64(k)}))
		assert.InDelta(t, 1e-3*float64(k-1), value, 1e-12, "k = %d", k)
	}
}
