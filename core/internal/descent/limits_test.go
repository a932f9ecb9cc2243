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

func TestDescentCanBeStartedAgain(t *testing.T) {
	e, f0 := descentCase(t, 3)
	other := testgraph.Normal(rand.New(rand.NewPCG(13, 0)), len(f0))
	d := newDescent(e, testOptions())
	run(d, other, nil)
	run(d, f0, nil)
	requireTrace(t, d)
	assert.InEpsilon(t, denseEnergy(e, f0), d.Trace[0], 1e-9, "the trace is that of the second start")
}

func TestDescentLeavesItsStartAlone(t *testing.T) {
	e, f0 := descentCase(t, 4)
	before := append([]float64(nil), f0...)
	run(newDescent(e, testOptions()), f0, nil)
	assert.Equal(t, before, f0)
}

func TestDescentHasTheSameBitsOnAnyThreads(t *testing.T) {
	g := testgraph.Grid(100, 96) // more than the eight row blocks from which threads are used
	rng := rand.New(rand.NewPCG(14, 0))
	mass, f0 := testgraph.Mass(rng, g.N()), testgraph.Normal(rng, g.N())
	for _, rule := range []Method{Adaptive, AdaptiveMedian, Fixed} {
		opt := testOptions()
		opt.Method, opt.MaxOuter, opt.MaxInner = rule, 6, 40
		var first *Descent
		for _, threads := range []int{1, 2, 4} {
			d := newDescent(newEnergy(t, g, mass, 1, threads), opt)
			run(d, f0, nil)
			if first == nil {
				first = d
				require.Greater(t, len(d.Trace), 3, "too few steps to be a test")
				continue
			}
			assert.Equal(t, first.Trace, d.Trace, "rule %d, threads %d", rule, threads)
			assert.Equal(t, first.Best, d.Best, "rule %d, threads %d", rule, threads)
			assert.Equal(t, first.f, d.f, "rule %d, threads %d", rule, threads)
			assert.Equal(t, first.Value, d.Value, "rule %d, threads %d", rule, threads)
		}
	}
}

func TestDescentFindsTheBar(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 0))
	g := testgraph.Barbell(10, 0.1)
	for _, rule := range []Method{Adaptive, AdaptiveMedian, Fixed} {
		opt := testOptions()
		opt.Method = rule
		d := newDescent(newEnergy(t, g, testgraph.Ones(20), 1, 1), opt)
		best := 1.0
		for range 8 {
			run(d, testgraph.Normal(rng, 20), nil)
			best = min(best, d.Value)
		}
		assert.InDelta(t, 0.01, best, 1e-14, "rule %d", rule)
	}
}

// The optimum is a fixed point: no descent from the indicator of the best cut may leave it.
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
