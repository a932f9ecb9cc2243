package multilevel

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// The unions are those of lowest C among all, which an enumeration of the subsets of groups finds, and have this C on the graph.
func TestUnionsAreTheBestOfAll(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for trial := range 60 {
		n, most := 4+rng.IntN(20), 2+rng.IntN(7)
		g := testgraph.Random(rng, n, 0.4)
		mass, lambda := testgraph.Mass(rng, n), []float64{1, 0.3, 2}[trial%3]
		groups := newGroups(g, mass)
		groups.join(most)
		k := len(groups.mass)
		require.Equal(t, min(most, n), k)
		low := make([]bool, n)
		valueOf := func(set uint) float64 {
			for i, a := range groups.of {
				require.Less(t, a, k)
				low[i] = set>>a&1 == 1
			}
			return ratioOf(t, g, mass, lambda, low)
		}
		lowest := math.Inf(1)
		for set := uint(1); set < 1<<k-1; set++ {
			lowest = min(lowest, valueOf(set))
		}
		found := groups.unions(3, newRefiner(g, lambda).ratio)
		assert.InDelta(t, lowest, found[0].value, 1e-12)
		for at, u := range found {
			assert.InDelta(t, valueOf(u.set), u.value, 1e-12)
			assert.LessOrEqual(t, found[max(0, at-1)].value, u.value)
		}
	}
}

// Groups are joined along their heaviest edges: cliques that light edges join become the groups.
func TestGroupsAreCliques(t *testing.T) {
	const cliques, size = 5, 6
	g := testgraph.Cliques(cliques, size, 0.01)
	groups := newGroups(g, testgraph.Ones(g.N()))
	groups.join(cliques)
	for i := range g.N() {
		assert.Equal(t, groups.of[i/size*size], groups.of[i])
	}
	assert.InDelta(t, float64(g.N()), objective.Total(groups.mass), 0)
	for _, m := range groups.mass {
		assert.InDelta(t, size, m, 0)
	}
}
