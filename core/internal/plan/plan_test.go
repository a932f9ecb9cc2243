package plan

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// randomFacts draws facts about graphs of 1 to 10⁸ vertices.
func randomFacts(rng *rand.Rand) Facts {
	f := Facts{N: 1 + int(1e8*rng.Float64()*rng.Float64()*rng.Float64()*rng.Float64()), K: 2 + rng.IntN(4)*rng.IntN(40), ForCut: rng.IntN(2) == 0}
	f.HalfEdges = int(float64(f.N) * 40 * rng.Float64())
	return f
}

// No search makes more tries than MostTries, from which the memory is estimated.
func TestNoSearchMakesMoreTries(t *testing.T) {
	rng, p := rand.New(rand.NewPCG(1, 0)), Default()
	for range 20000 {
		f := randomFacts(rng)
		f.Effort = Effort(rng.IntN(3))
		most := p.MostTries(f)
		parts := p.PartsSearch(f)
		for _, tries := range []int{parts.Tries, parts.Least, parts.CoarseTries} {
			require.LessOrEqual(t, tries, max(most, p.Parts.Coarse), "%+v", f)
		}
		require.Positive(t, parts.Tries)
		if f.K == 2 {
			cuts := p.CutSearch(f)
			require.LessOrEqual(t, cuts.Tries, most, "%+v", f)
			require.Positive(t, cuts.Tries)
		}
	}
}

// A number of starts that the options give is made in full, and the fast effort makes one try.
func TestOptionsDetermineTheNumberOfTries(t *testing.T) {
	rng, p := rand.New(rand.NewPCG(2, 0)), Default()
	for range 2000 {
		given := randomFacts(rng)
		given.Starts = 1 + rng.IntN(100)
		parts, cuts := p.PartsSearch(given), p.CutSearch(given)
		assert.Equal(t, given.Starts, parts.Tries)
		assert.Zero(t, parts.Patience+parts.Agreement+parts.Least)
		assert.Zero(t, parts.MinSpread)
		assert.Equal(t, [3]int{given.Starts, given.Starts, given.Starts}, [3]int{cuts.Tries, cuts.Patience, cuts.Agreement})
		assert.Zero(t, cuts.CommunityTries+cuts.Unions)
		fast := randomFacts(rng)
		fast.Effort = Fast
		assert.Equal(t, 1, p.PartsSearch(fast).Tries)
		if fast.K == 2 {
			assert.Equal(t, 1, p.CutSearch(fast).Tries)
		}
	}
}

// Coarse levels have room for the weight between parts alone.
func TestRoomIsForTheWeightBetweenParts(t *testing.T) {
	rng, p := rand.New(rand.NewPCG(3, 0)), Default()
	for range 1000 {
		f := randomFacts(rng)
		f.Effort = Effort(rng.IntN(4))
		assert.Equal(t, f.ForCut, p.PartsSearch(f).Room > 0)
	}
}
