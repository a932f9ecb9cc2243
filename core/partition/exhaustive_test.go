package partition

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// bestCut returns min C(S) over all 2^n − 2 sets S, computed from the definition.
func bestCut(g *graph.CSR, mass []float64, lambda float64) float64 {
	n := g.N()
	best := math.Inf(1)
	for mask := 1; mask < 1<<n-1; mask++ {
		cut, in, out := 0.0, 0.0, 0.0
		for i := range n {
			if mask>>i&1 == 0 {
				out += mass[i]
				continue
			}
			in += mass[i]
			idx, w := g.Row(i)
			for e, j := range idx {
				if mask>>j&1 == 0 {
					cut += w[e]
				}
			}
		}
		best = min(best, cut/min(lambda*in, out))
	}
	return best
}

// balances are the choices of masses and λ.
var balances = []struct {
	name    string
	problem func(rng *rand.Rand, g *graph.CSR) (Problem, Options, []float64)
}{
	{"ratio", func(_ *rand.Rand, g *graph.CSR) (Problem, Options, []float64) {
		return Problem{Graph: g}, Defaults(), testgraph.Ones(g.N())
	}},
	{"normalized", func(_ *rand.Rand, g *graph.CSR) (Problem, Options, []float64) {
		return Problem{Graph: g}, with("balance", Normalized), g.Degrees()
	}},
	{"weighted", func(rng *rand.Rand, g *graph.CSR) (Problem, Options, []float64) {
		mass := testgraph.Mass(rng, g.N())
		return Problem{Graph: g, VertexWeight: mass}, Defaults(), mass
	}},
	{"asymmetric", func(rng *rand.Rand, g *graph.CSR) (Problem, Options, []float64) {
		return Problem{Graph: g}, with("asymmetry", math.Exp(rng.NormFloat64())), testgraph.Ones(g.N())
	}},
	{"weighted and asymmetric", func(rng *rand.Rand, g *graph.CSR) (Problem, Options, []float64) {
		mass := testgraph.Mass(rng, g.N())
		return Problem{Graph: g, VertexWeight: mass}, with("asymmetry", math.Exp(rng.NormFloat64())), mass
	}},
}

// beforeProof returns the value that the search found before the stage that visited all partitions.
func beforeProof(t *testing.T, r *Result) float64 {
	for _, s := range r.Stages {
		if s.Name == "exhaustive search" {
			return s.Before
		}
	}
	require.Len(t, r.Stages, 1, "a partition along components is not improved")
	return r.Value
}

func TestExhaustiveOptimum(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	const graphs = 300
	for _, b := range balances {
		t.Run(b.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(7, 0))
			hits := 0
			for k := range graphs {
				p, opt, mass := b.problem(rng, testgraph.Random(rng, 3+rng.IntN(10), rng.Float64()))
				opt.Seed, opt.MinShare = uint64(k), Some(0.0)
				best := bestCut(p.Graph, mass, opt.Asymmetry)
				r, err := Run(context.Background(), p, opt, nil)
				require.NoError(t, err)
				require.InEpsilon(t, best, r.Value, 1e-12, "graph %d", k)
				require.Equal(t, Optimal, r.Status)
				require.GreaterOrEqual(t, r.Energy, r.Value*(1-1e-12))
				if beforeProof(t, r) <= best*(1+1e-9) {
					hits++
				}
			}
			rate := float64(hits) / graphs
			t.Logf("%s: the search found the optimum of %d of %d graphs with n ≤ 12 (%.1f%%)", b.name, hits, graphs, 100*rate)
			assert.GreaterOrEqual(t, rate, 0.95)
		})
	}
}
