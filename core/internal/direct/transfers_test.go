package direct

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// Consecutive parts of a path whose masses are wrong get equal masses, and no further edge is cut.
func TestPathsRestoreTheBoundsOfAPath(t *testing.T) {
	const n, k = 120, 6
	for seed := range uint64(testgraph.Rounds(3)) {
		rng, p := rand.New(rand.NewPCG(seed, 0)), tightGrid(1, n, k)
		labels, ends := make([]int32, n), rng.Perm(n - 1)[:k-1]
		for _, end := range ends {
			for i := end + 1; i < n; i++ {
				labels[i]++
			}
		}
		s := newState(t.Context(), p, newWorkspace(n, k), labels)
		restoreAlongPaths(s)
		require.Zero(t, violation(p, s.labels), "seed %d", seed)
		assert.InDelta(t, k-1, criterion(p, s.labels), 1e-9, "seed %d", seed)
		requireSums(t, p, s)
	}
}

// One vertex of each of three cliques is in the part of the next. The bounds forbid every single move, and every exchange between two
// parts leaves a vertex in a wrong part.
func TestACycleThroughThreeParts(t *testing.T) {
	const size = 5
	p := weightProblem(testgraph.Cliques(3, size, 0.1), 3, 0)
	labels := make([]int32, 3*size)
	for i := range labels {
		labels[i] = int32(i / size)
	}
	lowest := criterion(p, labels)
	for r := range int32(3) {
		labels[size*int(r)+2] = (r + 1) % 3
	}
	s := newState(t.Context(), p, newWorkspace(3*size, 3), labels)
	require.True(t, applyCycles(s))
	assert.InDelta(t, lowest, criterion(p, s.labels), 1e-9)
	assert.Zero(t, violation(p, s.labels))
	assert.False(t, applyCycles(s), "the partition is optimal")
}

// Cycles and paths keep fixed vertices, never raise the violation of the bounds, and cycles never raise the weight.
func TestTransfersNeverMakeThePartitionWorse(t *testing.T) {
	rng, lowered := rand.New(rand.NewPCG(8, 0)), 0
	for round := range testgraph.Rounds(400) {
		p := randomProblem(rng)
		p.Criterion.Edges = true
		if round%3 == 0 {
			fixFirst(rng, p)
		}
		s := randomState(t, rng, p, round%2 == 0)
		before := violation(p, s.labels)
		restoreAlongPaths(s)
		between := violation(p, s.labels)
		require.LessOrEqual(t, between, before*(1+tiny), "round %d", round)
		value := criterion(p, s.labels)
		if applyCycles(s) {
			lowered++
			require.Less(t, criterion(p, s.labels)+violation(p, s.labels), value+between, "round %d", round)
		}
		require.LessOrEqual(t, violation(p, s.labels), between+1e-9*p.Criterion.Total, "round %d", round)
		requireValid(t, p, s.labels, "round %d", round)
		requireSums(t, p, s)
	}
	assert.Positive(t, lowered)
}
