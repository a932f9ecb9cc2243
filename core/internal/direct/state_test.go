package direct

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/coarsen"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// requireSums requires that the sums of a state agree with the labels.
func requireSums(t *testing.T, p *Problem, s *state, message ...any) {
	t.Helper()
	cuts, size, count := sums(p, s.labels)
	require.InDeltaSlice(t, cuts, s.cuts, 1e-9, message...)
	require.InDeltaSlice(t, size, s.size, 1e-9, message...)
	require.Equal(t, count, s.count, message...)
	for r, cut := range cuts {
		if count[r] > 0 {
			require.InDelta(t, cut/(2*balance(p.Criterion, size[r])), s.term[r], 1e-9*max(1, s.term[r]), message...)
		}
	}
	for i := range s.labels {
		row := s.stored(int32(i))
		if row < 0 {
			continue
		}
		weights, degree := make([]float64, s.K), 0.0
		idx, w := p.Graph.Row(i)
		for e, j := range idx {
			weights[s.labels[j]] += w[e]
			degree += w[e]
		}
		require.InDeltaSlice(t, weights, s.connections[int(row)*s.K:][:s.K], 1e-9, message...)
		require.InDelta(t, degree, s.degree[row], 1e-9, message...)
	}
}

// randomMove returns a vertex that is not alone in its part, and another part.
func randomMove(rng *rand.Rand, s *state) (i, b int32) {
	for {
		i, b = int32(rng.IntN(len(s.labels))), int32(rng.IntN(s.K))
		if s.labels[i] != b && s.count[s.labels[i]] > 1 {
			return i, b
		}
	}
}

func TestMovesKeepTheSums(t *testing.T) {
	for seed := range uint64(100) {
		for _, stored := range []bool{true, false} {
			rng := rand.New(rand.NewPCG(seed, 0))
			p := randomProblem(rng)
			s := randomState(t, rng, p, stored)
			requireSums(t, p, s, "seed %d, before the moves", seed)
			for range 100 {
				i, b := randomMove(rng, s)
				s.move(i, b)
				require.Equal(t, b, s.labels[i])
			}
			requireSums(t, p, s, "seed %d, stored %v", seed, stored)
			require.InEpsilon(t, criterion(p, s.labels), s.value(), 1e-9)
			require.InDelta(t, violation(p, s.labels), s.violation(), 1e-9)
		}
	}
}

// The sums of a partition that is projected from a graph with rounded weights are those of the finer graph.
func TestSumsAfterRoundedLevels(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 0))
	for range 20 {
		p := equalParts(testgraph.Random(rng, 400, 0.02), testgraph.Ones(400), 3, 0, math.Inf(1))
		opt := coarsen.Options{Coarsest: 20, Clusters: true, Saving: coarsen.Rebuilding}
		h := new(coarsen.Builder).Build(t.Context(), p.Graph, p.Mass, opt, rng)
		last := len(h.Levels) - 1
		require.True(t, h.Levels[last].Rounded)
		labels := make([]int32, len(h.Levels[last].Mass))
		for i := range labels {
			labels[i] = int32(i % p.Criterion.K)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel() // the partition is only projected
		try := newTry(ctx, p, Options{}, 1)
		u := try.uncoarsening(p, h, labels, false)
		u.to(0)
		requireSums(t, p, u.state)
	}
}

func TestGainIsTheDecreaseOfTheCriterionAndOfThePriceOfOverload(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 1))
		p := randomProblem(rng)
		s := randomState(t, rng, p, seed%2 == 0)
		if seed%4 > 1 {
			s.price = make([]float64, s.K)
			for r := range s.price {
				s.price[r] = rng.Float64()
			}
		}
		cost := func() float64 {
			sum := criterion(p, s.labels)
			for r, price := range s.price {
				sum += price * max(0, s.size[r]-s.Most[r])
			}
			return sum
		}
		for range 30 {
			i, b := randomMove(rng, s)
			a, before := s.labels[i], cost()
			weight, deg, parts := s.toward(i)
			gain := s.gain(i, a, b, weight[a], weight[b], deg)
			s.release(i, parts)
			s.move(i, b)
			after := cost()
			require.InDelta(t, before-after, gain, 1e-9*(before+after), "seed %d", seed)
		}
	}
}

// bestMove finds the largest decrease of the criterion among all allowed moves of vertex i to a neighbouring part.
func bestMove(p *Problem, labels []int32, i int32) (gains map[int32]float64, highest float64) {
	gains, highest = map[int32]float64{}, math.Inf(-1)
	_, size, count := sums(p, labels)
	a, m := labels[i], p.Mass[i]
	if p.Fixed != nil && p.Fixed[i] >= 0 || count[a] == 1 || size[a]-m < p.Bounds.Least[a] {
		return gains, highest
	}
	idx, _ := p.Graph.Row(int(i))
	for _, j := range idx {
		b := labels[j]
		if b == a || size[b]+m > p.Bounds.Most[b] {
			continue
		}
		after := slices.Clone(labels)
		after[i] = b
		gains[b] = criterion(p, labels) - criterion(p, after)
		highest = max(highest, gains[b])
	}
	return gains, highest
}

func TestBestMoveAgainstAllMoves(t *testing.T) {
	none, some := 0, 0
	for seed := range uint64(150) {
		rng := rand.New(rand.NewPCG(seed, 2))
		p := randomProblem(rng)
		if seed%3 == 0 {
			fixFirst(rng, p)
		}
		s := randomState(t, rng, p, seed%2 == 0)
		for i := range int32(p.Graph.N()) {
			gains, highest := bestMove(p, s.labels, i)
			part, gain := s.best(i)
			if len(gains) == 0 {
				require.Equal(t, int32(-1), part, "seed %d, vertex %d", seed, i)
				none++
				continue
			}
			require.Contains(t, gains, part, "seed %d, vertex %d", seed, i)
			require.InDelta(t, highest, gain, 1e-9, "seed %d, vertex %d", seed, i)
			require.InDelta(t, highest, gains[part], 1e-9, "seed %d, vertex %d", seed, i)
			some++
		}
	}
	assert.Greater(t, none, 300)
	assert.Greater(t, some, 1000)
}

// The last vertex of a part does not move, although the criterion would fall.
func TestBestKeepsTheLastVertex(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	for range 50 {
		p := randomProblem(rng)
		p.Criterion.Edges = true
		s := randomState(t, rng, p, true)
		for i := range s.labels {
			s.labels[i] = int32(min(i, s.K-1))
		}
		s.sum()
		s.connect()
		for i := range int32(s.K - 1) {
			part, _ := s.best(i)
			require.Equal(t, int32(-1), part)
		}
	}
}

func TestBorderVerticesHaveANeighbourInAnotherPart(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 5))
		p := randomProblem(rng)
		s := randomState(t, rng, p, seed%2 == 0)
		var want []int32
		for i := range s.labels {
			idx, _ := p.Graph.Row(i)
			if slices.ContainsFunc(idx, func(j int32) bool { return s.labels[j] != s.labels[i] }) {
				want = append(want, int32(i))
			}
		}
		require.ElementsMatch(t, want, s.borderVertices(), "seed %d", seed)
	}
}
