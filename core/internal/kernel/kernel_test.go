package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// irregular returns a graph of n vertices with widely different degrees and weights. Some of each are 0.
func irregular(t testing.TB, n int, seed uint64) *graph.CSR {
	rng := rand.New(rand.NewPCG(seed, 0))
	seen := map[[2]int]bool{}
	var edges []graph.Edge
	for range 4 * n {
		i := rng.IntN(n) * rng.IntN(n) / n // vertices with small numbers have many neighbours
		j := rng.IntN(n)
		if i == j || seen[[2]int{i, j}] || seen[[2]int{j, i}] {
			continue
		}
		seen[[2]int{i, j}] = true
		w := math.Exp(10 * rng.NormFloat64())
		if rng.IntN(20) == 0 {
			w = 0
		}
		edges = append(edges, graph.Edge{I: i, J: j, W: w})
	}
	g, err := graph.FromEdges(n, edges)
	require.NoError(t, err)
	return g
}

// started returns a kernel on a problem with random data, in the slice layout for loop, or in tiles if loop is nil.
func started[T Float](g *graph.CSR, rows *parallel.Rows, loop vectorLoop[T]) *Kernel[T] {
	rng := rand.New(rand.NewPCG(7, 0))
	n := g.N()
	mass, u, target := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range n {
		mass[i], u[i], target[i] = 0.5+rng.Float64(), rng.NormFloat64(), 3*rng.NormFloat64()
	}
	build := inTiles[T]
	if loop != nil {
		build = inSlices(loop)
	}
	k := newKernel(g, mass, rows, build)
	k.Start(u, target, 0.3)
	return k
}

// naive is the oracle of the iteration: it follows the formulas directly, with values of type T, and returns u.
func naive[T Float](g *graph.CSR, steps int) []float64 {
	rng := rand.New(rand.NewPCG(7, 0))
	n := g.N()
	x, bar, mass, target := make([]T, n), make([]T, n), make([]float64, n), make([]float64, n)
	for i := range n {
		mass[i], x[i], target[i] = 0.5+rng.Float64(), T(rng.NormFloat64()), 3*rng.NormFloat64()
		bar[i] = x[i]
	}
	p, deg := make([]T, g.NNZ()), g.Degrees()
	for range steps {
		next := make([]T, n)
		for i := range n {
			idx, w := g.Row(i)
			div := T(0)
			for a, j := range idx {
				at := g.Indptr[i] + int64(a)
				wij := T(w[a])
				p[at] = max(min(p[at]+wij/2*(bar[i]-bar[j]), wij), -wij)
				div += p[at]
			}
			inv, muM := T(deg[i]), 0.3*mass[i]
			u := (inv*x[i] - div + T(muM*target[i])) / (inv + T(muM))
			next[i], x[i] = 2*u-x[i], u
		}
		bar = next
	}
	u := make([]float64, n)
	for i := range u {
		u[i] = float64(x[i])
	}
	return u
}

// requireFeasible checks that p_ji = −p_ij and |p_ij| ≤ w_ij hold exactly, and that Divergence returns Σ_j p_ij.
func requireFeasible[T Float](t *testing.T, g *graph.CSR, k *Kernel[T]) {
	dual, div := k.Dual(), make([]float64, g.N())
	k.Divergence(div)
	for i := range g.N() {
		idx, w := g.Row(i)
		sum, size := 0.0, 0.0
		for a := range idx {
			sum += dual[g.Indptr[i]+int64(a)]
			size += w[a]
		}
		require.InDelta(t, sum, div[i], 1e-5*size)
		for a, j := range idx {
			ij := dual[g.Indptr[i]+int64(a)]
			require.LessOrEqual(t, math.Abs(ij), w[a])
			back, _ := g.Row(int(j))
			at, found := slices.BinarySearch(back, int32(i))
			require.True(t, found)
			require.Equal(t, -ij, dual[g.Indptr[j]+int64(at)], "p_ji = −p_ij")
		}
	}
}

// testLayouts compares all layouts without tiles with naive.
func testLayouts[T Float](t *testing.T) {
	const steps = 30
	for _, n := range []int{1, 2, 15, 16, 17, 100, 3000} {
		g := irregular(t, n, uint64(n))
		want := naive[T](g, steps)
		for number, loop := range append([]vectorLoop[T]{nil}, vectorLoops[T]()...) {
			for _, threads := range []int{1, 3} {
				rows := parallel.NewRows(g.Indptr, threads)
				k := started(g, rows, loop)
				for range steps {
					k.Steps(1)
				}
				got := make([]float64, n)
				k.Primal(got)
				assert.Equal(t, want, got, "n = %d, loop %d, %d threads", n, number, threads)
				requireFeasible(t, g, k)
				rows.Close()
			}
		}
	}
}

// Every loop sums a row in the same order on any processor, so the results are bit-identical.
func TestLayoutsAreBitIdenticalToTheNaiveIteration(t *testing.T) {
	t.Run("float64", testLayouts[float64])
	t.Run("float32", testLayouts[float32])
}

// Waves of any length, on any number of threads, are bit-identical to single iterations.
func TestWavesAreBitIdenticalToSingleIterations(t *testing.T) {
	for _, g := range []*graph.CSR{testgraph.Grid(400, 100), testgraph.Grid(1500, 20), testgraph.Path(60000)} {
		for number, loop := range vectorLoops[float64]() {
			for _, threads := range []int{1, 2, 3} {
				rows := parallel.NewRows(g.Indptr, threads)
				slow, fast := started(g, rows, loop), started(g, rows, loop)
				require.Greater(t, fast.depth(), 1, "n = %d, %d threads", g.N(), threads)
				for _, n := range []int{1, fast.depth(), 7, 3*fast.depth() + 1, 2} {
					for range n {
						slow.Steps(1)
					}
					fast.Steps(n)
					require.Equal(t, slow.x, fast.x, "loop %d, %d threads", number, threads)
					require.Equal(t, slow.bar, fast.bar)
				}
				require.Equal(t, slow.Dual(), fast.Dual())
				rows.Close()
			}
		}
	}
}

// testTiles compares the tile layout with naive. With tiles a row is summed in another order, so results agree up to
// rounding.
func testTiles[T Float](t *testing.T, tolerance float64) {
	g := testgraph.Grid(400, 100)
	want, one := naive[T](g, 30), []float64(nil)
	for _, threads := range []int{1, 2, 5} {
		rows := parallel.NewRows(g.Indptr, threads)
		k := started[T](g, rows, nil)
		require.GreaterOrEqual(t, len(k.layout.blocks()), minTiles+1)
		for range 30 {
			k.Steps(1)
		}
		got := make([]float64, g.N())
		k.Primal(got)
		assert.InDeltaSlice(t, want, got, tolerance)
		if one == nil {
			one = got
		}
		assert.Equal(t, one, got, "%d threads", threads)
		requireFeasible(t, g, k)
		rows.Close()
	}
}

func TestTilesAgreeWithTheNaiveIteration(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	t.Run("float64", func(t *testing.T) { testTiles[float64](t, 1e-12) })
	t.Run("float32", func(t *testing.T) { testTiles[float32](t, 1e-4) })
}

// Weights may be outside the range of float32: scaling all weights and masses by a power of two does not change a bit of
// the result.
func TestFloat32IsInvariantUnderScaling(t *testing.T) {
	g := irregular(t, 300, 5)
	run := func(g *graph.CSR, scale float64) []float64 {
		rows := parallel.NewRows(g.Indptr, 1)
		defer rows.Close()
		mass, u := make([]float64, g.N()), make([]float64, g.N())
		for i := range u {
			mass[i], u[i] = scale*float64(1+i%3), float64(i%7)
		}
		k := New[float32](g, mass, rows)
		k.Start(u, u, 0.3)
		for range 20 {
			k.Steps(1)
		}
		k.Primal(u)
		requireFeasible(t, g, k)
		return u
	}
	want := run(g, 1)
	for _, exp := range []int{-900, -130, 130, 900} {
		assert.Equal(t, want, run(g.Scaled(exp), math.Ldexp(1, exp)), "weights times 2^%d", exp)
	}
}

func TestChangeIsTheSquaredNormOfTheLastStep(t *testing.T) {
	g := irregular(t, 500, 3)
	rows := parallel.NewRows(g.Indptr, 2)
	defer rows.Close()
	k := started[float64](g, rows, nil)
	before, after := make([]float64, 500), make([]float64, 500)
	k.Primal(before)
	k.Steps(1)
	k.Primal(after)
	want := 0.0
	for v, m := range k.mass {
		want += m * (after[v] - before[v]) * (after[v] - before[v])
	}
	assert.InEpsilon(t, want, k.Change(), 1e-12)
}

// Neither the weights nor the masses are in the range of float32.
func TestChangeOfMassesOutsideFloat32(t *testing.T) {
	g := irregular(t, 300, 3).Scaled(-150)
	rows := parallel.NewRows(g.Indptr, 1)
	defer rows.Close()
	mass, before, after := make([]float64, 300), make([]float64, 300), make([]float64, 300)
	for i := range mass {
		mass[i], before[i] = math.Ldexp(float64(1+i%3), 150), float64(i%7)
	}
	k := New[float32](g, mass, rows)
	k.Start(before, before, math.Ldexp(1, -300))
	k.Steps(1)
	k.Primal(after)
	want := 0.0
	for i, m := range mass {
		want += m * (after[i] - before[i]) * (after[i] - before[i])
	}
	assert.InEpsilon(t, want, k.Change(), 1e-4)
}

func TestStepsDoNotAllocate(t *testing.T) {
	for _, g := range []*graph.CSR{irregular(t, 3000, 4), testgraph.Grid(400, 100)} {
		rows := parallel.NewRows(g.Indptr, 2)
		for _, k := range []*Kernel[float64]{started[float64](g, rows, nil), New[float64](g, g.Degrees(), rows)} {
			assert.Zero(t, testing.AllocsPerRun(20, func() { k.Steps(10) }))
		}
		rows.Close()
	}
}
