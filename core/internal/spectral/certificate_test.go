package spectral_test

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/spectral"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// isAbove reports whether at most one eigenvalue of L x = λ D_m x is below sigma, that is, whether λ₂ ≥ sigma, by elimination
// in 400 digits.
func isAbove(g *graph.CSR, mass []float64, sigma float64) bool {
	const bits = 1400
	n := g.N()
	number := func(x float64) *big.Float { return new(big.Float).SetPrec(bits).SetFloat64(x) }
	a := make([][]*big.Float, n)
	for i := range a {
		a[i] = make([]*big.Float, n)
		for j := range a[i] {
			a[i][j] = number(0)
		}
	}
	for i := range n {
		shift := number(sigma)
		a[i][i].Sub(a[i][i], shift.Mul(shift, number(mass[i])))
		idx, w := g.Row(i)
		for e, j := range idx {
			a[i][i].Add(a[i][i], number(w[e]))
			a[i][j].Sub(a[i][j], number(w[e]))
		}
	}
	negative := 0
	for k := range n {
		if a[k][k].Sign() <= 0 {
			negative++
		}
		for i := k + 1; i < n && a[k][k].Sign() != 0; i++ {
			q := number(0).Quo(a[i][k], a[k][k])
			for j := k + 1; j < n; j++ {
				a[i][j].Sub(a[i][j], number(0).Mul(q, a[k][j]))
			}
		}
	}
	return negative <= 1
}

// The bound holds for weights and masses of many magnitudes and for estimates that are far too high. Near λ₂ it is sharp on
// ordinary graphs.
func TestLowerBoundIsProved(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	positive, cases := 0, 0
	for _, family := range testgraph.Families[:10] { // connected ones, without zeros
		for _, kind := range []string{"unit", "ties", "one heavy", "16 decades"} {
			for range 12 {
				n := 3 + rng.IntN(10)
				g := testgraph.Family(rng, family, kind, n)
				mass := testgraph.Mass(rng, n)
				switch rng.IntN(3) {
				case 0:
					mass = g.Degrees()
				case 1:
					for i := range mass {
						mass[i] = math.Pow(10, 12*rng.Float64()-6)
					}
				}
				lambda2 := max(dense(g, mass)[1], 0)
				for _, estimate := range []float64{lambda2 * 0.999, lambda2 * 1.5, lambda2 * 1e6} {
					bound, ok := spectral.LowerBound(t.Context(), g, mass, estimate)
					require.True(t, ok)
					require.True(t, isAbove(g, mass, bound), "%s, %s: %g of %g", family, kind, bound, lambda2)
					if cases++; bound > 0 {
						positive++
					}
					if kind == "unit" || kind == "ties" {
						require.Greater(t, bound, lambda2/5)
					}
				}
			}
		}
	}
	assert.Greater(t, float64(positive), 0.9*float64(cases))
	t.Logf("%d of %d bounds are positive", positive, cases)
}

func TestLowerBoundOfLargerGraphs(t *testing.T) {
	for _, c := range []struct {
		name    string
		g       *graph.CSR
		lambda2 float64
	}{
		{"path", testgraph.Path(3000), 2 - 2*math.Cos(math.Pi/3000)},
		{"grid", testgraph.Grid(120, 150), 2 - 2*math.Cos(math.Pi/150)},
		{"star", testgraph.Star(500), 1},
		{"complete", testgraph.Complete(150), 150},
	} {
		bound, ok := spectral.LowerBound(t.Context(), c.g, testgraph.Ones(c.g.N()), 0.999*c.lambda2)
		require.True(t, ok, c.name)
		assert.LessOrEqual(t, bound, c.lambda2, c.name)
		assert.Greater(t, bound, 0.99*c.lambda2, c.name)
	}
}

// An estimate that is an eigenvalue up to rounding errors makes a pivot nearly 0 and its factorization useless.
func TestLowerBoundAtAnExactEstimate(t *testing.T) {
	for _, n := range []int{3, 4, 5, 8} {
		for _, g := range []*graph.CSR{testgraph.Path(n), testgraph.Star(n), testgraph.Complete(n)} {
			for _, mass := range [][]float64{testgraph.Ones(n), g.Degrees()} {
				lambda2 := dense(g, mass)[1]
				for _, estimate := range []float64{lambda2, math.Nextafter(lambda2, 0), lambda2 * (1 - 1e-14)} {
					bound, ok := spectral.LowerBound(t.Context(), g, mass, estimate)
					require.True(t, ok)
					assert.LessOrEqual(t, bound, lambda2*(1+1e-14))
					assert.Greater(t, bound, 0.9*lambda2)
				}
			}
		}
	}
}

func TestLowerBoundWithinLimits(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	dense := testgraph.Random(rng, 6000, 0.004) // without small separators
	_, ok := spectral.LowerBound(t.Context(), dense, testgraph.Ones(6000), 1)
	assert.False(t, ok, "too much fill")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, ok = spectral.LowerBound(ctx, testgraph.Grid(20, 20), testgraph.Ones(400), 0.01)
	assert.False(t, ok, "the context has ended")
}
