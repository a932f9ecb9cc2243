package separator

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
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// requireValid requires that no edge joins the sides and that they are within the bound, and returns the mass of the separator.
func requireValid(t *testing.T, g *graph.CSR, mass []float64, most float64, side []int8) float64 {
	t.Helper()
	require.Len(t, side, g.N())
	var weight [3]float64
	for i, d := range side {
		weight[d] += mass[i]
		idx, _ := g.Row(i)
		for _, j := range idx {
			require.False(t, d != side[j] && d != Separator && side[j] != Separator, "the edge %d-%d joins the sides", i, j)
		}
	}
	require.LessOrEqual(t, max(weight[Low], weight[High]), most*(1+1e-12))
	return weight[Separator]
}

// least returns the smallest mass of a separator, by trying all of them.
func least(g *graph.CSR, mass []float64, most float64) float64 {
	n, best := g.N(), math.Inf(1)
	side := make([]int8, n)
	var extend func(i int, weight [3]float64)
	extend = func(i int, weight [3]float64) {
		if weight[Separator] >= best || max(weight[Low], weight[High]) > most {
			return
		}
		if i == n {
			best = weight[Separator]
			return
		}
		idx, _ := g.Row(i)
		for d := range int8(3) {
			fits := true
			for _, j := range idx {
				fits = fits && (int(j) > i || d == Separator || side[j] == Separator || side[j] == d)
			}
			if fits {
				side[i] = d
				with := weight
				with[d] += mass[i]
				extend(i+1, with)
			}
		}
	}
	extend(0, [3]float64{})
	return best
}

// draw returns a small graph of any structure, masses and a bound.
func draw(rng *rand.Rand) (g *graph.CSR, mass []float64, most float64) {
	n := 3 + rng.IntN(7)
	g = testgraph.Family(rng, testgraph.Families[rng.IntN(len(testgraph.Families))], "unit", n)
	if mass = testgraph.Ones(g.N()); rng.IntN(3) == 0 {
		mass = testgraph.Mass(rng, g.N())
	}
	return g, mass, (1 + []float64{0, 0.1, 0.2, 0.5}[rng.IntN(4)]) / 2 * objective.Total(mass)
}

// All of them with equal masses.
func TestSmallSeparatorsAreOptimal(t *testing.T) {
	const cases = 2000
	f, hits := &Finder{}, 0
	for seed := range uint64(cases) {
		rng := rand.New(rand.NewPCG(seed, 0))
		g, mass, most := draw(rng)
		found := requireValid(t, g, mass, most, f.Find(t.Context(), g, mass, most, 16, rng))
		optimum := least(g, mass, most)
		require.GreaterOrEqual(t, found, optimum*(1-1e-12))
		if found <= optimum*(1+1e-12) {
			hits++
		} else {
			require.False(t, slices.Equal(mass, testgraph.Ones(g.N())), "seed %d: %g > %g", seed, found, optimum)
		}
	}
	assert.GreaterOrEqual(t, float64(hits), 0.95*cases) // unequal masses on a dense graph are a knapsack
}

// A minimum cut of the network is a maximum flow, and its vertices are the lightest separator of the band. In bipartite graphs this
// is the theorem of D. Kőnig.
func TestTheBandHasTheLightestSeparator(t *testing.T) {
	for seed := range uint64(500) {
		rng := rand.New(rand.NewPCG(seed, 1))
		g, mass, _ := draw(rng)
		side := make([]int8, g.N()) // the first and the last vertex are outside the band, unless they are adjacent
		for i := range side {
			side[i] = Separator
		}
		last := g.N() - 1
		if idx, _ := g.Row(0); slices.Contains(idx, int32(last)) {
			continue
		}
		side[0], side[last] = Low, High
		s := &state{}
		s.load(g, mass, side, 0) // no side has room for a band
		w := &network{place: slices.Repeat([]int32{none}, g.N())}
		for i := 1; i < last; i++ {
			w.add(int32(i))
		}
		w.connect(s)
		flow := w.maximise()
		for _, sides := range [][]int8{w.nearSource(), w.nearSink()} {
			w.apply(s, sides)
			assert.InDelta(t, flow, requireValid(t, g, mass, math.Inf(1), side), 1e-9)
		}
		heavy := slices.Clone(mass)
		heavy[0], heavy[last] = 1e6, 1e6 // each fills one side
		assert.InDelta(t, least(g, heavy, 1e6+100), flow, 1e-9)
	}
}

func TestPassesAndBandsNeverRaiseTheRank(t *testing.T) {
	g := testgraph.Grid(20, 20)
	mass := testgraph.Ones(400)
	rng := rand.New(rand.NewPCG(3, 0))
	side := make([]int8, 400)
	for i := range side {
		if column := i % 20; column > 8+rng.IntN(3) {
			side[i] = High
		}
	}
	for i, d := range side {
		idx, _ := g.Row(i)
		for _, j := range idx {
			if d == Low && side[j] == High {
				side[i] = Separator
			}
		}
	}
	s, w := &state{}, &network{}
	s.load(g, mass, side, 240)
	for range 20 {
		before := s.rank()
		changed := s.pass(rng)
		assert.Equal(t, changed, s.rank().before(before))
		before = s.rank()
		changed = w.improve(s)
		assert.Equal(t, changed, s.rank().before(before))
		weight := s.weight
		s.load(g, mass, side, 240)
		assert.Equal(t, s.weight, weight)
		requireValid(t, g, mass, 240, side)
	}
	assert.InDelta(t, 20, s.weight[Separator], 0)
}

func TestGridsAreCutAlongALine(t *testing.T) {
	g, mass := testgraph.Grid(30, 60), testgraph.Ones(1800)
	side := new(Finder).Find(t.Context(), g, mass, 1080, 2, rand.New(rand.NewPCG(0, 0)))
	assert.InDelta(t, 30, requireValid(t, g, mass, 1080, side), 0)
}

func TestAnEndedContextStillGivesASeparator(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	g, mass := testgraph.Grid(50, 50), testgraph.Ones(2500)
	requireValid(t, g, mass, 1500, new(Finder).Find(ctx, g, mass, 1500, 8, rand.New(rand.NewPCG(0, 0))))
}

// The same random numbers give the same separator, also with memory of other graphs.
func TestMemoryDoesNotChangeTheResult(t *testing.T) {
	f := &Finder{}
	for _, g := range []*graph.CSR{testgraph.Grid(20, 20), testgraph.Grid(40, 15), testgraph.Grid(10, 10)} {
		mass, most := testgraph.Ones(g.N()), 0.6*float64(g.N())
		a := f.Find(t.Context(), g, mass, most, 2, rand.New(rand.NewPCG(1, 0)))
		assert.Equal(t, new(Finder).Find(t.Context(), g, mass, most, 2, rand.New(rand.NewPCG(1, 0))), a)
	}
}
