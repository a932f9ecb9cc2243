package modularity

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/coarsen"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// count counts the clusters of a graph.
func count(ctx context.Context, g *graph.CSR, seed uint64, threads int) Estimate {
	return Count(ctx, Partition{Graph: g, Mass: testgraph.Ones(g.N()), Sweeps: 30}, CountOptions{Runs: 6, Tries: 3, Floor: 0.001, Plateau: 0.3,
		Stable: 0.7, Threads: threads, Random: func(run int) *rand.Rand { return rand.New(rand.NewPCG(seed, uint64(run))) }})
}

// apart returns a graph with the vertices of several graphs and no edges between them.
func apart(t *testing.T, graphs ...*graph.CSR) *graph.CSR {
	var edges []graph.Edge
	n := 0
	for _, g := range graphs {
		for i := range g.N() {
			idx, w := g.Row(i)
			for e, j := range idx {
				if int(j) > i {
					edges = append(edges, graph.Edge{I: n + i, J: n + int(j), W: w[e]})
				}
			}
		}
		n += g.N()
	}
	g, err := graph.FromEdges(n, edges)
	require.NoError(t, err)
	return g
}

func TestCountOfClusters(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	uneven, _ := unevenCliques(t, []int{10, 30, 15, 40})
	for name, c := range map[string]struct {
		graph *graph.CSR
		want  int
	}{
		"seven cliques in a chain":          {testgraph.Cliques(7, 12, 1), 7},
		"forty cliques in a chain":          {testgraph.Cliques(40, 12, 0.1), 40},
		"cliques of 10 to 40 vertices":      {uneven, 4},
		"three grids":                       {apart(t, testgraph.Grid(12, 12), testgraph.Grid(12, 12), testgraph.Grid(12, 12)), 3},
		"a clique":                          {testgraph.Complete(20), 1},
		"a random graph":                    {testgraph.Random(rng, 400, 0.03), 1},
		"two random graphs":                 {apart(t, testgraph.Random(rng, 200, 0.06), testgraph.Random(rng, 200, 0.06)), 2},
		"a random graph and a triangle":     {apart(t, testgraph.Random(rng, 400, 0.03), testgraph.Complete(3)), 1},
		"a random graph and a heavy clique": {apart(t, testgraph.Random(rng, 200, 0.06), testgraph.Complete(100)), 2},
	} {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(5) {
				e := count(t.Context(), c.graph, seed, 1)
				assert.Equal(t, c.want, e.K, "%+v", e)
				assert.Equal(t, c.want > 1, e.Plateau > 0, "%+v", e)
				assert.LessOrEqual(t, e.Stability, 1.0)
				assert.Equal(t, e, count(t.Context(), c.graph, seed, 3), "on three threads")
				assert.Equal(t, e.K, count(t.Context(), c.graph.Scaled(-30), seed, 1).K, "in another unit of the weights")
			}
		})
	}
}

func TestCountEndsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	e := count(ctx, testgraph.Cliques(7, 12, 1), 1, 2)
	assert.GreaterOrEqual(t, e.K, 1)
}

// A plateau of the definition: k parts remain between the resolutions s_k and s_{k−1}.
func TestPlateauOfTwoCliques(t *testing.T) {
	g := testgraph.Cliques(2, 10, 1) // W = 182, both volumes 91, one edge of weight 1
	h := newHierarchy(t.Context(), Partition{Graph: g, Mass: testgraph.Ones(20), Sweeps: 30}, 1, new(coarsen.Builder), rand.New(rand.NewPCG(1, 1)))
	require.Equal(t, 2, h.count)
	assert.InDelta(t, math.Log(1/(182./(91*91)))-math.Log(2), h.plateau(2, 1e-9), 1e-12)
	assert.InDelta(t, math.Log(1/0.1)-math.Log(2), h.plateau(2, 0.1), 1e-12, "with a floor")
	assert.Equal(t, 1, h.least)
}

// Equal partitions have the index 1, whatever their numbers, and independent ones about 0. The formula agrees with the count of pairs.
func TestAdjustedRandIndex(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for range 50 {
		n, k, l := 2+rng.IntN(40), 1+rng.IntN(5), 1+rng.IntN(5)
		first, second := make([]int32, n), make([]int32, n)
		for i := range n {
			first[i], second[i] = int32(rng.IntN(k)), int32(rng.IntN(l))
		}
		var inBoth, inFirst, inSecond, pairs float64
		for i := range n {
			for j := range i {
				a, b := first[i] == first[j], second[i] == second[j]
				pairs++
				inBoth += number(a && b)
				inFirst += number(a)
				inSecond += number(b)
			}
		}
		expected := inFirst * inSecond / pairs
		if want := (inBoth - expected) / ((inFirst+inSecond)/2 - expected); !math.IsNaN(want) {
			require.InDelta(t, want, adjustedRand(first, second, k, l), 1e-9)
		}
		renamed := make([]int32, n)
		for i, a := range first {
			renamed[i] = int32(k) - 1 - a
		}
		require.InDelta(t, 1, adjustedRand(first, renamed, k, k), 1e-12)
	}
}

func number(holds bool) float64 {
	if holds {
		return 1
	}
	return 0
}

// Two vertices are in one group if all divisions have them in one.
func TestIntersect(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	first, second, groups := testgraph.Partition(rng, 40, 4, nil), testgraph.Partition(rng, 40, 3, nil), make([]int32, 40)
	intersect(groups, first)
	intersect(groups, second)
	for i := range groups {
		for j := range groups {
			require.Equal(t, first[i] == first[j] && second[i] == second[j], groups[i] == groups[j])
		}
	}
}

// Once the context has ended, no hierarchy but the first is begun, and there is a number of clusters nevertheless.
func TestCountBeginsNoHierarchyAfterTheContext(t *testing.T) {
	g := testgraph.Cliques(6, 8, 0.01)
	p := Partition{Graph: g, Mass: testgraph.Ones(g.N()), Sweeps: 4}
	for looks := range int64(60) {
		runs, ctx := 0, testgraph.NewExpiring(looks)
		e := Count(ctx, p, CountOptions{Runs: 50, Tries: 3, Floor: 0.1, Plateau: 0.2, Stable: 0.5, Threads: 1, Random: func(run int) *rand.Rand {
			runs++
			return rand.New(rand.NewPCG(uint64(run), 1))
		}})
		require.True(t, e.K >= 1 && e.K <= g.N() && !math.IsNaN(e.Stability), "after %d looks", looks)
		if ctx.Ended() {
			require.Less(t, runs, 50, "after %d looks", looks)
		}
		require.True(t, looks > 0 || runs == 1, "after %d looks", looks)
	}
}
