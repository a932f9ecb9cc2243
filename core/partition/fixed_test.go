package partition

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/plan"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// If the fixed vertices agree with the partition found without them, the value with them is not higher.
func TestFixedVerticesThatAgreeDoNotRaiseTheValue(t *testing.T) {
	testgraph.SkipUnderRace(t)
	for _, k := range []int{2, 4} {
		for seed := range uint64(3) {
			g := testgraph.Random(rand.New(rand.NewPCG(seed, 0)), plan.Default().Starts.SmallGraph, 0.004)
			opt := with("n_clusters", k, "n_starts", 1, "random_state", seed, "min_share", 0.0)
			free, err := Run(t.Context(), Problem{Graph: g}, opt, nil)
			require.NoError(t, err)
			fixed := make([]int32, plan.Default().Starts.SmallGraph)
			for i := range fixed {
				fixed[i] = -1
			}
			for a := range int32(k) {
				fixed[slices.Index(free.Labels, a)] = a
			}
			held, err := Run(t.Context(), Problem{Graph: g, Fixed: fixed}, opt, nil)
			require.NoError(t, err)
			assert.LessOrEqual(t, held.Value, free.Value*(1+1e-12), "k = %d, seed %d", k, seed)
		}
	}
}

// A search with fixed vertices ends soon after a time limit, with a partition that keeps them.
func TestTimeLimitKeepsFixedVertices(t *testing.T) {
	g := largeMesh()
	for _, k := range []int{2, 5} {
		p := Problem{Graph: g, Fixed: make([]int32, g.N())}
		for i := range p.Fixed {
			p.Fixed[i] = -1
			if i%100 == 0 {
				p.Fixed[i] = int32(i * k / g.N())
			}
		}
		for _, limit := range []float64{0.001, 0.05} {
			r, err := Run(t.Context(), p, with("n_clusters", k, "time_limit", limit, "n_starts", 1000, "min_share", 0.0), nil)
			require.NoError(t, err)
			assert.Equal(t, TimeLimit, r.Status)
			for i, a := range p.Fixed {
				require.True(t, a < 0 || r.Labels[i] == a, "vertex %d", i)
			}
		}
	}
}

// The cut with fixed vertices is that for λ: of four cliques in a chain, one is on the side of the first fixed vertex or of the
// last, although two have the lowest value for λ = 1.
func TestFixedVerticesWithAsymmetry(t *testing.T) {
	g := testgraph.Cliques(4, 20, 0.5)
	p := Problem{Graph: g, Fixed: slices.Repeat([]int32{-1}, g.N())}
	p.Fixed[0], p.Fixed[g.N()-1] = 1, 0
	for _, init := range []Init{Auto, Multilevel, Spectral, Random} {
		for _, lambda := range []float64{3, 1. / 3} {
			r := mustRunAny(t, p, with("asymmetry", lambda, "init", init))
			assert.InEpsilon(t, 0.5/(20*max(1, lambda)), r.Value, 1e-9, "%v, λ = %g", init, lambda)
			assert.Equal(t, []int32{1, 0}, []int32{r.Labels[0], r.Labels[g.N()-1]})
		}
	}
}
