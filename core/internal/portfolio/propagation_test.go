package portfolio

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/plan"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// walked returns (½ I + ½ D⁻¹ W)^steps h for the function h that is 1/volume on the fixed vertices of a part, where volume is the
// sum of their degrees.
func walked(g *graph.CSR, fixed []int32, part int32, steps int) []float64 {
	h, deg, volume := make([]float64, g.N()), g.Degrees(), 0.0
	for i, a := range fixed {
		if a == part {
			h[i] = 1
			volume += deg[i]
		}
	}
	for i := range h {
		h[i] /= volume
	}
	for range steps {
		next := make([]float64, len(h))
		for i := range next {
			idx, w := g.Row(i)
			sum := 0.0
			for e, j := range idx {
				sum += w[e] * h[j]
			}
			next[i] = (h[i] + sum/deg[i]) / 2
		}
		h = next
	}
	return h
}

// weightedPath returns a path with random weights, on which a walk spreads slowly.
func weightedPath(t *testing.T, rng *rand.Rand, n int) *graph.CSR {
	var edges []graph.Edge
	for i := 1; i < n; i++ {
		edges = append(edges, graph.Edge{I: i - 1, J: i, W: 0.1 + rng.Float64()})
	}
	g, err := graph.FromEdges(n, edges)
	require.NoError(t, err)
	return g
}

// Each vertex joins the part whose function is largest there after the steps, and the walk keeps Σ deg_i h_i = 1.
func TestVerticesJoinThePartOfTheLargestFunction(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 41))
		n, k := 60+rng.IntN(60), 2+rng.IntN(3)
		g, fixed := weightedPath(t, rng, n), slices.Repeat([]int32{-1}, n)
		for at, i := range rng.Perm(n)[:3*k] {
			fixed[i] = int32(at % k)
		}
		r := searchOf(t.Context(), g, options(k))
		labels := propagateLabels(r, fixed)
		h, deg := make([][]float64, k), g.Degrees()
		for a := range h {
			h[a] = walked(g, fixed, int32(a), plan.Default().Refinement.WalkSteps)
			sum := 0.0
			for i, x := range h[a] {
				sum += deg[i] * x
			}
			require.InDelta(t, 1, sum, 1e-9)
		}
		for i, a := range labels {
			for b := range h {
				require.True(t, a == fixed[i] || h[a][i] >= h[b][i]*(1-1e-9), "seed %d, vertex %d", seed, i)
			}
			require.True(t, fixed[i] < 0 || a == fixed[i], "seed %d: vertex %d is fixed", seed, i)
		}
	}
}

// Vertices in components without fixed vertices join the lightest part, so that the parts have nearly equal masses.
func TestUnreachedVerticesJoinTheLightestPart(t *testing.T) {
	const n, k = 90, 3
	var edges []graph.Edge
	for i := range 9 {
		edges = append(edges, graph.Edge{I: i, J: i + 1, W: 1})
	}
	g, err := graph.FromEdges(n, edges) // a path of ten vertices; all others have no edges
	require.NoError(t, err)
	fixed := slices.Repeat([]int32{-1}, n)
	fixed[0], fixed[9], fixed[50] = 0, 1, 2
	r := searchOf(t.Context(), g, options(k))
	labels := propagateLabels(r, fixed)
	for i := range 10 {
		assert.Equal(t, int32(i/5), labels[i], "the nearer end of the path")
	}
	assert.Equal(t, []float64{30, 30, 30}, objective.Sizes(testgraph.Ones(n), labels, k))
}

// The parts do not depend on how many functions are computed at a time.
func TestFunctionsAreWalkedInTurn(t *testing.T) {
	const rows, n, k = 64, 64 * 128, 150
	require.Greater(t, n*k, walkedAtOnce)
	rng := rand.New(rand.NewPCG(1, 41))
	g, fixed := testgraph.Grid(rows, n/rows), slices.Repeat([]int32{-1}, n)
	for at, i := range rng.Perm(n)[:2*k] {
		fixed[i] = int32(at % k)
	}
	r := searchOf(t.Context(), g, options(k))
	labels, h, volume, deg := propagateLabels(r, fixed), make([]float64, n*k), make([]float64, k), g.Degrees()
	for i, a := range fixed {
		if a >= 0 {
			volume[a] += deg[i]
		}
	}
	for i, a := range fixed {
		if a >= 0 {
			h[i*k+int(a)] = 1 / volume[a]
		}
	}
	blocks := parallel.NewRows(g.Indptr, 2)
	defer blocks.Close()
	h, _ = randomWalk(r, blocks, h, make([]float64, n*k), deg)
	for i, a := range labels {
		row := h[i*k:][:k]
		require.True(t, a == fixed[i] || int(a) == slices.Index(row, slices.Max(row)), "vertex %d", i)
	}
}

// Once the context has ended, no functions are computed, however many parts are left, and vertices join the lightest part.
func TestLabelPropagationEndsWithTheContext(t *testing.T) {
	const n, k = 1 << 15, 1 << 10
	fixed := slices.Repeat([]int32{-1}, n)
	for a := range int32(k) {
		fixed[a] = a
	}
	ctx := testgraph.NewExpiring(0)
	r := searchOf(ctx, testgraph.Path(n), options(k))
	labels := propagateLabels(r, fixed)
	assert.EqualValues(t, 1, ctx.Late())
	assert.Equal(t, fixed[:k], labels[:k])
	assert.Equal(t, slices.Repeat([]float64{n / k}, k), objective.Sizes(testgraph.Ones(n), labels, k))
}
