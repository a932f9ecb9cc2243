package objective

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// newEnergy returns the energy on g, on the given number of threads, closed at the end of the test.
func newEnergy(t *testing.T, g *graph.CSR, mass []float64, lambda float64, threads int) *Energy {
	rows := parallel.NewRows(g.Indptr, threads)
	t.Cleanup(rows.Close)
	return NewEnergy(g, mass, lambda, rows)
}

func TestMedianMatchesSorting(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for _, lambda := range []float64{0.5, 1, 3} {
		for _, kinds := range []int{1, 2, 3, 10, 1000000} { // number of distinct values, from all equal to all different
			for range 150 {
				n := 1 + rng.IntN(60)
				e := newEnergy(t, testgraph.Path(n), testgraph.Mass(rng, n), lambda, 1)
				f := make([]float64, n)
				for i := range f {
					f[i] = float64(rng.IntN(kinds)) - float64(kinds)/2
				}
				require.Equal(t, testgraph.Median(f, e.Mass, lambda), e.Median(f))
			}
		}
	}
}

// With integer masses m{f ≤ c} can equal M/(1+λ), which must satisfy the condition m{f ≤ c} ≥ M/(1+λ).
func TestMedianAtExactThresholds(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	for _, lambda := range []float64{0.5, 1, 3} {
		for range 500 {
			n := 1 + rng.IntN(20)
			mass := make([]float64, n)
			for i := range mass {
				mass[i] = float64(1 + rng.IntN(4))
			}
			e := newEnergy(t, testgraph.Path(n), mass, lambda, 1)
			f := make([]float64, n)
			for i := range f {
				f[i] = float64(rng.IntN(n))
			}
			require.Equal(t, testgraph.Median(f, mass, lambda), e.Median(f), "f %v, m %v, λ %g", f, mass, lambda)
		}
	}
}

func TestMedianOfUnitMassIsTheMedianOfThePaper(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	for n := 1; n < 40; n++ {
		e := newEnergy(t, testgraph.Path(n), testgraph.Ones(n), 1, 1)
		f := testgraph.Normal(rng, n)
		sorted := slices.Sorted(slices.Values(f))
		assert.Equal(t, sorted[(n+1)/2-1], e.Median(f), "the ⌈n/2⌉-th smallest of %d", n)
	}
}

func TestMedianOfSortedInputIsFast(t *testing.T) {
	const n = 300000 // quadratic selection would take minutes
	f := make([]float64, n)
	e := newEnergy(t, testgraph.Path(n), testgraph.Ones(n), 1, 1)
	for _, at := range []func(i int) float64{
		func(i int) float64 { return float64(i) },
		func(i int) float64 { return float64(-i) },
		func(i int) float64 { return float64(min(i, n-i)) },
		func(i int) float64 { return 1 },
	} {
		for i := range f {
			f[i] = at(i)
		}
		sorted := slices.Sorted(slices.Values(f))
		assert.Equal(t, sorted[n/2-1], e.Median(f))
	}
}
