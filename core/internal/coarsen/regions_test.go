package coarsen

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// largeGraphs returns graphs of several regions: one that is numbered along its geometry and one that is not.
func largeGraphs(rng *rand.Rand) map[string]*graph.CSR {
	grid := testgraph.Grid(180, 200)
	return map[string]*graph.CSR{"local": grid, "not local": testgraph.Shuffled(rng, grid)}
}

func TestHierarchyDoesNotDependOnThreads(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for name, g := range largeGraphs(rng) {
		for _, clusters := range []bool{false, true} {
			build := func(threads int) *Hierarchy {
				team := parallel.NewTeam(threads)
				defer team.Close()
				opt := Options{Coarsest: 60, Clusters: clusters}
				return (&Builder{Team: team}).Build(t.Context(), g, testgraph.Ones(g.N()), opt, rand.New(rand.NewPCG(2, 0)))
			}
			want := build(1)
			for _, threads := range []int{2, 3, 7} {
				assert.Equal(t, want.Levels, build(threads).Levels, "%s, clusters: %t, %d threads", name, clusters, threads)
			}
		}
	}
}

// A matching is maximal but for vertices whose neighbours are all matched: of two adjacent vertices with unit weights, one
// has a mate.
func TestMatchingOfRegionsIsMaximal(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	for name, g := range largeGraphs(rng) {
		m := &Builder{}
		m.load(g, nil, testgraph.Ones(g.N()), nil)
		m.limit = 3
		pairs := m.run(context.Background(), rng)
		require.Greater(t, len(m.regions), 1)
		require.Equal(t, name == "local", m.isLocal())
		matched := 0
		for i, j := range m.mate {
			require.Equal(t, int32(i), m.mate[j], "%s: the mate of the mate of %d", name, i)
			if int(j) != i {
				matched++
				continue
			}
			idx, _ := g.Row(i)
			for _, u := range idx {
				require.NotEqual(t, u, m.mate[u], "%s: %d and its neighbour %d have no mate", name, i, u)
			}
		}
		assert.Equal(t, 2*pairs, matched, name)
	}
}
