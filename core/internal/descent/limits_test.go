package descent

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/testgraph"
)

func TestMaxOuterIsRespected(t *testing.T) {
	for _, patience := range []int{0, 1, 2, 5} {
		for maxOuter := 1; maxOuter <= 12; maxOuter++ {
			for seed := range uint64(25) {
				e, f0 := descentCase(t, seed)
				opt := testOptions()
				opt.MaxOuter, opt.Patience = maxOuter, patience
				d := newDescent(e, opt)
				status := run(d, f0, nil)
				require.LessOrEqual(t, len(d.Trace)-1, maxOuter, "seed %d, patience %d, status %d", seed, patience, status)
				requireTrace(t, d)
			}
		}
	}
}

// A descent ends at an f with no more energy than the best level set. Followed from there, a stalled one has converged.
func TestFollowEndsAtTheBestLevelSet(t *testing.T) {
	for seed := range uint64(100) {
		e, f0 := descentCase(t, seed)
		d := newDescent(e, testOptions())
		status := run(d, f0, nil)
		require.Contains(t, []Status{Converged, Critical, NoDescent}, status, "seed %d", seed)
		require.LessOrEqual(t, d.Energy(), d.Value*(1+1e-9), "seed %d, %v", seed, status)
		require.Equal(t, Converged, d.Follow(t.Context(), Stalled, nil), "seed %d", seed)
		for _, other := range []Status{Cancelled, MaxOuter} {
			require.Equal(t, other, d.Follow(t.Context(), other, nil), "seed %d", seed)
		}
	}
}

func TestDescentCanBeStartedAgain(t *testing.T) {
	e, f0 := descentCase(t, 3)
	other := testgraph.Normal(rand.New(rand.NewPCG(13, 0)), len(f0))
	d := newDescent(e, testOptions())
	run(d, other, nil)
	run(d, f0, nil)
	requireTrace(t, d)
	assert.InEpsilon(t, denseEnergy(e, f0), d.Trace[0], 1e-9, "the trace starts at the second start")
}

func TestDescentDoesNotModifyItsStart(t *testing.T) {
	e, f0 := descentCase(t, 4)
	before := append([]float64(nil), f0...)
	run(newDescent(e, testOptions()), f0, nil)
	assert.Equal(t, before, f0)
}

func TestDescentIsBitIdenticalForAnyNumberOfThreads(t *testing.T) {
	g := testgraph.Grid(100, 96) // enough row blocks for several threads
	rng := rand.New(rand.NewPCG(14, 0))
	mass, f0 := testgraph.Mass(rng, g.N()), testgraph.Normal(rng, g.N())
	for _, method := range []Method{Adaptive, AdaptiveMedian, Fixed} {
		opt := testOptions()
		opt.Method, opt.MaxOuter, opt.MaxInner = method, 6, 40
		var first *Descent
		for _, threads := range []int{1, 2, 4} {
			d := newDescent(newEnergy(t, g, mass, 1, threads), opt)
			run(d, f0, nil)
			if first == nil {
				first = d
				require.Greater(t, len(d.Trace), 3, "the test needs more steps")
				continue
			}
			assert.Equal(t, first.Trace, d.Trace, "method %d, threads %d", method, threads)
			assert.Equal(t, first.Best, d.Best, "method %d, threads %d", method, threads)
			assert.Equal(t, first.f, d.f, "method %d, threads %d", method, threads)
			assert.Equal(t, first.Value, d.Value, "method %d, threads %d", method, threads)
		}
	}
}

func TestDescentFindsTheBridgeOfABarbell(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 0))
	g := testgraph.Barbell(10, 0.1)
	for _, method := range []Method{Adaptive, AdaptiveMedian, Fixed} {
		opt := testOptions()
		opt.Method = method
		d := newDescent(newEnergy(t, g, testgraph.Ones(20), 1, 1), opt)
		best := 1.0
		for range 8 {
			run(d, testgraph.Normal(rng, 20), nil)
			best = min(best, d.Value)
		}
		assert.InDelta(t, 0.01, best, 1e-14, "method %d", method)
	}
}

// The indicator of the optimal cut is a fixed point.
func TestDescentStaysAtTheOptimum(t *testing.T) {
	f0 := make([]float64, 20)
	for i := 10; i < 20; i++ {
		f0[i] = 1
	}
	e := newEnergy(t, testgraph.Barbell(10, 0.1), testgraph.Ones(20), 1, 1)
	d := newDescent(e, testOptions())
	run(d, f0, nil)
	assert.InDelta(t, 0.01, d.Value, 1e-14)
	assert.InDelta(t, 0.01, d.Energy(), 1e-12)
	for i, low := range d.Best {
		assert.Equal(t, i < 10, low)
	}
}
