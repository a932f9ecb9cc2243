package graph_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// unionFind is the oracle of Components. It works on the list of edges.
type unionFind []int

func newUnionFind(n int) unionFind {
	u := make(unionFind, n)
	for i := range u {
		u[i] = i
	}
	return u
}

func (u unionFind) find(i int) int {
	for u[i] != i {
		i = u[i]
	}
	return i
}

func (u unionFind) union(i, j int) { u[u.find(i)] = u.find(j) }

func TestComponentsAgainstUnionFind(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 0))
	for range 300 {
		n := 1 + rng.IntN(40)
		edges := make([]graph.Edge, rng.IntN(n+1))
		oracle := newUnionFind(n)
		for k := range edges {
			e := graph.Edge{I: rng.IntN(n), J: rng.IntN(n), W: float64(rng.IntN(3))}
			edges[k] = e
			if e.W > 0 {
				oracle.union(e.I, e.J)
			}
		}
		g, err := graph.FromEdges(n, edges)
		require.NoError(t, err)
		// Numbering in the order of the smallest vertices determines the labels.
		want, number := make([]int32, n), map[int]int32{}
		for i := range want {
			root := oracle.find(i)
			if _, ok := number[root]; !ok {
				number[root] = int32(len(number))
			}
			want[i] = number[root]
		}
		label, count := graph.Components(g)
		require.Equal(t, want, label)
		require.Equal(t, len(number), count)
	}
}

func TestZeroWeightEdgesDoNotConnect(t *testing.T) {
	g, err := graph.FromEdges(3, []graph.Edge{{I: 0, J: 1, W: 0}, {I: 1, J: 2, W: 5e-324}})
	require.NoError(t, err)
	label, count := graph.Components(g)
	assert.Equal(t, []int32{0, 1, 1}, label)
	assert.Equal(t, 2, count)
}

func TestComponentsOfLongPath(t *testing.T) {
	_, count := graph.Components(testgraph.Path(200000)) // a recursive search would have depth n
	assert.Equal(t, 1, count)
}
