package direct

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// The parts are those that a search of all parts for every item finds.
func TestFillTakesTheNeediestPart(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for range 300 {
		n, k := 1+rng.IntN(60), 1+rng.IntN(9)
		mass, labels := make([]float64, n), make([]int32, n)
		deficit, used := make([]float64, k), make([]bool, k)
		for r := range deficit {
			deficit[r] = float64(rng.IntN(4))
		}
		for i := range labels {
			mass[i] = float64(1 + rng.IntN(3)) // equal ones
			if labels[i] = -1; rng.IntN(4) == 0 {
				labels[i] = int32(rng.IntN(k))
				used[labels[i]] = true
				deficit[labels[i]] -= mass[i]
			}
		}
		want, rest, taken := slices.Clone(labels), slices.Clone(deficit), slices.Clone(used)
		for m := 3.0; m > 0; m-- {
			for i, a := range want {
				if a >= 0 || mass[i] != m {
					continue
				}
				best := 0
				for r := range rest {
					if taken[best] && !taken[r] || taken[best] == taken[r] && rest[r] > rest[best] {
						best = r
					}
				}
				want[i], taken[best] = int32(best), true
				rest[best] -= m
			}
		}
		Fill(labels, mass, deficit, used)
		require.Equal(t, want, labels)
		require.Equal(t, rest, deficit)
		require.Equal(t, taken, used)
	}
}

// Items go to the parts in the given order, each to the first of the parts that are farthest below their targets.
func TestFillInOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	for range 100 {
		n, k := 1+rng.IntN(60), 1+rng.IntN(9)
		order, labels, want, mass, deficit := make([]int32, n), make([]int32, n), make([]int32, n), make([]float64, n), make([]float64, k)
		for r := range deficit {
			deficit[r] = float64(rng.IntN(4))
		}
		rest := slices.Clone(deficit)
		for at, i := range rng.Perm(n) {
			order[at], mass[i] = int32(i), float64(1+rng.IntN(3))
			best := slices.Index(rest, slices.Max(rest))
			want[i] = int32(best)
			rest[best] -= mass[i]
		}
		FillInOrder(order, labels, mass, deficit, slices.Repeat([]bool{true}, k))
		require.Equal(t, want, labels)
		require.Equal(t, rest, deficit)
	}
}
