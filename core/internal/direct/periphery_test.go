package direct

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/plan"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// corePeriphery returns a clique of the given number of vertices, with edges of weight 10, and vertices with one edge of weight 1
// each to a vertex of the clique.
func corePeriphery(t *testing.T, rng *rand.Rand, core, n int) *graph.CSR {
	g, err := graph.FromEdges(n, corePeripheryEdges(rng, core, n))
	require.NoError(t, err)
	return g
}

func corePeripheryEdges(rng *rand.Rand, core, n int) (edges []graph.Edge) {
	for i := range n {
		if i >= core {
			edges = append(edges, graph.Edge{I: i, J: rng.IntN(core), W: 1})
			continue
		}
		for j := range i {
			edges = append(edges, graph.Edge{I: i, J: j, W: 10})
		}
	}
	return edges
}

// The best partition so far splits the clique, which weighs 4000 and more. A periphery of 1000 vertices weighs 1000. It is not
// taken in place of a partition of low weight.
func TestPeripheryReplacesAWorseCut(t *testing.T) {
	g := corePeriphery(t, rand.New(rand.NewPCG(1, 0)), 40, 2000)
	p := equalParts(g, testgraph.Ones(2000), 2, 0, 0)
	p.Criterion.Edges = true
	s := newSearch(t.Context(), p, Options{PartsSearch: plan.PartsSearch{Tries: 1}, Threads: 1}, 1)
	s.best = p.candidate(testgraph.Striped(2000, 2))
	require.Greater(t, s.best.value, 4000.0)
	s.offerPeriphery(0)
	requireValid(t, p, s.best.labels)
	require.LessOrEqual(t, s.best.value, 1000.0)
	before := s.best
	before.value /= 2 // as if the criterion of the best partition were lower
	s.best = before
	s.offerPeriphery(0)
	assert.Equal(t, before, s.best)
}

// Half of the leaves are a periphery that separates them from their partners, which have the same degree. Its refinement does not, and
// weighs less than half as much: it is less than that of the best partition, which weighs less than the periphery.
func TestPeripheryIsRefinedBeforeItIsCompared(t *testing.T) {
	const core, n = 40, 2000
	edges := corePeripheryEdges(rand.New(rand.NewPCG(1, 0)), core, n)
	for i := core; i < (n+core)/2; i++ {
		edges = append(edges, graph.Edge{I: i, J: i + (n-core)/2, W: 3})
	}
	g, err := graph.FromEdges(n, edges)
	require.NoError(t, err)
	p := equalParts(g, testgraph.Ones(n), 2, 0, 0.03)
	p.Criterion.Edges = true
	s := newSearch(t.Context(), p, Options{PartsSearch: plan.PartsSearch{Tries: 1}, Threads: 1}, 1)
	s.best = p.candidate(testgraph.Striped(n, 2))
	for _, c := range []struct {
		value float64
		taken bool
	}{{1000, false}, {2000, true}} {
		unrefined := p.candidate(p.periphery(0))
		require.Greater(t, unrefined.value, maxExcess*c.value)
		s.best.value = c.value
		s.offerPeriphery(0)
		assert.Equal(t, c.taken, s.best.value < c.value)
	}
	requireValid(t, p, s.best.labels)
}

// Part r has the vertices of lowest degree for a unit of mass, and its mass is within half a vertex of the target.
func TestPeripheryHasTheLowestDegrees(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 3))
		n := 200 + rng.IntN(200)
		g, mass, share := corePeriphery(t, rng, 5, n), testgraph.Mass(rng, n), 0.2+0.6*rng.Float64()
		p := withShares(g, mass, []float64{share, 1 - share}, 0, math.Inf(1))
		assert.Equal(t, 2, p.peripheries())
		for r := range int32(2) {
			labels := p.periphery(r)
			require.NotNil(t, labels)
			inside, highest, lowest, heaviest := 0.0, 0.0, math.Inf(1), 0.0
			for i, a := range labels {
				heaviest = max(heaviest, mass[i])
				if x := g.Degree(i) / mass[i]; a == r {
					inside, highest = inside+mass[i], max(highest, x)
				} else {
					lowest = min(lowest, x)
				}
			}
			assert.LessOrEqual(t, highest, lowest)
			assert.InDelta(t, p.Target[r], inside, heaviest/2)
		}
	}
}

func TestNoPeripheryWithoutHighDegrees(t *testing.T) {
	g := testgraph.Grid(20, 20)
	p := equalParts(g, testgraph.Ones(400), 2, 0, 0.03)
	assert.Equal(t, 1, p.peripheries())
	assert.Nil(t, p.periphery(0))
	assert.Equal(t, 0, equalParts(g, testgraph.Ones(400), 3, 0, 0.03).peripheries())
}
