package bisect

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// A start is the walk from the vertex, less its limit and scaled: Σ deg_i f_i = 0, max |f_i| = 1, and f is a multiple of
// P^steps (1_v − deg_v/Σ deg) with P = ½ (I + D⁻¹ W).
func TestDiffuseIsALazyWalkWithoutItsLimit(t *testing.T) {
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 42))
		n, steps := 10+rng.IntN(30), 1+rng.IntN(10)
		g, vertex := testgraph.Random(rng, n, 0.1), rng.IntN(n)
		deg, volume, f, want := g.Degrees(), 0.0, testgraph.Normal(rng, n), make([]float64, n)
		for _, d := range deg {
			volume += d
		}
		want[vertex] = 1
		for i := range want {
			want[i] -= deg[vertex] / volume
		}
		for range steps {
			next := make([]float64, n)
			for i := range next {
				idx, w := g.Row(i)
				for e, j := range idx {
					next[i] += w[e] * want[j] / (2 * deg[i])
				}
				next[i] += want[i] / 2
			}
			want = next
		}
		largest := 0.0
		for _, x := range want {
			largest = max(largest, math.Abs(x))
		}
		diffuse(t.Context(), g, vertex, steps, f)
		sum := 0.0
		for i, x := range f {
			require.InDelta(t, want[i]/largest, x, 1e-9, "seed %d, vertex %d", seed, i)
			sum += deg[i] * x
		}
		require.InDelta(t, 0, sum, 1e-9)
	}
}

// Once the context has ended no step is made. A walk whose next step leaves only rounding errors stays as it is.
func TestDiffuseEnds(t *testing.T) {
	ended, stop := context.WithCancel(t.Context())
	stop()
	f := []float64{5, 5, 5, 5}
	diffuse(ended, testgraph.Path(4), 2, 10, f)
	assert.Equal(t, []float64{0, 0, 1, 0}, f)
	f = make([]float64, 6)
	diffuse(t.Context(), testgraph.Star(6), 0, 100, f)
	assert.Equal(t, []float64{1, 0, 0, 0, 0, 0}, f, "one step from the centre leads to the limit")
}

// The fields of a cut that no descent has found: S is the part with the lower C, for any λ, and F is the indicator of Sᶜ.
func TestDescribedCutHasTheLowerC(t *testing.T) {
	for seed := range uint64(50) {
		rng := rand.New(rand.NewPCG(seed, 43))
		n, lambda := 6+rng.IntN(20), math.Exp(rng.NormFloat64())
		g, mass := testgraph.Random(rng, n, 0.3), testgraph.Mass(rng, n)
		res := &Solution{Labels: testgraph.Partition(rng, n, 2, nil)}
		res.Describe(g, mass, lambda)
		want := objective.Value(g, mass, res.Labels, 2, lambda)
		require.InEpsilon(t, want, res.Energy, 1e-12, "seed %d", seed)
		require.Equal(t, []float64{res.Energy}, res.Trace)
		rows := parallel.NewRows(g.Indptr, 1)
		require.InEpsilon(t, want, objective.NewEnergy(g, mass, lambda, rows).Of(res.F), 1e-9, "seed %d: E(F)", seed)
		rows.Close()
	}
}
