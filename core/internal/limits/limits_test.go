package limits

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// randomlimits returns limits of which each bounds something in about half of the cases.
func randomLimits(rng *rand.Rand, n, k int) Limits {
	l, mean := Unlimited(), float64(n)/float64(k)
	for which, value := range []float64{float64(rng.IntN(11)) / 10, mean * 1.3 * rng.Float64(), float64(rng.IntN(8)) / 10,
		mean * (0.7 + rng.Float64())} {
		if rng.IntN(2) == 0 {
			l[which] = value
		}
	}
	return l
}

// For equal masses the decision agrees with all numbers of vertices, and the limits in the message are possible. Each of them is
// sharp for those before it: no value a little farther on the side of the given one is possible.
func TestAmountsAgreeWithAllNumbers(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	times := map[Limit]int{}
	for range 4000 {
		n, k := 3+rng.IntN(15), 1+rng.IntN(3)
		shares, total, sum := slices.Repeat([]float64{1 / float64(k)}, k), float64(n), 0.0
		if rng.IntN(2) == 0 {
			for r := range shares {
				shares[r] = 0.1 + rng.Float64()
				sum += shares[r]
			}
			for r := range shares {
				shares[r] /= sum
			}
		}
		a := (&Parts{Shares: shares, Mass: testgraph.Ones(n)}).amounts()
		l := randomLimits(rng, n, k)
		least, most := make([]float64, k), make([]float64, k)
		for r, share := range shares {
			least[r] = max(l[MinShare]*(share*total), l[MinSize]) * (1 - 1e-9)
			most[r] = min((1+l[MaxImbalance])*(share*total), l[MaxSize]) * (1 + 1e-9)
		}
		require.Equal(t, testgraph.NumbersExist(n, least, most), a.excess(l) == 0)
		held, changed := a.repaired(l)
		require.Equal(t, a.excess(l) == 0, len(changed) == 0)
		sofar := Unlimited()
		for _, which := range l.Bounding(MinShare, MinSize, MaxImbalance, MaxSize) {
			sofar[which] = a.shown(held, which)
			require.Zero(t, a.excess(sofar), "%v of %v", sofar, l)
			if !slices.Contains(changed, which) {
				require.Equal(t, l[which], held[which])
				continue
			}
			times[which]++
			past := sofar
			past[which] += 1e-6 * (1 + sofar[which])
			if which.isUpper() {
				past[which] = max(l[which], sofar[which]-1e-6*(1+sofar[which]))
			}
			require.Positive(t, a.excess(past), "%v of %v", past, l)
		}
	}
	for which := MinShare; which <= MaxSize; which++ {
		assert.Greater(t, times[which], 50, which.Name())
	}
}

func TestMessageOfASearchWithoutResult(t *testing.T) {
	g := Given{Limits: Limits{0.5, 0, 0.1, math.Inf(1)}}
	assert.Equal(t, "no partition was found with min_share = 0.5 and max_imbalance = 0.1; the best partition found misses the "+
		"bounds by a mass of 3, a share of 0.03 of the graph; raise max_imbalance or lower min_share or change random_state",
		NotFound(g, 3, 100, 0, false).Reason)
	assert.Contains(t, NotFound(g, 3, 100, 0.12341, false).Reason, "raise max_imbalance to 0.1235 or lower min_share")
	g.Limits[MaxImbalance] = math.Inf(1)
	assert.Equal(t, "min_share", NotFound(g, 3, 100, 0, false).Option)
}
