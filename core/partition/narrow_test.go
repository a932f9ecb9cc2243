package partition

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/plan"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// The cut of a narrow graph has no higher C than that of one try, which fast effort makes, and the same bits for any number of
// threads.
func TestCutsOfNarrowGraphs(t *testing.T) {
	if testing.Short() {
		t.Skip("long; package bisect has the first try")
	}
	// Of the second graph, the direct search makes the least number of tries.
	for _, g := range []*graph.CSR{largeMesh(), testgraph.Mesh(390, 390)} {
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
