package partition

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// exactValue returns the value of a partition for λ = 1 and the masses of its parts, computed in 800 digits.
func exactValue(g *graph.CSR, mass []float64, labels []int32, k int) (value float64, sizes []float64) {
	number := func(x float64) *big.Float { return new(big.Float).SetPrec(2700).SetFloat64(x) }
	cut, size, total := make([]*big.Float, k), make([]*big.Float, k), number(0)
	for a := range k {
		cut[a], size[a] = number(0), number(0)
	}
	for i, a := range labels {
		size[a].Add(size[a], number(mass[i]))
		total.Add(total, number(mass[i]))
		idx, w := g.Row(i)
		for e, j := range idx {
			if labels[j] != a {
				cut[a].Add(cut[a], number(w[e]))
			}
		}
	}
	sum := number(0)
	sizes = make([]float64, k)
	for a := range k {
		rest := number(0).Sub(total, size[a])
		rest.Quo(rest, number(float64(k-1)))
		if size[a].Cmp(rest) < 0 {
			rest = size[a]
		}
		if cut[a].Sign() > 0 {
			sum.Add(sum, number(0).Quo(cut[a], rest))
		}
		sizes[a], _ = size[a].Float64()
	}
	value, _ = sum.Quo(sum, number(2)).Float64()
	return value, sizes
}

// spread returns a connected graph whose weights span the given number of decades.
func spread(rng *rand.Rand, n int, decades float64) *graph.CSR {
	g := testgraph.Random(rng, n, 0.3)
	var edges []graph.Edge
	for i := range n {
		idx, _ := g.Row(i)
		for _, j := range idx {
			if i < int(j) {
				edges = append(edges, graph.Edge{I: i, J: int(j), W: math.Pow(10, decades*(rng.Float64()-0.5))})
			}
		}
	}
	g, err := graph.FromEdges(n, edges)
	if err != nil {
		panic(err)
	}
	return g
}

// Values and sizes agree with those computed in many digits, whatever the magnitudes of weights and masses.
func TestValueInManyDigits(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 0))
	for _, decades := range []float64{1, 16, 60, 590} {
		for range testgraph.Rounds(15) {
			n := 4 + rng.IntN(22)
			g := spread(rng, n, decades)
			for _, balance := range []string{"ratio", "normalized", "weighted"} {
				p, mass, opt := Problem{Graph: g}, testgraph.Ones(n), Defaults()
				switch balance {
				case "normalized":
					mass, opt.Balance = g.Degrees(), Normalized
				case "weighted":
					for i := range mass {
						mass[i] = math.Pow(10, min(decades, 300)*(rng.Float64()-0.5))
					}
					p.VertexWeight = mass
				}
				opt.MinShare, opt.NClusters, opt.NStarts = Some(0.0), 2+rng.IntN(3), Some(2)
				r, err := Run(t.Context(), p, opt, nil)
				require.NoError(t, err)
				value, sizes := exactValue(g, mass, r.Labels, opt.NClusters)
				name := fmt.Sprintf("%g decades, %s, %d parts of %d vertices", decades, balance, opt.NClusters, n)
				require.InEpsilon(t, value, r.Value, 1e-12, name)
				for a := range sizes {
					require.InEpsilon(t, sizes[a], r.Masses[a], 1e-12, name)
				}
				assert.GreaterOrEqual(t, r.Energy, r.Value*(1-1e-12), name)
				assert.Equal(t, math.IsInf(r.Value, 0), math.IsInf(r.Energy, 0), name)
			}
		}
	}
}

func TestEnergyIsFiniteBesideAFiniteValue(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 1))
	for round := range 60 {
		n := 3 + rng.IntN(6+round/2)
		g, mass := testgraph.Random(rng, n, 0.4), testgraph.Mass(rng, n)
		decades := []float64{100, 200, 295}[rng.IntN(3)]
		for i := range mass {
			mass[i] *= math.Pow(10, decades*float64(1-2*rng.IntN(2)))
		}
		for _, polish := range []string{"mincut", "none"} {
			r, err := Run(t.Context(), Problem{Graph: g, VertexWeight: mass}, with("polish", polish, "min_share", 0.0), nil)
			require.NoError(t, err)
			require.Subset(t, r.Labels, []int32{0, 1}, "both parts have vertices")
			require.False(t, math.IsInf(r.Value, 0))
			require.False(t, math.IsInf(r.Energy, 0), "masses of 1e±%g, %d vertices", decades, n)
			require.GreaterOrEqual(t, r.Energy, r.Value*(1-1e-12))
			require.Len(t, r.Trace, r.NOuter+1)
		}
	}
}
