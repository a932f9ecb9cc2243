package consensus

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

// noisy returns partitions of the vertices of g into k parts that agree on consecutive vertices, but for half of them.
func noisy(rng *rand.Rand, g *graph.CSR, count, k int) [][]int32 {
	partitions := make([][]int32, count)
	for p := range partitions {
		partitions[p] = make([]int32, g.N())
		for i := range partitions[p] {
			partitions[p][i] = int32(i * k / g.N())
			if rng.IntN(2) == 0 {
				partitions[p][i] = int32(rng.IntN(k))
			}
		}
	}
	return partitions
}

// means returns the sums of the given vectors over each part, scaled to unit length.
func means(x [][]float64, labels []int32, k int) [][]float64 {
	sums := make([][]float64, k)
	for a := range sums {
		sums[a] = make([]float64, len(x[0]))
	}
	for i, a := range labels {
		for c, y := range x[i] {
			sums[a][c] += y
		}
	}
	for _, sum := range sums {
		if length := math.Sqrt(product(sum, sum)); length > 0 {
			for c := range sum {
				sum[c] /= length
			}
		}
	}
	return sums
}

func product(x, y []float64) float64 {
	sum := 0.0
	for c := range x {
		sum += x[c] * y[c]
	}
	return sum
}

// coherence returns the sum of the inner products of all vectors with the mean direction of their part, which spherical k-means
// maximises.
func coherence(x [][]float64, labels []int32, k int) float64 {
	sum, directions := 0.0, means(x, labels, k)
	for i, a := range labels {
		sum += product(x[i], directions[a])
	}
	return sum
}

// The clustering ends where each vertex is in the part whose mean direction is nearest, and it is more coherent than the vote.
func TestClusteringEndsAtAFixedPoint(t *testing.T) {
	moved := 0
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 7))
		k := 2 + rng.IntN(4)
		g := testgraph.Random(rng, 60, 0.05)
		partitions := noisy(rng, g, 3, k)
		x, before := smoothed(g, partitions, k), vote(partitions, k)
		labels := Of(t.Context(), g, partitions, options(k))
		directions := means(x, labels, k)
		for i, a := range labels {
			for b := range k {
				require.LessOrEqual(t, product(x[i], directions[b]), product(x[i], directions[a])+1e-5, "seed %d, vertex %d", seed, i)
			}
		}
		if !slices.Equal(before, labels) {
			moved++
			require.Greater(t, coherence(x, labels, k), coherence(x, before, k), "seed %d", seed)
		}
	}
	assert.Greater(t, moved, 20)
}

// A context that has ended, and a clustering of too many products, leave the vote, which the clustering would change.
func TestTheVoteIsReturnedWithoutClustering(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 0))
	ctx, stop := context.WithCancel(t.Context())
	stop()
	small := testgraph.Grid(20, 20)
	partitions := noisy(rng, small, 3, 4)
	require.NotEqual(t, vote(partitions, 4), Of(t.Context(), small, partitions, options(4)))
	assert.Equal(t, vote(partitions, 4), Of(ctx, small, partitions, options(4)))
	large := testgraph.Path(maxWork/64/64 + 1)
	partitions = noisy(rng, large, 1, 64)
	assert.Equal(t, vote(partitions, 64), Of(t.Context(), large, partitions, options(64)), "more than maxWork products")
}

// The consensus is the clustering of lowest value of those that are at least as coherent as the one that starts from the vote.
func TestRandomStartsLowerTheValue(t *testing.T) {
	lower := 0
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 9))
		k := 3 + rng.IntN(4)
		g := testgraph.Random(rng, 80, 0.05)
		partitions, mass := noisy(rng, g, 3, k), testgraph.Ones(g.N())
		x, opt := smoothed(g, partitions, k), options(k)
		voted := Of(t.Context(), g, partitions, opt)
		opt.Value = func(labels []int32) float64 { return objective.Value(g, mass, labels, k, 1) }
		found := Of(t.Context(), g, partitions, opt)
		require.GreaterOrEqual(t, coherence(x, found, k), coherence(x, voted, k)*(1-1e-5), "seed %d", seed)
		require.LessOrEqual(t, opt.Value(found), opt.Value(voted), "seed %d", seed)
		if opt.Value(found) < opt.Value(voted) {
			lower++
		}
	}
	assert.Greater(t, lower, 5)
}

// A vertex is drawn with a probability proportional to its weight.
func TestDrawIsProportional(t *testing.T) {
	rng, weight, count := rand.New(rand.NewPCG(1, 9)), []float32{0, 1, 0, 3, 6, 0}, make([]float64, 6)
	const draws = 20000
	for range draws {
		count[draw(rng, weight)]++
	}
	for i, w := range weight {
		assert.InDelta(t, float64(w)/10, count[i]/draws, 0.02)
	}
	assert.Less(t, draw(rng, make([]float32, 6)), int32(6))
}
