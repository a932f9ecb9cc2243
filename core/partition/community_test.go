package partition

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// On a small-world graph the tries of the multilevel search have nothing in common, and all of them are worse than a half of the
// ring. Tries within communities lead below it.
func TestSmallWorldIsCutBelowHalvesOfItsRing(t *testing.T) {
	const n = 8000
	g := testgraph.SmallWorld(rand.New(rand.NewPCG(1, 0)), n, 4, 0.05)
	mass := testgraph.Ones(n)
	labels, lowest := make([]int32, n), 0.
	for turn := range 20 {
		for i := range labels {
			labels[(i+turn*n/40)%n] = int32(2 * i / n)
		}
		if value := objective.Value(g, mass, labels, 2, 1); turn == 0 || value < lowest {
			lowest = value
		}
	}
	assert.Less(t, runOnThreads(t, g, with("min_share", 0.0), 1, 3).Value, 0.97*lowest)
}

// joinedClusters returns a graph of clusters, sparse random graphs of 300 to 700 vertices, with a few edges of random weights
// between them. It also returns the graph in which each cluster is a vertex, and their masses.
func joinedClusters(t *testing.T, rng *rand.Rand, count int) (g, between *graph.CSR, mass []float64) {
	var edges, links []graph.Edge
	first := []int{0}
	for c := range count {
		size := 300 + rng.IntN(401)
		for range 4 {
			for i, j := range rng.Perm(size) {
				edges = append(edges, graph.Edge{I: first[c] + i, J: first[c] + j, W: 1})
			}
		}
		for d := range c {
			for range rng.IntN(4) {
				w := rng.Float64()
				links = append(links, graph.Edge{I: c, J: d, W: w})
				edges = append(edges, graph.Edge{I: first[c] + rng.IntN(size), J: first[d] + rng.IntN(first[d+1]-first[d]), W: w})
			}
		}
		first, mass = append(first, first[c]+size), append(mass, float64(size))
	}
	g, err := graph.FromEdges(first[count], edges)
	require.NoError(t, err)
	between, err = graph.FromEdges(count, links)
	require.NoError(t, err)
	return g, between, mass
}

// The C of a graph of clusters is at most that of the best way to group them, which an enumeration finds.
func TestClustersAreGroupedInTheBestWay(t *testing.T) {
	const count = 12
	for seed := range uint64(testgraph.Rounds(8)) {
		g, between, mass := joinedClusters(t, rand.New(rand.NewPCG(seed, 0)), count)
		labels, lowest := make([]int32, count), math.Inf(1)
		for set := 1; set < 1<<(count-1); set++ {
			for c := range labels {
				labels[c] = int32(set >> c & 1)
			}
			lowest = min(lowest, objective.Value(between, mass, labels, 2, 1))
		}
		opt := Defaults()
		opt.NClusters, opt.MinShare, opt.Seed = 2, Some(0.), seed
		r := mustRunAny(t, Problem{Graph: g}, opt)
		assert.LessOrEqual(t, r.Value, lowest*(1+1e-9), "seed %d", seed)
	}
}
