package rof_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/rof"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// randomProblem returns a problem on a random connected graph with random mass.
func randomProblem(rng *rand.Rand, n int) *rof.Problem {
	g := testgraph.Random(rng, n, rng.Float64())
	return &rof.Problem{Graph: g, Mass: testgraph.Mass(rng, n), Target: testgraph.Normal(rng, n), Mu: 0.2 + 2*rng.Float64()}
}

// methods are the solvers that the tests of this package run on.
var methods = []struct {
	name string
	make func(g *graph.CSR, mass []float64, rows *parallel.Rows) rof.Method
}{
	{"ChambollePock", func(g *graph.CSR, mass []float64, rows *parallel.Rows) rof.Method {
		return rof.NewChambollePock[float64](g, mass, rows)
	}},
	{"FISTA", func(g *graph.CSR, mass []float64, rows *parallel.Rows) rof.Method { return rof.NewFISTA(g, mass, rows) }},
	{"SplitBregman", func(g *graph.CSR, mass []float64, rows *parallel.Rows) rof.Method {
		return rof.NewSplitBregman(g, mass, rows)
	}},
}

// solver returns a solver for p on the given number of threads, closed at the end of the test.
type solver func(t *testing.T, p *rof.Problem, threads int) rof.Method

// forEachMethod runs the test body once for every method, as a subtest of its name.
func forEachMethod(t *testing.T, body func(t *testing.T, newSolver solver)) {
	for _, m := range methods {
		t.Run(m.name, func(t *testing.T) {
			body(t, func(t *testing.T, p *rof.Problem, threads int) rof.Method {
				rows := parallel.NewRows(p.Graph.Indptr, threads)
				t.Cleanup(rows.Close)
				return m.make(p.Graph, p.Mass, rows)
			})
		})
	}
}

// primal returns the iterate of m.
func primal(p *rof.Problem, m rof.Method) []float64 {
	u := make([]float64, p.Graph.N())
	m.Primal(u)
	return u
}

// gap returns the duality gap of what m has reached.
func gap(p *rof.Problem, m rof.Method) float64 {
	d := make([]float64, p.Graph.N())
	m.Divergence(d)
	return p.Gap(primal(p, m), d)
}

// solve runs m from u0 = 0 until the gap is at most tol and returns the solution.
func solve(t *testing.T, m rof.Method, p *rof.Problem, tol float64) []float64 {
	_, status := rof.Solve(context.Background(), m, p, make([]float64, p.Graph.N()), 200000,
		func(i int, m rof.Method) (bool, int) { return gap(p, m) <= tol, i + 1 })
	require.Equal(t, rof.Stopped, status, "the gap stays above %g", tol)
	return primal(p, m)
}

// distance2 returns Σ m_i (a_i − b_i)².
func distance2(mass, a, b []float64) float64 {
	s := 0.0
	for i := range a {
		s += mass[i] * (a[i] - b[i]) * (a[i] - b[i])
	}
	return s
}

// requireFeasible checks p_ij = −p_ji and |p_ij| ≤ w_ij, both without tolerance.
func requireFeasible(t *testing.T, g *graph.CSR, dual []float64) {
	at := map[[2]int]float64{}
	k := 0
	for i := range g.N() {
		idx, w := g.Row(i)
		for a, j := range idx {
			require.LessOrEqual(t, math.Abs(dual[k]), w[a])
			at[[2]int{i, int(j)}] = dual[k]
			k++
		}
	}
	for e, p := range at {
		require.Equal(t, p, 0-at[[2]int{e[1], e[0]}])
	}
}

func TestGapFallsAndBoundsTheError(t *testing.T) {
	forEachMethod(t, func(t *testing.T, newSolver solver) {
		rng := rand.New(rand.NewPCG(4, 0))
		for range 40 {
			p := randomProblem(rng, 2+rng.IntN(14))
			exact := solve(t, newSolver(t, p, 1), p, 1e-12)
			m := newSolver(t, p, 1)
			m.Start(p, testgraph.Normal(rng, p.Graph.N()))
			reached := math.Inf(1)
			for range 20000 {
				m.Steps(1)
				reached = gap(p, m)
				require.GreaterOrEqual(t, reached, -1e-12)
				// The reference has a gap of 1e-12 of its own, hence the two last terms.
				require.LessOrEqual(t, p.Mu/2*distance2(p.Mass, primal(p, m), exact), reached+2e-6*math.Sqrt(math.Abs(reached))+1e-11)
				if reached < 1e-8 {
					break
				}
			}
			require.Less(t, reached, 1e-8)
			requireFeasible(t, p.Graph, m.Dual())
		}
	})
}

func TestDualIsFeasibleAtEveryIterate(t *testing.T) {
	forEachMethod(t, func(t *testing.T, newSolver solver) {
		p := randomProblem(rand.New(rand.NewPCG(5, 0)), 30)
		m := newSolver(t, p, 1)
		m.Start(p, p.Target)
		d := make([]float64, p.Graph.N())
		for range 200 {
			m.Steps(1)
			requireFeasible(t, p.Graph, m.Dual())
			m.Divergence(d)
			require.InDeltaSlice(t, rof.Divergence(p.Graph, m.Dual()), d, 1e-12)
		}
	})
}

// On one edge u_0 = g_0 − p/(μ m_0) and u_1 = g_1 + p/(μ m_1), where p is the flow that makes them meet,
// clipped to the weight.
func TestTwoVerticesInClosedForm(t *testing.T) {
	forEachMethod(t, func(t *testing.T, newSolver solver) {
		for _, c := range []struct{ w, m0, m1, g0, g1, mu float64 }{
			{0.1, 1, 1, 1, -1, 1},   // a weak edge: the values stay apart
			{10, 1, 1, 1, -1, 1},    // a strong one: they meet in the middle
			{10, 3, 1, 1, -1, 1},    // in the weighted mean
			{0.5, 0.2, 2, -3, 4, 2}, // g_0 < g_1
			{2, 1, 1, 5, 5, 1},      // nothing to do
		} {
			g, err := graph.FromEdges(2, []graph.Edge{{I: 0, J: 1, W: c.w}})
			require.NoError(t, err)
			p := &rof.Problem{Graph: g, Mass: []float64{c.m0, c.m1}, Target: []float64{c.g0, c.g1}, Mu: c.mu}
			meet := (c.g0 - c.g1) / (1/(c.mu*c.m0) + 1/(c.mu*c.m1))
			flow := max(-c.w, min(c.w, meet))
			u := solve(t, newSolver(t, p, 1), p, 1e-15)
			assert.InDelta(t, c.g0-flow/(c.mu*c.m0), u[0], 1e-6, "%+v", c)
			assert.InDelta(t, c.g1+flow/(c.mu*c.m1), u[1], 1e-6, "%+v", c)
		}
	})
}

func TestIsolatedVertexKeepsItsTarget(t *testing.T) {
	forEachMethod(t, func(t *testing.T, newSolver solver) {
		g, err := graph.FromEdges(4, []graph.Edge{{I: 0, J: 2, W: 1}, {I: 1, J: 2, W: 0}})
		require.NoError(t, err)
		p := &rof.Problem{Graph: g, Mass: []float64{1, 2, 1, 0.5}, Target: []float64{3, -7, 1, 11}, Mu: 0.7}
		m := newSolver(t, p, 1)
		m.Start(p, make([]float64, 4))
		for range 5 {
			before := primal(p, m)
			m.Steps(1)
			assert.Equal(t, []float64{-7, 11}, []float64{primal(p, m)[1], primal(p, m)[3]})
			assert.InDelta(t, math.Sqrt(distance2(p.Mass, before, primal(p, m))), m.Change(), 1e-12, "at rest from the start")
		}
	})
}

func TestChangeIsTheNormOfTheStep(t *testing.T) {
	forEachMethod(t, func(t *testing.T, newSolver solver) {
		p := randomProblem(rand.New(rand.NewPCG(7, 0)), 20)
		m := newSolver(t, p, 1)
		m.Start(p, make([]float64, 20))
		for range 20 {
			before := primal(p, m)
			m.Steps(1)
			require.InDelta(t, math.Sqrt(distance2(p.Mass, before, primal(p, m))), m.Change(), 1e-12)
		}
	})
}
