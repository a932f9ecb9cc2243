package rof_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/rof"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

func TestMethodsReachTheSolutionOfChambollePock(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 0))
	for range 20 {
		p := randomProblem(rng, 2+rng.IntN(40))
		var want []float64
		forEachMethod(t, func(t *testing.T, newSolver solver) {
			u := solve(t, newSolver(t, p, 1), p, 1e-12)
			if want == nil {
				want = u
			}
			assert.InDeltaSlice(t, want, u, 1e-5)
		})
	}
}

// steps returns the number of steps until the duality gap is at most tol.
func steps(t *testing.T, m rof.Method, p *rof.Problem, u0 []float64, tol float64) int {
	n, status := rof.Solve(context.Background(), m, p, u0, 20000, func(i int, m rof.Method) (bool, int) {
		return gap(p, m) <= tol, i + 1
	})
	require.Equal(t, rof.Stopped, status)
	return n
}

// The dual variable of one problem is a good first one for a problem with a slightly different target and another μ.
func TestWarmStartSavesSteps(t *testing.T) {
	forEachMethod(t, func(t *testing.T, newSolver solver) {
		rng := rand.New(rand.NewPCG(15, 0))
		warm, cold := 0, 0
		for range 10 {
			g := testgraph.Grid(12, 12)
			p := &rof.Problem{Graph: g, Mass: testgraph.Mass(rng, g.N()), Target: testgraph.Normal(rng, g.N()), Mu: 1}
			m := newSolver(t, p, 1)
			u := solve(t, m, p, 1e-8)
			next := *p
			next.Mu = 0.95
			warm += steps(t, m, &next, u, 1e-3)
			cold += steps(t, newSolver(t, p, 1), &next, make([]float64, g.N()), 1e-3)
		}
		assert.Less(t, warm, cold)
	})
}

// extremeProblem returns a problem on 31 vertices, of which the last is isolated, with weights from 10^−weights to
// 10^weights and masses from 10^light to 10^heavy.
func extremeProblem(t *testing.T, rng *rand.Rand, weights, light, heavy float64) *rof.Problem {
	between := func(lo, hi float64) float64 {
		return max(math.Pow(10, lo+(hi-lo)*rng.Float64()), math.SmallestNonzeroFloat64)
	}
	var edges []graph.Edge
	for i := 1; i < 30; i++ {
		for range 3 {
			edges = append(edges, graph.Edge{I: rng.IntN(i), J: i, W: between(-weights, weights)})
		}
	}
	g, err := graph.FromEdges(31, edges)
	require.NoError(t, err)
	p := &rof.Problem{Graph: g, Mass: testgraph.Ones(31), Mu: 1}
	for i := range p.Mass {
		p.Mass[i] = between(light, heavy)
	}
	return p
}

// Weights and masses of many decades in one graph make no NaN, no infinity and no infeasible dual variable.
func TestExtremeWeightsAndMasses(t *testing.T) {
	forEachMethod(t, func(t *testing.T, newSolver solver) {
		rng := rand.New(rand.NewPCG(16, 0))
		for _, c := range []struct{ weights, light, heavy float64 }{
			{0, -5, 5}, {20, 0, 0}, {50, -50, 50}, {50, -300, 20}, {50, -324, 30},
		} {
			p := extremeProblem(t, rng, c.weights, c.light, c.heavy)
			m := newSolver(t, p, 1)
			for _, mu := range []float64{1, 1e-10, 1e10} {
				p.Mu, p.Target = mu, testgraph.Normal(rng, 31)
				m.Start(p, testgraph.Normal(rng, 31))
				m.Steps(50)
				requireFeasible(t, p.Graph, m.Dual())
				for i, u := range primal(p, m) {
					require.False(t, math.IsNaN(u) || math.IsInf(u, 0), "u_%d = %g for %+v", i, u, c)
				}
				require.Equal(t, p.Target[30], primal(p, m)[30])
				require.False(t, math.IsNaN(m.Change()))
			}
		}
	})
}

// Without edges, or with weights of 0 alone, the solution is the target.
func TestTheSolutionWithoutEdgesIsTheTarget(t *testing.T) {
	for _, edges := range [][]graph.Edge{nil, {{I: 0, J: 1, W: 0}, {I: 1, J: 2, W: 0}}} {
		g, err := graph.FromEdges(3, edges)
		require.NoError(t, err)
		p := &rof.Problem{Graph: g, Mass: []float64{1, 2, 3}, Target: []float64{-1, 5, 0.5}, Mu: 0.7}
		forEachMethod(t, func(t *testing.T, newSolver solver) {
			m := newSolver(t, p, 1)
			m.Start(p, []float64{1, 2, 3})
			m.Steps(20)
			assert.InDeltaSlice(t, p.Target, primal(p, m), 1e-9)
			requireFeasible(t, g, m.Dual())
		})
	}
}

// The first step after Start has no momentum. Its step sizes majorise the Hessian of D, so that D never falls.
func TestGradientStepOfFISTARaisesTheDual(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 0))
	for range 20 {
		p := randomProblem(rng, 3+rng.IntN(30))
		rows := parallel.NewRows(p.Graph.Indptr, 1)
		m := rof.NewFISTA(p.Graph, p.Mass, rows)
		d := make([]float64, p.Graph.N())
		for range 20 {
			p.Target, p.Mu = testgraph.Normal(rng, p.Graph.N()), 0.1+rng.Float64()
			m.Divergence(d)
			before := p.Dual(d)
			m.Start(p, p.Target)
			m.Steps(1)
			m.Divergence(d)
			require.GreaterOrEqual(t, p.Dual(d), before-1e-12*math.Abs(before))
		}
		rows.Close()
	}
}

// A step with momentum can lower the dual. The next one then has none, so that the dual rises.
func TestFISTARestartsAfterADecreaseOfTheDual(t *testing.T) {
	rng, falls := rand.New(rand.NewPCG(19, 0)), 0
	for range 20 {
		p := randomProblem(rng, 10+rng.IntN(30))
		rows := parallel.NewRows(p.Graph.Indptr, 1)
		m, d, fell := rof.NewFISTA(p.Graph, p.Mass, rows), make([]float64, p.Graph.N()), false
		m.Start(p, p.Target)
		before := p.Dual(d)
		for range 200 {
			m.Steps(1)
			m.Divergence(d)
			now := p.Dual(d)
			slack := 1e-12 * math.Abs(before)
			if fell {
				require.GreaterOrEqual(t, now, before-slack)
			}
			if fell = now < before-slack; fell {
				falls++
			}
			before = now
		}
		rows.Close()
	}
	assert.Greater(t, falls, 20)
}

// On at most five vertices the conjugate gradients are exact: from p = 0 the first step gives
// u = (μM + ρL)⁻¹ (μM g + ρL u0) and p = clip(ρ W Ku, ±w).
func TestStepOfSplitBregmanFromADenseSystem(t *testing.T) {
	rng := rand.New(rand.NewPCG(18, 0))
	for range 50 {
		p := randomProblem(rng, 2+rng.IntN(4))
		n, u0 := p.Graph.N(), testgraph.Normal(rng, p.Graph.N())
		k, w, edge, sign := incidence(p.Graph)
		var laplacian, system, ku0, ku mat.Dense
		laplacian.Product(k.T(), mat.NewDiagDense(len(w), w), k)
		ku0.Mul(k, mat.NewDense(n, 1, u0))
		sum, square := 0.0, 0.0
		for e, we := range w {
			sum += we
			square += we * ku0.At(e, 0) * ku0.At(e, 0)
		}
		rho := math.Sqrt(sum / square)
		laplacian.Scale(rho, &laplacian)
		var right, want mat.VecDense
		right.MulVec(&laplacian, mat.NewVecDense(n, u0))
		system.CloneFrom(&laplacian)
		for i, m := range p.Mass {
			system.Set(i, i, system.At(i, i)+p.Mu*m)
			right.SetVec(i, right.AtVec(i)+p.Mu*m*p.Target[i])
		}
		require.NoError(t, want.SolveVec(&system, &right))
		ku.Mul(k, &want)
		rows := parallel.NewRows(p.Graph.Indptr, 1)
		m := rof.NewSplitBregman(p.Graph, p.Mass, rows)
		m.Start(p, u0)
		m.Steps(1)
		require.InDeltaSlice(t, want.RawVector().Data, primal(p, m), 1e-9)
		for h, dual := range m.Dual() {
			e := edge[h]
			require.InDelta(t, sign[h]*max(-w[e], min(w[e], rho*w[e]*ku.At(e, 0))), dual, 1e-7*w[e]*max(1, rho))
		}
		rows.Close()
	}
}
