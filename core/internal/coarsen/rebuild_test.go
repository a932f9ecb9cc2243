package coarsen

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// With Rebuild, every level is the one that would have been kept, also where a builder is used again and after it has found
// communities.
func TestRebuiltLevelsAreThoseThatWereNotKept(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 0))
	graphs := largeGraphs(rng)
	graphs["weights"] = renumbered(testgraph.Random(rng, 3000, 0.004), rng)
	graphs["star"] = testgraph.Star(5000)
	for name, g := range graphs {
		mass := testgraph.Mass(rng, g.N())
		for _, clusters := range []bool{false, true} {
			for _, threads := range []int{1, 3} {
				team := parallel.NewTeam(threads)
				builder := &Builder{Team: team}
				for seed := range uint64(3) {
					opt := Options{Coarsest: 60, Clusters: clusters}
					want := new(Builder).Build(t.Context(), g, mass, opt, rand.New(rand.NewPCG(seed, 0)))
					communities := new(Builder).Communities(t.Context(), g, rand.New(rand.NewPCG(seed, 1)))
					opt.Rebuild = true
					got := builder.Build(t.Context(), g, mass, opt, rand.New(rand.NewPCG(seed, 0)))
					require.Len(t, got.Levels, len(want.Levels))
					for level := len(want.Levels) - 1; level >= 0; level-- {
						if level == rebuilt && len(want.Levels) > rebuilt+1 {
							require.Nil(t, got.Levels[level].Graph)
						}
						assert.Equal(t, want.Levels[level], *got.At(level), "%s, clusters: %t, level %d", name, clusters, level)
					}
					assert.Equal(t, communities, builder.Communities(t.Context(), g, rand.New(rand.NewPCG(seed, 1))))
				}
				team.Close()
			}
		}
	}
}

// Most levels after the rebuilt one lie in its memory, one after the other.
func TestCoarserLevelsShareTheMemoryOfTheRebuiltLevel(t *testing.T) {
	g := testgraph.Grid(180, 200)
	b := &Builder{}
	h := b.Build(t.Context(), g, testgraph.Ones(g.N()), Options{Coarsest: 60, Rebuild: true}, rand.New(rand.NewPCG(5, 0)))
	require.Greater(t, len(h.Levels), rebuilt+3)
	owner := b.levels[rebuilt-1].graph
	end, borrowed := 0, 0
	for _, level := range b.levels[rebuilt+1:] {
		if !level.borrowed {
			continue
		}
		memory := owner.Indices[:cap(owner.Indices)]
		assert.Same(t, &memory[end], &level.graph.Indices[0])
		end += level.graph.NNZ()
		borrowed++
	}
	assert.Greater(t, borrowed, 2)
}
