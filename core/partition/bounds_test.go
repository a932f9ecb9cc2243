package partition

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/limits"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

func TestImpossibleBounds(t *testing.T) {
	path := testgraph.Path(10)
	heavy := []float64{1, 1, 1, 1, 16}
	fixed := []int32{0, 0, 0, 0, 0, 0, 0, -1, 1, -1}
	for _, c := range []struct {
		name    string
		p       Problem
		opt     Options
		option  string
		excess  float64
		message string
	}{
		{"upper bound", Problem{Graph: path}, with("n_clusters", 3, "max_imbalance", 0.03), "max_imbalance", 1,
			"max_imbalance = 0.03 allows parts of at most 3 of 10 vertices in 3 parts, so no partition exists; " +
				"the smallest possible max_imbalance is 0.2"},
		{"default of cut", Problem{Graph: path, Fixed: []int32{0, 0, 0, 0, 0, 1, 2, -1, -1, -1}}, with("n_clusters", 3, "objective", "cut"),
			"max_imbalance", 1, "the fixed vertices of part 0 have mass 5, but max_imbalance = 0.2 (the default with objective = 'cut') " +
				"allows at most 4, so no partition exists; fix fewer vertices, or give a max_imbalance of at least 0.5"},
		{"lower bound", Problem{Graph: path}, with("n_clusters", 3, "min_share", 1), "min_share", 2,
			"min_share = 1 demands parts of at least 4 of 10 vertices in 3 parts, so no partition exists; " +
				"the largest possible min_share is 0.9"},
		{"fixed vertices above their share", Problem{Graph: testgraph.Path(6), Fixed: []int32{0, 0, 0, 0, 1, -1}}, with("min_share", 1),
			"min_share", 1, "min_share = 1 and the fixed vertices demand 7 vertices for 2 parts, and the graph has 6, so no partition " +
				"exists; the largest possible min_share is 0.6666666"},
		{"an odd number of vertices", Problem{Graph: testgraph.Path(100001)}, with("max_imbalance", 0), "max_imbalance", 1,
			"max_imbalance = 0 allows parts of at most 50000 of 100001 vertices in 2 parts, so no partition exists; " +
				"the smallest possible max_imbalance is 1e-05"},
		{"both", Problem{Graph: path}, with("n_clusters", 3, "min_share", 0.9, "max_imbalance", 0.1), "max_imbalance", 1,
			"min_share = 0.9 and max_imbalance = 0.1 allow only parts of at least 3 and at most 3 of 10 vertices in 3 parts, " +
				"so no partition exists; the smallest possible max_imbalance is 0.2"},
		{"shares", Problem{Graph: path, PartWeights: []float64{0.55, 0.45}}, with("max_imbalance", 0), "max_imbalance", 1,
			"max_imbalance = 0 allows at most 9 of 10 vertices in all 2 parts together, so no partition exists; " +
				"the smallest possible max_imbalance is 0.0909091"},
		{"a heavy vertex", Problem{Graph: testgraph.Path(5), VertexWeight: heavy}, with("max_imbalance", 0.5), "max_imbalance", 1,
			"vertex 4 has mass 16, but max_imbalance = 0.5 allows parts of mass at most 15, so no partition exists; " +
				"max_imbalance must be at least 0.6"},
		{"fixed vertices", Problem{Graph: path, Fixed: fixed}, with("max_imbalance", 0.2), "max_imbalance", 1,
			"the fixed vertices of part 0 have mass 7, but max_imbalance = 0.2 allows at most 6, so no partition exists; " +
				"fix fewer vertices, or give a max_imbalance of at least 0.4"},
	} {
		r, err := Run(t.Context(), c.p, c.opt, nil)
		assert.Nil(t, r, c.name)
		var e *BoundsError
		require.ErrorAs(t, err, &e, c.name)
		assert.Equal(t, c.option, e.Option, c.name)
		assert.InEpsilon(t, c.excess, e.Excess, 1e-6, c.name)
		assert.EqualError(t, err, c.message, c.name)
	}
}

// The default bound is never refused for vertices of equal mass. Every part has at most max(⌊1.03·t_r·n⌋, ⌈t_r·n⌉) vertices for
// equal shares, and 0.03 remains the bound where a partition holds it.
func TestDefaultBoundOfWholeVertices(t *testing.T) {
	for _, n := range []int{2, 3, 5, 7, 101, 10, 51, 99, 100, 211}[:4+testgraph.Rounds(6)] {
		for k := 1; k <= n; k += 1 + k/4 {
			for _, mass := range []float64{0, 2.5} {
				p := Problem{Graph: testgraph.Star(n)}
				if mass > 0 {
					p.VertexWeight = slices.Repeat([]float64{mass}, n)
				}
				r, err := Run(t.Context(), p, with("n_clusters", k, "objective", "cut", "effort", "fast"), nil)
				require.NoError(t, err, "%d parts of %d vertices", k, n)
				most := max(math.Floor(1.03*float64(n)/float64(k)), math.Ceil(float64(n)/float64(k)))
				for _, size := range r.Masses {
					assert.LessOrEqual(t, size, most*max(mass, 1), "%d parts of %d vertices", k, n)
				}
			}
		}
	}
}

func TestDefaultBoundWithShares(t *testing.T) {
	for _, shares := range [][]float64{{0.5, 0.3, 0.2}, {0.9, 0.05, 0.05}, {0.34, 0.33, 0.33}} {
		for _, n := range []int{3, 7, 10, 23, 60, 400} {
			p := Problem{Graph: testgraph.Path(n), PartWeights: shares}
			r, err := Run(t.Context(), p, with("n_clusters", 3, "objective", "cut"), nil)
			require.NoError(t, err, "%v of %d", shares, n)
			opt := with("objective", "cut")
			smallest := limits.WholeImbalance(limits.Parts{Shares: shares, Mass: testgraph.Ones(n)}, opt.limits())
			assert.LessOrEqual(t, r.Imbalance, max(cutImbalance, smallest)+1e-8)
		}
	}
}

// What vertices of different masses and fixed vertices do not allow is still refused.
func TestDefaultBoundThatIsRefused(t *testing.T) {
	for _, p := range []Problem{
		{Graph: testgraph.Path(4), VertexWeight: []float64{1, 1, 1, 9}},
		{Graph: testgraph.Path(4), Fixed: []int32{0, 0, 0, 1}},
	} {
		_, err := Run(t.Context(), p, with("objective", "cut"), nil)
		require.ErrorContains(t, err, "(the default with objective = 'cut')")
	}
}

func TestImbalanceOfTheObjectives(t *testing.T) {
	for _, c := range []struct {
		opt  Options
		want Optional[float64]
	}{
		{Defaults(), Optional[float64]{}},
		{with("objective", "cut"), Some(0.03)},
		{with("objective", "cut", "max_imbalance", 0), Some(0.0)},
		{with("max_imbalance", 0.5), Some(0.5)},
	} {
		assert.Equal(t, c.want, c.opt.imbalance())
	}
}

// Rounding errors of the masses do not count as progress. In this tree no partition holds the bounds, and moves of vertices
// that are heavier than the differences of the parts lower the violation by rounding errors again and again.
func TestSearchOfATreeWithoutPartitionEnds(t *testing.T) {
	g, err := graph.FromEdges(10, []graph.Edge{{I: 0, J: 2, W: 0.132478436337909}, {I: 0, J: 4, W: 0.3490969093046443},
		{I: 0, J: 5, W: 0.6040510358297587}, {I: 0, J: 7, W: 455568.3592054944}, {I: 1, J: 6, W: 0.7044203384402674},
		{I: 2, J: 6, W: 0.7989296159896108}, {I: 2, J: 8, W: 0.20132104220337854}, {I: 3, J: 4, W: 0.28036571355193196},
		{I: 4, J: 9, W: 0.33865105132011264}})
	require.NoError(t, err)
	mass := []float64{2088.2390690437414, 10316.4855202729, 1.2640883570444659, 42.72516766210881, 84956.70327403542,
		96945.70209586942, 55395.94462945479, 62.4353645143349, 1.6533694654932076, 613.6650583794668}
	for _, init := range []Init{Auto, Random} {
		for _, criterion := range []Objective{ValueObjective, CutObjective} {
			opt := with("min_share", 0.9, "max_imbalance", 0.1)
			opt.Init, opt.Objective = init, criterion
			_, err := Run(t.Context(), Problem{Graph: g, VertexWeight: mass}, opt, nil)
			assert.ErrorAs(t, err, new(*BoundsError))
		}
	}
}
