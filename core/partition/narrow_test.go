package partition

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/plan"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// The cut of a narrow graph has no higher C than that of one try, which fast effort makes, and the same bits for any number of
// threads.
func TestCutsOfNarrowGraphs(t *testing.T) {
	graphs := []*graph.CSR{largeMesh()}
	if !testing.Short() {
		graphs = append(graphs, testgraph.Mesh(390, 390)) // of which the direct search makes the least number of tries
	}
	for _, g := range graphs {
		checkNarrow(t, g)
	}
}

func checkNarrow(t *testing.T, g *graph.CSR) {
	t.Helper()
	fast := runLarge(t, g, with("effort", FastEffort))
	res := runLarge(t, g, with("n_threads", 1))
	assert.LessOrEqual(t, res.Value, fast.Value)
	numbers := plan.Default()
	assert.Len(t, res.Starts, 1+numbers.Narrow.Tries(g.N()))
	for _, start := range res.Starts {
		assert.LessOrEqual(t, res.Value, start*(1+objective.Rounding))
	}
	for _, threads := range []int{2, 3} {
		other := runLarge(t, g, with("n_threads", threads))
		assert.Equal(t, res.Labels, other.Labels)
		assert.Equal(t, res.Starts, other.Starts)
	}
}

// A narrow graph whose best cut separates few vertices is cut there: a grid joined to a clique by one edge.
func TestSmallSidesOfNarrowGraphs(t *testing.T) {
	const rows, columns, clique = 170, 175, 30
	var edges []graph.Edge
	for i := range rows * columns {
		if i%columns+1 < columns {
			edges = append(edges, graph.Edge{I: i, J: i + 1, W: 1})
		}
		if i+columns < rows*columns {
			edges = append(edges, graph.Edge{I: i, J: i + columns, W: 1})
		}
	}
	for i := range clique {
		for j := range i {
			edges = append(edges, graph.Edge{I: rows*columns + j, J: rows*columns + i, W: 1})
		}
	}
	edges = append(edges, graph.Edge{I: 0, J: rows * columns, W: 1e-3})
	g, err := graph.FromEdges(rows*columns+clique, edges)
	require.NoError(t, err)
	res := runLarge(t, g, with("min_share", 0.0))
	assert.InEpsilon(t, 1e-3/clique, res.Value, 1e-12)
}
