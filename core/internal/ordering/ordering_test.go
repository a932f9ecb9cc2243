package ordering

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

// fill returns the entries of the Cholesky factor of a matrix with the given graph, by elimination of the vertices in the given
// order.
func fill(g *graph.CSR, order []int32) int {
	adjacent := make([]map[int32]bool, g.N())
	for i := range adjacent {
		adjacent[i] = map[int32]bool{}
		idx, _ := g.Row(i)
		for _, j := range idx {
			adjacent[i][j] = true
		}
	}
	entries := 0
	for _, p := range order {
		entries += 1 + len(adjacent[p])
		for i := range adjacent[p] {
			delete(adjacent[i], p)
			for j := range adjacent[p] {
				if i != j {
					adjacent[i][j] = true
				}
			}
		}
	}
	return entries
}

func requirePermutation(t *testing.T, n int, order []int32) {
	t.Helper()
	sorted := slices.Clone(order)
	slices.Sort(sorted)
	require.Len(t, order, n)
	for i, v := range sorted {
		require.Equal(t, int32(i), v)
	}
}

// leastFill returns the smallest fill of all orders, by dynamic programming over the sets of vertices eliminated first.
func leastFill(g *graph.CSR) int {
	n := g.N()
	best := slices.Repeat([]int{1 << 30}, 1<<n)
	best[0] = 0
	for done := range 1 << n {
		for p := range n {
			if done>>p&1 == 1 {
				continue
			}
			// The column of p has the vertices that p reaches through eliminated ones.
			reached, stack := 1<<p, []int32{int32(p)}
			column := 1
			for len(stack) > 0 {
				i := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				idx, _ := g.Row(int(i))
				for _, j := range idx {
					if reached>>j&1 == 1 {
						continue
					}
					reached |= 1 << j
					if done>>j&1 == 1 {
						stack = append(stack, j)
					} else {
						column++
					}
				}
			}
			best[done|1<<p] = min(best[done|1<<p], best[done]+column)
		}
	}
	return best[1<<n-1]
}

func one(n int) []int32 { return slices.Repeat([]int32{1}, n) }

func TestMinimumDegreeIsNearTheLeastFill(t *testing.T) {
	found, optimum := 0, 0
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 0))
		g := testgraph.Family(rng, testgraph.Families[rng.IntN(len(testgraph.Families))], "unit", 3+rng.IntN(7))
		order := MinimumDegree(g, one(g.N()), make([]int32, g.N()))
		requirePermutation(t, g.N(), order)
		own, least := fill(g, order), leastFill(g)
		require.GreaterOrEqual(t, own, least)
		found, optimum = found+own, optimum+least
	}
	assert.LessOrEqual(t, float64(found), 1.01*float64(optimum))
}

func TestTreesHaveNoFill(t *testing.T) {
	for seed := range uint64(20) {
		g := testgraph.Family(rand.New(rand.NewPCG(seed, 0)), "tree", "unit", 300)
		order := MinimumDegree(g, one(300), make([]int32, 300))
		assert.Equal(t, 2*300-1, fill(g, order))
	}
}

// Stages follow one another.
func TestStagesFollowOneAnother(t *testing.T) {
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 0))
		g := testgraph.Random(rng, 40, 0.06)
		stage := make([]int32, 40)
		for i := range stage {
			stage[i] = int32(rng.IntN(3))
		}
		order := MinimumDegree(g, one(40), stage)
		requirePermutation(t, 40, order)
		for k := range order[1:] {
			require.LessOrEqual(t, stage[order[k]], stage[order[k+1]])
		}
	}
}

func TestOrdersArePermutations(t *testing.T) {
	for _, family := range testgraph.Families {
		for seed := range uint64(3) {
			rng := rand.New(rand.NewPCG(seed, 0))
			n := 1 + rng.IntN(400)
			g := testgraph.Family(rng, family, "unit", max(3, n))
			requirePermutation(t, g.N(), Order(t.Context(), g, 0.2, rng))
		}
	}
	star := testgraph.Family(rand.New(rand.NewPCG(0, 0)), "star", "unit", 5000) // whose centre is adjacent to all vertices
	order := Order(t.Context(), star, 0.2, rand.New(rand.NewPCG(0, 0)))
	requirePermutation(t, 5000, order)
}

func TestDissectionOfAGridHasLessFillThanMinimumDegree(t *testing.T) {
	g := testgraph.Grid(40, 40)
	order := Order(t.Context(), g, 0.2, rand.New(rand.NewPCG(0, 0)))
	requirePermutation(t, 1600, order)
	assert.Less(t, fill(g, order), fill(g, MinimumDegree(g, one(1600), make([]int32, 1600))))
}

func TestAnEndedContextStillGivesAnOrder(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	requirePermutation(t, 2500, Order(ctx, testgraph.Grid(50, 50), 0.2, rand.New(rand.NewPCG(0, 0))))
}

// Three vertices for each vertex of a grid, adjacent as in a finite element mesh, become one again, and have no fill of their own.
func TestCompressJoinsTheRowsOfANode(t *testing.T) {
	const rows = 3
	nodes := testgraph.Grid(9, 9)
	var edges []graph.Edge
	for i := range nodes.N() {
		idx, _ := nodes.Row(i)
		for a := range rows {
			for b := range rows {
				if a < b {
					edges = append(edges, graph.Edge{I: i + 81*a, J: i + 81*b, W: 1})
				}
				for _, j := range idx {
					if int(j) > i {
						edges = append(edges, graph.Edge{I: i + 81*a, J: int(j) + 81*b, W: 1})
					}
				}
			}
		}
	}
	g, err := graph.FromEdges(81*rows, edges)
	require.NoError(t, err)
	small, members := compress(g)
	assert.Equal(t, nodes, small)
	for c, m := range members {
		assert.Equal(t, []int32{int32(c), int32(c + 81), int32(c + 162)}, m)
	}
}
