package partition

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// sparseBlocks returns a graph of two blocks of the given sizes, in which each vertex has four edges within its block, and
// half of the vertices of the first block have one to the second.
func sparseBlocks(t *testing.T, rng *rand.Rand, first, second int) *graph.CSR {
	var edges []graph.Edge
	for _, block := range [][2]int{{0, first}, {first, second}} {
		for range 2 {
			for i, j := range rng.Perm(block[1]) {
				edges = append(edges, graph.Edge{I: block[0] + i, J: block[0] + j, W: 1})
			}
		}
	}
	to := rng.Perm(second)
	for k, i := range rng.Perm(first)[:first/2] {
		edges = append(edges, graph.Edge{I: i, J: first + to[k], W: 1})
	}
	g, err := graph.FromEdges(first+second, edges)
	require.NoError(t, err)
	return g
}

// On a sparse random graph the tries of the multilevel search have nothing in common. The spectral cut leads to the blocks.
func TestPlantedBlocksOfASparseGraphAreFound(t *testing.T) {
	testgraph.SkipUnderRace(t)
	const first, second = 25000, 27000
	g := sparseBlocks(t, rand.New(rand.NewPCG(1, 0)), first, second)
	value := runOnThreads(t, g, with("min_share", 0.0), 1, 3).Value
	assert.LessOrEqual(t, value, 0.5*(1+1e-12), "the value of the blocks") // cut = first/2, |S| = first
}

// A graph with small separators has no spectral cut.
func TestSpectralCutsAreForGraphsWithShortPaths(t *testing.T) {
	for _, c := range []struct {
		g    *graph.CSR
		want bool
	}{{testgraph.Grid(60, 80), false}, {sparseBlocks(t, rand.New(rand.NewPCG(3, 0)), 2000, 2000), true}} {
		opt := Defaults()
		opt.NClusters = 2
		r := &bisector{ctx: t.Context(), graph: c.g, mass: testgraph.Ones(c.g.N()), lambda: 1, opt: opt}
		r.open()
		low := r.spectralCut()
		r.rows.Close()
		assert.Equal(t, c.want, low != nil)
	}
}
