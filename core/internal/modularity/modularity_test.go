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

// dense returns the modularity as the sum over all pairs of vertices: (1/W) Σ_ij (w_ij − deg_i deg_j/W) [a_i = a_j].
func dense(g *graph.CSR, labels []int32) float64 {
	degree := g.Degrees()
	total, sum := objective.Total(degree), 0.0
	for i := range g.N() {
		idx, w := g.Row(i)
		for e, j := range idx {
			if labels[i] == labels[j] {
				sum += w[e]
			}
		}
		for j := range g.N() {
			if labels[i] == labels[j] {
				sum -= degree[i] * degree[j] / total
			}
		}
	}
	return sum / total
}

func TestModularityIsTheSumOverPairs(t *testing.T) {
	for seed := range uint64(50) {
		rng := rand.New(rand.NewPCG(seed, 0))
		g := testgraph.Random(rng, 5+rng.IntN(40), 0.3)
		k := 1 + rng.IntN(5)
		labels := testgraph.Partition(rng, g.N(), k, nil)
		require.InDelta(t, dense(g, labels), Of(g, labels, k), 1e-12, "seed %d", seed)
	}
}

func TestModularityOfKnownPartitions(t *testing.T) {
	g := testgraph.Cliques(4, 6, 1)
	labels := make([]int32, g.N())
	assert.InDelta(t, 0, Of(g, labels, 1), 1e-12, "one part")
	for i := range labels {
		labels[i] = int32(i / 6)
	}
	volumes := 2*31.0*31 + 2*32*32 // the cliques are joined in a chain
	assert.InDelta(t, 60./63-volumes/(126*126), Of(g, labels, 4), 1e-12)
}

// The result has no lower modularity, no single move that is allowed raises it, and no part has become too light.
func TestRaiseEndsAtALocalMaximum(t *testing.T) {
	risen := 0
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 1))
		g := testgraph.Random(rng, 10+rng.IntN(40), 0.2)
		k := 2 + rng.IntN(4)
		p := Partition{Graph: g, Mass: testgraph.Ones(g.N()), Labels: testgraph.Partition(rng, g.N(), k, nil), K: k, Least: 2, Sweeps: 1000}
		given := slices.Clone(p.Labels)
		before, sizes := Of(g, given, k), objective.Sizes(p.Mass, given, k)
		labels := Raise(t.Context(), p, rng)
		require.Equal(t, given, p.Labels, "the given labels are not changed")
		after, now := Of(g, labels, k), objective.Sizes(p.Mass, labels, k)
		require.GreaterOrEqual(t, after, before-1e-12, "seed %d", seed)
		for r := range k {
			require.GreaterOrEqual(t, now[r], min(sizes[r], p.Least), "seed %d", seed)
		}
		requireNoMoveRaises(t, p, labels, after)
		if after > before+1e-9 {
			risen++
		}
	}
	assert.Greater(t, risen, 90)
}

func requireNoMoveRaises(t *testing.T, p Partition, labels []int32, q float64) {
	sizes := objective.Sizes(p.Mass, labels, p.K)
	for i, a := range labels {
		if sizes[a]-p.Mass[i] < p.Least {
			continue
		}
		idx, _ := p.Graph.Row(i)
		for _, j := range idx {
			moved := slices.Clone(labels)
			moved[i] = labels[j]
			require.LessOrEqual(t, Of(p.Graph, moved, p.K), q+1e-9)
		}
	}
}

func TestRaiseFindsCliques(t *testing.T) {
	g := testgraph.Cliques(5, 8, 1)
	labels := make([]int32, g.N())
	for i := range labels {
		labels[i] = int32((i + 2) % 40 / 8) // two vertices of each clique are in the part of the next
	}
	got := Raise(t.Context(), Partition{Graph: g, Mass: testgraph.Ones(g.N()), Labels: labels, K: 5, Sweeps: 30}, rand.New(rand.NewPCG(1, 2)))
	for i, a := range got {
		assert.Equal(t, got[i/8*8], a, "vertex %d", i)
	}
}

func TestRaiseEndsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	rng := rand.New(rand.NewPCG(3, 3))
	g := testgraph.Random(rng, 60, 0.2)
	p := Partition{Graph: g, Mass: testgraph.Ones(60), Labels: testgraph.Partition(rng, 60, 3, nil), K: 3, Sweeps: 1 << 40}
	assert.GreaterOrEqual(t, Of(g, Raise(ctx, p, rng), 3), Of(g, p.Labels, 3))
}

// For equal weights it is that of the mean degree. It does not depend on the unit of the weights, and edges of small weight change
// it little.
func TestModularityOfChance(t *testing.T) {
	g := testgraph.Cliques(10, 10, 1)
	assert.InDelta(t, 0.97/math.Sqrt(float64(g.NNZ())/100), OfChance(g), 1e-12)
	assert.Equal(t, OfChance(g), OfChance(g.Scaled(40)))
}
