package partition

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/testgraph"
	"github.com/tvcut/tvcut/core/internal/units"
)

// No partition has a value below the lower bound, with weights of many magnitudes too.
func TestLowerBoundIsBelowTheOptimum(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 3))
	positive, cases, graphs := 0, 0, 4
	if testing.Short() {
		graphs = 1
	}
	for _, family := range testgraph.Families[:10] { // those without isolated vertices
		for _, kind := range testgraph.WeightKinds {
			for range graphs {
				n := 3 + rng.IntN(6)
				k := 2 + rng.IntN(2)
				g := testgraph.Family(rng, family, kind, n)
				for _, balance := range []string{"ratio", "normalized"} {
					mass := testgraph.Ones(n)
					if balance == "normalized" {
						mass = units.PositiveDegrees(g)
					}
					optimum, _ := bestPartition(g, mass, k, allowed{maximum: math.Inf(1)})
					r := mustRunAny(t, Problem{Graph: g}, with("n_clusters", k, "balance", balance, "min_share", 0.0, "lower_bound", true))
					require.True(t, r.LowerBound.Present)
					require.LessOrEqual(t, r.LowerBound.Value, optimum*(1+1e-12), "%s, %s, %s, %d parts of %d vertices", family, kind, balance, k, n)
					if r.NComponents == 1 {
						cases++
						if r.LowerBound.Value > 0 {
							positive++
						}
					}
				}
			}
		}
	}
	assert.Greater(t, float64(positive), 0.85*float64(cases))
}

// Without a proof there is no bound, rather than a doubtful one.
func TestLowerBoundIsAbsentWithoutProof(t *testing.T) {
	far, err := graph.FromEdges(4, []graph.Edge{{I: 0, J: 1, W: 1e300}, {I: 1, J: 2, W: 1e-300}, {I: 2, J: 3, W: 1e-300}})
	require.NoError(t, err)
	assert.False(t, mustRunAny(t, Problem{Graph: far}, with("lower_bound", true, "polish", "none")).LowerBound.Present)
	grid := testgraph.Grid(30, 30)
	assert.False(t, mustRunAny(t, Problem{Graph: grid}, with("lower_bound", true, "time_limit", 1e-9)).LowerBound.Present)
	assert.True(t, mustRunAny(t, Problem{Graph: grid}, with("lower_bound", true, "n_starts", 1)).LowerBound.Present)
}

// If the context ends while the bound is sought, there is no bound, and the status says why.
func TestStatusOfAnInterruptedLowerBound(t *testing.T) {
	p, opt := Problem{Graph: testgraph.Grid(30, 30)}, with("effort", "fast", "n_threads", 1, "min_share", 0.0)
	first := looksOf(t, p, opt)
	opt.LowerBound = true
	last := looksOf(t, p, opt) - 1
	require.Greater(t, last, first)
	for _, looks := range []int64{first, first + 1, (first + last) / 2, last} {
		r, err := choose(testgraph.NewExpiring(looks), p, opt, nil)
		require.NoError(t, err)
		require.False(t, r.LowerBound.Present)
		assert.Equal(t, Stopped, r.Status, "%d looks", looks)
	}
}
