package direct

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// requireNoWorse runs a refinement on random states and requires that neither the violation of the bounds nor the
// criterion rises. It returns how often the criterion fell.
func requireNoWorse(t *testing.T, seeds uint64, run func(s *state, rng *rand.Rand)) (lowered int) {
	t.Helper()
	for seed := range seeds {
		rng := rand.New(rand.NewPCG(seed, 3))
		p := randomProblem(rng)
		if seed%3 == 0 {
			fixFirst(rng, p)
		}
		s := randomState(t, rng, p, seed%2 == 0)
		if seed%4 > 0 {
			restoreBounds(t.Context(), s)
		}
		excess, value := violation(p, s.labels), criterion(p, s.labels)
		run(s, rng)
		requireValid(t, p, s.labels, "seed %d", seed)
		requireSums(t, p, s, "seed %d", seed)
		now := violation(p, s.labels)
		require.LessOrEqual(t, now, excess+1e-9, "seed %d", seed)
		if now < excess-1e-9 {
			continue // within the bounds the criterion may be higher
		}
		require.LessOrEqual(t, criterion(p, s.labels), value*(1+1e-9), "seed %d", seed)
		if criterion(p, s.labels) < value*(1-1e-9) {
			lowered++
		}
	}
	return lowered
}

func TestRefinementsAreNoWorse(t *testing.T) {
	for _, c := range []struct {
		name  string
		run   func(s *state, rng *rand.Rand)
		least int // of 200 runs that lower the criterion
	}{
		{"local searches", func(s *state, rng *rand.Rand) { localSearches(s, rng) }, 150},
		{"sweeps", func(s *state, _ *rand.Rand) { sweep(s) }, 100},
		{"exchanges", func(s *state, _ *rand.Rand) { exchangeAll(s) }, 100},
		{"searches with overload", func(s *state, rng *rand.Rand) { overloadSearch(s, rng) }, 20},
		{"propagation", func(s *state, _ *rand.Rand) { propagate(s) }, 100},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Greater(t, requireNoWorse(t, 200, c.run), c.least)
		})
	}
}

// Local searches, sweeps and exchanges do not raise the criterion even if the partition violates the bounds.
func TestSearchesLowerTheCriterionOutsideTheBounds(t *testing.T) {
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 4))
		p := randomProblem(rng)
		s := randomState(t, rng, p, true)
		value, excess := criterion(p, s.labels), violation(p, s.labels)
		for range 3 {
			sweep(s)
			exchangeAll(s)
			localSearches(s, rng)
			require.LessOrEqual(t, criterion(p, s.labels), value*(1+1e-9), "seed %d", seed)
			require.LessOrEqual(t, violation(p, s.labels), excess+1e-9, "seed %d", seed)
			value, excess = criterion(p, s.labels), violation(p, s.labels)
		}
	}
}

// Searches with overload that do not improve a partition leave it as it was.
func TestOverloadSearchesUndoWhatIsWorse(t *testing.T) {
	kept := 0
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 6))
		n, k := 30+rng.IntN(40), 2+rng.IntN(3)
		p := equalParts(testgraph.Random(rng, n, 0.15), testgraph.Mass(rng, n), k, 0.5, 0.1+0.1*rng.Float64())
		p.Criterion.Edges = true // the weight between parts falls when they are overloaded
		s := randomState(t, rng, p, true)
		restoreBounds(t.Context(), s)
		for range 3 {
			localSearches(s, rng)
		}
		overloadSearch(s, rng)
		labels, excess, value := slices.Clone(s.labels), violation(p, s.labels), criterion(p, s.labels)
		overloadSearch(s, rng)
		requireSums(t, p, s, "seed %d", seed)
		now := violation(p, s.labels)
		require.LessOrEqual(t, now, excess+1e-9, "seed %d", seed)
		if now > excess-1e-9 && criterion(p, s.labels) > value*(1-1e-12) {
			require.Equal(t, labels, s.labels, "seed %d", seed)
			kept++
		}
	}
	assert.Greater(t, kept, 50)
}

// Levels count as mostly border if they are large for k parts and half of their vertices have neighbours in other parts.
func TestMostlyBorderLevels(t *testing.T) {
	large := overloadLevel*2 + 2
	for _, c := range []struct {
		name string
		n    int
		part func(i, n int) int32
		want bool
	}{
		{"large, every vertex at the border", large, func(i, _ int) int32 { return int32(i % 2) }, true},
		{"large, two vertices at the border", large, func(i, n int) int32 { return int32(2 * i / n) }, false},
		{"small, every vertex at the border", large / 2, func(i, _ int) int32 { return int32(i % 2) }, false},
	} {
		labels := make([]int32, c.n)
		for i := range labels {
			labels[i] = c.part(i, c.n)
		}
		p := equalParts(testgraph.Path(c.n), testgraph.Ones(c.n), 2, 0, 0.1)
		s := newState(t.Context(), p, newWorkspace(c.n, 2), labels)
		s.connect()
		assert.Equal(t, c.want, isMostlyBorder(s), c.name)
	}
}

// Each of the refinements puts two vertices of three cliques back that start in the wrong parts.
func TestRefinementsRecoverCliques(t *testing.T) {
	p := equalParts(testgraph.Cliques(3, 10, 0.5), testgraph.Ones(30), 3, 0, 0.3)
	want := make([]int32, 30)
	for i := range want {
		want[i] = int32(i / 10)
	}
	for name, run := range map[string]func(s *state){
		"sweeps":    func(s *state) { sweep(s) },
		"exchanges": func(s *state) { exchangeAll(s) },
		"local searches": func(s *state) { // one search locks the vertices that it moved, also if it undoes the moves
			for seed := range uint64(10) {
				localSearches(s, rand.New(rand.NewPCG(5, seed)))
			}
		},
	} {
		s := newState(t.Context(), p, newWorkspace(30, 3), slices.Clone(want))
		s.labels[4], s.labels[27] = 2, 0
		s.sum()
		s.connect()
		run(s)
		assert.Equal(t, want, s.labels, name)
	}
}
