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

func TestTightenedBounds(t *testing.T) {
	b := NewBounds([]float64{0.5, 0.3, 0.2}, 200, 0.5, 0.1).Tightened(25, 70)
	assert.InEpsilonSlice(t, []float64{50, 30, 25}, b.Least, 1e-8)
	assert.InEpsilonSlice(t, []float64{70, 66, 44}, b.Most, 1e-8)
	assert.True(t, b.Holds(0, 70) && b.Holds(2, 25), "a mass that equals a bound holds it")
	free := NewBounds([]float64{0.5, 0.5}, 1e300, 0, math.Inf(1))
	assert.Equal(t, free, free.Tightened(0, math.Inf(1)))
}

// Targets within the bounds stay. Others are moved into the bounds, keep their sum, and those that no bound holds keep their ratio.
func TestTargetsWithinBounds(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	for range 1000 {
		k := 1 + rng.IntN(6)
		target := make([]float64, k)
		for r := range target {
			target[r] = 0.1 + rng.ExpFloat64()
		}
		total := Total(target)
		mean := total / float64(k)
		b := NewBounds(target, 1, 0, math.Inf(1)).Tightened(mean*rng.Float64(), mean*(1+rng.Float64()))
		found := b.Targets(target)
		if b.Violation(target) == 0 {
			require.Equal(t, target, found)
		}
		require.InEpsilon(t, total, Total(found), 1e-9)
		require.Zero(t, b.Violation(found))
		ratio := 0.0
		for r, x := range found {
			if x > b.Least[r] && x < b.Most[r] {
				if ratio == 0 {
					ratio = x / target[r]
				}
				require.InEpsilon(t, ratio, x/target[r], 1e-9)
			}
		}
	}
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
