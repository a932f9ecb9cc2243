package coarsen

import (
	"maps"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// However memory is saved without rounding, every level is the one that would have been kept, also where a builder is used again
// and after it has found communities.
func TestLevelsAreThoseThatWereNotKept(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 0))
	graphs := largeGraphs(rng)
	whole := func(x float64) float64 { return math.Floor(1 + 3*x) }
	graphs["random"] = weighted(testgraph.Shuffled(rng, testgraph.Random(rng, 3000, 0.004)), whole)
	graphs["dense"] = weighted(testgraph.Shuffled(rng, testgraph.Random(rng, 12000, 0.002)), whole)
	graphs["weights"] = testgraph.Shuffled(rng, testgraph.Random(rng, 3000, 0.004))
	graphs["star"] = testgraph.Star(5000)
	maps.Copy(graphs, weightedGraphs())
	for name, g := range graphs {
		mass := testgraph.Mass(rng, g.N())
		savings := []Saving{Rebuilding, Packing}
		if name == "weights" || name == "32 bits" || name == "mixed" { // which Rebuilding rounds
			savings = []Saving{Packing}
		}
		for _, clusters := range []bool{false, true} {
			for _, threads := range []int{1, 3} {
				if testing.Short() && threads == 1 {
					continue
				}
				team := parallel.NewTeam(threads)
				builder := &Builder{Team: team}
				for seed := range uint64(testgraph.Rounds(4)) {
					saving := savings[seed%uint64(len(savings))]
					opt := Options{Coarsest: 60, Clusters: clusters}
					want := new(Builder).Build(t.Context(), g, mass, opt, rand.New(rand.NewPCG(seed, 0)))
					communities := communitiesOf(t.Context(), new(Builder), g, rand.New(rand.NewPCG(seed, 1)))
					opt.Saving = saving
					got := builder.Build(t.Context(), g, mass, opt, rand.New(rand.NewPCG(seed, 0)))
					require.Len(t, got.Levels, len(want.Levels))
					for level := len(want.Levels) - 1; level >= 0; level-- {
						again := saving == Rebuilding && level == rebuilt
						if again && len(want.Levels) > rebuilt+1 {
							require.Nil(t, got.Levels[level].Graph)
						}
						expected, l := want.Levels[level], *got.At(level)
						if again && (name == "random" || name == "dense") { // contracted in two steps, since a level was left out
							requireSameEdges(t, expected.Graph, l.Graph)
							l.Graph = expected.Graph
						}
						assert.Equal(t, expected, l, "%s, clusters: %t, saving %d, level %d", name, clusters, saving, level)
					}
					assert.Equal(t, communities, communitiesOf(t.Context(), builder, g, rand.New(rand.NewPCG(seed, 1))))
				}
				team.Close()
			}
		}
	}
}

// requireSameEdges requires that two graphs have the same edges, in any order, with the same weights up to rounding.
func requireSameEdges(t *testing.T, g, other *graph.CSR) {
	t.Helper()
	require.Equal(t, g.Indptr, other.Indptr)
	weight := make([]float64, g.N())
	for i := range g.N() {
		idx, w := g.Row(i)
		for k, j := range idx {
			weight[j] = w[k]
		}
		idx, w = other.Row(i)
		for k, j := range idx {
			if math.Abs(weight[j]-w[k]) > 1e-14*w[k] {
				require.Equal(t, weight[j], w[k], "edge (%d, %d)", i, j)
			}
			weight[j] = 0
		}
	}
}

// Most levels after the rebuilt one lie in its memory, one after the other.
func TestCoarserLevelsShareTheMemoryOfTheRebuiltLevel(t *testing.T) {
	g := testgraph.Grid(180, 200)
	b := &Builder{}
	h := b.Build(t.Context(), g, testgraph.Ones(g.N()), Options{Coarsest: 60, Saving: Rebuilding}, rand.New(rand.NewPCG(5, 0)))
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

// Where coarsening leaves nearly all edges, a level that is left out gives its memory to later ones, and no memory for the
// edges of levels after that of the rebuilt level and the next is kept while the finest levels are refined.
func TestLevelsThatAreLeftOutGiveMemoryBack(t *testing.T) {
	for degree, most := range map[int]float64{4: 3, 10: 2.3} { // half-edges of the levels, relative to those of the graph
		rng := rand.New(rand.NewPCG(6, 0))
		const n = 60000
		g := testgraph.Sparse(rng, n, degree*n/2)
		b := &Builder{}
		h := b.Build(t.Context(), g, testgraph.Ones(n), Options{Coarsest: 20, Saving: Rebuilding}, rng)
		require.Nil(t, h.Levels[rebuilt].Graph)
		assert.Less(t, float64(ownMemory(b)), most*float64(g.NNZ()), "degree %d", degree)
		h.At(rebuilt)
		assert.LessOrEqual(t, ownMemory(b), 2*(g.NNZ()+g.NNZ()/spareShare+1), "degree %d", degree)
	}
}

// ownMemory returns the half-edges for which levels have memory that is not that of other levels.
func ownMemory(b *Builder) int {
	total := 0
	for _, l := range b.levels {
		if !l.borrowed {
			total += cap(l.graph.Indices)
		}
	}
	return total
}

// Packing keeps weights in few bits where they fit them, and computes those of other graphs where they stay.
func TestPackingIsForWeightsThatFit(t *testing.T) {
	grid := testgraph.Grid(150, 120)
	for _, w := range []float64{1, 65535, 0.1} {
		g := weighted(grid, func(float64) float64 { return w })
		h := new(Builder).Build(t.Context(), g, testgraph.Ones(g.N()), Options{Coarsest: 60, Saving: Packing}, rand.New(rand.NewPCG(6, 0)))
		require.Greater(t, len(h.Levels), 1)
		for _, l := range h.Levels[1:] {
			assert.Equal(t, w != 0.1, l.packed != nil, "weights %g", w)
		}
	}
}
