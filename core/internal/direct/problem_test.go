package direct

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// equalParts returns the problem of cutting a graph into k parts of equal target mass.
func equalParts(g *graph.CSR, mass []float64, k int, minShare, imbalance float64) *Problem {
	shares := make([]float64, k)
	for r := range shares {
		shares[r] = 1 / float64(k)
	}
	return withShares(g, mass, shares, minShare, imbalance)
}

// withShares returns the problem of cutting a graph into parts with the given shares of the mass.
func withShares(g *graph.CSR, mass, shares []float64, minShare, imbalance float64) *Problem {
	total := objective.Total(mass)
	p := &Problem{Graph: g, Mass: mass, Criterion: objective.Criterion{K: len(shares), Lambda: 1, Total: total},
		Bounds: objective.NewBounds(shares, total, minShare, imbalance)}
	for _, t := range shares {
		p.Target = append(p.Target, t*total)
	}
	return p
}

// weightProblem returns the problem of the lowest weight between parts of equal targets.
func weightProblem(g *graph.CSR, k int, imbalance float64) *Problem {
	p := equalParts(g, testgraph.Ones(g.N()), k, 0, imbalance)
	p.Criterion.Edges = true
	return p
}

// randomProblem returns a problem on a small random graph with random masses. Every second one has bounds, and the
// criterion is the value or the weight between parts.
func randomProblem(rng *rand.Rand) *Problem {
	n, k := 12+rng.IntN(30), 2+rng.IntN(4)
	minShare, imbalance := 0.0, math.Inf(1)
	if rng.IntN(2) == 0 {
		minShare, imbalance = 0.3+0.4*rng.Float64(), 0.2+0.5*rng.Float64()
	}
	p := equalParts(testgraph.Random(rng, n, 0.2), testgraph.Mass(rng, n), k, minShare, imbalance)
	p.Criterion.Edges = rng.IntN(2) == 0
	p.Criterion.Lambda = math.Exp(0.5 * rng.NormFloat64())
	return p
}

// fixFirst fixes the first two vertices to the parts 0 and 1, and some others at random.
func fixFirst(rng *rand.Rand, p *Problem) {
	p.Fixed = make([]int32, p.Graph.N())
	for i := range p.Fixed {
		p.Fixed[i] = -1
		if i < 2 {
			p.Fixed[i] = int32(i)
		} else if i >= p.Criterion.K && rng.IntN(8) == 0 {
			p.Fixed[i] = int32(rng.IntN(p.Criterion.K))
		}
	}
}

// randomState returns a state of a random partition of a problem, with or without stored connections of the vertices with
// more than k neighbours.
func randomState(t *testing.T, rng *rand.Rand, p *Problem, stored bool) *state {
	n, k := p.Graph.N(), p.Criterion.K
	s := newState(t.Context(), p, newWorkspace(n, k), testgraph.Partition(rng, n, k, p.Fixed))
	if stored {
		s.connect()
		require.NotNil(t, s.row)
	}
	return s
}

// sums returns the cut, the mass and the number of vertices of each part, from the definitions.
func sums(p *Problem, labels []int32) (cuts, size []float64, count []int) {
	cuts, size, count = make([]float64, p.Criterion.K), make([]float64, p.Criterion.K), make([]int, p.Criterion.K)
	for r := range cuts {
		inside := make([]bool, len(labels))
		for i, a := range labels {
			if inside[i] = int(a) == r; inside[i] {
				count[r]++
			}
		}
		cuts[r], size[r] = objective.Weight(p.Graph, inside), objective.Inside(p.Mass, inside)
	}
	return cuts, size, count
}

// balance returns B(m) from the definition.
func balance(c objective.Criterion, m float64) float64 {
	switch rest := c.Total - m; {
	case c.Edges:
		return 1
	case c.K == 2:
		return max(min(c.Lambda*m, rest), min(m, c.Lambda*rest))
	default:
		return min(m, rest/float64(c.K-1))
	}
}

// criterion returns Σ_r cut(A_r, A_rᶜ)/(2 B(m(A_r))) for parts that are not empty, from the definition.
func criterion(p *Problem, labels []int32) float64 {
	cuts, size, _ := sums(p, labels)
	sum := 0.0
	for r, cut := range cuts {
		if cut > 0 {
			sum += cut / (2 * balance(p.Criterion, size[r]))
		}
	}
	return sum
}

// violation returns the mass by which the parts violate the bounds, from the definition.
func violation(p *Problem, labels []int32) float64 {
	_, size, _ := sums(p, labels)
	sum := 0.0
	for r, m := range size {
		sum += max(0, m-p.Bounds.Most[r]) + max(0, p.Bounds.Least[r]-m)
	}
	return sum
}

// requireValid requires that labels are a partition without empty parts in which fixed vertices keep their parts.
func requireValid(t *testing.T, p *Problem, labels []int32, message ...any) {
	t.Helper()
	require.Len(t, labels, p.Graph.N(), message...)
	count := make([]int, p.Criterion.K)
	for i, a := range labels {
		require.True(t, 0 <= a && int(a) < p.Criterion.K, message...)
		count[a]++
		if p.Fixed != nil && p.Fixed[i] >= 0 {
			require.Equal(t, p.Fixed[i], a, message...)
		}
	}
	require.NotContains(t, count, 0, message...)
}
