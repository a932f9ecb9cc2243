package portfolio

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/consensus"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

func TestPartsAreNumberedByFixedVertices(t *testing.T) {
	for _, c := range []struct {
		name                            string
		k                               int
		labels, fixed, propagated, want []int32
	}{
		{"one fixed vertex in each part", 3, []int32{0, 0, 1, 1, 2, 2}, []int32{2, -1, 0, -1, -1, 1}, []int32{2, 2, 2, 2, 2, 2},
			[]int32{2, 2, 0, 0, 1, 1}},
		{"two numbers in one part, which shares more mass with one of them", 2, []int32{0, 0, 0, 0, 1, 1}, []int32{1, -1, 0, -1, -1, -1},
			[]int32{1, 1, 0, 1, 0, 0}, []int32{1, 1, 0, 1, 0, 0}},
		{"the number of fixed vertices precedes shared mass", 2, []int32{0, 0, 0, 1, 1, 1}, []int32{0, 0, 1, -1, -1, -1},
			[]int32{1, 1, 1, 0, 0, 0}, []int32{0, 0, 1, 1, 1, 1}},
	} {
		numberParts(c.labels, c.fixed, c.propagated, testgraph.Ones(len(c.labels)), c.k)
		assert.Equal(t, c.want, c.labels, c.name)
	}
}

// The numbers are those that a table of all pairs of a part and a number gives.
func TestNumbersAreThoseOfATableOfAllPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 3))
	for range 200 {
		n, k := 1+rng.IntN(30), 1+rng.IntN(12)
		labels, fixed, propagated, mass := make([]int32, n), make([]int32, n), make([]int32, n), make([]float64, n)
		all := make([]consensus.Overlap, k*k)
		for at := range all {
			all[at].Part, all[at].Number = int32(at/k), int32(at%k)
		}
		for i := range labels {
			labels[i], fixed[i], propagated[i] = int32(rng.IntN(k)), int32(rng.IntN(2*k)-k), int32(rng.IntN(k))
			mass[i] = float64(1 + rng.IntN(3))
			all[int(labels[i])*k+int(propagated[i])].Mass += mass[i]
			if fixed[i] = max(fixed[i], -1); fixed[i] >= 0 {
				all[int(labels[i])*k+int(fixed[i])].Count++
			}
		}
		want := make([]int32, n)
		number := consensus.Match(all, k)
		for i, a := range labels {
			if want[i] = fixed[i]; want[i] < 0 {
				want[i] = number[a]
			}
		}
		numberParts(labels, fixed, propagated, mass, k)
		require.Equal(t, want, labels)
	}
}

// A table of all pairs would need more memory than there is.
func TestVeryManyPartsAreNumbered(t *testing.T) {
	const k = 200000
	labels, fixed, propagated := make([]int32, k), slices.Repeat([]int32{-1}, k), make([]int32, k)
	for i := range labels {
		labels[i], propagated[i] = int32(i), int32(k-1-i)
	}
	fixed[0], fixed[k/2] = 0, k/2
	numberParts(labels, fixed, propagated, testgraph.Ones(k), k)
	propagated[0], propagated[k-1] = 0, k-1 // part 0 has the number of its fixed vertex, and part k−1 takes one that is left
	propagated[k/2], propagated[k/2-1] = k/2, k/2-1
	assert.Equal(t, propagated, labels)
}
