package coarsen

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// clustered returns a hierarchy of clusters with memory of its own.
func clustered(t *testing.T, g *graph.CSR, mass []float64, opt Options, rng *rand.Rand) *Hierarchy {
	opt.Clusters = true
	return new(Builder).Build(t.Context(), g, mass, opt, rng)
}

func TestSetsOfClustersKeepCutAndMass(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for name, g := range testgraph.Shapes(rng) {
		h := clustered(t, g, testgraph.Mass(rng, g.N()), Options{Coarsest: 10}, rng)
		require.Greater(t, len(h.Levels), 2, name)
		requireSetsKept(t, h, rng, name)
	}
}

// A cluster of several vertices is not heavier than the limit, and a level is not smaller than the one before by more than
// the factor maxShrink.
func TestClustersRespectTheMassLimit(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	for name, g := range testgraph.Shapes(rng) {
		for _, coarsest := range []int{10, 40} {
			mass := testgraph.Mass(rng, g.N())
			limit := (0.5 + rng.Float64()) * objective.Total(mass) / float64(coarsest)
			h := clustered(t, g, mass, Options{Coarsest: coarsest, Limit: limit}, rng)
			for level, l := range h.Levels[:len(h.Levels)-1] {
				next := h.Levels[level+1]
				members := make([]int, next.Graph.N())
				for _, p := range l.Parent {
					members[p]++
				}
				for c, k := range members {
					require.Positive(t, k, "%s: every coarse vertex has a fine one", name)
					require.True(t, k == 1 || next.Mass[c] <= limit*(1+1e-12), "%s: %d vertices of mass %g", name, k, next.Mass[c])
				}
				require.GreaterOrEqual(t, float64(next.Graph.N())*maxShrink, float64(l.Graph.N())-maxShrink, name)
				require.LessOrEqual(t, float64(next.Graph.N()), maxSizeRatio*float64(l.Graph.N()), name)
			}
		}
	}
}

func TestClustersRespectBlocks(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	for name, g := range testgraph.Shapes(rng) {
		block := make([]int32, g.N())
		for i := range block {
			block[i] = int32(rng.IntN(3))
		}
		h := clustered(t, g, testgraph.Ones(g.N()), Options{Coarsest: 10, Block: block}, rng)
		coarse := Restrict(h, block)
		for level := len(h.Levels) - 2; level >= 0; level-- {
			fine := make([]int32, h.Levels[level].Graph.N())
			Project(h, level, coarse, fine)
			coarse = fine
		}
		require.Equal(t, block, coarse, name)
	}
}

// Clusters consist of neighbours, or of vertices with a common neighbour: no cluster has vertices of two components.
func TestClustersStayWithinComponents(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 0))
	var edges []graph.Edge
	for i := range 400 {
		if j := i + 1 + rng.IntN(4); j < 400 && rng.IntN(3) > 0 {
			edges = append(edges, graph.Edge{I: i, J: j, W: 1 - rng.Float64()})
		}
	}
	g, err := graph.FromEdges(400, edges)
	require.NoError(t, err)
	component, count := graph.Components(g)
	require.Greater(t, count, 10)
	h := clustered(t, g, testgraph.Ones(400), Options{Coarsest: 4}, rng)
	require.Greater(t, len(h.Levels), 1)
	of := make([]int32, h.Coarsest().Graph.N())
	for c := range of {
		of[c] = -1
	}
	cluster := make([]int, h.Coarsest().Graph.N())
	for c := range cluster {
		cluster[c] = c
	}
	for level := len(h.Levels) - 2; level >= 0; level-- {
		fine := make([]int, h.Levels[level].Graph.N())
		Project(h, level, cluster, fine)
		cluster = fine
	}
	for i, c := range cluster {
		if of[c] < 0 {
			of[c] = int32(component[i])
		}
		require.Equal(t, of[c], int32(component[i]))
	}
}

// Cliques joined by light edges are contracted before these edges: no cluster has vertices of two cliques.
func TestClustersFollowHeavyEdges(t *testing.T) {
	g := testgraph.Cliques(20, 12, 0.01)
	for seed := range uint64(5) {
		h := clustered(t, g, testgraph.Ones(240), Options{Coarsest: 60}, rand.New(rand.NewPCG(seed, 0)))
		clique := make([]int32, 240)
		for i := range clique {
			clique[i] = int32(i / 12)
		}
		for level, l := range h.Levels[:len(h.Levels)-1] {
			next := restrict(clique, l.Parent, h.Levels[level+1].Graph.N())
			for i, p := range l.Parent {
				require.Equal(t, clique[i], next[p], "seed %d, level %d", seed, level)
			}
			clique = next
		}
	}
}

// A builder that has built a hierarchy builds the next one as a new builder does.
func TestBuilderCanBeReused(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	used := new(Builder)
	for name, g := range testgraph.Shapes(rng) {
		mass, seed := testgraph.Mass(rng, g.N()), rng.Uint64()
		want := clustered(t, g, mass, Options{Coarsest: 10}, rand.New(rand.NewPCG(seed, 0)))
		got := used.Build(t.Context(), g, mass, Options{Coarsest: 10, Clusters: true}, rand.New(rand.NewPCG(seed, 0)))
		require.Len(t, got.Levels, len(want.Levels), name)
		for level := range want.Levels {
			assert.Equal(t, want.Levels[level], got.Levels[level], "%s, level %d", name, level)
		}
		used.Communities(t.Context(), g, 1, rng)
	}
}
