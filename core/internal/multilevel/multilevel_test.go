package multilevel

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/plan"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// optimum returns the smallest C(S) over all sets, by enumeration.
func optimum(t *testing.T, g *graph.CSR, mass []float64, lambda float64) float64 {
	best := math.Inf(1)
	low := make([]bool, g.N())
	for bits := 1; bits < 1<<g.N()-1; bits++ {
		for i := range low {
			low[i] = bits>>i&1 == 1
		}
		best = min(best, ratioOf(t, g, mass, lambda, low))
	}
	return best
}

// checked returns the value that Cut returns, after checking it against the cut.
func checked(t *testing.T, g *graph.CSR, mass []float64, lambda float64, opt Options) float64 {
	t.Helper()
	low, value := Cut(context.Background(), g, mass, lambda, opt)
	in, out := sides(low)
	require.Positive(t, in)
	require.Positive(t, out)
	require.InEpsilon(t, ratioOf(t, g, mass, lambda, low), value, 1e-12)
	return value
}

func TestCutAgainstExhaustiveOptimum(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 0))
	const graphs = 200
	hits := 0
	for k := range graphs {
		n := 2 + rng.IntN(10)
		g := testgraph.Random(rng, n, rng.Float64())
		mass := testgraph.Ones(n)
		if k%2 == 0 {
			mass = testgraph.Mass(rng, n)
		}
		lambda := []float64{1, 0.3, 4}[k%3]
		best := optimum(t, g, mass, lambda)
		value := checked(t, g, mass, lambda, Options{Seed: uint64(k)})
		require.GreaterOrEqual(t, value, best*(1-1e-12))
		if value <= best*(1+1e-9) {
			hits++
		}
	}
	assert.GreaterOrEqual(t, hits, graphs*95/100)
}

func TestKnownOptima(t *testing.T) {
	for _, c := range []struct {
		name  string
		g     *graph.CSR
		value float64
	}{
		{"two vertices", testgraph.Path(2), 1},
		{"path", testgraph.Path(1000), 1.0 / 500},
		{"star", testgraph.Star(1001), 1}, // attained by every set of leaves
		{"complete", testgraph.Complete(80), 40},
		{"barbell", testgraph.Barbell(150, 0.01), 0.01 / 150},
		{"cliques", testgraph.Cliques(16, 25, 0.1), 0.1 / 200},
		{"narrow grid", testgraph.Grid(5, 400), 5.0 / 1000},
	} {
		assert.InEpsilon(t, c.value, checked(t, c.g, testgraph.Ones(c.g.N()), 1, Options{}), 1e-12, c.name)
	}
}

func TestOneVertexHasNoCut(t *testing.T) {
	g, err := graph.FromEdges(1, nil)
	require.NoError(t, err)
	_, value := Cut(context.Background(), g, []float64{1}, 1, Options{})
	assert.True(t, math.IsInf(value, 1))
}

func TestDisconnectedGraphHasACutOfValueZero(t *testing.T) {
	edges := []graph.Edge{}
	for i := range 299 {
		if i != 200 { // two paths and a vertex without edges
			edges = append(edges, graph.Edge{I: i, J: i + 1, W: 1})
		}
	}
	g, err := graph.FromEdges(301, edges)
	require.NoError(t, err)
	_, value := Cut(context.Background(), g, testgraph.Ones(301), 1, Options{})
	assert.Zero(t, value)
}

func TestSmallCliqueIsFound(t *testing.T) {
	// A clique of 40 vertices, joined by a light edge to a grid of 6400 vertices, has 0.6 % of the mass and C = 0.5/40.
	// A balanced cut through the grid has C = 80/3220.
	edges := []graph.Edge{{I: 3000, J: 6400, W: 0.5}}
	mesh := testgraph.Grid(80, 80)
	for i := range mesh.N() {
		idx, _ := mesh.Row(i)
		for _, j := range idx {
			if int(j) > i {
				edges = append(edges, graph.Edge{I: i, J: int(j), W: 1})
			}
		}
	}
	for i := range 40 {
		for j := range i {
			edges = append(edges, graph.Edge{I: 6400 + i, J: 6400 + j, W: 1})
		}
	}
	g, err := graph.FromEdges(6440, edges)
	require.NoError(t, err)
	for seed := range uint64(5) {
		assert.InEpsilon(t, 0.5/40, checked(t, g, testgraph.Ones(g.N()), 1, Options{Seed: seed}), 1e-12)
	}
}

func TestSameSeedGivesSameBits(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 0))
	g, mass := testgraph.Random(rng, 2000, 0.003), testgraph.Mass(rng, 2000)
	opt := Options{CutSearch: plan.CutSearch{Tries: 2}, Seed: 3}
	low, value := Cut(context.Background(), g, mass, 1.5, opt)
	again, same := Cut(context.Background(), g, mass, 1.5, opt)
	assert.Equal(t, low, again)
	assert.Equal(t, math.Float64bits(value), math.Float64bits(same))
}

func TestCancelledSearchReturnsAValidCut(t *testing.T) {
	g := testgraph.Grid(300, 300)
	mass := testgraph.Ones(g.N())
	for _, after := range []time.Duration{0, time.Millisecond, 10 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(context.Background(), after)
		low, value := Cut(ctx, g, mass, 1, Options{CutSearch: plan.CutSearch{Tries: 1 << 30, Patience: 1 << 30}, Threads: 1 + int(after)%2})
		cancel()
		in, out := sides(low)
		require.Positive(t, in)
		require.Positive(t, out)
		assert.InEpsilon(t, ratioOf(t, g, mass, 1, low), value, 1e-12)
	}
}

func TestVerySmallAndLargeWeights(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 0))
	for _, exponent := range []float64{-150, 150} {
		g, mass := testgraph.Random(rng, 400, 0.02), testgraph.Mass(rng, 400)
		plain := checked(t, g, mass, 1, Options{})
		scaled := *g
		scaled.Data = make([]float64, len(g.Data))
		for k, w := range g.Data {
			scaled.Data[k] = w * math.Pow(10, exponent)
		}
		assert.InEpsilon(t, plain, checked(t, &scaled, mass, 1, Options{})/math.Pow(10, exponent), 0.2)
	}
	for range 20 { // weights so different that sums round to the largest
		edges := []graph.Edge{}
		for i := 1; i < 300; i++ {
			edges = append(edges, graph.Edge{I: rng.IntN(i), J: i, W: math.Pow(10, 300*rng.Float64()-150)})
		}
		g, err := graph.FromEdges(300, edges)
		require.NoError(t, err)
		checked(t, g, testgraph.Ones(300), 1, Options{})
	}
}

// hardGraph returns a graph on which tries find different cuts, so that they are combined.
func hardGraph() (g *graph.CSR, mass []float64) {
	return testgraph.Random(rand.New(rand.NewPCG(3, 0)), 600, 0.03), testgraph.Ones(600)
}

func TestResultDoesNotDependOnThreads(t *testing.T) {
	g, mass := hardGraph()
	run := func(threads int) (low []bool, observed []float64) {
		opt := Options{CutSearch: plan.CutSearch{Tries: 12, Patience: 4}, Threads: threads, Observe: func(value, _ float64) { observed = append(observed, value) }}
		low, _ = Cut(t.Context(), g, mass, 1, opt)
		return low, observed
	}
	low, observed := run(1)
	assert.Greater(t, len(observed), 4)
	for _, threads := range []int{2, 3, 8} {
		otherLow, otherObserved := run(threads)
		assert.Equal(t, low, otherLow)
		assert.Equal(t, observed, otherObserved)
	}
}

func TestTriesStopAfterPatienceFailures(t *testing.T) {
	for _, threads := range []int{1, 3} {
		tries := 0
		opt := Options{CutSearch: plan.CutSearch{Tries: 1 << 30, Patience: 2}, Threads: threads, Observe: func(_, _ float64) { tries++ }}
		_, value := Cut(t.Context(), testgraph.Barbell(20, 1), testgraph.Ones(40), 1, opt)
		assert.InEpsilon(t, 1.0/20, value, 1e-12)
		assert.Equal(t, 3, tries, "the first try finds the optimum")
	}
}

// Whenever the context ends, the result is a cut, and its value is that of the cut.
func TestCutIsValidWheneverTheContextEnds(t *testing.T) {
	g := testgraph.Grid(60, 60)
	mass, step := testgraph.Ones(g.N()), int64(1)
	if testing.Short() {
		step = 5
	}
	for _, recombine := range []bool{false, true} {
		values := map[float64]bool{}
		for looks := int64(0); looks < 150; looks += step {
			low, value := Cut(testgraph.NewExpiring(looks), g, mass, 1, Options{CutSearch: plan.CutSearch{Tries: 4, Recombine: recombine}, Seed: 1})
			require.InEpsilon(t, ratioOf(t, g, mass, 1, low), value, 1e-12, "after %d looks", looks)
			require.False(t, math.IsInf(value, 0), "after %d looks", looks)
			values[value] = true
		}
		require.Greater(t, len(values), 1)
	}
}
