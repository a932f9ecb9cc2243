package multilevel

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// massOf returns m(S) for S = {low}.
func massOf(mass []float64, low []bool) float64 {
	sum := 0.0
	for i, in := range low {
		if in {
			sum += mass[i]
		}
	}
	return sum
}

func randomSet(rng *rand.Rand, n int) []bool {
	low := make([]bool, n)
	for i := range low {
		low[i] = rng.IntN(2) == 0
	}
	return low
}

// coarsened returns a hierarchy with memory of its own.
func coarsened(ctx context.Context, g *graph.CSR, mass []float64, block []uint8, coarsest int, rng *rand.Rand) *Hierarchy {
	return new(contraction).coarsen(ctx, g, mass, block, coarsest, rng)
}

// shapes returns graphs of different structure by name.
func shapes(rng *rand.Rand) map[string]*graph.CSR {
	return map[string]*graph.CSR{
		"sparse":   testgraph.Random(rng, 300, 0.01),
		"dense":    testgraph.Random(rng, 150, 0.5),
		"star":     testgraph.Star(400),
		"path":     testgraph.Path(500),
		"grid":     testgraph.Grid(20, 31),
		"complete": testgraph.Complete(60),
		"cliques":  testgraph.Cliques(20, 12, 0.1),
	}
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

func TestCoarseSetsKeepCutAndMass(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	rng := rand.New(rand.NewPCG(1, 0))
	for name, g := range shapes(rng) {
		h := coarsened(context.Background(), g, testgraph.Mass(rng, g.N()), nil, 10, rng)
		require.Greater(t, len(h.Levels), 2, name)
		for level, l := range h.Levels[:len(h.Levels)-1] {
			next := h.Levels[level+1]
			requireGraph(t, next.Graph, name)
			for range 10 {
				coarse, fine := randomSet(rng, next.Graph.N()), make([]bool, l.Graph.N())
				h.Project(level, coarse, fine)
				w := objective.Weight(l.Graph, fine)
				assert.InDelta(t, w, objective.Weight(next.Graph, coarse), 1e-12*w, name)
				assert.InDelta(t, massOf(l.Mass, fine), massOf(next.Mass, coarse), 1e-9, name)
			}
		}
	}
}

func TestPairsRespectTheMassLimit(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	for name, g := range shapes(rng) {
		const coarsest = 10
		h := coarsened(context.Background(), g, testgraph.Mass(rng, g.N()), nil, coarsest, rng)
		limit := maxPairShare * massOf(h.Levels[0].Mass, allVertices(g.N())) / coarsest
		for level, l := range h.Levels[:len(h.Levels)-1] {
			next := h.Levels[level+1]
			members := make([]int, next.Graph.N())
			for _, p := range l.Parent {
				members[p]++
			}
			for c, k := range members {
				assert.True(t, k == 1 || k == 2 && next.Mass[c] <= limit*(1+1e-12), "%s: %d vertices of mass %g", name, k, next.Mass[c])
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
func blocks(low []bool) []uint8 {
	block := make([]uint8, len(low))
	for i, in := range low {
		if in {
			block[i] = 1
		}
	}
	return block
}

func TestMatchingRespectsBlocks(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	for name, g := range shapes(rng) {
		low := randomSet(rng, g.N())
		h := coarsened(context.Background(), g, testgraph.Ones(g.N()), blocks(low), 10, rng)
		coarse := h.Restrict(low)
		for level := len(h.Levels) - 2; level >= 0; level-- {
			fine := make([]bool, h.Levels[level].Graph.N())
			h.Project(level, coarse, fine)
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

func TestQueueAgainstLinearSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	const n = 60
	q := queue{place: make([]int32, n)}
	key := map[int32]float64{}
	for i := range q.place {
		q.place[i] = absent
	}
	for range 20000 {
		i := int32(rng.IntN(n))
		_, in := key[i]
		switch {
		case !in:
			key[i] = rng.NormFloat64()
			q.push(i, key[i])
		case rng.IntN(3) == 0:
			delete(key, q.items[0].vertex)
			q.pop()
		default:
			d := rng.NormFloat64()
			key[i] += d
			q.add(i, d)
		}
		largest := math.Inf(-1)
		for _, k := range key {
			largest = max(largest, k)
		}
		require.Len(t, q.items, len(key))
		if len(key) > 0 {
			require.Equal(t, largest, q.items[0].key)
			require.Equal(t, largest, key[q.items[0].vertex])
		}
	}
}
