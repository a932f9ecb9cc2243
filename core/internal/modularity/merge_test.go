package modularity

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/coarsen"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// unevenCliques returns a chain of complete graphs on the given numbers of vertices, joined by single edges.
func unevenCliques(t *testing.T, sizes []int) (*graph.CSR, []int32) {
	var edges []graph.Edge
	var of []int32
	for c, size := range sizes {
		first := len(of)
		for i := range size {
			of = append(of, int32(c))
			for j := range i {
				edges = append(edges, graph.Edge{I: first + j, J: first + i, W: 1})
			}
		}
		if c > 0 {
			edges = append(edges, graph.Edge{I: first - 1, J: first, W: 1})
		}
	}
	g, err := graph.FromEdges(len(of), edges)
	require.NoError(t, err)
	return g, of
}

func TestMergeFindsUnevenCliques(t *testing.T) {
	g, of := unevenCliques(t, []int{4, 30, 8, 15, 5})
	p := Partition{Graph: g, Mass: testgraph.Ones(g.N()), K: 5, Least: 1, Sweeps: 30}
	found := Merge(t.Context(), p, rand.New(rand.NewPCG(1, 1)))
	renumber(found)
	assert.Equal(t, of, found)
	p.K = 4 // one clique is merged with a neighbour
	found = Merge(t.Context(), p, rand.New(rand.NewPCG(1, 1)))
	parts := map[int32]bool{}
	for i, a := range found {
		parts[a] = true
		assert.Equal(t, found[slices.Index(of, of[i])], a, "cliques are whole")
	}
	assert.Len(t, parts, 4)
}

// There are not more parts than vertices with neighbours, and two components are not merged.
func TestMergeReturnsNilWithoutEnoughCommunities(t *testing.T) {
	p := Partition{Graph: testgraph.Complete(6), Mass: testgraph.Ones(6), K: 7, Least: 1, Sweeps: 30}
	assert.Nil(t, Merge(t.Context(), p, rand.New(rand.NewPCG(1, 1))))
	apart, err := graph.FromEdges(6, []graph.Edge{{I: 0, J: 1, W: 1}, {I: 2, J: 3, W: 1}, {I: 4, J: 5, W: 1}})
	require.NoError(t, err)
	p = Partition{Graph: apart, Mass: testgraph.Ones(6), K: 2, Least: 1, Sweeps: 30}
	assert.Nil(t, Merge(t.Context(), p, rand.New(rand.NewPCG(1, 1))))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	assert.Nil(t, Merge(ctx, Partition{Graph: testgraph.Complete(6), Mass: testgraph.Ones(6), K: 2, Sweeps: 30}, rand.New(rand.NewPCG(1, 1))))
}

// Each step merges the two communities, among those that must be and share an edge, for which Q falls least.
func TestMergingLowersTheModularityLeast(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 3))
		g := testgraph.Random(rng, 12+rng.IntN(20), 0.25)
		labels, between := new(coarsen.Builder).Communities(t.Context(), g, 2, rng)
		m := newMerging(Partition{Graph: g, Mass: testgraph.Ones(g.N())}, labels, between)
		const least = 3
		for m.count > 1 {
			before := m.numbered(labels)
			best := bestMerge(g, before, m.count, least)
			if !m.mergeBest(least) {
				require.True(t, math.IsInf(best, -1), "seed %d", seed)
				break
			}
			after := m.numbered(labels)
			require.InDelta(t, best, Of(g, after, m.count), 1e-12, "seed %d", seed)
		}
	}
}

// bestMerge returns the highest Q after two parts that an edge joins are merged, one of them lighter than least if there is such a
// pair, or −Inf.
func bestMerge(g *graph.CSR, labels []int32, k int, least float64) float64 {
	best := map[bool]float64{false: math.Inf(-1), true: math.Inf(-1)}
	sizes := objective.Sizes(testgraph.Ones(g.N()), labels, k)
	for a := range int32(k) {
		for b := range a {
			if !areJoined(g, labels, a, b) {
				continue
			}
			merged := slices.Clone(labels)
			for i, x := range merged {
				if x == a {
					merged[i] = b
				}
			}
			light := min(sizes[a], sizes[b]) < least
			best[light] = max(best[light], Of(g, merged, k))
		}
	}
	if !math.IsInf(best[true], -1) {
		return best[true]
	}
	return best[false]
}

func areJoined(g *graph.CSR, labels []int32, a, b int32) bool {
	for i, x := range labels {
		idx, _ := g.Row(i)
		for _, j := range idx {
			if x == a && labels[j] == b {
				return true
			}
		}
	}
	return false
}

// The same seed gives the same parts, although maps have no order.
func TestMergeIsDeterministic(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	g := testgraph.Random(rng, 80, 0.08)
	p := Partition{Graph: g, Mass: testgraph.Ones(80), K: 4, Least: 2, Sweeps: 30}
	want := Merge(t.Context(), p, rand.New(rand.NewPCG(1, 2)))
	for range 5 {
		assert.Equal(t, want, Merge(t.Context(), p, rand.New(rand.NewPCG(1, 2))))
	}
}
