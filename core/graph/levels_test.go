package graph_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// pathFromTheMiddle returns the path … 3, 1, 0, 2, 4 … of n vertices.
func pathFromTheMiddle(t *testing.T, n int) *graph.CSR {
	edges := []graph.Edge{{I: 0, J: 1, W: 1}}
	for i := range n - 2 {
		edges = append(edges, graph.Edge{I: i, J: i + 2, W: 1})
	}
	g, err := graph.FromEdges(n, edges)
	require.NoError(t, err)
	return g
}

func TestLevelSeparator(t *testing.T) {
	for _, c := range []struct {
		name string
		g    *graph.CSR
		want int
	}{
		{"one vertex", testgraph.Path(1), 1},
		{"path", testgraph.Path(40), 1},
		{"complete graph", testgraph.Complete(20), 19}, // the root alone is no separator: all others are on one side
		{"two cliques and an edge", testgraph.Barbell(20, 1), 1},
		{"grid", testgraph.Grid(30, 7), 7},                     // shorter diagonals are in its outer quarters
		{"path, from its middle", pathFromTheMiddle(t, 40), 1}, // two vertices of each level of vertex 0
	} {
		assert.Equal(t, c.want, graph.LevelSeparator(c.g), c.name)
	}
}

// The separator is an upper bound of the smallest one, and a level: without its vertices, no part of the rest has more than three
// quarters of all vertices.
func TestLevelSeparatorIsNoLessThanTheSmallestSeparator(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 1))
		n := 4 + rng.IntN(7)
		g := testgraph.Random(rng, n, 0.2)
		require.GreaterOrEqual(t, graph.LevelSeparator(g), smallestSeparator(g), "seed %d", seed)
	}
}

// smallestSeparator returns the least number of vertices without which no component has more than 3n/4 vertices.
func smallestSeparator(g *graph.CSR) int {
	n, least := g.N(), g.N()
	for removed := range 1 << n {
		var kept []int32
		for i := range n {
			if removed>>i&1 == 0 {
				kept = append(kept, int32(i))
			}
		}
		if n-len(kept) >= least || len(kept) == 0 {
			continue
		}
		component, count := graph.Components(graph.Subgraph(g, kept))
		size, largest := make([]int, count), 0
		for _, c := range component {
			size[c]++
			largest = max(largest, size[c])
		}
		if 4*largest <= 3*n {
			least = n - len(kept)
		}
	}
	return least
}
