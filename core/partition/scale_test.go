package partition

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// integerGraph returns a connected graph with weights 1 … 8. Powers of two scale them without rounding, even to
// subnormal numbers.
func integerGraph(rng *rand.Rand, n int) *graph.CSR {
	g := testgraph.Random(rng, n, 0.2)
	for k, w := range g.Data {
		g.Data[k] = math.Ceil(8 * w)
	}
	return g
}

func TestScalingByPowersOfTwoIsExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	for range testgraph.Rounds(5) {
		g := integerGraph(rng, 40)
		for _, k := range []int{2, 3} {
			opt := with("n_clusters", k, "n_starts", 4)
			want := mustRun(t, g, opt)
			for _, exp := range []int{-1060, -500, -40, 40, 500, 900} {
				r := mustRun(t, g.Scaled(exp), opt)
				require.Equal(t, want.Labels, r.Labels, "2^%d", exp)
				require.Len(t, r.Trace, len(want.Trace))
				for a, e := range want.Trace {
					require.Equal(t, math.Ldexp(e, exp), r.Trace[a], "2^%d", exp)
				}
				// The sums for two parts with subnormal values are each rounded to a multiple of 2^−1074.
				require.InDelta(t, math.Ldexp(want.Value, exp), r.Value,
					1e-12*math.Ldexp(want.Value, exp)+4*math.SmallestNonzeroFloat64*float64(k))
				require.Equal(t, want.F, r.F)
			}
		}
	}
}

// Under normalized masses, and where given masses have another unit, the descent does not depend on the unit either.
func TestScalingMassesByPowersOfTwoIsExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 0))
	for range 12 {
		g := integerGraph(rng, 30)
		mass := testgraph.Mass(rng, g.N())
		for _, k := range []int{2, 3} {
			opt := Paper()
			opt.NClusters = k
			weighted := mustSolve(t, Problem{Graph: g, VertexWeight: mass}, opt)
			opt.Balance = Normalized
			want := mustSolve(t, Problem{Graph: g}, opt)
			for _, exp := range []int{-300, -5, 1, 2, 37} {
				require.Equal(t, want.Labels, mustSolve(t, Problem{Graph: g.Scaled(exp)}, opt).Labels, "2^%d", exp)
				heavier := slices.Clone(mass)
				for i := range heavier {
					heavier[i] = math.Ldexp(mass[i], exp)
				}
				ratio := opt
				ratio.Balance = Ratio
				require.Equal(t, weighted.Labels, mustSolve(t, Problem{Graph: g, VertexWeight: heavier}, ratio).Labels, "2^%d", exp)
			}
		}
	}
}

// mustSolve runs a problem.
func mustSolve(t *testing.T, p Problem, opt Options) *Result {
	t.Helper()
	r, err := Run(t.Context(), p, opt, nil)
	require.NoError(t, err)
	return r
}

func TestVeryLargeAndSmallWeights(t *testing.T) {
	for _, scale := range []float64{1e-300, 1e-150, 1e-100, 1e100, 1e150, 1e300} {
		g := testgraph.Barbell(12, 0.1)
		for k := range g.Data {
			g.Data[k] *= scale
		}
		for _, opt := range []Options{Defaults(), with("init", Random, "polish", NoPolish), with("init", Random, "polish", NoPolish, "precision", Float32)} {
			opt.NClusters = 2
			r := mustRun(t, g, opt)
			assert.InEpsilon(t, scale*0.1/12, r.Value, 1e-12)
			for i, a := range r.Labels {
				assert.Equal(t, r.Labels[12*(i/12)], a, "scale %g", scale)
			}
		}
	}
}

// Weights far below the largest still connect their vertices: the graph has one component, and the best cut is its
// lightest edge.
func TestWeightsOfManyMagnitudes(t *testing.T) {
	for _, light := range []float64{1e-10, 1e-200, 1e-300} {
		for _, heavy := range []float64{1, 1e200} {
			g, err := graph.FromEdges(3, []graph.Edge{{I: 0, J: 1, W: heavy}, {I: 1, J: 2, W: light}})
			require.NoError(t, err)
			r, err := Run(t.Context(), Problem{Graph: g}, Defaults(), nil)
			require.NoError(t, err)
			assert.Equal(t, []int32{0, 0, 1}, r.Labels, "%g and %g", heavy, light)
			assert.InEpsilon(t, light, r.Value, 1e-9, "%g and %g", heavy, light)
			assert.GreaterOrEqual(t, r.Energy, r.Value*(1-1e-12), "%g and %g", heavy, light)
			assert.Equal(t, 1, r.NComponents, "%g and %g", heavy, light)
		}
	}
}

// disjoint returns the disjoint union of paths with the given numbers of vertices.
func disjoint(lengths ...int) *graph.CSR {
	var edges []graph.Edge
	n := 0
	for _, length := range lengths {
		for i := 1; i < length; i++ {
			edges = append(edges, graph.Edge{I: n + i - 1, J: n + i, W: 1})
		}
		n += length
	}
	g, err := graph.FromEdges(n, edges)
	if err != nil {
		panic(err)
	}
	return g
}

func TestDisconnectedGraphsAreCutAlongComponents(t *testing.T) {
	for _, lengths := range [][]int{{1, 1}, {5, 1}, {5, 5}, {1, 1, 1, 1}, {10, 7, 3}, {2, 9, 4, 4, 1, 1}} {
		g := disjoint(lengths...)
		r := mustRun(t, g, with("n_clusters", 2, "min_share", 0.0))
		assert.Zero(t, r.Value)
		assert.Zero(t, r.Energy)
		assert.Equal(t, Optimal, r.Status)
		assert.Equal(t, len(lengths), r.NComponents)
		component, _ := graph.Components(g)
		for i := range g.N() - 1 {
			if component[i] == component[i+1] {
				assert.Equal(t, r.Labels[i], r.Labels[i+1], "%v: vertices %d and %d of one component are separated", lengths, i, i+1)
			}
		}
	}
}

func TestManyClustersOfDisconnectedGraphs(t *testing.T) {
	for _, lengths := range [][]int{{1, 1}, {5, 1}, {1, 1, 1, 1}, {10, 7, 3}, {2, 9, 4, 4, 1, 1}, {40, 40, 2}} {
		g := disjoint(lengths...)
		for k := 1; k <= min(g.N(), 8); k++ {
			r := mustRun(t, g, with("n_clusters", k, "n_starts", 2))
			assert.Equal(t, len(lengths), r.NComponents)
		}
	}
	for k := 1; k <= 6; k++ {
		assert.Zero(t, mustRun(t, disjoint(1, 1, 1, 1, 1, 1), with("n_clusters", k)).Value, "no edges, k = %d", k)
	}
}

// The observer gets values in the units of the caller.
func TestProgressScalesWithWeightsAndMasses(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 0))
	g, mass := integerGraph(rng, 60), testgraph.Ones(60)
	heavy := slices.Clone(mass)
	for i := range heavy {
		heavy[i] = math.Ldexp(1, 150)
	}
	for _, pairs := range [][]any{{}, {"n_clusters", 3, "objective", "cut"}, {"n_clusters", 3, "objective", "cut", "min_share", 0.1}} {
		seen := func(p Problem) (values []float64) {
			_, err := Run(t.Context(), p, with(append(pairs, "n_threads", 1)...), func(p Progress) { values = append(values, p.Value) })
			require.NoError(t, err)
			return values
		}
		want := seen(Problem{Graph: g, VertexWeight: mass})
		require.NotEmpty(t, want)
		byWeight, byMass := 300, -150
		if len(pairs) > 0 {
			byMass = 0
		}
		for at, value := range seen(Problem{Graph: g.Scaled(byWeight), VertexWeight: mass}) {
			assert.Equal(t, math.Ldexp(want[at], byWeight), value)
		}
		for at, value := range seen(Problem{Graph: g, VertexWeight: heavy}) {
			assert.Equal(t, math.Ldexp(want[at], byMass), value)
		}
	}
}

// The value is finite where it is in the range of float64, whatever the range of the masses.
func TestMassesOfManyMagnitudes(t *testing.T) {
	for _, n := range []int{6, 40} {
		for _, c := range []struct{ heavy, light, weight float64 }{{1e300, 1, 1e20}, {1, 1e-300, 1e-300}, {1e100, 1e-200, 1e60}, {1, 1e-300, 1}} {
			g, mass := testgraph.Path(n), slices.Repeat([]float64{c.light}, n)
			for k := range g.Data {
				g.Data[k] = c.weight
			}
			mass[0] = c.heavy
			r := mustRunAny(t, Problem{Graph: g, VertexWeight: mass}, with("min_share", 0.0, "lower_bound", true))
			assert.InEpsilon(t, c.weight/c.light/float64(n-1), r.Value, 1e-9, "%d vertices, %v", n, c)
			assert.GreaterOrEqual(t, r.Energy, r.Value*(1-1e-12))
			assert.True(t, !r.LowerBound.Present || r.LowerBound.Value <= r.Value, "%d vertices, %v", n, c)
		}
	}
}
