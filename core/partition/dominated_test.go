package partition

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/plan"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// sparse returns a connected random graph of mean degree near 2, most of whose best parts are small trees at its border.
func sparse(t *testing.T, seed uint64) *graph.CSR {
	t.Helper()
	const n = 1500
	rng := rand.New(rand.NewPCG(seed, 0))
	var edges []graph.Edge
	for i := 1; i < n; i++ {
		edges = append(edges, graph.Edge{I: rng.IntN(i), J: i, W: 1})
	}
	for range n / 4 {
		if i, j := rng.IntN(n/4), rng.IntN(n/4); i < j {
			edges = append(edges, graph.Edge{I: i, J: j, W: 1})
		}
	}
	g, err := graph.FromEdges(n, edges)
	require.NoError(t, err)
	return g
}

// values returns the values that strategies find.
func values(t *testing.T, p Problem, options ...any) map[Strategy]*Result {
	t.Helper()
	found := map[Strategy]*Result{}
	for _, s := range []Strategy{AutoStrategy, Direct, Asymmetric} {
		r, err := Run(t.Context(), p, with(append([]any{"strategy", s}, options...)...), nil)
		require.NoError(t, err)
		found[s] = r
	}
	return found
}

// dominates reports whether a part has more than half of the vertices.
func dominates(r *Result) bool {
	for _, size := range r.Masses {
		if size > plan.Default().Parts.Dominant*float64(len(r.Labels)) {
			return true
		}
	}
	return false
}

// The default makes the direct search, and the recursion as well exactly if a part of the direct search dominates.
func TestRecursionIfAPartDominates(t *testing.T) {
	dominated, other, seeds := 0, 0, uint64(testgraph.Rounds(4))
	for seed := range seeds {
		for _, g := range []*graph.CSR{sparse(t, seed), testgraph.Random(rand.New(rand.NewPCG(seed, 1)), 900, 0.01), testgraph.Grid(20, 40)} {
			r := values(t, Problem{Graph: g}, "n_clusters", 3, "random_state", seed, "min_share", 0.0)
			if dominates(r[Direct]) {
				dominated++
				assert.Equal(t, min(r[Direct].Value, r[Asymmetric].Value), r[AutoStrategy].Value)
			} else {
				other++
				assert.Equal(t, r[Direct].Labels, r[AutoStrategy].Labels)
			}
		}
	}
	assert.GreaterOrEqual(t, dominated, int(seeds)) // at least the sparse graphs
	assert.GreaterOrEqual(t, other, int(seeds))     // at least the grids
}

// Upper bounds that allow no part of more than half of the mass leave out the recursion.
func TestNoRecursionIfNoPartMayDominate(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	for seed := range uint64(3) {
		r := values(t, Problem{Graph: sparse(t, seed)}, "n_clusters", 5, "random_state", seed, "max_imbalance", 0.3)
		assert.Equal(t, r[Direct].Labels, r[AutoStrategy].Labels)
	}
}
