package partition

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/exact"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// On small graphs the default options find the optimum for every balance, and the lower bound is the value.
func TestSmallGraphsAreOptimal(t *testing.T) {
	for _, b := range balances {
		rng := rand.New(rand.NewPCG(17, 0))
		for k := range 20 {
			p, opt, mass := b.problem(rng, testgraph.Random(rng, 3+rng.IntN(8), rng.Float64()))
			opt.Seed, opt.MinShare, opt.LowerBound = uint64(k), Some(0.0), true
			r, err := Run(context.Background(), p, opt, nil)
			require.NoError(t, err)
			require.Equal(t, Optimal, r.Status, b.name)
			require.InEpsilon(t, bestCut(p.Graph, mass, opt.Asymmetry), r.Value, 1e-8, b.name)
			require.Equal(t, Some(r.Value), r.LowerBound, b.name)
			require.Len(t, r.Trace, r.NOuter+1)
			require.InEpsilon(t, r.Trace[r.NOuter], r.Energy, 1e-12)
		}
	}
}

// Within bounds and with fixed vertices, the status Optimal agrees with the enumeration of all partitions.
func TestBoundedOptimaAreProved(t *testing.T) {
	rng, proved := rand.New(rand.NewPCG(18, 0)), 0
	for range 100 {
		c := randomBounded(rng)
		r, err := Run(context.Background(), c.problem, c.opt, nil)
		if err != nil || r.Status != Optimal {
			continue
		}
		proved++
		require.InDelta(t, c.best(), c.value(r.Labels), 1e-8*c.best())
	}
	assert.Greater(t, proved, 10)
}

// The exact search does not run where options or inputs determine the method, nor on larger graphs.
func TestOptionsWithoutExactSearch(t *testing.T) {
	g := testgraph.Random(rand.New(rand.NewPCG(19, 0)), 12, 0.4)
	paper := Paper()
	for name, c := range map[string]struct {
		problem Problem
		options Options
	}{
		"paper":      {Problem{Graph: g}, paper},
		"no polish":  {Problem{Graph: g}, with("polish", NoPolish)},
		"init":       {Problem{Graph: g}, with("init", Random)},
		"starts":     {Problem{Graph: g, Starts: [][]float64{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}}}, Defaults()},
		"labels":     {Problem{Graph: g, Labels: []int32{0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1}}, Defaults()},
		"many parts": {Problem{Graph: g}, with("n_clusters", 3)},
		"large":      {Problem{Graph: testgraph.Random(rand.New(rand.NewPCG(20, 0)), exact.MaxVertices+1, 0.2)}, Defaults()},
	} {
		r, err := Run(context.Background(), c.problem, c.options, nil)
		require.NoError(t, err, name)
		assert.NotEqual(t, Optimal, r.Status, name)
	}
}
