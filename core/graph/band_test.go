package graph_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// distances returns the number of edges from each vertex to the border between sides, n where no path leads to it, and
// the number of border vertices.
func distances(g *graph.CSR, side []int) (distance []int, border int) {
	n := g.N()
	distance = make([]int, n)
	for i := range distance {
		distance[i] = n
		idx, _ := g.Row(i)
		if slices.ContainsFunc(idx, func(j int32) bool { return side[j] != side[i] }) {
			distance[i] = 0
			border++
		}
	}
	for range n {
		for i := range n {
			idx, _ := g.Row(i)
			for _, j := range idx {
				distance[i] = min(distance[i], distance[j]+1)
			}
		}
	}
	return distance, border
}

func TestBandContainsTheNearestVertices(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 0))
	for range 200 {
		n := 1 + rng.IntN(60)
		g, side := testgraph.Random(rng, n, 0.1), make([]int, n)
		for i := range side {
			if rng.IntN(8) == 0 {
				side[i] = 1 + rng.IntN(2)
			}
		}
		size, times := rng.IntN(n), 1+rng.IntN(3)
		distance, border := distances(g, side)
		band := graph.Band(g, side, size, times, nil)
		if 2*max(size, times*border) > n {
			require.Len(t, band, n, "a band of more than n/2 vertices is extended to all")
			continue
		}
		require.True(t, slices.IsSortedFunc(band, func(i, j int32) int { return distance[i] - distance[j] }))
		furthest, out := 0, n
		for i := range n {
			if slices.Contains(band, int32(i)) {
				furthest = max(furthest, distance[i])
			} else {
				out = min(out, distance[i])
			}
		}
		require.LessOrEqual(t, furthest, out+1, "every vertex closer than the outermost layer is in the band")
		if out < n {
			require.GreaterOrEqual(t, len(band), min(max(size, times*border), n))
		}
	}
}
