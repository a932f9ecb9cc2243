package partition

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

func TestInvalidStarts(t *testing.T) {
	good, inf := []float64{1, 2, 3}, math.Inf(-1)
	for _, c := range []struct {
		name          string
		k             int
		initial       [][]float64
		start, vertex int
	}{
		{"too short", 2, [][]float64{{1, 2}}, 0, 2},
		{"too long", 2, [][]float64{good, {1, 2, 3, 4}}, 1, 4},
		{"nil", 2, [][]float64{nil}, 0, 0},
		{"NaN", 2, [][]float64{good, good, {1, 2, math.NaN()}}, 2, 2},
		{"infinite", 2, [][]float64{{1, inf, 2}}, 0, 1},
		{"constant", 2, [][]float64{good, {7, 7, 7}}, 1, 0},
		{"three clusters", 3, [][]float64{good}, 0, -1},
	} {
		_, err := Run(context.Background(), Problem{Graph: testgraph.Path(3), Starts: c.initial}, with("n_clusters", c.k), nil)
		var e *InputError
		require.True(t, errors.As(err, &e), "%s: %v", c.name, err)
		assert.Equal(t, []int{c.start, c.vertex}, []int{e.Start, e.Vertex}, c.name)
		assert.NotEmpty(t, e.Reason, c.name)
	}
}

// An empty list of starts is either an error or the same as nil. It must not give a partition of one part.
func TestEmptyListOfStarts(t *testing.T) {
	g := testgraph.Path(8)
	r, err := Run(context.Background(), Problem{Graph: g, Starts: [][]float64{}}, Defaults(), nil)
	if err != nil {
		var e *InputError
		assert.True(t, errors.As(err, &e))
		return
	}
	requireValid(t, g, r, 2)
}

func TestUserStartIsUsed(t *testing.T) {
	g := testgraph.Path(30)
	f0 := make([]float64, 30)
	for i := range f0 {
		f0[i] = float64(i / 15)
	}
	r, err := Run(context.Background(), Problem{Graph: g, Starts: [][]float64{f0}}, Defaults(), nil)
	require.NoError(t, err)
	requireValid(t, g, r, 2)
	assert.Equal(t, 1.0/15, r.Value, "the start is the optimum")
	assert.InEpsilon(t, 1.0/15, r.Trace[0], 1e-12, "the trace begins at E(f⁰)")
	assert.Len(t, r.Starts, 1)
	r, err = Run(context.Background(), Problem{Graph: g, Starts: [][]float64{{29: 1}, f0, {0: 1, 29: 0}}}, Defaults(), nil)
	require.NoError(t, err)
	assert.Len(t, r.Starts, 3)
	assert.Equal(t, 1.0/15, r.Value, "the best of three starts")
}

// E is invariant under scaling, so the scale of a start has no effect.
func TestScaleOfUserStartHasNoEffect(t *testing.T) {
	g := testgraph.Barbell(10, 0.1)
	f0 := make([]float64, 20)
	for i := range f0 {
		f0[i] = float64(i*i%17) - 8
	}
	want, err := Run(context.Background(), Problem{Graph: g, Starts: [][]float64{f0}}, Defaults(), nil)
	require.NoError(t, err)
	for _, exp := range []int{-1060, -600, -100, 100, 600, 1020} {
		scaled := make([]float64, 20)
		for i := range scaled {
			scaled[i] = math.Ldexp(f0[i], exp)
		}
		r, err := Run(context.Background(), Problem{Graph: g, Starts: [][]float64{scaled}}, Defaults(), nil)
		require.NoError(t, err)
		if assert.NotEmpty(t, r.Trace, "2^%d", exp) {
			assert.InEpsilon(t, want.Trace[0], r.Trace[0], 1e-9, "2^%d", exp)
			assert.InEpsilon(t, want.Value, r.Value, 1e-9, "2^%d", exp)
		}
	}
}

func TestDeadlineInThePast(t *testing.T) {
	ctx, cancel := context.WithDeadline(context.Background(), time.Now().Add(-time.Second))
	defer cancel()
	g := testgraph.Grid(12, 12)
	for k := 2; k <= 4; k++ {
		r, err := Run(ctx, Problem{Graph: g}, with("n_clusters", k), nil)
		require.NoError(t, err)
		requireValid(t, g, r, k)
		assert.Equal(t, TimeLimit, r.Status, "k = %d", k)
	}
}

func TestCancellationByTheObserver(t *testing.T) {
	g := testgraph.Grid(12, 12)
	for k := 2; k <= 3; k++ {
		ctx, cancel := context.WithCancel(context.Background())
		calls := 0
		r, err := Run(ctx, Problem{Graph: g}, with("n_clusters", k, "init", Random), func(Progress) {
			calls++
			if calls == 3 {
				cancel()
			}
		})
		require.NoError(t, err)
		requireValid(t, g, r, k)
		assert.Equal(t, Stopped, r.Status, "k = %d", k)
		if k == 2 {
			assert.Len(t, r.Starts, 1, "no start begins after cancellation")
		}
	}
}

func TestObserverSeesProgress(t *testing.T) {
	var seen []Progress
	r, err := Run(context.Background(), Problem{Graph: testgraph.Grid(10, 10)}, with("n_starts", 4, "init", Random), func(p Progress) { seen = append(seen, p) })
	require.NoError(t, err)
	require.NotEmpty(t, seen)
	for k := 1; k < len(seen); k++ {
		assert.LessOrEqual(t, seen[k].Value, seen[k-1].Value, "the best value never increases")
		assert.GreaterOrEqual(t, seen[k].NInner, seen[k-1].NInner, "the number of inner steps never decreases")
		assert.GreaterOrEqual(t, seen[k].Energy, seen[k].Value*(1-1e-12))
	}
	assert.Equal(t, r.NInnerTotal, seen[len(seen)-1].NInner)
	assert.InEpsilon(t, r.Value, seen[len(seen)-1].Value, 1e-12)
}

func TestTheFractionOfAPhaseRisesToOne(t *testing.T) {
	for _, c := range []struct {
		name   string
		g      *graph.CSR
		opt    Options
		phases map[Phase]float64 // and the least last fraction of each
	}{
		{"tries that are combined", testgraph.Grid(80, 90), with(), map[Phase]float64{SearchPhase: 1, PolishPhase: 1}},
		{"given number of tries", testgraph.Grid(80, 90), with("n_starts", 3), map[Phase]float64{SearchPhase: 1, PolishPhase: 1}},
		{"one try", testgraph.Grid(80, 90), with("effort", "fast"), map[Phase]float64{SearchPhase: 1}},
		{"equal tries", testgraph.Grid(2, 2500), with(), map[Phase]float64{SearchPhase: 1, PolishPhase: 1}},
		{"narrow", largeMesh(), with(), map[Phase]float64{SearchPhase: 1, PolishPhase: 1}},
		{"descents", testgraph.Grid(12, 13), with("init", "random", "n_starts", 4), map[Phase]float64{DescentPhase: 0.8, PolishPhase: 1}},
		{"small", testgraph.Grid(8, 8), with(), map[Phase]float64{SearchPhase: 1, PolishPhase: 1}},
		{"bisections", testgraph.Grid(50, 60), with("n_clusters", 4, "strategy", "symmetric"), map[Phase]float64{SearchPhase: 0.6, PolishPhase: 0.6}},
		{"direct", testgraph.Grid(50, 60), with("n_clusters", 4, "objective", "cut"), map[Phase]float64{SearchPhase: 1}},
	} {
		last := map[Phase]float64{}
		_, err := Run(t.Context(), Problem{Graph: c.g}, c.opt, func(p Progress) {
			assert.LessOrEqual(t, last[p.Phase], p.Fraction, c.name)
			last[p.Phase] = p.Fraction
		})
		require.NoError(t, err)
		for phase, least := range c.phases {
			assert.GreaterOrEqual(t, last[phase], least, "%s: %v", c.name, phase)
			assert.LessOrEqual(t, last[phase], 1.0, "%s: %v", c.name, phase)
		}
	}
}

func TestInnerStepsAreCountedOnce(t *testing.T) {
	g := testgraph.Grid(10, 10)
	one, err := Run(context.Background(), Problem{Graph: g}, with("n_starts", 1, "init", Random), nil)
	require.NoError(t, err)
	assert.Positive(t, one.NInner)
	assert.Equal(t, one.NInner, one.NInnerTotal, "there is only one start")
	many, err := Run(context.Background(), Problem{Graph: g}, with("n_starts", 4, "init", Random), nil)
	require.NoError(t, err)
	assert.Greater(t, many.NInnerTotal, many.NInner)
}

// The value is never above E(f⁰), also if one vertex has nearly all of the mass.
func TestUserStartWithAHeavyVertex(t *testing.T) {
	edges := []graph.Edge{{I: 0, J: 1, W: 10}, {I: 1, J: 2, W: 10}, {I: 2, J: 3, W: 0.1}, {I: 3, J: 4, W: 10}, {I: 4, J: 5, W: 10}}
	g, err := graph.FromEdges(6, edges)
	require.NoError(t, err)
	for heavy := range 6 {
		for _, light := range []float64{1e-3, 1e-12, 1e-20} {
			mass := []float64{light, light, light, light, light, light}
			mass[heavy] = 1
			for _, f0 := range [][]float64{{0, 0, 0, 1, 1, 1}, {1, 1, 1, 0, 0, 0}} {
				r, err := Run(t.Context(), Problem{Graph: g, VertexWeight: mass, Starts: [][]float64{f0}}, Defaults(), nil)
				require.NoError(t, err)
				assert.LessOrEqual(t, r.Value, 0.1/(3*light)*(1+1e-9), "vertex %d, others of mass %g", heavy, light)
			}
		}
	}
}

// The energy of a cut within bounds is its value, also beside a vertex so heavy that the mass of all others is lost in a difference.
func TestEnergyOfBoundedCutsBesideAHeavyVertex(t *testing.T) {
	for _, heavy := range []float64{1, 1e12, 1e17, 1e20} {
		for seed := range uint64(testgraph.Rounds(10)) {
			rng := rand.New(rand.NewPCG(seed, 9))
			n := 40
			g, mass := testgraph.Random(rng, n, 0.15), testgraph.Mass(rng, n)
			mass[rng.IntN(n)] = heavy
			opt := with("min_share", 0.0, "max_imbalance", 1.0)
			r, err := Run(t.Context(), Problem{Graph: g, VertexWeight: mass}, opt, nil)
			require.NoError(t, err)
			assert.InEpsilon(t, r.Value, r.Energy, 1e-12, "mass %g, seed %d", heavy, seed)
		}
	}
}
