package multilevel

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/plan"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// Every sweep keeps the sums, the gains and the numbers of neighbours on the other side up to date.
func TestSweepsUpdateTheSums(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	for range 100 {
		n := 5 + rng.IntN(40)
		g, mass := testgraph.Random(rng, n, rng.Float64()), testgraph.Mass(rng, n)
		low, lambda := testgraph.RandomSet(rng, n), []float64{1, 0.3}[rng.IntN(2)]
		low[0], low[1] = true, false
		r := NewRefiner(n, lambda)
		r.Start(g, mass, low)
		a := &annealing{Refiner: r, rng: rng, across: make([]int32, n)}
		for a.temperature = 2 * a.start(); a.temperature > 1e-3; a.temperature /= 2 {
			a.sweep(rng.Perm(n))
			in, out := sides(low)
			require.Equal(t, [2]int{in, out}, r.count)
			require.Positive(t, min(in, out))
			require.InDelta(t, objective.Weight(g, low), r.cut, 1e-9)
			require.InDelta(t, objective.Inside(mass, low), r.sides[0], 1e-9)
			require.InDelta(t, ratioOf(t, g, mass, lambda, low), r.value, 1e-9)
			for i := range n {
				gain, across := r.gain[i], a.across[i]
				r.computeGain(int32(i))
				require.InDelta(t, r.gain[i], gain, 1e-9)
				require.Equal(t, numAcross(a, i), across)
			}
		}
	}
}

// numAcross returns the number of neighbours of vertex i on the other side.
func numAcross(a *annealing, i int) (count int32) {
	idx, _ := a.graph.Row(i)
	for _, j := range idx {
		if a.low[j] != a.low[i] {
			count++
		}
	}
	return count
}

// A rise of C by T is accepted with probability 1/e, a fall always.
func TestRisesAreAcceptedByChance(t *testing.T) {
	a := &annealing{rng: rand.New(rand.NewPCG(1, 0)), temperature: 0.5}
	const draws = 20000
	for _, rise := range []float64{-1, 0, 0.1, 0.5, 1.5, 10} {
		accepted := 0
		for range draws {
			if a.accepts(rise) {
				accepted++
			}
		}
		assert.InDelta(t, math.Min(1, math.Exp(-rise/0.5)), float64(accepted)/draws, 0.015, rise)
	}
	assert.False(t, a.accepts(math.NaN()))
}

// From a random cut, annealing and refinement find the optimum of almost every small graph.
func TestAnnealingFindsTheOptimum(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	hits, graphs := 0, testgraph.Rounds(60)
	for k := range graphs {
		n := 4 + rng.IntN(8)
		g, mass := testgraph.Random(rng, n, rng.Float64()), testgraph.Mass(rng, n)
		low := testgraph.RandomSet(rng, n)
		low[0], low[1] = true, false
		s := newSearch(context.Background(), g, mass, 1, Options{Seed: uint64(k)})
		found := annealed(s, 0, low)
		require.InEpsilon(t, ratioOf(t, g, mass, 1, found.low), found.value, 1e-12)
		if best := optimum(t, g, mass, 1); found.value <= best*(1+1e-9) {
			hits++
		}
	}
	assert.GreaterOrEqual(t, hits, graphs*95/100)
}

// On a random graph annealing lowers the C of the search. The result does not depend on the threads, and is a cut whenever the context
// ends.
func TestAnnealingInTheSearch(t *testing.T) {
	g, mass := hardGraph()
	run := func(ctx context.Context, threads, anneals int) ([]bool, float64) {
		return Cut(ctx, g, mass, 1, Options{CutSearch: plan.CutSearch{Tries: 6, Recombine: true, Anneals: anneals}, Threads: threads})
	}
	_, without := run(t.Context(), 1, 0)
	low, value := run(t.Context(), 1, 3)
	assert.Less(t, value, without)
	for _, threads := range []int{2, 3} {
		other, same := run(t.Context(), threads, 3)
		assert.Equal(t, low, other)
		assert.Equal(t, math.Float64bits(value), math.Float64bits(same))
	}
	for _, after := range []time.Duration{0, time.Millisecond, 30 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(t.Context(), after)
		low, value := run(ctx, 2, 3)
		cancel()
		assert.InEpsilon(t, ratioOf(t, g, mass, 1, low), value, 1e-12)
	}
}
