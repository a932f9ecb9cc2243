package descent

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// settings returns options with which descents on small graphs end quickly.
func settings() MulticlassOptions {
	return MulticlassOptions{Theta: 0.99, Tol: 1e-6, MaxOuter: 200, MaxInner: 500, Patience: 5}
}

// best returns the smallest energy of all partitions of g into k parts that respect fixed.
func best(g *graph.CSR, mass []float64, fixed []int32, k int) float64 {
	n := g.N()
	labels := make([]int32, n)
	least := math.Inf(1)
	var place func(i int)
	place = func(i int) {
		if i == n {
			if e := testgraph.PartitionEnergy(g, mass, labels, k); e < least { // false if a part is empty, where e is NaN
				least = e
			}
			return
		}
		for a := range int32(k) {
			if fixed == nil || fixed[i] < 0 || fixed[i] == a {
				labels[i] = a
				place(i + 1)
			}
		}
	}
	place(0)
	return least
}

// From any partition the descent ends with an energy between the optimum and that of its start, which is the energy of its
// labels, and keeps fixed vertices in their parts. The best of twelve descents is almost always optimal.
func TestMulticlassAgainstExhaustiveOptima(t *testing.T) {
	graphs := testgraph.Rounds(60)
	for _, withFixed := range []bool{false, true} {
		rng := rand.New(rand.NewPCG(3, 0))
		hits := 0
		for range graphs {
			n, k := 5+rng.IntN(5), 2+rng.IntN(2)
			g := testgraph.Random(rng, n, rng.Float64())
			mass := testgraph.Mass(rng, n)
			var fixed []int32
			if withFixed {
				fixed = make([]int32, n)
				for i := range fixed {
					fixed[i] = -1
					if i < k {
						fixed[i] = int32(i)
					}
				}
			}
			optimum, found := best(g, mass, fixed, k), math.Inf(1)
			for range 24 {
				from := testgraph.Partition(rng, n, k, fixed)
				rows := parallel.NewRows(g.Indptr, 1)
				d := NewMulticlass(g, mass, from, fixed, k, rows, settings())
				require.InEpsilon(t, testgraph.PartitionEnergy(g, mass, from, k), d.Energy, 1e-12, "E of the indicators")
				d.Run(t.Context(), 0.4, nil)
				rows.Close()
				require.LessOrEqual(t, d.Energy, testgraph.PartitionEnergy(g, mass, from, k)*(1+1e-12))
				require.InEpsilon(t, testgraph.PartitionEnergy(g, mass, d.Labels, k), d.Energy, 1e-12)
				require.GreaterOrEqual(t, d.Energy, optimum*(1-1e-12))
				for i, a := range fixed {
					require.True(t, a < 0 || a == d.Labels[i], "fixed vertices keep their parts")
				}
				found = min(found, d.Energy)
			}
			if found <= optimum*(1+1e-9) {
				hits++
			}
		}
		t.Logf("fixed %v: the best of 24 descents found the optimum of %d of %d graphs", withFixed, hits, graphs)
		assert.GreaterOrEqual(t, hits, graphs*9/10)
	}
}

func TestMulticlassEnergyNeverRisesAndRowsStayInTheSimplex(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 0))
	g := testgraph.Random(rng, 150, 0.05)
	rows := parallel.NewRows(g.Indptr, 1)
	defer rows.Close()
	const k = 4
	d := NewMulticlass(g, g.Degrees(), testgraph.Partition(rng, 150, k, nil), nil, k, rows, settings())
	d.scale = 0.4
	d.jump()
	first := d.e
	for range 30 {
		before := d.e
		d.Step(t.Context())
		require.LessOrEqual(t, d.e, before)
		for i := range 150 {
			sum := 0.0
			for _, x := range d.f[i*k:][:k] {
				require.GreaterOrEqual(t, x, 0.0)
				sum += x
			}
			require.InDelta(t, 1, sum, 1e-12)
		}
	}
	require.Less(t, d.e, 0.9*first)
}

// The optimality conditions of the projection: x_r = max(0, y_r − c share_r) for one multiplier c.
func TestProjectSatisfiesItsOptimalityConditions(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	for range 1000 {
		k := 1 + rng.IntN(8)
		y, share := make([]float64, k), make([]float64, k)
		for r := range k {
			y[r], share[r] = 3*rng.NormFloat64(), 0.1+rng.Float64()
		}
		x := append([]float64(nil), y...)
		project(x, append([]float64(nil), share...))
		sum, c := 0.0, math.NaN()
		for r := range k {
			sum += x[r]
			if x[r] > 0 {
				c = (y[r] - x[r]) / share[r]
			}
		}
		require.InDelta(t, 1, sum, 1e-12)
		for r := range k {
			require.InDelta(t, max(0, y[r]-c*share[r]), x[r], 1e-12)
		}
	}
}

func TestMulticlassIsBitIdenticalForAnyNumberOfThreads(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 0))
	g := testgraph.Grid(110, 100)
	from := testgraph.Partition(rng, g.N(), 5, nil)
	run := func(threads int) *Multiclass {
		rows := parallel.NewRows(g.Indptr, threads)
		defer rows.Close()
		opt := settings()
		opt.MaxOuter = 6
		d := NewMulticlass(g, testgraph.Ones(g.N()), from, nil, 5, rows, opt)
		d.Run(t.Context(), 0.4, nil)
		return d
	}
	one, three := run(1), run(3)
	assert.Equal(t, one.f, three.f)
	assert.Equal(t, one.Labels, three.Labels)
}
