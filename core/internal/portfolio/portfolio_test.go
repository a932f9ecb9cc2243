package portfolio

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/bisect"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/plan"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// options returns the options of a search for the lowest value of k parts of any mass.
func options(k int) *Options {
	numbers := plan.Default()
	return &Options{
		Options: bisect.Options{K: k, Lambda: 1, Effort: plan.Usual, Polish: true, Threads: 1, Plan: &numbers,
			Descent: bisect.Descent{MaxRefine: 10}},
		Direct: true, Kinds: []bisect.Kind{bisect.Asymmetric},
		Bounds: func(shares []float64, total float64) objective.Bounds {
			return objective.NewBounds(shares, total, 0, math.Inf(1))
		},
	}
}

// problemOf returns the problem of a connected graph of unit masses.
func problemOf(g *graph.CSR) *Problem {
	mass := testgraph.Ones(g.N())
	p := &Problem{Graph: g, Mass: mass, Components: 1}
	p.Exact = Exact{Graph: g, Mass: mass, Bounds: objective.NewBounds([]float64{0.5, 0.5}, float64(g.N()), 0, math.Inf(1))}
	return p
}

func searchOf(ctx context.Context, g *graph.CSR, opt *Options) *search {
	return newSearch(ctx, problemOf(g), opt, nil)
}

// A better partition extends the trace of the search, and the observer sees its energy.
func TestReplacedPartition(t *testing.T) {
	var seen []bisect.Progress
	s := newSearch(t.Context(), problemOf(testgraph.Path(6)), options(2), func(p bisect.Progress) { seen = append(seen, p) })
	s.best = &bisect.Solution{Labels: []int32{0, 1, 1, 1, 1, 1}, F: make([]float64, 6), Trace: []float64{2, 1}, NOuter: 1, Status: bisect.Converged}
	require.True(t, isExact(s))
	improveExactly(s)
	assert.True(t, s.proved)
	assert.Equal(t, []int32{0, 0, 0, 1, 1, 1}, s.best.Labels)
	assert.InDeltaSlice(t, []float64{2, 1, 1. / 3}, s.best.Trace, 1e-12)
	assert.Equal(t, []float64{0, 0, 0, 1, 1, 1}, s.best.F)
	require.Len(t, seen, 1)
	assert.True(t, seen[0].NOuter == 2 && math.Abs(seen[0].Value-1./3) < 1e-12 && seen[0].Phase == bisect.PolishPhase)
}

// A stage that is put into the list runs where it applies, and its partition is the result if it is better. The record says so.
func TestAStageIsOneEntryOfTheList(t *testing.T) {
	s := searchOf(t.Context(), testgraph.Path(40), options(2))
	s.take(&bisect.Solution{Labels: append([]int32{1}, make([]int32, 39)...), Status: bisect.Converged}, 1)
	s.lowest = 1
	halves := make([]int32, 40)
	for i := range 20 {
		halves[i] = 1
	}
	dummy := func(labels []int32, applies bool) stage {
		return stage{"dummy", func(*search) bool { return applies }, func(s *search) { s.offer(&bisect.Solution{Labels: labels}) }}
	}
	require.NoError(t, s.run([]stage{dummy(halves, false), dummy(halves, true), dummy(s.best.Labels, true)}))
	assert.Equal(t, halves, s.best.Labels)
	require.Len(t, s.records, 2, "a stage that does not apply leaves no record")
	assert.Equal(t, Record{"dummy", s.records[0].Seconds, 1, 0.05, true}, s.records[0])
	assert.Equal(t, Record{"dummy", s.records[1].Seconds, 0.05, 0.05, false}, s.records[1])
}

// Within a search, every stage begins with the criterion that the one before left, and none raises it.
func TestCriteriaOfStagesNeverRise(t *testing.T) {
	for _, k := range []int{2, 3, 7} {
		s := searchOf(t.Context(), testgraph.Grid(16, 12), options(k))
		require.NoError(t, s.run(finding()))
		s.complete()
		require.NoError(t, s.run(improving()))
		require.NotEmpty(t, s.records)
		lowest := math.Inf(1)
		for _, r := range s.records {
			assert.Equal(t, lowest, r.Before, r.Name)
			assert.LessOrEqual(t, r.After, r.Before, r.Name)
			assert.GreaterOrEqual(t, r.Seconds, 0.0)
			lowest = r.After
		}
		assert.InEpsilon(t, s.criterionOf(s.best.Labels), lowest, 1e-9)
	}
}

// The multiclass descent is omitted where its arrays need much memory, and on connected graphs after refinement by its time
// only. With the fastest effort it does not follow a refinement.
func TestDescentOfLargePartitionsIsOmitted(t *testing.T) {
	const path = 1 << 15
	for _, c := range []struct {
		n, nnz, k        int
		polish, descends bool
	}{
		{path, 2 * (path - 1), 64, true, true}, {path, 2 * (path - 1), 65, true, false}, {path, 2 * (path - 1), 128, false, true},
		{1 << 23, 1 << 24, 2, false, true}, {1 << 23, 1 << 24, 4, false, false},
		{20000, 2, 8, true, true}, {20000, 2, 400, true, false}, {1000000, 2, 100, true, false}, {1000000, 2, 100, false, false},
		{math.MaxInt32, 0, math.MaxInt32, true, false}, {math.MaxInt32, 0, math.MaxInt32, false, false},
	} {
		opt := options(c.k)
		opt.Polish = c.polish
		assert.Equal(t, c.descends, Descends(&opt.Options, c.n, c.nnz), "%+v", c)
		opt.Effort = plan.Fastest
		assert.Equal(t, c.descends && !c.polish, Descends(&opt.Options, c.n, c.nnz), "%+v, fastest", c)
	}
}

// The targets of a search are within the bounds, although the shares are not.
func TestTargetsBeyondTheLargestSize(t *testing.T) {
	opt, p := options(3), problemOf(testgraph.Grid(20, 20))
	opt.Bounds = func(shares []float64, total float64) objective.Bounds {
		return objective.NewBounds(shares, total, 0, math.Inf(1)).Tightened(0, 150)
	}
	p.Shares = []float64{0.1, 0.6, 0.3}
	assert.InEpsilonSlice(t, []float64{100, 150, 150}, newSearch(t.Context(), p, opt, nil).problem.Target, 1e-8)
}
