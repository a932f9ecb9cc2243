package descent

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/rof"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// testOptions returns options with which descents on small graphs end quickly.
func testOptions() Options {
	return Options{Rule: Rule{Method: Adaptive, Theta: 0.99, Epsilon: 1e-3}, Tol: 1e-6, MaxOuter: 100, MaxInner: 200, Patience: 5, Scale: 0.3}
}

// newEnergy returns the energy on g with the given number of threads, which end with the test.
func newEnergy(t *testing.T, g *graph.CSR, mass []float64, lambda float64, threads int) *objective.Energy {
	rows := parallel.NewRows(g.Indptr, threads)
	t.Cleanup(rows.Close)
	return objective.NewEnergy(g, mass, lambda, rows)
}

// randomEnergy returns an energy on a random connected graph with random mass and λ in {0.5, 1, 3}.
func randomEnergy(t *testing.T, rng *rand.Rand, n int) *objective.Energy {
	lambda := []float64{0.5, 1, 3}[rng.IntN(3)]
	return newEnergy(t, testgraph.Random(rng, n, rng.Float64()), testgraph.Mass(rng, n), lambda, 1)
}

// newDescent returns a descent of e that uses the Chambolle–Pock method.
func newDescent(e *objective.Energy, opt Options) *Descent {
	return NewDescent(e, rof.NewChambollePock[float64](e.Graph, e.Mass, e.Rows()), opt)
}

// run starts d at f0 and runs it to its end.
func run(d *Descent, f0 []float64, observe func()) Status {
	d.Start(f0)
	return d.Follow(context.Background(), d.Explore(context.Background(), observe), observe)
}

// denseEnergy computes E(f) from its definition, with the median found by sorting.
func denseEnergy(e *objective.Energy, f []float64) float64 {
	tv, b, c := 0.0, 0.0, testgraph.Median(f, e.Mass, e.Lambda)
	for i := range f {
		idx, w := e.Graph.Row(i)
		for k, j := range idx {
			if int(j) > i {
				tv += w[k] * math.Abs(f[i]-f[j])
			}
		}
		b += e.Mass[i] * max(f[i]-c, e.Lambda*(c-f[i]))
	}
	return tv / b
}

// descentCase returns an energy and a start. Mass and λ are 1 for even seeds and random for odd ones.
func descentCase(t *testing.T, seed uint64) (*objective.Energy, []float64) {
	rng := rand.New(rand.NewPCG(12, seed))
	n := 4 + rng.IntN(37)
	if seed%2 == 0 {
		return newEnergy(t, testgraph.Random(rng, n, rng.Float64()), testgraph.Ones(n), 1, 1), testgraph.Normal(rng, n)
	}
	return randomEnergy(t, rng, n), testgraph.Normal(rng, n)
}

func TestEnergyNeverRises(t *testing.T) {
	for method, name := range map[Method]string{Adaptive: "Adaptive", AdaptiveMedian: "AdaptiveMedian", Fixed: "Fixed"} {
		for _, theta := range []float64{0.99, 0.999, 0.9999} {
			t.Run(fmt.Sprintf("%s/%g", name, theta), func(t *testing.T) {
				for seed := range uint64(200) {
					e, f0 := descentCase(t, seed)
					opt := testOptions()
					opt.Method, opt.Theta = method, theta
					d := newDescent(e, opt)
					last := denseEnergy(e, f0) * (1 + 1e-12)
					run(d, f0, func() {
						now := denseEnergy(e, d.F())
						require.LessOrEqual(t, now, last*(1+1e-12), "seed %d", seed)
						require.InEpsilon(t, now, d.Energy(), 1e-9, "seed %d", seed)
						last = now
					})
					requireTrace(t, d)
				}
			})
		}
	}
}

// requireTrace checks conditions that hold at the end of every descent.
func requireTrace(t *testing.T, d *Descent) {
	for k := 1; k < len(d.Trace); k++ {
		require.Less(t, d.Trace[k], d.Trace[k-1])
	}
	require.Equal(t, d.Energy(), d.Trace[len(d.Trace)-1])
	require.InEpsilon(t, d.energy.Value(d.Best), d.Value, 1e-9)
	require.GreaterOrEqual(t, d.Energy(), d.Value*(1-1e-12), "f has a level set with C ≤ E(f)")
}

// A step accepted by either adaptive rule satisfies the paper's E(f) ≥ E(h) + θ E(f) ‖h − f‖² / B(h).
func TestAcceptedStepsSatisfyTheEnergyInequality(t *testing.T) {
	for _, method := range []Method{Adaptive, AdaptiveMedian} {
		accepted := 0
		for seed := range uint64(100) {
			e, f0 := descentCase(t, seed)
			opt := testOptions()
			opt.Method = method
			d := newDescent(e, opt)
			d.Start(f0)
			for status := Running; status == Running && len(d.Trace) < 50; {
				f, ef, inner := append([]float64(nil), d.f...), d.e, d.NInner
				status = d.Step(context.Background())
				if status == Critical || d.NInner-inner == opt.MaxInner {
					continue // the stopping rule did not end this solve
				}
				accepted++
				h, dist2 := make([]float64, len(f)), 0.0
				d.solver.Primal(h)
				for i := range h {
					dist2 += e.Mass[i] * (h[i] - f[i]) * (h[i] - f[i])
				}
				b := e.Balance(h, e.Median(h))
				require.GreaterOrEqual(t, ef, (denseEnergy(e, h)+opt.Theta*ef*dist2/b)*(1-1e-12), "seed %d", seed)
			}
		}
		assert.Greater(t, accepted, 500, "the test needs more steps")
	}
}

func TestCancelledDescentKeepsTheBestLevelSet(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for seed := range uint64(20) {
		e, f0 := descentCase(t, seed)
		d := newDescent(e, testOptions())
		d.Start(f0)
		require.Equal(t, Cancelled, d.Explore(ctx, nil))
		require.Equal(t, Cancelled, d.Follow(ctx, Cancelled, nil))
		require.Zero(t, d.NInner)
		requireTrace(t, d)
		want, _ := objective.NewSweeper(e).Best(f0)
		require.InEpsilon(t, want, d.Value, 1e-12, "Best is the best level set of f⁰")
	}
}

func TestEnergyNeverRisesWithOneInnerStep(t *testing.T) {
	for seed := range uint64(200) {
		e, f0 := descentCase(t, seed)
		opt := testOptions()
		opt.MaxInner = 1
		d := newDescent(e, opt)
		outer := 0
		last := denseEnergy(e, f0) * (1 + 1e-12)
		run(d, f0, func() {
			outer++
			now := denseEnergy(e, d.F())
			require.LessOrEqual(t, now, last*(1+1e-12))
			last = now
		})
		require.Equal(t, outer, d.NInner)
		requireTrace(t, d)
	}
}
