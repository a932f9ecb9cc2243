package random

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The first numbers of all streams differ.
func TestChoicesHaveDistinctStreams(t *testing.T) {
	seen := map[uint64]bool{}
	for _, seed := range []uint64{0, 1, 1 << 63} {
		for purpose := Start; purpose <= Annealing; purpose++ {
			for part := range 30 {
				for index := range 30 {
					x := New(seed, purpose, part, index).Uint64()
					require.False(t, seen[x], "seed %d, purpose %d, part %d, index %d", seed, purpose, part, index)
					seen[x] = true
				}
			}
		}
	}
}

func TestSameChoiceGivesSameNumbers(t *testing.T) {
	a, b := New(7, Try, 2, 3), New(7, Try, 2, 3)
	for range 100 {
		assert.Equal(t, a.Uint64(), b.Uint64())
	}
}

// One flipped input bit always changes the output, and changes about half of its bits.
func TestMixAvalanche(t *testing.T) {
	flipped, pairs := 0, 0
	for x := range uint64(1000) {
		for bit := range 64 {
			d := mix(x) ^ mix(x^1<<bit)
			require.NotZero(t, d)
			for ; d > 0; d &= d - 1 {
				flipped++
			}
			pairs++
		}
	}
	assert.InDelta(t, 32, float64(flipped)/float64(pairs), 0.5)
}
