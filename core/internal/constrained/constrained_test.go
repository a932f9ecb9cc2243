package constrained

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/random"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// randomProblem returns a problem of n vertices and k parts with a random choice of constraints.
func randomProblem(rng *rand.Rand, n, k int) *Problem {
	g := testgraph.Random(rng, n, 0.25+0.5*rng.Float64())
	p := &Problem{Graph: g, Criterion: objective.Criterion{K: k, Lambda: 1, Edges: rng.IntN(2) == 0}, Connected: rng.IntN(2) == 0}
	p.Columns = randomColumns(rng, n, k)
	p.Criterion.Total = objective.Total(p.Columns[0].Mass)
	if component, count := graph.Components(g); count > 1 {
		p.Component = component
	}
	part := func(share float64) []int32 {
		parts := make([]int32, n)
		for i := range parts {
			if parts[i] = -1; rng.Float64() < share {
				parts[i] = int32(rng.IntN(k))
			}
		}
		return parts
	}
	if rng.IntN(3) == 0 {
		var pairs [][2]int32
		for range 1 + rng.IntN(4) {
			if i, j := int32(rng.IntN(n)), int32(rng.IntN(n)); i != j {
				pairs = append(pairs, [2]int32{i, j})
			}
		}
		p.Apart = NewPairs(n, pairs)
	}
	if rng.IntN(4) == 0 {
		p.Fixed = part(0.2)
	}
	if rng.IntN(4) == 0 {
		p.Home, p.Price = part(1), rng.Float64()
	}
	if rng.IntN(4) == 0 {
		p.Volume = testgraph.Mass(rng, n)
	}
	return p
}

// randomColumns returns one to three masses with upper bounds of different width.
func randomColumns(rng *rand.Rand, n, k int) (columns []Column) {
	shares := make([]float64, k)
	for r := range shares {
		shares[r] = 1 / float64(k)
	}
	for c := range 1 + rng.IntN(3) {
		mass := testgraph.Ones(n)
		for i := range mass {
			if c > 0 {
				mass[i] = float64(1 + rng.IntN(4))
			}
		}
		imbalance := []float64{0, 0.1, 0.3, 0.6, 1, math.Inf(1)}[rng.IntN(6)]
		columns = append(columns, Column{mass, objective.NewBounds(shares, objective.Total(mass), 0, imbalance)})
	}
	return columns
}

// small returns a problem that can be enumerated.
func small(rng *rand.Rand) *Problem {
	n := 4 + rng.IntN(6)
	return randomProblem(rng, n, 2+rng.IntN(min(3, n-2)))
}

func options(seed uint64) Options {
	return Options{Cycles: 4, Tries: 2, Threads: 1, Seed: seed, Purpose: random.Constrained}
}

// The search without enumeration meets the constraints of nearly all small problems that can be met, and is seldom above the optimum.
func TestSearchAgainstEnumeration(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	feasible, met, optimal := 0, 0, 0
	for seed := range uint64(testgraph.Rounds(300)) {
		p := small(rng)
		want, complete := enumerate(context.Background(), p, math.Inf(1))
		require.True(t, complete)
		starts := [][]int32{testgraph.Partition(rng, p.Graph.N(), p.Criterion.K, p.Fixed)}
		found := Search(context.Background(), p, options(seed), starts)
		require.False(t, found.Score.Precedes(want.Score), "%v is below the optimum %v", found.Score, want.Score)
		require.Equal(t, p.Score(found.Labels), found.Score)
		if want.Score.Broken > 0 {
			continue
		}
		feasible++
		if found.Score.Broken == 0 {
			met++
			if !want.Score.Precedes(found.Score) {
				optimal++
			}
		}
	}
	assert.GreaterOrEqual(t, float64(met), 0.97*float64(feasible))
	assert.GreaterOrEqual(t, float64(optimal), 0.8*float64(feasible))
	t.Logf("of %d: %d met, %d optimal", feasible, met, optimal)
}

// The sums that moves update are those of the labels, and the gain of a move is the decrease of the value.
func TestMovesKeepTheSums(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range testgraph.Rounds(100) {
		p := randomProblem(rng, 12, 3)
		s := newState(context.Background(), p, testgraph.Partition(rng, 12, 3, p.Fixed))
		for range 30 {
			i, b := int32(rng.IntN(12)), int32(rng.IntN(3))
			if s.labels[i] == b || s.count[s.labels[i]] == 1 {
				continue
			}
			value, excess := s.value(), s.excess()
			gain, relief := s.gain(i, b, s.links.toward(i, b)), s.relief(i, b)
			s.move(i, b)
			fresh := newState(context.Background(), p, s.labels)
			assert.InDeltaSlice(t, fresh.cuts, s.cuts, 1e-9)
			assert.Equal(t, fresh.count, s.count)
			assert.InDelta(t, fresh.value(), s.value(), 1e-9)
			assert.InDelta(t, value-gain, fresh.value(), 1e-9)
			assert.InDelta(t, excess-relief, fresh.excess(), 1e-9)
			for c := range p.Columns {
				assert.InDeltaSlice(t, fresh.load[c], s.load[c], 1e-9)
			}
		}
	}
}

// volumeByDefinition returns Σ_i s_i |{labels of the neighbours of i} ∖ {label of i}|.
func volumeByDefinition(p *Problem, labels []int32) float64 {
	sum := 0.0
	for i, a := range labels {
		others := map[int32]bool{}
		idx, _ := p.Graph.Row(i)
		for _, j := range idx {
			others[labels[j]] = true
		}
		delete(others, a)
		sum += p.Volume[i] * float64(len(others))
	}
	return sum
}

func TestVolume(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range testgraph.Rounds(50) {
		p := randomProblem(rng, 10, 4)
		p.Volume, p.Home = testgraph.Mass(rng, 10), nil
		labels := testgraph.Partition(rng, 10, 4, nil)
		want := volumeByDefinition(p, labels)
		assert.InDelta(t, want, Volume(p.Graph, p.Volume, labels, 4), 1e-12)
		assert.InDelta(t, want, p.Score(labels).Value, 1e-12)
	}
}
