package objective

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// randomEnergy returns an energy on a random connected graph with random mass and λ in {0.5, 1, 3}.
func randomEnergy(t *testing.T, rng *rand.Rand, n int) *Energy {
	lambda := []float64{0.5, 1, 3}[rng.IntN(3)]
	return newEnergy(t, testgraph.Random(rng, n, rng.Float64()), testgraph.Mass(rng, n), lambda, 1)
}

// tied returns n random values, many of them equal.
func tied(rng *rand.Rand, n int) []float64 {
	f := testgraph.Normal(rng, n)
	for i := range f {
		if rng.IntN(2) == 0 {
			f[i] = f[rng.IntN(n)]
		}
	}
	return f
}

// inner returns ⟨a, b⟩ = Σ m_i a_i b_i.
func inner(mass, a, b []float64) float64 {
	s := 0.0
	for i := range a {
		s += mass[i] * a[i] * b[i]
	}
	return s
}

// randomSet returns a subset of n vertices that is neither empty nor the whole set.
func randomSet(rng *rand.Rand, n int) []bool {
	low := make([]bool, n)
	for i := range low {
		low[i] = rng.IntN(2) == 0
	}
	a := rng.IntN(n)
	low[a], low[(a+1)%n] = true, false
	return low
}

// ∂B(f) is the set of v with B(h) ≥ B(f) + ⟨v, h − f⟩ for every h.
func TestSubgradientInequality(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 0))
	for range 300 {
		n := 2 + rng.IntN(30)
		e := randomEnergy(t, rng, n)
		f, v := tied(rng, n), make([]float64, n)
		e.Center(f, 1+rng.Float64())
		if math.IsNaN(f[0]) {
			continue // f is constant
		}
		require.Zero(t, e.Median(f))
		subgradient := e.Subgradient(f)
		for i, fi := range f {
			v[i] = subgradient.At(fi)
		}
		b := e.Balance(f, 0)
		require.InDelta(t, 0, inner(e.Mass, v, testgraph.Ones(n)), 1e-12*e.Total, "Σ m_i v_i = 0")
		require.InDelta(t, b, inner(e.Mass, v, f), 1e-12*e.Total, "⟨v, f⟩ = B(f)")
		for range 20 {
			h := tied(rng, n)
			vdot := inner(e.Mass, v, h) - inner(e.Mass, v, f)
			require.GreaterOrEqual(t, e.Balance(h, e.Median(h)), b+vdot-1e-11*e.Total)
		}
	}
}

func TestMedianMinimisesTheBalance(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	for range 200 {
		e := randomEnergy(t, rng, 2+rng.IntN(20))
		f := tied(rng, len(e.Mass))
		b := e.Balance(f, e.Median(f))
		for _, c := range append(testgraph.Normal(rng, 20), f...) {
			require.LessOrEqual(t, b, e.Balance(f, c)+1e-12*e.Total)
		}
	}
}

func TestEnergyOfATwoValuedFunctionIsC(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 0))
	for range 300 {
		n := 2 + rng.IntN(30)
		e := randomEnergy(t, rng, n)
		low := randomSet(rng, n)
		a, b := rng.NormFloat64(), rng.ExpFloat64()+0.01
		f := make([]float64, n)
		for i := range f {
			f[i] = a
			if !low[i] {
				f[i] += b
			}
		}
		require.InEpsilon(t, e.Value(low), e.Of(f), 1e-10)
	}
}

func TestValueMatchesItsDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 0))
	for range 100 {
		n := 2 + rng.IntN(20)
		e := randomEnergy(t, rng, n)
		low := randomSet(rng, n)
		cut, in, out := 0.0, 0.0, 0.0
		for i := range n {
			if low[i] {
				in += e.Mass[i]
			} else {
				out += e.Mass[i]
			}
			idx, w := e.Graph.Row(i)
			for k, j := range idx {
				if int(j) > i && low[i] != low[j] {
					cut += w[k]
				}
			}
		}
		require.InEpsilon(t, cut/min(e.Lambda*in, out), e.Value(low), 1e-13)
		require.InEpsilon(t, cut, Weight(e.Graph, low), 1e-13)
	}
}

func TestValueOfAnEmptySideIsInfinite(t *testing.T) {
	e := newEnergy(t, testgraph.Path(3), testgraph.Ones(3), 1, 1)
	assert.Equal(t, math.Inf(1), e.Value([]bool{false, false, false}))
	assert.Equal(t, math.Inf(1), e.Value([]bool{true, true, true}))
}

func TestCenteredIndicator(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 0))
	for range 300 {
		n := 2 + rng.IntN(30)
		e, low, size := randomEnergy(t, rng, n), randomSet(rng, n), 1+rng.Float64()
		want, f := make([]float64, n), testgraph.Normal(rng, n)
		Indicate(low, want)
		e.Center(want, size)
		e.CenterIndicator(low, f, size)
		require.InDeltaSlice(t, want, f, 1e-12)
		require.InEpsilon(t, e.Value(low), e.Of(f), 1e-12)
	}
}

func TestEnergyIsInvariantUnderAffineMaps(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 0))
	for range 200 {
		n := 2 + rng.IntN(30)
		e := randomEnergy(t, rng, n)
		f := testgraph.Normal(rng, n)
		before := e.Of(f)
		a, b := rng.ExpFloat64()+0.01, rng.NormFloat64()
		for i := range f {
			f[i] = a*f[i] + b
		}
		require.InEpsilon(t, before, e.Of(f), 1e-9)
		e.Center(f, 3)
		require.InEpsilon(t, before, e.Of(f), 1e-9)
		require.Zero(t, e.Median(f))
		require.InEpsilon(t, 9*e.Total, e.Square(f), 1e-12)
		require.InEpsilon(t, inner(e.Mass, f, f), e.Square(f), 1e-12)
	}
}
