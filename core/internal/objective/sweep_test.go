package objective

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// levelSet returns {f ≤ c}.
func levelSet(f []float64, c float64) []bool {
	low := make([]bool, len(f))
	for i, fi := range f {
		low[i] = fi <= c
	}
	return low
}

func TestSweepMatchesAllThresholds(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 0))
	for range 500 {
		n := 2 + rng.IntN(30)
		e := randomEnergy(t, rng, n)
		s := NewSweeper(e)
		f := tied(rng, n)
		want := math.Inf(1)
		for _, c := range f {
			want = min(want, e.Value(levelSet(f, c)))
		}
		value, c := s.Best(f)
		if math.IsInf(want, 1) { // f is constant
			require.Equal(t, want, value)
			continue
		}
		require.InEpsilon(t, want, value, 1e-9)
		require.InEpsilon(t, want, e.Value(levelSet(f, c)), 1e-9, "the threshold belongs to the value")
	}
}

// By the co-area formula the best level set is at most E(f).
func TestSweepIsAtMostTheEnergy(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 0))
	for range 500 {
		n := 2 + rng.IntN(40)
		e := randomEnergy(t, rng, n)
		f := testgraph.Normal(rng, n)
		value, _ := NewSweeper(e).Best(f)
		require.LessOrEqual(t, value, e.Of(f)*(1+1e-12))
	}
}

func TestSweepOfAConstantIsInfinite(t *testing.T) {
	e := newEnergy(t, testgraph.Complete(5), testgraph.Ones(5), 1, 1)
	s := NewSweeper(e)
	value, _ := s.Best([]float64{2, 2, 2, 2, 2})
	assert.Equal(t, math.Inf(1), value)
	value, c := s.Best([]float64{2, 2, 3, 2, 2}) // a sweeper can be reused
	assert.Equal(t, []float64{4, 2}, []float64{value, c})
}

func TestSweepDoesNotModifyTheFunction(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 0))
	e := randomEnergy(t, rng, 20)
	f := testgraph.Normal(rng, 20)
	before := append([]float64(nil), f...)
	NewSweeper(e).Best(f)
	assert.Equal(t, before, f)
}
