package direct

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// bands returns the state of a grid in bands of random widths, with random masses, bounds and fixed vertices, of which some
// parts exceed their bounds.
func bands(t *testing.T, rng *rand.Rand) *state {
	const side = 10
	k := 2 + rng.IntN(3)
	g, labels, widths := testgraph.Grid(side, side), make([]int32, side*side), make([]int, k)
	for range side - k {
		widths[rng.IntN(k)]++
	}
	for i := range labels {
		for r, last := 0, widths[0]; last < i%side; r++ { // every band has one column more
			labels[i]++
			last += widths[r+1] + 1
		}
	}
	p := equalParts(g, testgraph.Mass(rng, side*side), k, 0, 0)
	p.Criterion.Edges = rng.IntN(2) == 0
	size := objective.Sizes(p.Mass, labels, k)
	for r := range k {
		p.Bounds.Least[r] = size[r] * (0.5 + rng.Float64())
		p.Bounds.Most[r] = max(p.Bounds.Least[r], size[r]*(0.8+rng.Float64()))
	}
	p.Fixed = slices.Repeat([]int32{-1}, side*side)
	for i, a := range labels {
		if rng.IntN(3) == 0 {
			p.Fixed[i] = a
		}
	}
	s := newState(t.Context(), p, newWorkspace(side*side, k), labels)
	s.connect()
	return s
}

// For a vertex of a heavy part whose neighbours are all in its part, cheapestOutInside returns what cheapestOut returns.
func TestCheapestOutInsideIsCheapestOut(t *testing.T) {
	moves, stays := 0, 0
	for seed := range uint64(300) {
		s := bands(t, rand.New(rand.NewPCG(seed, 31)))
		s.roomiest = findRoomiest(s)
		atBorder := s.borderVertices()
		for i, a := range s.labels {
			if !isHeavy(s, a) || slices.Contains(atBorder, int32(i)) {
				continue
			}
			part, key := cheapestOut(s, int32(i))
			inside, same := cheapestOutInside(s, int32(i))
			require.Equal(t, part, inside, "seed %d, vertex %d", seed, i)
			if part < 0 {
				stays++
				continue
			}
			moves++
			require.InDelta(t, key, same, 1e-9*(1+math.Abs(key)), "seed %d, vertex %d", seed, i)
			require.False(t, s.isFixed(int32(i)))
			require.GreaterOrEqual(t, s.size[a]-s.mass[i], s.Least[a])
			require.LessOrEqual(t, s.size[part]+s.mass[i], s.Most[part])
		}
	}
	assert.Greater(t, moves, 500)
	assert.Greater(t, stays, 500)
}
