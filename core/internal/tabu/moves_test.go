package tabu

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// outcome is what a partition is judged by.
type outcome struct{ violation, value float64 }

// neighbours calls f for every partition that results from s by the move of a free vertex that is not alone in its part.
func neighbours(s *search, f func(i int, b int32, o outcome)) {
	for i, a := range s.labels {
		if s.count[a] == 1 || s.Fixed != nil && s.Fixed[i] >= 0 {
			continue
		}
		for b := range int32(s.k) {
			if b != a {
				labels := slices.Clone(s.labels)
				labels[i] = b
				violation, value := s.score(labels)
				f(i, b, outcome{violation, value})
			}
		}
	}
}

// after returns the outcome of the move that pick chooses, and whether it chooses one.
func after(s *search) (o outcome, ok bool) {
	i, b := s.pick()
	if i < 0 {
		return o, false
	}
	labels := slices.Clone(s.labels)
	labels[i] = b
	o.violation, o.value = s.score(labels)
	return o, true
}

// started returns a search from a random partition, with a fixed vertex in some cases.
func started(p *Problem, rng *rand.Rand) *search {
	if rng.IntN(2) == 0 {
		p.Fixed = slices.Repeat([]int32{-1}, p.Graph.N())
		p.Fixed[0] = int32(rng.IntN(p.Criterion.K))
	}
	s := newSearch(p, testgraph.Partition(rng, p.Graph.N(), p.Criterion.K, p.Fixed), rng)
	s.repair()
	s.sum()
	s.keep()
	return s
}

// Without bounds, pick chooses the move after which the criterion is lowest. While bounds are violated, it chooses that among the
// moves that lessen the violation, and it chooses one if there is one.
func TestPickChoosesTheLowestCriterion(t *testing.T) {
	chosen := map[string]int{}
	cases(t, 9, func(name string, p *Problem, _ []int32, rng *rand.Rand) {
		s := started(p, rng)
		const rounding = 1e-12 // of masses
		kind, lowest := "free", math.Inf(1)
		switch {
		case s.violation > rounding:
			kind = "violated"
		case p.Bounds.Bounded():
			kind = "bounded"
		}
		neighbours(s, func(_ int, _ int32, o outcome) {
			if kind != "violated" || o.violation < s.violation-rounding {
				lowest = min(lowest, o.value)
			}
		})
		found, ok := after(s)
		require.True(t, ok || math.IsInf(lowest, 1) || kind == "bounded", name)
		if !ok {
			return
		}
		chosen[kind]++
		slack := 1e-8 * (s.value + lowest)
		require.GreaterOrEqual(t, found.value, lowest-slack, name)
		if kind == "bounded" {
			return // half of the moves must keep the bounds
		}
		require.LessOrEqual(t, found.value, lowest+slack, name)
		require.True(t, kind == "free" || found.violation < s.violation, name)
	})
	assert.Greater(t, min(chosen["free"], chosen["violated"]), 30, "%v", chosen)
}

// A vertex does not return to a part that is tabu for it, unless the criterion becomes lower than any in the round.
func TestTabuMovesNeedANewLowestCriterion(t *testing.T) {
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 5))
		n, k := 10+rng.IntN(10), 2+rng.IntN(3)
		p := problem(testgraph.Random(rng, n, 0.3), testgraph.Mass(rng, n), k, seed%2 == 0, 0, math.Inf(1))
		s := newSearch(p, testgraph.Partition(rng, n, k, nil), rng)
		s.sum()
		i, b := s.pick()
		s.step, s.until[i*k+int(b)] = 1, 2
		s.bestValue = 0
		j, c := s.pick()
		require.False(t, i == j && b == c, "seed %d: the move is tabu", seed)
		s.bestValue = math.Inf(1)
		j, c = s.pick()
		require.True(t, i == j && b == c, "seed %d: the lowest criterion of the round", seed)
		s.bestValue, s.step = 0, 2
		j, c = s.pick()
		require.True(t, i == j && b == c, "seed %d: the tenure has ended", seed)
	}
}
