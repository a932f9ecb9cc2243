package coarsen

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// coarsened returns a hierarchy with memory of its own.
func coarsened(ctx context.Context, g *graph.CSR, mass []float64, block []int32, coarsest int, rng *rand.Rand) *Hierarchy {
	return new(Builder).Build(ctx, g, mass, Options{Coarsest: coarsest, Block: block}, rng)
}

// requireGraph requires that g is an undirected graph with rows in any order: each edge appears once in each direction,
// with equal weights up to rounding, and there are no self-loops.
func requireGraph(t *testing.T, g *graph.CSR, name string) {
	t.Helper()
	weight := map[[2]int32]float64{}
	for i := range int32(g.N()) {
		idx, w := g.Row(int(i))
		for k, j := range idx {
			require.NotEqual(t, i, j, name)
			require.NotContains(t, weight, [2]int32{i, j}, name)
			weight[[2]int32{i, j}] = w[k]
		}
	}
	for at, w := range weight {
		require.InEpsilon(t, w, weight[[2]int32{at[1], at[0]}], 1e-14, name)
	}
}

// requireSetsKept requires that random sets of vertices of every coarse level have the cut and the mass of the sets of fine
// vertices that they contain.
func requireSetsKept(t *testing.T, h *Hierarchy, rng *rand.Rand, name string) {
	t.Helper()
	for _, l := range h.Levels[1:] {
		requireGraph(t, l.Graph, name)
	}
	requireSumsKept(t, h, rng, name)
}

// requireSumsKept is requireSetsKept without a look at every edge.
func requireSumsKept(t *testing.T, h *Hierarchy, rng *rand.Rand, name string) {
	t.Helper()
	for level, l := range h.Levels[:len(h.Levels)-1] {
		next := h.Levels[level+1]
		for range 10 {
			coarse, fine := testgraph.RandomSet(rng, next.Graph.N()), make([]bool, l.Graph.N())
			Project(h, level, coarse, fine)
			w := objective.Weight(l.Graph, fine)
			require.InDelta(t, w, objective.Weight(next.Graph, coarse), 1e-12*w, name)
			require.InDelta(t, objective.Inside(l.Mass, fine), objective.Inside(next.Mass, coarse), 1e-9, name)
		}
	}
}

func TestCoarseSetsKeepCutAndMass(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	rng := rand.New(rand.NewPCG(1, 0))
	for name, g := range testgraph.Shapes(rng) {
		h := coarsened(context.Background(), g, testgraph.Mass(rng, g.N()), nil, 10, rng)
		require.Greater(t, len(h.Levels), 2, name)
		requireSetsKept(t, h, rng, name)
	}
}

func TestPairsRespectTheMassLimit(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	for name, g := range testgraph.Shapes(rng) {
		const coarsest = 10
		h := coarsened(context.Background(), g, testgraph.Mass(rng, g.N()), nil, coarsest, rng)
		limit := maxPairShare * objective.Inside(h.Levels[0].Mass, allVertices(g.N())) / coarsest
		for level, l := range h.Levels[:len(h.Levels)-1] {
			next := h.Levels[level+1]
			members := make([]int, next.Graph.N())
			for _, p := range l.Parent {
				members[p]++
			}
			for c, k := range members {
				assert.True(t, k == 1 || next.Mass[c] <= limit*(1+1e-12), "%s: %d vertices of mass %g", name, k, next.Mass[c])
			}
			assert.LessOrEqual(t, float64(next.Graph.N()), maxSizeRatio*float64(l.Graph.N()), name)
		}
		assert.Nil(t, h.Coarsest().Parent, name)
		assert.LessOrEqual(t, h.Coarsest().Graph.N(), 4*coarsest, "%s: %d levels", name, len(h.Levels))
	}
}

func allVertices(n int) []bool {
	all := make([]bool, n)
	for i := range all {
		all[i] = true
	}
	return all
}

// blocks returns block 1 for the vertices of S = {low} and block 0 for the others.
func blocks(low []bool) []int32 {
	block := make([]int32, len(low))
	for i, in := range low {
		if in {
			block[i] = 1
		}
	}
	return block
}

func TestMatchingRespectsBlocks(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	for name, g := range testgraph.Shapes(rng) {
		low := testgraph.RandomSet(rng, g.N())
		h := coarsened(context.Background(), g, testgraph.Ones(g.N()), blocks(low), 10, rng)
		coarse := Restrict(h, low)
		for level := len(h.Levels) - 2; level >= 0; level-- {
			fine := make([]bool, h.Levels[level].Graph.N())
			Project(h, level, coarse, fine)
			coarse = fine
		}
		assert.Equal(t, low, coarse, name)
	}
}

func TestHeavyEdgesAreContractedFirst(t *testing.T) {
	// On a path in which every other edge is heavy, exactly the heavy edges are contracted.
	var edges []graph.Edge
	for i := range 199 {
		edges = append(edges, graph.Edge{I: i, J: i + 1, W: float64(1 + 9*((i+1)%2))})
	}
	g, err := graph.FromEdges(200, edges)
	require.NoError(t, err)
	for seed := range uint64(10) {
		h := coarsened(context.Background(), g, testgraph.Ones(200), nil, 100, rand.New(rand.NewPCG(seed, 0)))
		for i := 0; i < 200; i += 2 {
			require.Equal(t, h.Levels[0].Parent[i], h.Levels[0].Parent[i+1])
		}
	}
}

func TestCoarseningStopsWhenTheContextEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	h := coarsened(ctx, testgraph.Path(1000), testgraph.Ones(1000), nil, 10, rand.New(rand.NewPCG(4, 0)))
	assert.Len(t, h.Levels, 1)
}

// Whenever the context ends, the coarsest level has all the edges and the mass of the graph.
func TestLevelsAreCompleteWheneverTheContextEnds(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 0))
	g := testgraph.Grid(90, 100)
	for _, clusters := range []bool{false, true} {
		for _, threads := range []int{1, 3} {
			levels := map[int]bool{}
			for looks, ended := int64(0), true; ended; looks++ {
				ctx, b := testgraph.NewExpiring(looks), &Builder{Team: parallel.NewTeam(threads)}
				h := b.Build(ctx, g, testgraph.Ones(g.N()), Options{Coarsest: 1500, Clusters: clusters}, rng)
				b.Team.Close()
				coarse := testgraph.RandomSet(rng, h.Coarsest().Graph.N())
				fine := coarse
				for level := len(h.Levels) - 2; level >= 0; level-- {
					next := make([]bool, h.Levels[level].Graph.N())
					Project(h, level, fine, next)
					fine = next
				}
				require.Equal(t, objective.Weight(g, fine), objective.Weight(h.Coarsest().Graph, coarse), "after %d looks", looks)
				require.Equal(t, objective.Inside(testgraph.Ones(g.N()), fine), objective.Inside(h.Coarsest().Mass, coarse))
				levels[len(h.Levels)], ended = true, ctx.Ended()
			}
			require.Greater(t, len(levels), 2)
		}
	}
}

// Where coarsening leaves nearly all edges, levels are left out: the sets of vertices keep their cuts and masses, and the
// levels together have few half-edges. The hierarchy of a mesh has all levels.
func TestLevelsWithNearlyAllEdgesAreLeftOut(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 0))
	dense := testgraph.Random(rng, 4000, 0.006)
	for _, clusters := range []bool{false, true} {
		h := new(Builder).Build(t.Context(), dense, testgraph.Mass(rng, dense.N()), Options{Coarsest: 10, Clusters: clusters}, rng)
		requireSumsKept(t, h, rng, "dense")
		total, before := 0, 0
		for level, l := range h.Levels {
			total += l.Graph.NNZ()
			if level > 1 {
				few := float64(h.Levels[level-1].Graph.NNZ()) <= skippedEdges*float64(h.Levels[level-2].Graph.NNZ())
				assert.True(t, few || before > largestStep*l.Graph.N(), "clusters: %t, level %d", clusters, level-1)
			}
			if level > 0 {
				before = h.Levels[level-1].Graph.N()
			}
		}
		assert.Less(t, total, 3*dense.NNZ(), "clusters: %t", clusters)
	}
	mesh := coarsened(t.Context(), testgraph.Grid(60, 70), testgraph.Ones(4200), nil, 20, rng)
	for level := range len(mesh.Levels) - 1 {
		assert.Less(t, mesh.Levels[level].Graph.N(), 3*mesh.Levels[level+1].Graph.N())
	}
}
