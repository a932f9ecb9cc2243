package partition

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// observed runs and returns the result and its reports.
func observed(t *testing.T, p Problem, opt Options) (*Result, []Progress) {
	var seen []Progress
	res, err := Run(t.Context(), p, opt, func(p Progress) { seen = append(seen, p) })
	require.NoError(t, err)
	require.NotEmpty(t, seen)
	return res, seen
}

// fixedAt returns the parts of n vertices of which some are fixed.
func fixedAt(n int, part map[int]int32) []int32 {
	fixed := slices.Repeat([]int32{-1}, n)
	for i, a := range part {
		fixed[i] = a
	}
	return fixed
}

// The last report has the criterion of the result, also of searches that report nothing else, and no report before it is lower
// if all are of partitions that could be returned. Then values never rise.
func TestReportsEndWithTheResult(t *testing.T) {
	grid, star := testgraph.Grid(16, 12), testgraph.Star(40)
	pairs, err := graph.FromEdges(4, []graph.Edge{{I: 0, J: 1, W: 1}, {I: 2, J: 3, W: 1}})
	require.NoError(t, err)
	n, corner := grid.N(), fixedAt(grid.N(), map[int]int32{0: 0, grid.N() - 1: 1, grid.N() / 2: 2})
	for _, c := range []struct {
		name string
		p    Problem
		opt  Options
	}{
		{"one part", Problem{Graph: grid}, with("n_clusters", 1)},
		{"as many parts as vertices", Problem{Graph: grid}, with("n_clusters", n)},
		{"two components", Problem{Graph: pairs}, with()},
		{"exhaustive search", Problem{Graph: testgraph.Grid(3, 3)}, with("n_clusters", 3)},
		{"exact search", Problem{Graph: testgraph.Grid(5, 5)}, with()},
		{"small graph", Problem{Graph: grid}, with("n_clusters", 5)},
		{"two parts", Problem{Graph: grid}, with()},
		{"weight", Problem{Graph: grid}, with("n_clusters", 4, "objective", "cut")},
		{"labels", Problem{Graph: grid, Labels: testgraph.Striped(n, 4)}, with("n_clusters", 4)},
		{"labels of low weight", Problem{Graph: grid, Labels: testgraph.Striped(n, 4)}, with("n_clusters", 4, "objective", "cut")},
		{"fixed vertices", Problem{Graph: grid, Fixed: corner}, with("n_clusters", 3, "min_share", 0.4)},
		{"fixed vertices, any mass", Problem{Graph: grid, Fixed: corner}, with("n_clusters", 3, "min_share", 0.0)},
		{"fixed vertices, two bounds", Problem{Graph: grid, Fixed: corner}, with("n_clusters", 3, "min_share", 0.8, "max_imbalance", 0.1)},
		{"bounds that allow a part to dominate", Problem{Graph: star}, with("n_clusters", 3, "min_share", 0.1)},
		{"bounds of two parts", Problem{Graph: testgraph.Grid(30, 9)}, with("min_share", 0.2, "asymmetry", 3.0)},
		{"a part that dominates", Problem{Graph: star}, with("n_clusters", 3, "min_share", 0.0)},
		{"evolution", Problem{Graph: testgraph.Grid(20, 17)}, with("n_clusters", 3, "effort", "best", "min_share", 0.0)},
	} {
		t.Run(c.name, func(t *testing.T) {
			res, seen := observed(t, c.p, c.opt)
			last := seen[len(seen)-1]
			assert.InDelta(t, criterion(&c.opt, res), last.Value, 1e-12)
			assert.Equal(t, 1.0, last.Fraction)
			for i := 1; i < len(seen); i++ {
				assert.LessOrEqual(t, seen[i].Value, seen[i-1].Value*(1+1e-12), fmt.Sprintf("report %d of %v", i, seen))
			}
			plain, err := Run(t.Context(), c.p, c.opt, nil)
			require.NoError(t, err)
			assert.Equal(t, plain.Labels, res.Labels, "an observer changes nothing")
		})
	}
}

// Labels within the bounds are the first partition whose value is reported, others are not reported.
func TestLabelsAreReportedFirst(t *testing.T) {
	g := testgraph.Grid(30, 30)
	labels := testgraph.Striped(g.N(), 4)
	_, seen := observed(t, Problem{Graph: g, Labels: labels}, with("n_clusters", 4, "objective", "cut"))
	assert.Equal(t, objective.CutWeight(g, labels), seen[0].Value)
	assert.Less(t, seen[len(seen)-1].Value, seen[0].Value)
	heavy := make([]int32, g.N())
	copy(heavy, []int32{1, 2, 3})
	_, seen = observed(t, Problem{Graph: g, Labels: heavy}, with("n_clusters", 4, "objective", "cut"))
	for _, p := range seen {
		assert.GreaterOrEqual(t, p.Value, seen[len(seen)-1].Value)
		assert.False(t, math.IsInf(p.Value, 0))
	}
}
