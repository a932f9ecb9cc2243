package partition

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// uneven returns a graph with communities of 20 to 90 vertices, each with about 8 neighbours within its community and 6 outside, in which the degrees differ, and
// the community of each vertex.
func uneven(t *testing.T, rng *rand.Rand, count int) (*graph.CSR, []int32) {
	var of []int32
	var edges []graph.Edge
	add := func(i, j int) {
		if i != j {
			edges = append(edges, graph.Edge{I: i, J: j, W: 1})
		}
	}
	for c := range count {
		size, first := 20+70*c/count, len(of)
		for range size {
			of = append(of, int32(c))
		}
		for range 8 * size / 2 {
			add(first+drawn(rng, size), first+drawn(rng, size))
		}
	}
	for range 6 * len(of) / 2 {
		add(rng.IntN(len(of)), rng.IntN(len(of)))
	}
	g, err := graph.FromEdges(len(of), edges)
	require.NoError(t, err)
	return g, of
}

// drawn draws one of n numbers, the first ones more often.
func drawn(rng *rand.Rand, n int) int {
	x := rng.Float64()
	return int(float64(n) * x * x)
}

// pairs returns the shares of the pairs of vertices of one class that are in one part, and of those in one part that are of one class.
func pairs(labels, class []int32) (together, pure float64) {
	inPart, inClass, both := 0, 0, 0
	for i := range labels {
		for j := range i {
			part, same := labels[i] == labels[j], class[i] == class[j]
			if part {
				inPart++
			}
			if same {
				inClass++
			}
			if part && same {
				both++
			}
		}
	}
	return float64(both) / float64(inClass), float64(both) / float64(inPart)
}

// Communities of uneven size that random edges link are found by default, where the partition of lowest value splits and merges them.
func TestUnevenCommunitiesAreFound(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	raised := 0
	for seed := range uint64(2) {
		const k = 16
		g, of := uneven(t, rand.New(rand.NewPCG(seed, 0)), k)
		r := result(t, g, with("n_clusters", k))
		free := result(t, g, with("n_clusters", k, "min_share", 0.0))
		together, pure := pairs(r.Labels, of)
		lowTogether, lowPure := pairs(free.Labels, of)
		assert.Greater(t, together+pure, lowTogether+lowPure, "seed %d", seed)
		if r.Choice == Communities {
			raised++
			assert.Greater(t, min(together, pure), 0.8, "seed %d", seed)
			numbers := with().plan.Communities
			assert.GreaterOrEqual(t, r.Evidence.Rise, numbers.Rise)
			assert.GreaterOrEqual(t, r.Evidence.Modularity, numbers.Chance)
			checkStages(t, r, with())
		}
	}
	assert.Positive(t, raised)
}

// Graphs without communities of uneven size keep the partition that they would have without the search for them.
func TestGraphsWithoutCommunitiesKeepTheirPartition(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	rng := rand.New(rand.NewPCG(5, 0))
	for name, g := range map[string]*graph.CSR{
		"grid":        testgraph.Grid(30, 31),
		"mesh":        testgraph.Mesh(25, 30),
		"random":      testgraph.Sparse(rng, 800, 4000),
		"small world": testgraph.SmallWorld(rng, 900, 4, 0.1),
		"hubs":        testgraph.Hubs(rng, 800, 4),
	} {
		for _, k := range []int{8, 2} {
			r := result(t, g, with("n_clusters", k))
			require.NotEqual(t, Communities, r.Choice, "%s, k = %d: %+v", name, k, r.Evidence)
			if r.Choice == Lowest {
				assert.Equal(t, result(t, g, with("n_clusters", k, "min_share", 0.0)).Labels, r.Labels, name)
			}
		}
	}
}

// Bounds and target shares are kept: with them, no modularity is raised. Fixed vertices, a given partition and another objective keep
// the search that they had as well.
func TestModularityIsRaisedOnlyIfPartsMayHaveAnySize(t *testing.T) {
	g, _ := uneven(t, rand.New(rand.NewPCG(1, 0)), 8)
	for _, given := range [][]any{{"min_share", 0.0}, {"min_share", 0.5}, {"max_imbalance", 0.1}, {"max_size", 200.0}, {"objective", CutObjective}}[:testgraph.Rounds(5)] {
		r := result(t, g, with(append(given, "n_clusters", 8)...))
		assert.Zero(t, r.Evidence.Modularity, given)
		assert.NotEqual(t, Communities, r.Choice, given)
	}
	equal := slices.Repeat([]float64{1. / 8}, 8)
	assert.NotEqual(t, Communities, mustRunAny(t, Problem{Graph: g, PartWeights: equal}, with("n_clusters", 8)).Choice)
}

// The labels are the same on any number of threads, and with weights and masses in other units.
func TestCommunitiesDoNotDependOnThreadsAndUnits(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	g, _ := uneven(t, rand.New(rand.NewPCG(3, 0)), 12)
	want := result(t, g, with("n_clusters", 12, "n_threads", 1))
	require.Equal(t, want.Labels, result(t, g, with("n_clusters", 12, "n_threads", 3)).Labels)
	got := result(t, g.Scaled(21), with("n_clusters", 12))
	assert.Equal(t, want.Labels, got.Labels)
	assert.Equal(t, want.Choice, got.Choice)
	assert.Equal(t, want.Evidence.Modularity, got.Evidence.Modularity)
}
