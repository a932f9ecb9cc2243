package partition

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/testgraph"
	"github.com/tvcut/tvcut/core/internal/units"
)

// withIsolated returns a random graph in which some vertices have no edges or only edges of weight 0.
func withIsolated(rng *rand.Rand, n int) *graph.CSR {
	var edges []graph.Edge
	density := rng.Float64() / 2
	for i := range n {
		for j := range i {
			if rng.Float64() < density {
				edges = append(edges, graph.Edge{I: i, J: j, W: float64(rng.IntN(2))})
			}
		}
	}
	g, err := graph.FromEdges(n, edges)
	if err != nil {
		panic(err)
	}
	return g
}

// Every part of every balance has a vertex and a mass, whether or not its vertices have edges.
func TestPartsOfIsolatedVerticesHaveMass(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	for round := range 60 {
		n := 2 + rng.IntN(17)
		g := withIsolated(rng, n)
		if round < 10 {
			n = 2 + round%5
			g = disjoint(slices.Repeat([]int{1}, n)...) // no edges
		}
		_, components := graph.Components(g)
		for _, balance := range []string{"ratio", "normalized"} {
			for _, k := range []int{2, 2 + rng.IntN(n-1), n} {
				for _, polish := range []string{"mincut", "none"} {
					opt := with("n_clusters", k, "balance", balance, "polish", polish, "min_share", 0.0, "n_starts", 2)
					r, err := Run(t.Context(), Problem{Graph: g}, opt, nil)
					require.NoError(t, err)
					for a := range int32(k) {
						require.Contains(t, r.Labels, a, "%s, %d parts of %d vertices", balance, k, n)
					}
					assert.Greater(t, slices.Min(r.Masses), 0.0, "%s, %d parts of %d vertices", balance, k, n)
					if components >= k {
						assert.Zero(t, r.Value)
						assert.Equal(t, Optimal, r.Status)
					}
				}
			}
		}
	}
}

// The masses of isolated vertices do not change the sums of degrees.
func TestIsolatedVerticesHaveNoWeightInSums(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	g := testgraph.Random(rng, 30, 0.2)
	indptr := append([]int64{0, 0, 0}, g.Indptr[1:]...) // two isolated vertices before the others
	indices := slices.Clone(g.Indices)
	for e := range indices {
		indices[e] += 2
	}
	wider, err := graph.New(indptr, indices, g.Data)
	require.NoError(t, err)
	mass, sum := units.PositiveDegrees(wider), 0.0
	for _, m := range mass {
		require.Positive(t, m)
		sum += m
	}
	assert.Equal(t, g.Degrees(), mass[2:])
	want := 0.0
	for _, d := range g.Degrees() {
		want += d
	}
	assert.Equal(t, want, sum)
}
