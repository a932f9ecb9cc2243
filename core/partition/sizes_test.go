package partition

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

// A MinSize bounds the parts alone: they are not searched again for parts of half an equal share, as with MinShare. A MaxSize
// leaves that search.
func TestMinSizeReplacesTheSecondSearch(t *testing.T) {
	for k := 2; k <= 3; k++ {
		g := weakPendant(k)
		assert.Equal(t, 1.0, slices.Min(result(t, g, with("n_clusters", k, "min_size", 1)).Masses), "the pendant is a part")
		assert.Equal(t, result(t, g, with("n_clusters", k, "min_share", 0)).Labels, result(t, g, with("n_clusters", k, "min_size", 0)).Labels)
		assert.Greater(t, slices.Min(result(t, g, with("n_clusters", k, "max_size", 20*k)).Masses), 10.0)
		three := result(t, g, with("n_clusters", k, "min_size", 3)).Masses
		assert.GreaterOrEqual(t, slices.Min(three), 3.0)
		best := result(t, g, with("n_clusters", k, "min_size", 3, "effort", "best", "n_starts", 1))
		assert.GreaterOrEqual(t, slices.Min(best.Masses), 3.0)
	}
}

// With CutObjective, MaxSize replaces the default of MaxImbalance, and a MinSize does not.
func TestMaxSizeReplacesTheDefaultImbalance(t *testing.T) {
	g := disjoint(30, 10)
	r := result(t, g, with("objective", "cut", "max_size", 30))
	assert.Equal(t, []float64{30, 10}, r.Masses)
	assert.Zero(t, r.CutWeight)
	for _, opt := range []Options{with("objective", "cut"), with("objective", "cut", "min_size", 3),
		with("objective", "cut", "max_imbalance", 0.03, "max_size", 30)} {
		assert.Equal(t, []float64{20, 20}, result(t, g, opt).Masses)
	}
	assert.Equal(t, Optional[float64]{}, func() Optional[float64] { o := with("objective", "cut", "max_size", 3); return o.imbalance() }())
}

// A lower bound that whole vertices hold with more than the default imbalance widens the default, as MinShare does.
func TestMinSizeWidensTheDefaultImbalance(t *testing.T) {
	p := Problem{Graph: testgraph.Path(10), PartWeights: []float64{0.8, 0.2}}
	r, err := Run(t.Context(), p, with("objective", "cut", "min_size", 3), nil)
	require.NoError(t, err)
	assert.Equal(t, []float64{7, 3}, r.Masses)
}

// Sizes are in the unit of Result.Masses, whatever the unit of the weights and masses.
func TestUnitOfSizes(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 0))
	g := testgraph.Random(rng, 30, 0.3)
	for _, exp := range []int{0, -700, -300, 300, 700} {
		unit := math.Ldexp(1, exp)
		mass := slices.Repeat([]float64{unit, 2 * unit, 3 * unit}, 10)
		total := 60 * unit
		for _, objective := range []string{"value", "cut"} {
			opt := with("n_clusters", 3, "objective", objective)
			opt.MinSize, opt.MaxSize = Some(total/3-unit), Some(total/3+unit)
			r, err := Run(t.Context(), Problem{Graph: g, VertexWeight: mass}, opt, nil)
			require.NoError(t, err)
			require.GreaterOrEqual(t, slices.Min(r.Masses), total/3-unit)
			require.LessOrEqual(t, slices.Max(r.Masses), total/3+unit)
			opt = with("n_clusters", 3, "objective", objective, "balance", "normalized")
			scaled := g.Scaled(exp)
			degrees := 0.0
			for _, d := range scaled.Degrees() {
				degrees += d
			}
			opt.MinSize, opt.MaxSize = Some(0.3*degrees), Some(0.36*degrees)
			r, err = Run(t.Context(), Problem{Graph: scaled}, opt, nil)
			require.NoError(t, err)
			require.GreaterOrEqual(t, slices.Min(r.Masses), 0.3*degrees*(1-1e-8))
			require.LessOrEqual(t, slices.Max(r.Masses), 0.36*degrees*(1+1e-8))
		}
	}
}

// A largest size that overflows in the unit of the search still is one, under which the weight is minimised and not the value.
func TestLargestSizeFarAboveTheMass(t *testing.T) {
	edges := []graph.Edge{{I: 0, J: 1, W: 0.5}}
	for i := 1; i < 39; i++ {
		edges = append(edges, graph.Edge{I: i, J: i + 1, W: 1})
	}
	g, err := graph.FromEdges(40, edges)
	require.NoError(t, err)
	p := Problem{Graph: g, VertexWeight: slices.Repeat([]float64{0x1p-700}, 40)}
	r, err := Run(t.Context(), p, with("objective", "cut", "max_size", 1e300), nil)
	require.NoError(t, err)
	assert.Equal(t, 0.5, r.CutWeight)
}

// The exhaustive search of a graph whose weights are raised to the safe range has units of its own.
func TestSizesWithWeightsOfManyMagnitudes(t *testing.T) {
	g, err := graph.FromEdges(8, []graph.Edge{{I: 0, J: 1, W: 1e-300}, {I: 1, J: 2, W: 2}, {I: 2, J: 3, W: 1}, {I: 3, J: 4, W: 1e300},
		{I: 4, J: 5, W: 1e300}, {I: 5, J: 6, W: 1e300}, {I: 6, J: 7, W: 1e300}})
	require.NoError(t, err)
	opt := Defaults()
	opt.MinSize = Some(0x1p-299)
	r, err := Run(t.Context(), Problem{Graph: g, VertexWeight: slices.Repeat([]float64{0x1p-300}, 8)}, opt, nil)
	require.NoError(t, err)
	assert.Equal(t, []float64{0x3p-300, 0x5p-300}, r.Masses)
	assert.Equal(t, Optimal, r.Status)
}

// Bounds that are the same for all parts leave the numbers of the parts to their target shares.
func TestPartsWithinSizesAreNumberedByTheirShares(t *testing.T) {
	g := twoCliques(10, 30)
	for _, first := range []float64{10, 30} {
		p := Problem{Graph: g, PartWeights: []float64{first / 40, 1 - first/40}}
		for _, pairs := range [][]any{{"min_size", 5}, {"max_size", 35}, {"objective", "cut", "max_size", 31}} {
			r, err := Run(t.Context(), p, with(pairs...), nil)
			require.NoError(t, err)
			assert.Equal(t, []float64{first, 40 - first}, r.Masses, pairs)
		}
	}
}

// Shares beyond the largest size are no targets.
func TestSharesBeyondTheLargestSize(t *testing.T) {
	p, opt := Problem{Graph: testgraph.Grid(20, 20), PartWeights: []float64{0.1, 0.6, 0.3}}, with("n_clusters", 3, "max_size", 150)
	r, err := Run(t.Context(), p, opt, nil)
	require.NoError(t, err)
	assert.LessOrEqual(t, slices.Max(r.Masses), 150.0)
}
