package graph_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// reachable returns whether each vertex is reachable from each other one by edges of positive weight.
func reachable(n int, edges []graph.Edge) [][]bool {
	reach := make([][]bool, n)
	for i := range reach {
		reach[i] = make([]bool, n)
		reach[i][i] = true
	}
	for _, e := range edges {
		if e.W > 0 {
			reach[e.I][e.J], reach[e.J][e.I] = true, true
		}
	}
	for k := range n {
		for i := range n {
			for j := range n {
				reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
			}
		}
	}
	return reach
}

func TestComponentsAgainstReachability(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 0))
	for range 300 {
		n := 1 + rng.IntN(40)
		edges := make([]graph.Edge, rng.IntN(n+1))
		for k := range edges {
			edges[k] = graph.Edge{I: rng.IntN(n), J: rng.IntN(n), W: float64(rng.IntN(3))}
		}
		g, err := graph.FromEdges(n, edges)
		require.NoError(t, err)
		// Numbering in the order of the smallest vertices determines the labels.
		reach := reachable(n, edges)
		want, components := make([]int32, n), int32(0)
		for i := range n {
			smallest := slices.Index(reach[i], true)
			if want[i] = want[smallest]; smallest == i {
				want[i] = components
				components++
			}
		}
		label, count := graph.Components(g)
		require.Equal(t, want, label)
		require.Equal(t, int(components), count)
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

// The vertices of the two paths have random numbers, so that trees are linked in any order.
func TestComponentsOfPathsInRandomOrder(t *testing.T) {
	const n = 100000
	order := rand.New(rand.NewPCG(7, 0)).Perm(n)
	var edges []graph.Edge
	for k := 1; k < n; k++ {
		if k != n/3 {
			edges = append(edges, graph.Edge{I: order[k-1], J: order[k], W: 1})
		}
	}
	g, err := graph.FromEdges(n, edges)
	require.NoError(t, err)
	label, count := graph.Components(g)
	require.Equal(t, 2, count)
	assert.Zero(t, label[0])
	for k, i := range order {
		require.Equal(t, label[order[n/3*(min(k/(n/3), 1))]], label[i])
	}
}

// Pieces are the components of the graph without its negligible edges.
func TestPiecesIgnoreNegligibleWeights(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 0))
	ignored := 0
	for range 300 {
		n := 2 + rng.IntN(30)
		var edges, kept []graph.Edge
		for range rng.IntN(3 * n) {
			edges = append(edges, graph.Edge{I: rng.IntN(n), J: rng.IntN(n), W: math.Pow(10, float64(-rng.IntN(40)))})
		}
		g, err := graph.FromEdges(n, edges)
		require.NoError(t, err)
		degree := g.Degrees()
		for i := range n {
			idx, w := g.Row(i)
			for e, j := range idx {
				switch heavier := max(degree[i], degree[j]); {
				case i > int(j):
				case w[e] <= 0x1p-53*heavier:
					ignored++
				default:
					kept = append(kept, graph.Edge{I: i, J: int(j), W: w[e]})
				}
			}
		}
		without, err := graph.FromEdges(n, kept)
		require.NoError(t, err)
		want, components := graph.Components(without)
		piece, count := graph.Pieces(g)
		require.Equal(t, components, count)
		require.Equal(t, want, piece)
	}
	assert.Greater(t, ignored, 100)
}
