package partition

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/plan"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// largeMesh returns a grid of more than largeGraph vertices with random weights, so that tries find different cuts.
func largeMesh() *graph.CSR { return testgraph.Mesh(170, 175) }

// runLarge runs without the dense oracle, which would take memory and time quadratic in n, and checks C for λ = 1.
func runLarge(t *testing.T, g *graph.CSR, opt Options) *Result {
	t.Helper()
	r, err := Run(t.Context(), Problem{Graph: g}, opt, nil)
	require.NoError(t, err)
	require.Len(t, r.Masses, 2)
	require.Positive(t, min(r.Masses[0], r.Masses[1]))
	low := make([]bool, g.N())
	for i, a := range r.Labels {
		low[i] = a == 0
	}
	require.InEpsilon(t, objective.Weight(g, low), r.CutWeight, 1e-12)
	if opt.Asymmetry == 1 {
		require.InEpsilon(t, r.CutWeight/min(r.Masses[0], r.Masses[1]), r.Value, 1e-12)
	}
	return r
}

// runOnThreads runs with each number of threads and requires labels and C with the same bits.
func runOnThreads(t *testing.T, g *graph.CSR, opt Options, numbers ...int) (first *Result) {
	t.Helper()
	for _, threads := range numbers {
		opt.Threads = Some(threads)
		r := runLarge(t, g, opt)
		if first == nil {
			first = r
		}
		assert.Equal(t, first.Labels, r.Labels, "%d threads", threads)
		assert.Equal(t, math.Float64bits(first.Value), math.Float64bits(r.Value))
	}
	return first
}

// A number of starts that is given is made in full, whether they lower C or not.
func TestGivenNumberOfStartsIsMade(t *testing.T) {
	small := testgraph.Barbell(20, 1)
	for _, n := range []int{1, 3, 2 * plan.Default().Cuts.Patience} {
		assert.Len(t, mustRun(t, small, with("n_starts", n, "init", Multilevel)).Starts, n)
	}
	large, most := testgraph.Grid(110, 110), plan.Default().Cuts.Most
	assert.Len(t, runLarge(t, large, with("n_starts", most+1, "min_share", 0.0)).Starts, most+1)
	assert.LessOrEqual(t, len(runLarge(t, large, with("min_share", 0.0)).Starts), most, "the default stops earlier")
}

// On a large graph, where cuts are recombined, labels and C have the same bits for any number of threads.
func TestLargeGraphDoesNotDependOnThreads(t *testing.T) {
	g := largeMesh()
	for _, pairs := range [][]any{{}, {"n_starts", 4}, {"asymmetry", 2.0}}[:testgraph.Rounds(3)] {
		runOnThreads(t, g, with(append(pairs, "min_share", 0.0)...), 1, 2, 3)
	}
}

// The cut that a time limit leaves is valid, whatever phase it ends.
func TestTimeLimitOnALargeGraphLeavesACut(t *testing.T) {
	g := largeMesh()
	for _, limit := range []float64{0.001, 0.02, 0.1, 0.2} {
		r := runLarge(t, g, with("time_limit", limit, "n_starts", 1000, "min_share", 0.0))
		assert.Equal(t, TimeLimit, r.Status)
	}
}
