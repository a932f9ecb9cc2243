package partition

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/plan"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// questions are problems of all searches that the effort concerns.
func questions() map[string]func(*Options) {
	return map[string]func(*Options){
		"two parts":             func(o *Options) { o.MinShare = Some(0.0) },
		"two parts, asymmetric": func(o *Options) { o.MinShare, o.Asymmetry = Some(0.0), 3 },
		"two parts, bounds":     func(o *Options) { o.MinShare = Some(0.8) },
		"two parts, cut":        func(o *Options) { o.Objective = CutObjective },
		"three parts":           func(o *Options) { o.NClusters, o.MinShare = 3, Some(0.0) },
		"five parts, cut":       func(o *Options) { o.NClusters, o.Objective = 5, CutObjective },
		"four parts, default":   func(o *Options) { o.NClusters = 4 },
	}
}

// someGraph returns a random connected graph.
func someGraph(t *testing.T, n int, weighted bool, rng *rand.Rand) *graph.CSR {
	t.Helper()
	var edges []graph.Edge
	weight := func() float64 {
		if weighted {
			return 0.1 + rng.Float64()
		}
		return 1
	}
	for i := 1; i < n; i++ {
		edges = append(edges, graph.Edge{I: max(0, i-1-rng.IntN(6)), J: i, W: weight()})
	}
	for range 2 * n {
		i := rng.IntN(n - 1)
		if j := min(n-1, i+7+rng.IntN(20)); i != j {
			edges = append(edges, graph.Edge{I: i, J: j, W: weight()})
		}
	}
	g, err := graph.FromEdges(n, edges)
	require.NoError(t, err)
	return g
}

func criterion(o *Options, res *Result) float64 {
	if o.Objective == CutObjective {
		return res.CutWeight
	}
	return res.Value
}

// A consensus is not sought for its value, so that the default min_share is left out.
func TestMoreEffortIsNeverWorse(t *testing.T) {
	better := 0
	for name, ask := range questions() {
		if name == "four parts, default" {
			continue
		}
		for seed := range testgraph.Rounds(3) {
			g := someGraph(t, 50+25*seed, seed%2 == 1, rand.New(rand.NewPCG(uint64(seed), 0)))
			last, message := 0.0, fmt.Sprintf("%s, seed %d", name, seed)
			for _, effort := range []Effort{FastEffort, DefaultEffort, BestEffort} {
				o := Defaults()
				ask(&o)
				o.Effort, o.Seed = effort, uint64(seed)
				res, err := Run(t.Context(), Problem{Graph: g}, o, nil)
				require.NoError(t, err, message)
				now := criterion(&o, res)
				if effort > FastEffort {
					assert.LessOrEqual(t, now, last*(1+1e-12), "%s, effort %v", message, effort)
					if now < last*(1-1e-9) {
						better++
					}
				}
				last = now
			}
		}
	}
	assert.Positive(t, better, "effort gains something")
}

// A combination has the limits of its own number, and not of the last try of its worker, where a part must be tiny.
func TestTinyPartsDoNotDependOnThreads(t *testing.T) {
	for seed := range uint64(testgraph.Rounds(24)) {
		rng := rand.New(rand.NewPCG(seed, 8))
		mass := make([]float64, 39)
		for i := range mass {
			mass[i] = float64(1 + rng.IntN(4))
		}
		p := Problem{Graph: testgraph.Random(rng, len(mass), 0.35), VertexWeight: mass, PartWeights: []float64{0.1, 0.2, 0.4, 0.3}}
		given := []any{"n_clusters", 4, "objective", "cut", "max_imbalance", 0.05, "n_threads"}
		want := mustRunAny(t, p, with(append(given, 1)...))
		for range 3 {
			require.Equal(t, want.Labels, mustRunAny(t, p, with(append(given, 3)...)).Labels, "seed %d", seed)
		}
	}
}

func TestTheEvolutionDoesNotDependOnThreads(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	g := someGraph(t, 70, true, rand.New(rand.NewPCG(7, 0)))
	for name, ask := range questions() {
		var want *Result
		for _, threads := range []int{1, 3} {
			o := Defaults()
			ask(&o)
			o.Effort, o.Threads = BestEffort, Some(threads)
			res, err := Run(t.Context(), Problem{Graph: g}, o, nil)
			require.NoError(t, err)
			if want == nil {
				want = res
			}
			assert.Equal(t, want.Labels, res.Labels, "%s, %d threads", name, threads)
			assert.Equal(t, want.Value, res.Value)
		}
	}
}

// With a time limit the evolution makes more steps than without one. The observer ends it.
func TestATimeLimitReplacesTheNumberOfSteps(t *testing.T) {
	for name, ask := range questions() {
		if name == "four parts, default" { // a consensus ends before
			continue
		}
		o := Defaults()
		ask(&o)
		o.Effort, o.TimeLimit = BestEffort, Some(3600.0)
		ctx, cancel := context.WithCancel(t.Context())
		steps := 0
		res, err := Run(ctx, Problem{Graph: testgraph.Grid(8, 10)}, o, func(p Progress) {
			if p.Phase == EvolutionPhase {
				steps++
				assert.InDelta(t, 0.5, p.Fraction, 0.5, name)
			}
			if steps == plan.Default().Starts.BestSteps+10 {
				cancel()
			}
		})
		cancel()
		require.NoError(t, err)
		assert.Equal(t, Stopped, res.Status, name)
	}
}

func TestFastEffortMakesOneTryOfEachSearch(t *testing.T) {
	o := Defaults()
	o.MinShare, o.Effort = Some(0.0), FastEffort
	res, err := Run(t.Context(), Problem{Graph: testgraph.Grid(20, 31)}, o, nil)
	require.NoError(t, err)
	assert.Len(t, res.Starts, 2, "the multilevel and the direct search")
	assert.InEpsilon(t, res.Value, res.Energy, 1e-12, "F is the indicator of the cut")
	o.NStarts = Some(3)
	res, err = Run(t.Context(), Problem{Graph: testgraph.Grid(20, 31)}, o, nil)
	require.NoError(t, err)
	assert.Len(t, res.Starts, 3, "a number of starts that is given is made in full")
}
