package objective

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// forEachBalance calls check with random λ and masses of two sides, away from the kink λ m(S) = m(Sᶜ).
func forEachBalance(check func(lambda, inside, outside float64)) {
	rng := rand.New(rand.NewPCG(11, 0))
	for range 2000 {
		lambda, inside, outside := math.Exp(rng.NormFloat64()), 0.1+rng.Float64(), 0.1+rng.Float64()
		if math.Abs(lambda*inside-outside) > 1e-3 {
			check(lambda, inside, outside)
		}
	}
}

// Rate is the difference quotient of the balance for mass that changes sides.
func TestRateIsTheDerivativeOfTheBalance(t *testing.T) {
	forEachBalance(func(lambda, inside, outside float64) {
		const h = 1e-6
		quotient := (Balance(lambda, inside+h, outside-h) - Balance(lambda, inside-h, outside+h)) / (2 * h)
		require.InDelta(t, quotient, Rate(lambda, inside, outside), 1e-8, "λ %g, masses %g and %g", lambda, inside, outside)
	})
	assert.Equal(t, -1.0, Rate(2, 1, 2), "at the kink, the derivative on the right")
}

// v of Slope has Σ m_i v_i = 0 and ⟨v, 1_Sᶜ⟩ = B, and B(1_T) ≥ ⟨v, 1_T⟩ for every T, as for any element of ∂B.
func TestSlopeIsInTheSubdifferential(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 0))
	forEachBalance(func(lambda, inside, outside float64) {
		onS, onComplement := Slope(lambda, inside, outside)
		require.InDelta(t, 0, inside*onS+outside*onComplement, 1e-14)
		require.InDelta(t, Balance(lambda, inside, outside), outside*onComplement, 1e-14)
		low, high := inside*rng.Float64(), outside*rng.Float64() // masses of T within S and within its complement
		balance := Balance(lambda, inside+outside-low-high, low+high)
		require.GreaterOrEqual(t, balance, low*onS+high*onComplement-1e-14)
	})
}

func TestLowers(t *testing.T) {
	for _, c := range []struct {
		now, before float64
		want        bool
	}{
		{1, 2, true}, {2, 1, false}, {1, 1, false}, {1 - Rounding/2, 1, false}, {1 - 2*Rounding, 1, true}, {5, math.Inf(1), true},
		{math.NaN(), 1, false}, {1, math.NaN(), false}, {math.Inf(1), math.Inf(1), false}, {0, 0, false},
	} {
		assert.Equal(t, c.want, Lowers(c.now, c.before), "%g after %g", c.now, c.before)
	}
}

// The energy of a tally is that of the definition.
func TestEnergyOfATally(t *testing.T) {
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 13))
		n, k := 6+rng.IntN(20), 2+rng.IntN(4)
		g, mass := testgraph.Random(rng, n, 0.3), testgraph.Mass(rng, n)
		tally := NewTally(g, mass, testgraph.Partition(rng, n, k, nil), k)
		require.InEpsilon(t, testgraph.PartitionEnergy(g, mass, tally.Labels, k), tally.Energy(), 1e-12)
		require.InDeltaSlice(t, tally.Size, Sizes(mass, tally.Labels, k), 1e-12)
	}
}

// The mass of the complement of a part with nearly all of the mass is the sum over the other parts, to all digits.
func TestValueOfAPartWithNearlyAllMass(t *testing.T) {
	g := testgraph.Path(4)
	for _, tiny := range []float64{1e-3, 1e-9, 1e-15, 1e-20, 1e-100} {
		mass := []float64{1, 1, 3 * tiny, 5 * tiny}
		want := 1/(8*tiny) + 2/(2*3*tiny) + 1/(2*5*tiny) // (k−1)/2 = 1, and the cuts are 1, 2 and 1
		require.InEpsilon(t, want, Value(g, mass, []int32{0, 0, 1, 2}, 3, 1), 1e-12, "masses of %g", tiny)
	}
}

func TestValueOfOnePartAndOfNoCutEdges(t *testing.T) {
	g := testgraph.Path(3)
	assert.Zero(t, Value(g, testgraph.Ones(3), []int32{0, 0, 0}, 1, 1))
	for k := 2; k < 5; k++ {
		assert.Zero(t, Value(g, testgraph.Ones(3), []int32{0, 0, 0}, k, 1), "parts without cut edges contribute 0")
	}
}

func TestIndicate(t *testing.T) {
	f := []float64{7, 7, 7}
	Indicate([]bool{true, false, true}, f)
	assert.Equal(t, []float64{0, 1, 0}, f)
}
