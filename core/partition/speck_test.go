package partition

import (
	"slices"
	"sort"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// weakPendant returns the given number of cliques of 20 vertices in a chain, each joined to the next by an edge of weight
// 0.5, and one more vertex that an edge of weight 0.01 joins to the first clique. To cut this edge costs least.
func weakPendant(cliques int) *graph.CSR {
	var edges []graph.Edge
	for c := range cliques {
		for i := range 20 {
			for j := range i {
				edges = append(edges, graph.Edge{I: 20*c + j, J: 20*c + i, W: 1})
			}
		}
		if c > 0 {
			edges = append(edges, graph.Edge{I: 20*c - 1, J: 20 * c, W: 0.5})
		}
	}
	edges = append(edges, graph.Edge{I: 0, J: 20 * cliques, W: 0.01})
	g, err := graph.FromEdges(20*cliques+1, edges)
	if err != nil {
		panic(err)
	}
	return g
}

func result(t *testing.T, g *graph.CSR, opt Options) *Result {
	t.Helper()
	r, err := Run(t.Context(), Problem{Graph: g}, opt, nil)
	require.NoError(t, err)
	return withoutTimes(r)
}

// Without MinShare, a part of one vertex is not returned although its cut has the lowest value. With MinShare 0 it is.
func TestSpecksAreSearchedAgain(t *testing.T) {
	for k := 2; k <= 4; k++ {
		g := weakPendant(k)
		for _, balance := range []Balance{Ratio, Normalized} {
			free := result(t, g, with("n_clusters", k, "balance", balance, "min_share", 0.0))
			found := result(t, g, with("n_clusters", k, "balance", balance))
			assert.Greater(t, slices.Min(found.Masses), 0.9*slices.Max(found.Masses), "k = %d, %v", k, balance)
			if balance == Ratio {
				assert.Less(t, free.Value, found.Value)
				assert.Equal(t, 1.0, slices.Min(free.Masses))
			}
			for i := range 20 * k {
				assert.Equal(t, found.Labels[20*(i/20)], found.Labels[i], "the cliques are whole")
			}
		}
	}
}

// A partition without specks is the one that MinShare 0 gives, bit for bit.
func TestPartitionsWithoutSpecksStay(t *testing.T) {
	g := weakPendant(3)
	for _, pairs := range [][]any{{"asymmetry", 30.0}, {"objective", CutObjective}, {"init", Random, "n_starts", 2}} {
		assert.Equal(t, result(t, g, with(append(pairs, "min_share", 0.0)...)), result(t, g, with(pairs...)), pairs)
	}
	h := disjoint(6, 5, 7)
	assert.Equal(t, result(t, h, with("n_clusters", 3, "min_share", 0.0)), result(t, h, with("n_clusters", 3)))
}

// Masses that do not allow parts of half an equal share are no error unless MinShare demands them.
func TestMassesThatForceSpecks(t *testing.T) {
	g := disjoint(3, 1)
	p := Problem{Graph: g, VertexWeight: []float64{100, 1, 1, 1}}
	r, err := Run(t.Context(), p, with("n_clusters", 3), nil)
	require.NoError(t, err)
	assert.Less(t, slices.Min(r.Masses), 10.0)
	_, err = Run(t.Context(), p, with("n_clusters", 3, "min_share", 0.5), nil)
	assert.ErrorAs(t, err, new(*BoundsError))
}

// looksOf returns how often a run on one thread looks at its context.
func looksOf(t *testing.T, p Problem, opt Options) int64 {
	t.Helper()
	return int64(sort.Search(1<<20, func(looks int) bool {
		ctx := testgraph.NewExpiring(int64(looks))
		_, err := choose(ctx, p, opt, nil)
		require.NoError(t, err)
		return !ctx.Ended()
	}))
}

// If the context ends before the second search has a partition, the result is that of the first, and not a partition that ignores
// the graph.
func TestSecondSearchThatHasJustBegun(t *testing.T) {
	for _, c := range []struct {
		cliques int
		shares  []float64
	}{{2, nil}, {3, nil}, {3, []float64{0.3, 0.3, 0.4}}} {
		p, opt := Problem{Graph: weakPendant(c.cliques), PartWeights: c.shares}, with("n_clusters", c.cliques, "n_threads", 1)
		opt.MinShare, opt.plan.Starts.SmallStepsForValue = Some(0.0), 0 // no evolution follows the first of two searches
		free, first := mustRunAny(t, p, opt), looksOf(t, p, opt)
		opt.MinShare = Optional[float64]{}
		for looks := range int64(6) {
			ctx := testgraph.NewExpiring(first + looks)
			r, err := choose(ctx, p, opt, nil)
			require.NoError(t, err)
			require.True(t, ctx.Ended())
			assert.Equal(t, free.Labels, r.Labels, "%v after %d looks", c, looks)
			assert.Equal(t, Stopped, r.Status, "%v after %d looks", c, looks)
		}
	}
}
