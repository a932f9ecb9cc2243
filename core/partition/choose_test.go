package partition

import (
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/plan"
	"github.com/tvcut/tvcut/core/internal/testgraph"
	"github.com/tvcut/tvcut/core/internal/tree"
)

// unequal returns sparse random clusters of the given sizes in a chain, joined by edges of the given weight, islands of one or two
// vertices, and the cluster of every vertex of a cluster.
func unequal(rng *rand.Rand, sizes []int, link float64, islands int) (*graph.CSR, []int32) {
	var edges []graph.Edge
	var labels []int32
	for r, size := range sizes {
		first := len(labels)
		for i := 1; i < size; i++ {
			edges = append(edges, graph.Edge{I: first + rng.IntN(i), J: first + i, W: 1})
			for range min(i, 8) {
				edges = append(edges, graph.Edge{I: first + rng.IntN(i), J: first + i, W: 1})
			}
		}
		labels = append(labels, slices.Repeat([]int32{int32(r)}, size)...)
		if r > 0 && link > 0 {
			edges = append(edges, graph.Edge{I: first - 1, J: first, W: link})
		}
	}
	n := len(labels)
	for c := range islands {
		if c%3 == 0 {
			edges = append(edges, graph.Edge{I: n, J: n + 1, W: 1})
			n++
		}
		n++
	}
	g, err := graph.FromEdges(n, edges)
	if err != nil {
		panic(err)
	}
	return g, labels
}

// requireClusters requires that the parts are the clusters.
func requireClusters(t *testing.T, want, labels []int32, message ...any) {
	t.Helper()
	part := map[int32]int32{}
	for i, r := range want {
		if _, known := part[r]; !known {
			part[r] = labels[i]
		}
		require.Equal(t, part[r], labels[i], message...)
	}
	require.Len(t, slices.Compact(slices.Sorted(maps.Values(part))), len(part), message...)
}

// Clusters that are clearly separated are the parts, whatever their sizes, with and without islands.
func TestIsolatedClustersAreTheParts(t *testing.T) {
	for at, sizes := range [][]int{{200, 20}, {450, 40, 15}, {200, 100, 50, 30, 15}}[:testgraph.Rounds(3)] {
		for _, link := range []float64{0, 0.05} {
			for _, islands := range []int{0, 12} {
				g, want := unequal(rand.New(rand.NewPCG(uint64(at), 3)), sizes, link, islands)
				for _, balance := range []Balance{Ratio, Normalized} {
					r := result(t, g, with("n_clusters", len(sizes), "balance", balance))
					requireClusters(t, want, r.Labels, "%v, link %g, %d islands, %v", sizes, link, islands, balance)
					assert.Equal(t, Isolated, r.Choice)
					assert.GreaterOrEqual(t, r.Evidence.Gap, plan.Default().Isolation.Gap)
					assert.Equal(t, g.N()-len(want), r.Evidence.Loose)
					assert.Equal(t, link == 0, r.Status == Optimal && r.Value == 0)
				}
			}
		}
	}
}

// The result for a graph with islands is evaluated with them, and they make the masses more equal.
func TestLooseVerticesAreInTheResult(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 3))
	for round := range 20 {
		g, want := unequal(rng, []int{100, 90 + rng.IntN(20)}, 0.5, 5+rng.IntN(20))
		p := Problem{Graph: g}
		if round%2 == 0 {
			p.VertexWeight = testgraph.Mass(rng, g.N())
			for i := len(want); i < g.N(); i++ {
				p.VertexWeight[i] /= 100
			}
		}
		r := mustRunAny(t, p, with("n_clusters", 2, "lower_bound", true))
		mass := p.VertexWeight
		if mass == nil {
			mass = testgraph.Ones(g.N())
		}
		require.Equal(t, g.N()-len(want), r.Evidence.Loose)
		requireClusters(t, want, r.Labels)
		assert.InEpsilon(t, objective.Value(g, mass, r.Labels, 2, 1), r.Value, 1e-12)
		assert.InEpsilon(t, r.Value, r.Energy, 1e-12)
		assert.Equal(t, []float64{r.Energy}, r.Trace)
		assert.Equal(t, Converged, r.Status, "a partition of value 0 exists")
		assert.Equal(t, Some(0.0), r.LowerBound)
		assert.Zero(t, r.Evidence.LowestValue)
		size := objective.Sizes(mass[:len(want)], want, 2)
		assert.Less(t, math.Abs(r.Masses[0]-r.Masses[1]), math.Abs(size[0]-size[1])+slices.Max(mass), "round %d", round)
	}
}

// Whatever is chosen of a graph with components of several sizes, what describes the result is that of its labels.
func TestTheResultDescribesItsParts(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 3))
	for round := range testgraph.Rounds(300) {
		var sizes []int
		for range 1 + rng.IntN(3) {
			sizes = append(sizes, 30+rng.IntN(60))
		}
		for range rng.IntN(3) {
			sizes = append(sizes, 6+rng.IntN(14))
		}
		g, _ := unequal(rng, sizes, []float64{0, 0.02, 0.5}[rng.IntN(3)], rng.IntN(9))
		k, mass := 2+rng.IntN(3), testgraph.Ones(g.N())
		opt := with("n_clusters", k, "effort", FastEffort)
		if rng.IntN(2) == 0 {
			opt.MaxImbalance = Some(0.3)
		}
		r, err := Run(t.Context(), Problem{Graph: g}, opt, nil)
		if _, unmet := errors.AsType[*BoundsError](err); unmet {
			continue
		}
		require.NoError(t, err)
		if opt.MaxImbalance.Present {
			require.LessOrEqual(t, r.Imbalance, 0.3+float64(k)/float64(g.N()), "round %d", round) // one vertex of rounding
		}
		require.Equal(t, objective.Sizes(mass, r.Labels, k), r.Masses, "round %d", round)
		require.Equal(t, objective.Value(g, mass, r.Labels, k, 1), r.Value, "round %d", round)
		require.Len(t, r.Merges, k-1, "round %d", round)
		merges := slices.Clone(r.merges)
		tree.SetValues(g, mass, r.Labels, merges)
		for at, m := range merges {
			require.Equal(t, Merge(m), r.Merges[at], "round %d", round)
		}
	}
}

// A graph whose small parts are linked as firmly as other sets of vertices keeps its consensus.
func TestSpecksAreNotIsolated(t *testing.T) {
	g := planted(rand.New(rand.NewPCG(3, 0)), 3, 40, 2)
	r := result(t, g, with("n_clusters", 3))
	assert.Equal(t, Consensus, r.Choice)
	assert.Less(t, r.Evidence.Gap, plan.Default().Isolation.Gap)
	assert.Less(t, r.Evidence.LowestValue, r.Value)
	assert.Equal(t, 1.0, r.Evidence.LowestMass)
	free := result(t, g, with("n_clusters", 3, "min_share", 0.0))
	assert.Equal(t, free.Value, r.Evidence.LowestValue)
	assert.Equal(t, Evidence{Least: free.Evidence.Least}, free.Evidence)
}

func TestChoiceDoesNotDependOnTheThreads(t *testing.T) {
	g, _ := unequal(rand.New(rand.NewPCG(8, 3)), []int{300, 100, 30}, 0.01, 12)
	want := result(t, g, with("n_clusters", 3, "n_threads", 1))
	for _, threads := range []int{2, 3} {
		assert.Equal(t, want, result(t, g, with("n_clusters", 3, "n_threads", threads)))
	}
}

// However early the context ends, there is a partition of all vertices.
func TestChoiceEndsWithTheContext(t *testing.T) {
	testgraph.SkipUnderRace(t)
	g, _ := unequal(rand.New(rand.NewPCG(9, 3)), []int{60, 40, 12}, 0.01, 6)
	for looks := int64(0); looks < 4000; looks += 1 + looks/2 {
		ctx := testgraph.NewExpiring(looks)
		r, err := choose(ctx, Problem{Graph: g}, with("n_clusters", 3, "n_threads", 1), nil)
		require.NoError(t, err)
		require.Len(t, r.Labels, g.N())
		for a := range int32(3) {
			require.Contains(t, r.Labels, a, "after %d looks", looks)
		}
		if ctx.Ended() && r.Value > 0 {
			require.Equal(t, Stopped, r.Status, "after %d looks", looks)
		}
	}
}

// Components that are not alone too light for a cluster are never cut where there are exactly as many as parts.
func TestAsManyClustersAsParts(t *testing.T) {
	for seed := range uint64(10) {
		rng := rand.New(rand.NewPCG(seed, 4))
		k := 2 + rng.IntN(4)
		sizes := make([]int, k)
		for r := range sizes {
			sizes[r] = 20 + int(math.Exp(6*rng.Float64()))
		}
		g, want := unequal(rng, sizes, 0, 0)
		r := result(t, g, with("n_clusters", k))
		requireClusters(t, want, r.Labels, "%v", sizes)
		assert.Zero(t, r.Value)
		assert.Equal(t, Optimal, r.Status)
	}
}
