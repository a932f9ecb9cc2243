package objective

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestBoundsOfShares(t *testing.T) {
	b := NewBounds([]float64{0.5, 0.3, 0.2}, 200, 0.5, 0.1)
	assert.InEpsilonSlice(t, []float64{50, 30, 20}, b.Least, 1e-8)
	assert.InEpsilonSlice(t, []float64{110, 66, 44}, b.Most, 1e-8)
	assert.True(t, b.Bounded())
	assert.True(t, b.Holds(1, 66) && b.Holds(1, 30), "a mass that equals a bound holds it")
	assert.False(t, b.Holds(1, 66.001) || b.Holds(1, 29.999))
	assert.Zero(t, b.Violation([]float64{100, 60, 40}))
	assert.InEpsilon(t, 5.0+10+8, b.Violation([]float64{115, 20, 52}), 1e-6)
}

func TestNoBounds(t *testing.T) {
	b := NewBounds([]float64{0.5, 0.5}, 1e300, 0, math.Inf(1))
	assert.False(t, b.Bounded())
	assert.True(t, b.Holds(0, 0) && b.Holds(1, 1e308))
	assert.Zero(t, b.Violation([]float64{0, 1e308}))
}

// Violation is 0 if and only if all parts hold the bounds.
func TestViolationAgreesWithHolds(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for range 1000 {
		k := 1 + rng.IntN(4)
		shares, size := make([]float64, k), make([]float64, k)
		for r := range shares {
			shares[r], size[r] = rng.Float64(), rng.Float64()
		}
		b, holds := NewBounds(shares, 1, rng.Float64(), rng.Float64()), true
		for r, m := range size {
			holds = holds && b.Holds(r, m)
		}
		require.Equal(t, holds, b.Violation(size) == 0)
	}
}
