package partition

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// planted returns a random graph of k blocks of the given size and a number of pendant vertices that weak edges join to
// it, which are the smallest parts of lowest value.
func planted(rng *rand.Rand, k, size, pendants int) *graph.CSR {
	var edges []graph.Edge
	n := k * size
	for i := range n {
		for j := range i {
			p := 0.02
			if i/size == j/size {
				p = 0.3
			}
			if rng.Float64() < p {
				edges = append(edges, graph.Edge{I: j, J: i, W: 0.5 + rng.Float64()})
			}
		}
	}
	for i := range pendants {
		edges = append(edges, graph.Edge{I: rng.IntN(n), J: n + i, W: 0.01})
	}
	g, err := graph.FromEdges(n+pendants, edges)
	if err != nil {
		panic(err)
	}
	return g
}

// The consensus finds planted blocks, where the partition of lowest value separates pendant vertices.
func TestConsensusFindsPlantedBlocks(t *testing.T) {
	for k := 2; k < 2+testgraph.Rounds(3); k++ {
		g := planted(rand.New(rand.NewPCG(uint64(k), 0)), k, 40, k-1)
		free := result(t, g, with("n_clusters", k, "min_share", 0.0))
		assert.Equal(t, 1.0, slices.Min(free.Masses))
		for _, balance := range []Balance{Ratio, Normalized} {
			found := result(t, g, with("n_clusters", k, "balance", balance))
			for i := range 40 * k {
				assert.Equal(t, found.Labels[40*(i/40)], found.Labels[i], "k = %d, %v, vertex %d", k, balance, i)
			}
		}
	}
}

func TestConsensusDoesNotDependOnTheThreads(t *testing.T) {
	g := planted(rand.New(rand.NewPCG(9, 0)), 3, 40, 2)
	want := result(t, g, with("n_clusters", 3, "n_threads", 1))
	for _, threads := range []int{3, 2}[:testgraph.Rounds(2)] {
		assert.Equal(t, want, result(t, g, with("n_clusters", 3, "n_threads", threads)))
	}
}

// However early it ends, the search returns a partition into k parts.
func TestConsensusEndsWithTheContext(t *testing.T) {
	testgraph.SkipUnderRace(t)
	g := planted(rand.New(rand.NewPCG(10, 0)), 3, 40, 2)
	stopped := 0
	for after := 0; after < 60; after += 4 {
		ctx, stop := context.WithCancel(t.Context())
		calls := 0
		r, err := Run(ctx, Problem{Graph: g}, with("n_clusters", 3), func(Progress) {
			if calls++; calls > after {
				stop()
			}
		})
		stop()
		require.NoError(t, err)
		require.Len(t, r.Masses, 3)
		require.Positive(t, slices.Min(r.Masses))
		if r.Status == Stopped {
			stopped++
		}
	}
	assert.Greater(t, stopped, 10)
}

// The observer gets the lowest value so far of the graph, also while the graph with other weights is searched.
func TestProgressOfAConsensusNeverRises(t *testing.T) {
	g := planted(rand.New(rand.NewPCG(3, 0)), 3, 40, 2)
	free := result(t, g, with("n_clusters", 3, "min_share", 0.0))
	var values []float64
	res, err := Run(t.Context(), Problem{Graph: g}, with("n_clusters", 3), func(p Progress) { values = append(values, p.Value) })
	require.NoError(t, err)
	assert.Equal(t, res.Value, values[len(values)-1], "the last report is that of the consensus")
	values = values[:len(values)-1]
	begun := slices.IndexFunc(values, func(v float64) bool { return v > free.Value*(1+1e-9) })
	require.Positive(t, begun, "a consensus follows the search without bounds")
	for at := begun + 1; at < len(values); at++ {
		assert.LessOrEqual(t, values[at], values[at-1])
		assert.Greater(t, values[at], free.Value)
	}
}
