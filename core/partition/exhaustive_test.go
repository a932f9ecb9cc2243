package partition

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// bestCut returns min C(S) over all 2^(n−1) − 1 cuts of g.
func bestCut(g *graph.CSR) float64 {
	n := g.N()
	best := math.Inf(1)
	labels := make([]int32, n)
	for mask := 1; mask < 1<<(n-1); mask++ {
		for i := range n - 1 {
			labels[i] = int32(mask >> i & 1)
		}
		best = min(best, Value(g, labels, 2))
	}
	return best
}

func TestExhaustiveOptimum(t *testing.T) {
	const graphs = 600
	rng := rand.New(rand.NewPCG(7, 0))
	hits := 0
	for k := range graphs {
		n := 3 + rng.IntN(10)
		g := testgraph.Random(rng, n, rng.Float64())
		best := bestCut(g)
		r, err := Run(context.Background(), g, Options{Seed: uint64(k)}, nil, nil)
		require.NoError(t, err)
		require.GreaterOrEqual(t, r.Value, best*(1-1e-12), "below the optimum: graph %d", k)
		if r.Value <= best*(1+1e-9) {
			hits++
		}
	}
	rate := float64(hits) / graphs
	t.Logf("the default settings found the optimum of %d of %d graphs with n ≤ 12 (%.1f%%)", hits, graphs, 100*rate)
	assert.GreaterOrEqual(t, rate, 0.95)
}
