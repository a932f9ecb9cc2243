package partition

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/plan"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// If the fixed vertices agree with the partition found without them, the value with them is not higher.
func TestFixedVerticesThatAgreeDoNotRaiseTheValue(t *testing.T) {
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

// Parts may have no fixed vertex. If the fixed vertices agree with the best partition, that is found by every search, and the
// parts without fixed vertices have the other numbers in the order of their first vertices.
func TestPartsWithoutFixedVertices(t *testing.T) {
	const k, size = 4, 20
	g := testgraph.Cliques(k, size, 0.5)
	for _, given := range [][]any{{}, {"min_share", 0.0}, {"min_share", 0.5}, {"max_imbalance", 0.1}, {"objective", "cut"}, {"strategy", "direct"},
		{"init", "spectral"}, {"strategy", "symmetric", "polish", "none"}, {"effort", "fast"}, {"balance", "normalized"}} {
		p := Problem{Graph: g, Fixed: slices.Repeat([]int32{-1}, k*size)}
		p.Fixed[0], p.Fixed[1] = 2, 2
		r := mustRunAny(t, p, with(append([]any{"n_clusters", k}, given...)...))
		for i, a := range r.Labels {
			require.Equal(t, []int32{2, 0, 1, 3}[i/size], a, "%v, vertex %d", given, i)
		}
	}
}

// Fixed vertices of only some parts: no part is empty, no fixed vertex moves, and the value is the lowest of all such partitions.
func TestAllPartitionsWithSomeFixedParts(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 4))
		n, k := 4+rng.IntN(4), 2+rng.IntN(3)
		p := Problem{Graph: testgraph.Random(rng, n, 0.5), Fixed: slices.Repeat([]int32{-1}, n)}
		for i := range rng.IntN(n - k + 2) {
			p.Fixed[i] = int32(rng.IntN(k))
		}
		lowest, labels := math.Inf(1), make([]int32, n)
		for at := range int(math.Pow(float64(k), float64(n))) {
			for i := range labels {
				labels[i], at = int32(at%k), at/k
			}
			agrees := true
			for i, a := range p.Fixed {
				agrees = agrees && (a < 0 || a == labels[i])
			}
			if agrees && slices.Min(objective.Sizes(testgraph.Ones(n), labels, k)) > 0 {
				lowest = min(lowest, objective.Value(p.Graph, testgraph.Ones(n), labels, k, 1))
			}
		}
		for _, polish := range []string{"mincut", "none"} {
			r := mustRunAny(t, p, with("n_clusters", k, "polish", polish))
			require.Positive(t, slices.Min(r.Masses), "seed %d, %s", seed, polish)
			for i, a := range p.Fixed {
				require.True(t, a < 0 || a == r.Labels[i], "seed %d, vertex %d", seed, i)
			}
			if polish == "mincut" {
				require.InDelta(t, lowest, r.Value, 1e-9, "seed %d", seed)
			}
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
