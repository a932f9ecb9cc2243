package coarsen

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// planted returns cliques whose vertices are numbered in random order, with some light edges between them, and the clique
// of each vertex.
func planted(t *testing.T, rng *rand.Rand, cliques, size int) (*graph.CSR, []int32) {
	n := cliques * size
	member, clique := rng.Perm(n), make([]int32, n)
	var edges []graph.Edge
	for x := range n {
		clique[member[x]] = int32(x / size)
		for y := range x {
			switch {
			case x/size == y/size:
				edges = append(edges, graph.Edge{I: member[x], J: member[y], W: 1})
			case rng.IntN(2*size) == 0:
				edges = append(edges, graph.Edge{I: member[x], J: member[y], W: 0.1})
			}
		}
	}
	g, err := graph.FromEdges(n, edges)
	require.NoError(t, err)
	return g, clique
}

// requireSamePartition requires that two labellings have the same sets of equal labels.
func requireSamePartition(t *testing.T, want, got []int32, message ...any) {
	t.Helper()
	require.Len(t, got, len(want), message...)
	to, back := map[int32]int32{}, map[int32]int32{}
	for i := range want {
		if _, ok := to[want[i]]; !ok {
			to[want[i]] = got[i]
		}
		if _, ok := back[got[i]]; !ok {
			back[got[i]] = want[i]
		}
		require.Equal(t, to[want[i]], got[i], message...)
		require.Equal(t, back[got[i]], want[i], message...)
	}
}

func TestCommunitiesFindPlantedCliques(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 0))
		g, clique := planted(t, rng, 3+rng.IntN(8), 8+rng.IntN(8))
		requireSamePartition(t, clique, communitiesOf(t.Context(), new(Builder), g, rng), "seed %d", seed)
	}
}

// modularity returns Σ_c (w(c, c)/2W − (vol(c)/2W)²), from the definition.
func modularity(g *graph.CSR, community []int32) float64 {
	inside, volume, total := map[int32]float64{}, map[int32]float64{}, 0.0
	for i, c := range community {
		idx, w := g.Row(i)
		for e, j := range idx {
			if community[j] == c {
				inside[c] += w[e]
			}
			volume[c] += w[e]
			total += w[e]
		}
	}
	sum := 0.0
	for c, v := range volume {
		sum += inside[c]/total - v*v/(total*total)
	}
	return sum
}

// Moves and contractions raise the modularity: it is above that of single vertices and of one community, which is 0, and
// no move of a vertex of the result to a neighbouring community raises it much.
func TestCommunitiesHaveHighModularity(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for name, g := range testgraph.Shapes(rng) {
		single := make([]int32, g.N())
		for i := range single {
			single[i] = int32(i)
		}
		found := communitiesOf(t.Context(), new(Builder), g, rng)
		q := modularity(g, found)
		assert.GreaterOrEqual(t, q, modularity(g, single), name)
		assert.GreaterOrEqual(t, q, -1e-12, name)
		for range 100 {
			i := rng.IntN(g.N())
			idx, _ := g.Row(i)
			own := found[i]
			found[i] = found[idx[rng.IntN(len(idx))]]
			require.LessOrEqual(t, modularity(g, found), q+0.01, name)
			found[i] = own
		}
	}
	path := communitiesOf(t.Context(), new(Builder), testgraph.Path(500), rng)
	assert.Greater(t, modularity(testgraph.Path(500), path), 0.8)
}

// A community does not reach over two components, and a vertex without edges is alone.
func TestCommunitiesStayWithinComponents(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	var edges []graph.Edge
	for i := range 295 {
		if i%7 < 6 {
			edges = append(edges, graph.Edge{I: i, J: i + 1, W: 1 - rng.Float64()})
		}
	}
	g, err := graph.FromEdges(310, edges)
	require.NoError(t, err)
	component, _ := graph.Components(g)
	of := map[int32]int{}
	for i, c := range communitiesOf(t.Context(), new(Builder), g, rng) {
		if first, ok := of[c]; ok {
			require.Equal(t, first, int(component[i]), "vertex %d", i)
		}
		of[c] = int(component[i])
	}
	empty, err := graph.FromEdges(5, nil)
	require.NoError(t, err)
	assert.ElementsMatch(t, []int32{0, 1, 2, 3, 4}, communitiesOf(t.Context(), new(Builder), empty, rng))
}

// In a chain of c cliques of volume v and of edges of weight 1 between them, two neighbours are one community if γ < W/v², which is about
// c/v: S. Fortunato and M. Barthélemy, "Resolution limit in community detection", PNAS 104 (2007).
func TestCommunitiesAtAResolution(t *testing.T) {
	const cliques, size = 100, 5
	g, of := testgraph.Cliques(cliques, size, 1), make([]int32, cliques*size)
	for i := range of {
		of[i] = int32(i / size)
	}
	limit := float64(cliques) / (size*(size-1) + 2)
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 0))
		community, between := new(Builder).Communities(t.Context(), g, 1.2*limit, rng)
		requireSamePartition(t, of, community)
		assert.Equal(t, cliques, between.N())
		_, between = new(Builder).Communities(t.Context(), g, limit/2, rng)
		assert.LessOrEqual(t, between.N(), 2*cliques/3+1, "no two neighbours are both alone")
	}
}

// Vertices of one group stay together, and from groups that are halves of planted cliques, the cliques are found.
func TestCommunitiesFromGroups(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 0))
		g, clique := planted(t, rng, 3+rng.IntN(8), 8+rng.IntN(8))
		groups := testgraph.Partition(rng, g.N(), g.N()/3, nil)
		community, between := new(Builder).CommunitiesFrom(t.Context(), g, groups, 1, rng)
		of := map[int32]int32{}
		for i, a := range groups {
			if c, known := of[a]; known {
				require.Equal(t, c, community[i])
			}
			of[a] = community[i]
		}
		require.LessOrEqual(t, between.N(), g.N()/3)
		for i := range groups {
			groups[i] = 2*clique[i] + int32(i%2) // halves of cliques
		}
		community, _ = new(Builder).CommunitiesFrom(t.Context(), g, groups, 1, rng)
		requireSamePartition(t, clique, community, "seed %d", seed)
	}
}

func TestCommunitiesEndWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	assert.Len(t, communitiesOf(ctx, new(Builder), testgraph.Grid(10, 10), rand.New(rand.NewPCG(3, 0))), 100)
}

// communitiesOf returns the communities alone.
func communitiesOf(ctx context.Context, b *Builder, g *graph.CSR, rng *rand.Rand) []int32 {
	community, _ := b.Communities(ctx, g, 1, rng)
	return community
}
