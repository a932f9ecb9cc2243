package direct

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// A subgraph has the weights between its vertices and no others, and leaves no trace in the places.
func TestInducedSubgraphs(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	const n = 40
	g := testgraph.Random(rng, n, 0.2)
	place := slices.Repeat([]int32{-1}, n)
	for range 20 {
		vertices := make([]int32, 0, n)
		for _, v := range rng.Perm(n)[:1+rng.IntN(n)] {
			vertices = append(vertices, int32(v))
		}
		sub := induced(g, vertices, place)
		require.Equal(t, slices.Repeat([]int32{-1}, n), place)
		require.Equal(t, len(vertices), sub.N())
		for at, v := range vertices {
			weight := make([]float64, n)
			idx, w := sub.Row(at)
			for e, j := range idx {
				weight[vertices[j]] = w[e]
			}
			want := make([]float64, n)
			idx, w = g.Row(int(v))
			for e, j := range idx {
				if slices.Contains(vertices, j) {
					want[j] = w[e]
				}
			}
			require.Equal(t, want, weight, "vertex %d", v)
		}
	}
}
