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

// Each step merges the two communities for which s_ab, computed from the definition, is largest. That is the resolution up to which
// the union raises the modularity, and it never rises.
func TestDendrogramMergesAtTheHighestResolution(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 3))
		g := testgraph.Random(rng, 12+rng.IntN(20), 0.25)
		labels := testgraph.Partition(rng, g.N(), 6, nil)
		d, last := newDendrogram(g, testgraph.Mass(rng, g.N()), labels, 6), math.Inf(1)
		var merges []merge
		for {
			before, count := cut(labels, 6, merges)
			best := highestResolution(g, before, count)
			done, ok := d.step()
			if !ok {
				require.Zero(t, best, "seed %d", seed)
				break
			}
			merges = append(merges, done)
			require.InDelta(t, best, done.resolution, 1e-12, "seed %d", seed)
			require.LessOrEqual(t, done.resolution, last*(1+1e-12))
			last = done.resolution
			after, fewer := cut(labels, 6, merges)
			require.Equal(t, count-1, fewer)
			for _, factor := range []float64{0.99, 1.01} {
				rise := generalised(g, after, best*factor) - generalised(g, before, best*factor)
				require.Equal(t, factor < 1, rise > 0, "seed %d: a union raises the modularity at lower resolutions only", seed)
			}
		}
	}
}

// highestResolution returns the largest w_ab W/(vol_a vol_b) of two parts.
func highestResolution(g *graph.CSR, labels []int32, k int) float64 {
	weight, volume, total := make([]float64, k*k), make([]float64, k), 0.0
	for i, a := range labels {
		idx, w := g.Row(i)
		for e, j := range idx {
			weight[int(a)*k+int(labels[j])] += w[e]
			volume[a] += w[e]
			total += w[e]
		}
	}
	best := 0.0
	for a := range k {
		for b := range a {
			best = max(best, weight[a*k+b]*total/(volume[a]*volume[b]))
		}
	}
	return best
}

// generalised returns the modularity with the expected weights times gamma.
func generalised(g *graph.CSR, labels []int32, gamma float64) float64 {
	degree, sum := g.Degrees(), 0.0
	total := objective.Total(degree)
	for i, a := range labels {
		idx, w := g.Row(i)
		for e, j := range idx {
			if labels[j] == a {
				sum += w[e]
			}
		}
		for j, b := range labels {
			if a == b {
				sum -= gamma * degree[i] * degree[j] / total
			}
		}
	}
	return sum / total
}
