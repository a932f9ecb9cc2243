package graph_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// dense returns the weight matrix of g, row by row.
func dense(g *graph.CSR) [][]float64 {
	w := make([][]float64, g.N())
	for i := range w {
		w[i] = make([]float64, g.N())
		idx, row := g.Row(i)
		for k, j := range idx {
			w[i][j] = row[k]
		}
	}
	return w
}

// randomEdges returns random edges with many parallel edges and self-loops. Weights are small integers, so that their
// sums are exact in any order.
func randomEdges(rng *rand.Rand, n, count int) []graph.Edge {
	edges := make([]graph.Edge, count)
	for k := range edges {
		edges[k] = graph.Edge{I: rng.IntN(n), J: rng.IntN(n), W: float64(rng.IntN(8))}
	}
	return edges
}

func TestFromEdgesSumsParallelEdgesAndDropsSelfLoops(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for range 100 {
		n := 1 + rng.IntN(12)
		edges := randomEdges(rng, n, rng.IntN(60))
		want := make([][]float64, n)
		for i := range want {
			want[i] = make([]float64, n)
		}
		for _, e := range edges {
			if e.I != e.J {
				want[e.I][e.J] += e.W
				want[e.J][e.I] += e.W
			}
		}
		g, err := graph.FromEdges(n, edges)
		require.NoError(t, err)
		require.Equal(t, n, g.N())
		require.Equal(t, want, dense(g))
	}
}

func TestFromEdgesRefusesVerticesOutside(t *testing.T) {
	outside := []graph.Edge{{I: 3, J: 0, W: 1}, {I: 0, J: 3, W: 1}, {I: -1, J: 0, W: 1}, {I: 0, J: -1, W: 1}, {I: 3, J: 3, W: 1}}
	for _, e := range outside {
		_, err := graph.FromEdges(3, []graph.Edge{{I: 0, J: 1, W: 1}, e})
		var fault *graph.Error
		require.ErrorAs(t, err, &fault, "%v", e)
		assert.Equal(t, graph.Error{Fault: graph.FaultIndex, Row: e.I, Col: e.J, Value: e.W}, *fault)
	}
}

func TestFromEdgesRefusesNegativeWeightsThatAreOutweighed(t *testing.T) {
	for _, e := range []graph.Edge{{I: 0, J: 1, W: -1}, {I: 1, J: 0, W: -1}, {I: 2, J: 2, W: -1}} {
		_, err := graph.FromEdges(3, []graph.Edge{{I: 0, J: 1, W: 3}, e})
		var fault *graph.Error
		require.ErrorAs(t, err, &fault, "%v", e)
		assert.Equal(t, graph.Error{Fault: graph.FaultNegative, Row: e.I, Col: e.J, Value: e.W}, *fault)
	}
}

func TestFromEdgesDoesNotModifyItsInput(t *testing.T) {
	edges := randomEdges(rand.New(rand.NewPCG(2, 0)), 9, 40)
	before := append([]graph.Edge(nil), edges...)
	_, err := graph.FromEdges(9, edges)
	require.NoError(t, err)
	assert.Equal(t, before, edges)
}

func TestRowsAreStrictlyAscendingSubslices(t *testing.T) {
	g := testgraph.Random(rand.New(rand.NewPCG(3, 0)), 30, 0.3)
	stored := 0
	for i := range g.N() {
		idx, w := g.Row(i)
		require.Equal(t, len(idx), len(w))
		for k, j := range idx {
			require.NotEqual(t, i, int(j))
			require.True(t, k == 0 || idx[k-1] < j)
		}
		if len(idx) > 0 {
			assert.Same(t, &g.Indices[stored], &idx[0])
			assert.Same(t, &g.Data[stored], &w[0])
		}
		stored += len(idx)
	}
	assert.Equal(t, g.NNZ(), stored)
}

func TestDegreesAreRowSums(t *testing.T) {
	g, err := graph.FromEdges(5, []graph.Edge{{I: 0, J: 1, W: 2}, {I: 1, J: 2, W: 0.5}, {I: 3, J: 1, W: 0}})
	require.NoError(t, err)
	assert.Equal(t, []float64{2, 2.5, 0.5, 0, 0}, g.Degrees())
}

func TestScaledByPowerOfTwoIsExact(t *testing.T) {
	// The smallest subnormal is 2^−1074, so an integer below 2^14 scaled by 2^−1060 or more is exact.
	edges := []graph.Edge{{I: 0, J: 1, W: 1}, {I: 1, J: 2, W: 3}, {I: 0, J: 2, W: 10001}}
	g, err := graph.FromEdges(3, edges)
	require.NoError(t, err)
	for _, exp := range []int{0, 1, -1, 900, 1000, -500, -1022, -1040, -1060} {
		s := g.Scaled(exp)
		for k, w := range g.Data {
			want := math.Ldexp(w, exp)
			assert.Equal(t, want, s.Data[k], "exp %d", exp)
			assert.Positive(t, s.Data[k])
		}
		assert.Equal(t, g.Data, s.Scaled(-exp).Data, "exp %d and back", exp)
		assert.Equal(t, g.Indptr, s.Indptr)
		assert.Equal(t, g.Indices, s.Indices)
	}
	assert.Equal(t, 10001.0, dense(g)[0][2], "Scaled must not modify its receiver")
}
