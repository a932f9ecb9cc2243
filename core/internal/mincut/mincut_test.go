package mincut

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// cost returns cut(T, Tᶜ) − Σ_{i∈T} b_i.
func cost(g *graph.CSR, b []float64, set []bool) float64 {
	x := objective.Weight(g, set)
	for i, in := range set {
		if in {
			x -= b[i]
		}
	}
	return x
}

// subset returns the set whose members are the bits of x.
func subset(x, n int) []bool {
	set := make([]bool, n)
	for i := range set {
		set[i] = x>>i&1 == 1
	}
	return set
}

func allVertices(g *graph.CSR) []int32 {
	vertices := make([]int32, g.N())
	for i := range vertices {
		vertices[i] = int32(i)
	}
	return vertices
}

func randomSet(rng *rand.Rand, n int) []bool {
	set := make([]bool, n)
	for i := range set {
		set[i] = rng.IntN(2) == 1
	}
	return set
}

func TestCutMatchesExhaustiveSearch(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 0))
		n := 1 + rng.IntN(10)
		g, b := testgraph.Random(rng, n, 0.3), testgraph.Normal(rng, n)
		high := randomSet(rng, n)
		solver := NewSolver(g, allVertices(g), nil)
		for range 2 { // a solver can be reused
			require.True(t, solver.Cut(t.Context(), b, high, math.MaxInt))
			least := 0.0
			for x := range 1 << n {
				least = min(least, cost(g, b, subset(x, n)))
			}
			require.InDelta(t, least, cost(g, b, high), 1e-12, "seed %d", seed)
		}
	}
}

// On a large graph the flow itself certifies the cut: it conserves the supply, respects the capacities and saturates every
// edge out of T, so no set has a smaller objective.
func TestFlowCertifiesTheCut(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	for _, g := range []*graph.CSR{testgraph.Grid(60, 50), testgraph.Random(rng, 2000, 0.004), testgraph.Path(3000), testgraph.Star(3000)} {
		n := g.N()
		b := testgraph.Normal(rng, n)
		high, s := randomSet(rng, n), NewSolver(g, allVertices(g), nil)
		require.True(t, s.Cut(t.Context(), b, high, math.MaxInt))
		for i := range n {
			out := 0.0
			for e := g.Indptr[i]; e < g.Indptr[i+1]; e++ {
				p := s.flow[e]
				require.Equal(t, -p, s.flow[s.mirror[e]], "p_ij = −p_ji")
				require.LessOrEqual(t, p, g.Data[e])
				if high[i] && !high[g.Indices[e]] {
					require.Equal(t, g.Data[e], p, "edges out of T are saturated")
				}
				out += p
			}
			require.InDelta(t, b[i]-out, s.excess[i], 1e-9, "conservation")
			require.False(t, !high[i] && s.excess[i] > 0, "no excess outside T")
			require.False(t, high[i] && s.excess[i] < 0, "no deficit inside T")
		}
	}
}

func TestCutIsBitIdenticalForAnyNumberOfThreads(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 0))
	g := testgraph.Grid(200, 300)
	b, start := testgraph.Normal(rng, g.N()), randomSet(rng, g.N())
	want, one := slices.Clone(start), NewSolver(g, allVertices(g), nil)
	require.True(t, one.Cut(t.Context(), b, want, math.MaxInt))
	for _, threads := range []int{1, 2, 3} {
		rows := parallel.NewRows(g.Indptr, threads)
		high, s := slices.Clone(start), NewSolver(g, allVertices(g), rows)
		require.True(t, s.Cut(t.Context(), b, high, math.MaxInt))
		rows.Close()
		assert.Equal(t, want, high)
		assert.Equal(t, one.flow, s.flow)
		assert.Equal(t, one.Work, s.Work)
	}
}

// The flow that certifies a straight cut of a grid runs along its rows. Each round between global relabellings finds a
// fixed share of it, so the number of passes over the half-edges is bounded for grids of any size.
func TestStraightCutsAreCertifiedInFewPasses(t *testing.T) {
	for _, side := range []int{40, 160, 400} {
		g := testgraph.Grid(side, side)
		b, high := make([]float64, g.N()), make([]bool, g.N())
		for i := range b {
			high[i] = i%side < side/2
			b[i] = -2 / float64(side) // C(S) = side/(side²/2), v = ±1
			if high[i] {
				b[i] = -b[i]
			}
		}
		want, s := slices.Clone(high), NewSolver(g, allVertices(g), nil)
		require.True(t, s.Cut(t.Context(), b, high, math.MaxInt))
		assert.LessOrEqual(t, s.Work, 8*g.NNZ(), "side %d", side)
		assert.InDelta(t, cost(g, b, want), cost(g, b, high), 1e-9)
	}
}

// A solver on the graph itself does the same steps as one on a copy with renumbered vertices.
func TestSolverOfAllDoesTheSameAsOneOnACopy(t *testing.T) {
	for seed := range uint64(50) {
		rng := rand.New(rand.NewPCG(seed, 2))
		n := 2 + rng.IntN(60)
		g, order := testgraph.Random(rng, n, 0.2), allVertices(testgraph.Path(n))
		rng.Shuffle(n, func(a, b int) { order[a], order[b] = order[b], order[a] })
		rows := parallel.NewRows(g.Indptr, 1)
		onCopy, onGraph := NewSolver(g, order, nil), NewSolverOfAll(g, order, rows)
		b, start := testgraph.Normal(rng, n), randomSet(rng, n)
		permuted, want := make([]float64, n), make([]bool, n)
		for a, i := range order {
			permuted[a], want[a] = b[i], start[i]
		}
		require.True(t, onCopy.Cut(t.Context(), permuted, want, math.MaxInt))
		require.True(t, onGraph.Cut(t.Context(), b, start, math.MaxInt))
		rows.Close()
		for a, i := range order {
			assert.Equal(t, want[a], start[i])
			assert.Equal(t, onCopy.excess[a], onGraph.excess[i])
		}
		assert.Equal(t, onCopy.Work, onGraph.Work)
	}
}

func energyOf(t *testing.T, g *graph.CSR, mass []float64, lambda float64) *objective.Energy {
	rows := parallel.NewRows(g.Indptr, 1)
	t.Cleanup(rows.Close)
	return objective.NewEnergy(g, mass, lambda, rows)
}

// When Improve ends with critical = true, no set has a smaller linearised energy, and C is not above its initial value.
func TestImproveEndsAtACriticalSet(t *testing.T) {
	improved := 0
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 1))
		n := 3 + rng.IntN(8)
		g := testgraph.Random(rng, n, 0.3)
		e := energyOf(t, g, testgraph.Mass(rng, n), []float64{1, 0.3, 4}[seed%3])
		low := randomSet(rng, n)
		low[0], low[1] = true, false
		before := e.Value(low)
		value, critical := Improve(t.Context(), e, low, Reach{To: 1, Effort: 1000})
		require.True(t, critical)
		require.LessOrEqual(t, value, before)
		require.Equal(t, e.Value(low), value)
		if value < before {
			improved++
		}
		im := &improvement{energy: e, low: low, value: value}
		im.linearise()
		supply := make([]float64, n)
		for i := range supply {
			supply[i] = im.supply(int32(i))
		}
		for x := range 1 << n {
			require.GreaterOrEqual(t, cost(g, supply, subset(x, n)), -1e-10*value, "seed %d: set %b has a smaller linearised energy", seed, x)
		}
	}
	assert.Greater(t, improved, 150)
}

// The optimal bisection of a long grid has a straight border. Improve starts from a ragged one.
func TestImproveStraightensTheBorderOfAGrid(t *testing.T) {
	const rows, columns = 40, 100
	g := testgraph.Grid(rows, columns)
	e := energyOf(t, g, testgraph.Ones(rows*columns), 1)
	rng, low := rand.New(rand.NewPCG(2, 0)), make([]bool, rows*columns)
	for r := range rows {
		for c := range 40 + rng.IntN(20) {
			low[r*columns+c] = true
		}
	}
	before := e.Value(low)
	value, critical := Improve(t.Context(), e, low, Reach{To: 1, Effort: 1000})
	assert.True(t, critical, "the bands grow up to the whole graph")
	assert.Less(t, value, before/5)
	inside := 0
	for _, in := range low {
		if in {
			inside++
		}
	}
	assert.InDelta(t, float64(rows)/float64(min(inside, rows*columns-inside)), value, 1e-12, "the border is straight")
}

func TestImproveKeepsACutItCannotImprove(t *testing.T) {
	for _, c := range []struct {
		name string
		g    *graph.CSR
		low  []bool
	}{
		{"two vertices", testgraph.Path(2), []bool{true, false}},
		{"the middle of a path", testgraph.Path(4), []bool{true, true, false, false}},
		{"a half of a complete graph", testgraph.Complete(4), []bool{true, false, true, false}},
		{"an empty side", testgraph.Path(3), []bool{false, false, false}},
	} {
		e := energyOf(t, c.g, testgraph.Ones(c.g.N()), 1)
		before, kept := e.Value(c.low), append([]bool(nil), c.low...)
		value, _ := Improve(t.Context(), e, c.low, Reach{To: 1, Effort: 1000})
		assert.Equal(t, before, value, c.name)
		assert.Equal(t, kept, c.low, c.name)
	}
}

func TestImproveKeepsTheCutWhenCancelledAtOnce(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	e := energyOf(t, testgraph.Grid(20, 20), testgraph.Ones(400), 1)
	low := randomSet(rand.New(rand.NewPCG(1, 0)), 400)
	kept := append([]bool(nil), low...)
	before := e.Value(low)
	value, critical := Improve(ctx, e, low, Reach{To: 1, Effort: 1000})
	assert.Equal(t, before, value)
	assert.False(t, critical)
	assert.Equal(t, kept, low)
}
