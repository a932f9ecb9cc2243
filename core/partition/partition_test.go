package partition

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// mustRun runs without starts and observer, and checks the properties of every valid result.
func mustRun(t *testing.T, g *graph.CSR, opt Options) *Result {
	t.Helper()
	r, err := Run(context.Background(), Problem{Graph: g}, opt, nil)
	require.NoError(t, err)
	requireValid(t, g, r, opt.NClusters)
	return withoutTimes(r)
}

// withoutTimes returns a result without the times of its stages, in which the results of two runs differ.
func withoutTimes(r *Result) *Result {
	for t := range r.Stages {
		r.Stages[t].Seconds = 0
	}
	return r
}

// requireValid checks that r has k non-empty parts, numbered in order of their first vertex, and that its value equals a
// sum over all pairs of vertices.
func requireValid(t *testing.T, g *graph.CSR, r *Result, k int) {
	t.Helper()
	require.Len(t, r.Labels, g.N())
	seen := int32(0)
	for _, a := range r.Labels {
		require.True(t, 0 <= a && a <= seen, "labels %v", r.Labels)
		if a == seen {
			seen++
		}
	}
	require.Equal(t, k, int(seen), "number of non-empty parts")
	want := denseValue(g, r.Labels, k)
	// Division rounds subnormal values to multiples of 2^−1074.
	require.InDelta(t, want, r.Value, 1e-12*want+4*math.SmallestNonzeroFloat64*float64(k))
	if k == 2 {
		require.GreaterOrEqual(t, r.Energy, r.Value*(1-1e-12))
		require.Len(t, r.F, g.N())
		require.Len(t, r.Trace, r.NOuter+1)
	}
}

// denseValue returns ½ Σ_r cut(A_r, A_rᶜ)/min(|A_r|, |A_rᶜ|/(k−1)) over all pairs of vertices.
func denseValue(g *graph.CSR, labels []int32, k int) float64 {
	n := g.N()
	weight := make([]float64, n*n)
	for i := range n {
		idx, w := g.Row(i)
		for e, j := range idx {
			weight[i*n+int(j)] = w[e]
		}
	}
	if k == 1 {
		return 0
	}
	total := 0.0
	for a := range int32(k) {
		cut, in := 0.0, 0
		for i := range n {
			if labels[i] == a {
				in++
			}
			for j := range n {
				if labels[i] == a && labels[j] != a {
					cut += weight[i*n+j]
				}
			}
		}
		total += cut / min(float64(in), float64(n-in)/float64(k-1)) / 2
	}
	return total
}

func TestValueAndEnergyOnRandomGraphs(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for seed := range uint64(testgraph.Rounds(30)) {
		n := 6 + rng.IntN(40)
		g := testgraph.Random(rng, n, rng.Float64())
		for k := 1; k <= 5; k++ {
			r := mustRun(t, g, with("n_clusters", k, "n_starts", 2, "random_state", seed))
			require.Equal(t, 1, r.NComponents)
		}
	}
}

func TestKnownOptima(t *testing.T) {
	for _, c := range []struct {
		name string
		g    *graph.CSR
		want float64
	}{
		{"path of 2", testgraph.Path(2), 1},
		{"path of 3", testgraph.Path(3), 1},
		{"path of 40", testgraph.Path(40), 1.0 / 20},
		{"star of 3", testgraph.Star(3), 1},
		{"star of 50", testgraph.Star(50), 1},          // attained by every set without the centre
		{"complete of 3", testgraph.Complete(3), 2},    // C = max(|S|, |Sᶜ|), smallest for halves
		{"complete of 10", testgraph.Complete(10), 5},  //
		{"complete of 41", testgraph.Complete(41), 21}, //
		{"grid", testgraph.Grid(6, 8), 6.0 / 24},
		{"barbell", testgraph.Barbell(10, 0.1), 0.01},
		{"three cliques", testgraph.Cliques(3, 10, 0.1), 0.01},
	} {
		for _, init := range []Init{Auto, Random, Diffusion} {
			r := mustRun(t, c.g, with("n_clusters", 2, "init", init, "n_starts", 32))
			assert.InEpsilon(t, c.want, r.Value, 1e-12, "%s, init %d", c.name, init)
		}
	}
}

func TestResultDoesNotDependOnThreads(t *testing.T) {
	g := testgraph.Grid(100, 96) // enough rows for several threads
	for _, k := range []int{2, 3} {
		opt := with("n_clusters", k, "n_starts", 2, "max_outer", 8, "max_inner", 30, "random_state", 5, "n_threads", 1)
		one, err := Run(context.Background(), Problem{Graph: g}, opt, nil)
		require.NoError(t, err)
		for _, threads := range []int{2, 4} {
			opt.Threads = Some(threads)
			r, err := Run(context.Background(), Problem{Graph: g}, opt, nil)
			require.NoError(t, err)
			assert.Equal(t, withoutTimes(one), withoutTimes(r), "k = %d, threads %d", k, threads)
		}
	}
}

// With float32 the steps are still accepted by energies in float64: E decreases at every step, E(f⁰) has the same bits,
// and the first step gives about the same energy as with float64.
func TestFloat32LowersTheSameEnergy(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 0))
	for range 10 {
		g := testgraph.Random(rng, 200, 0.05)
		opt := with("n_clusters", 2, "n_starts", 1, "init", Random, "polish", NoPolish)
		wide := mustRun(t, g, opt)
		opt.Descent.Precision = Float32
		one := mustRun(t, g, opt)
		for a := 1; a < len(one.Trace); a++ {
			require.Less(t, one.Trace[a], one.Trace[a-1])
		}
		require.Equal(t, wide.Trace[0], one.Trace[0])
		require.InEpsilon(t, wide.Trace[1], one.Trace[1], 1e-3)
		opt.Threads = Some(3)
		require.Equal(t, one, mustRun(t, g, opt))
	}
}

func TestSeedDeterminesTheResult(t *testing.T) {
	g := testgraph.Random(rand.New(rand.NewPCG(2, 0)), 60, 0.1)
	first := mustRun(t, g, with("n_clusters", 2, "n_starts", 3, "init", Random, "random_state", 1))
	again := mustRun(t, g, with("n_clusters", 2, "n_starts", 3, "init", Random, "random_state", 1))
	assert.Equal(t, first, again)
	other := mustRun(t, g, with("n_clusters", 2, "n_starts", 3, "init", Random, "random_state", 2))
	assert.NotEqual(t, first.Starts, other.Starts, "another seed gives other starts")
}

func TestOnePartAndAsManyPartsAsVertices(t *testing.T) {
	g := testgraph.Random(rand.New(rand.NewPCG(3, 0)), 12, 0.4)
	one := mustRun(t, g, with("n_clusters", 1))
	assert.Zero(t, one.Value)
	assert.Equal(t, Optimal, one.Status)
	all := mustRun(t, g, with("n_clusters", 12))
	for i, a := range all.Labels {
		assert.Equal(t, int32(i), a)
	}
}

func TestThreeCliquesAreFound(t *testing.T) {
	r := mustRun(t, testgraph.Cliques(3, 12, 0.1), with("n_clusters", 3))
	for i, a := range r.Labels {
		assert.Equal(t, int32(i/12), a)
	}
}

// A small group of vertices on a light edge is the first part that is cut off. Splitting the rest must not make an empty
// part.
func TestNoPartIsEmpty(t *testing.T) {
	var edges []graph.Edge
	rng := rand.New(rand.NewPCG(4, 0))
	big := testgraph.Random(rng, 400, 0.05)
	for i := range big.N() {
		idx, w := big.Row(i)
		for k, j := range idx {
			edges = append(edges, graph.Edge{I: i, J: int(j), W: w[k] / 2})
		}
	}
	edges = append(edges, graph.Edge{I: 400, J: 401, W: 1}, graph.Edge{I: 401, J: 402, W: 1}, graph.Edge{I: 402, J: 0, W: 1e-6})
	g, err := graph.FromEdges(403, edges)
	require.NoError(t, err)
	mustRun(t, g, with("n_clusters", 3, "n_starts", 4))
}

// ran reports whether a stage ran.
func ran(r *Result, name string) bool {
	return slices.ContainsFunc(r.Stages, func(s Stage) bool { return s.Name == name })
}
