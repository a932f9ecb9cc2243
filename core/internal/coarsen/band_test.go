package coarsen

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// columnBlocks returns the blocks of two cuts of a grid with n vertices and the given number of columns: after a columns
// and after b columns.
func columnBlocks(n, columns, a, b int) []int32 {
	block := make([]int32, n)
	for i := range block {
		if i%columns < a {
			block[i] = 1
		}
		if i%columns < b {
			block[i] |= 2
		}
	}
	return block
}

// Every set of the contracted graph has the same cut as the set of the original graph that it represents.
func TestContractOutsideKeepsCuts(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 0))
	g := testgraph.Grid(30, 40)
	n := g.N()
	block := columnBlocks(n, 40, 10, 20)
	vertices := slices.Sorted(slices.Values(graph.Band(g, block, 0, 2, nil)))
	require.Less(t, len(vertices), n/2)
	small, parent := contractOutside(g, vertices, block)
	require.Equal(t, len(vertices)+3, small.N(), "one contracted vertex for each of three blocks")
	checked, err := graph.New(small.Indptr, small.Indices, small.Data)
	require.NoError(t, err)
	for range 100 {
		coarse, fine := make([]bool, small.N()), make([]bool, n)
		for i := range coarse {
			coarse[i] = rng.IntN(2) == 1
		}
		for i, p := range parent {
			fine[i] = coarse[p]
		}
		require.InEpsilon(t, objective.Weight(g, fine), objective.Weight(checked, coarse), 1e-12)
	}
}

func TestBandHierarchyKeepsCuts(t *testing.T) {
	g := testgraph.Grid(60, 80)
	n := g.N()
	mass := testgraph.Mass(rand.New(rand.NewPCG(5, 0)), n)
	block := columnBlocks(n, 80, 30, 35)
	low := make([]bool, n)
	for i, b := range block {
		low[i] = b != 0
	}
	h := new(Builder).BuildBand(t.Context(), g, mass, Options{Coarsest: 60, Block: block}, rand.New(rand.NewPCG(6, 0)))
	require.Greater(t, len(h.Levels), 3)
	assert.Less(t, h.Levels[1].Graph.N(), n/2, "the vertices outside the band are contracted")
	want, inside := objective.Weight(g, low), objective.Inside(mass, low)
	for k, l := range h.Levels {
		coarse := Restrict(&Hierarchy{Levels: h.Levels[:k+1]}, low)
		require.InEpsilon(t, want, objective.Weight(l.Graph, coarse), 1e-12)
		require.InEpsilon(t, inside, objective.Inside(l.Mass, coarse), 1e-12)
	}
}
