package direct

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/plan"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// After t tries, the pool holds one partition of generation g for every bit g that is set in t, whatever the graph, and the best
// partition is at least as good as all tries.
func TestTriesAreCombinedInPairs(t *testing.T) {
	const tries = 7
	combined := 0
	for name, p := range cases(rand.New(rand.NewPCG(8, 0))) {
		s := newSearch(t.Context(), p, Options{PartsSearch: plan.PartsSearch{Tries: tries}, Threads: 1}.limited(), tries)
		each := s.startTries(t.Context())
		for made := range tries {
			found := each.Get(made, made)
			s.offer(found)
			assert.False(t, found.precedes(s.best), name)
			generations := 0
			for at, member := range s.pool {
				generations |= 1 << member.generation
				assert.False(t, member.precedes(s.best), name)
				assert.True(t, at == 0 || member.generation < s.pool[at-1].generation, "%s: generations descend", name)
			}
			require.Equal(t, made+1, generations, name)
			require.Len(t, s.pool, bits.OnesCount(uint(made+1)), name)
		}
		each.Close()
		assert.LessOrEqual(t, s.joins, tries-len(s.pool), "%s: equal partitions are not combined", name)
		combined += s.joins
	}
	assert.Positive(t, combined)
}

// In the end, all tries have been combined: t tries take t − 1 combinations, fewer only where two partitions compare equal.
func TestAllTriesAreCombined(t *testing.T) {
	for _, tries := range []int{1, 2, 3, 5, 6, 8} {
		rng := rand.New(rand.NewPCG(9, 0))
		p := equalParts(testgraph.Random(rng, 400, 0.02), testgraph.Mass(rng, 400), 6, 0.5, 0.3)
		s := newSearch(t.Context(), p, Options{PartsSearch: plan.PartsSearch{Tries: tries}, Threads: 2}.limited(), tries)
		s.run()
		require.Len(t, s.pool, 1)
		require.Equal(t, tries-1, s.joins, "tries on a random graph with random masses differ")
	}
}
