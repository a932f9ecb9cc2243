package spectral

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// The order is a permutation, also of graphs whose separators leave many components.
func TestDissectionIsAPermutation(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	graphs := testgraph.Shapes(rng)
	graphs["spider"] = spider(t, 2000)
	graphs["scattered"] = testgraph.Sparse(rng, 3000, 1200)
	for name, g := range graphs {
		order := dissection(t.Context(), g)
		slices.Sort(order)
		for i, v := range order {
			require.Equal(t, int32(i), v, name)
		}
		require.Len(t, order, g.N(), name)
	}
}

// spider returns a graph whose centre has the given number of arms of three vertices.
func spider(t *testing.T, arms int) *graph.CSR {
	t.Helper()
	var edges []graph.Edge
	for i := range arms {
		edges = append(edges, graph.Edge{I: 0, J: 1 + i, W: 1}, graph.Edge{I: 1 + i, J: 1 + arms + i, W: 1},
			graph.Edge{I: 1 + arms + i, J: 1 + 2*arms + i, W: 1})
	}
	g, err := graph.FromEdges(1+3*arms, edges)
	require.NoError(t, err)
	return g
}

// A set that is not connected is split into all of its components at once: one after the other, the time would be quadratic in
// their number. The last of them stay together.
func TestSplitIntoComponents(t *testing.T) {
	g, err := graph.FromEdges(100, []graph.Edge{{I: 0, J: 99, W: 1}, {I: 1, J: 98, W: 1}, {I: 98, J: 97, W: 1}})
	require.NoError(t, err)
	d := &dissector{graph: g, set: make([]int32, 100), level: make([]int32, 100)}
	sides, separator := d.split(testgraph.Permutation(rand.New(rand.NewPCG(1, 0)), 100))
	assert.Empty(t, separator)
	total, side := 0, make([]int, 100)
	for s, vertices := range sides {
		total += len(vertices)
		for _, i := range vertices {
			side[i] = s
		}
	}
	assert.Equal(t, 100, total)
	assert.Equal(t, side[0], side[99])
	assert.Equal(t, []int{side[97], side[97]}, []int{side[1], side[98]})
	assert.Greater(t, len(sides), 60)
	assert.Greater(t, len(sides[len(sides)-1]), minDissected/2)
}

func TestDissectionEndsWithTheContext(t *testing.T) {
	assert.Nil(t, dissection(testgraph.NewExpiring(3), testgraph.Grid(40, 40)))
	assert.Nil(t, newFactor(testgraph.NewExpiring(3), testgraph.Grid(40, 40), testgraph.Ones(1600)))
}
