package direct

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// A try refines the partition that Instead returns for a coarsest graph of the given size.
func TestInsteadCutsTheCoarsestGraph(t *testing.T) {
	const coarsest = 300
	p := equalParts(testgraph.Grid(40, 50), testgraph.Ones(2000), 2, 0, math.Inf(1))
	for number := range 3 {
		var given float64
		opt := Options{Seed: 4, Threads: 1, Coarsest: coarsest, Instead: func(_ context.Context, g *graph.CSR, mass []float64, seed uint64) []int32 {
			assert.LessOrEqual(t, g.N(), coarsest)
			assert.Greater(t, g.N(), coarsest/4)
			assert.EqualValues(t, 4+number, seed)
			q := *p
			q.Graph, q.Mass = g, mass
			labels := make([]int32, g.N())
			for i := range labels {
				labels[i] = int32(2 * i / len(labels))
			}
			_, given = q.Score(labels)
			return labels
		}}
		labels := CutOnce(t.Context(), p, opt, number)
		requireValid(t, p, labels)
		require.Positive(t, given)
		assert.Less(t, criterion(p, labels), given)
	}
}
