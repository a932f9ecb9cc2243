package kway

import (
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

// newPartition returns a partition that is ready for moves.
func newPartition(g *graph.CSR, mass []float64, labels []int32, k int) *partition {
	return &partition{Tally: objective.NewTally(g, mass, labels, k), deg: g.Degrees()}
}

// randomPartition returns a random partition of a random connected graph with random masses.
func randomPartition(seed uint64) *partition {
	rng := rand.New(rand.NewPCG(seed, 3))
	n, k := 8+rng.IntN(20), 2+rng.IntN(4)
	g := testgraph.Random(rng, n, 0.3)
	return newPartition(g, testgraph.Mass(rng, n), testgraph.Partition(rng, n, k, nil), k)
}

// requireTally checks the cuts, masses and numbers of vertices of the parts against those of the labels.
func requireTally(t *testing.T, p *objective.Tally, message string) {
	t.Helper()
	want := objective.NewTally(p.Graph, p.Mass, slices.Clone(p.Labels), p.K)
	require.InDeltaSlice(t, want.Cuts, p.Cuts, 1e-10, message)
	require.InDeltaSlice(t, want.Size, p.Size, 1e-10, message)
	require.Equal(t, want.Count, p.Count, message)
}

// moved returns the lowest energy after a move of vertex i to the part of a neighbour, +Inf if all have the part of i.
func moved(p *objective.Tally, i int) float64 {
	lowest := math.Inf(1)
	idx, _ := p.Graph.Row(i)
	for _, j := range idx {
		if p.Labels[j] != p.Labels[i] {
			labels := slices.Clone(p.Labels)
			labels[i] = p.Labels[j]
			lowest = min(lowest, objective.NewTally(p.Graph, p.Mass, labels, p.K).Energy())
		}
	}
	return lowest
}

// A vertex moves to the part of a neighbour for which the energy is lowest, if it is lower than before.
func TestMoveTakesTheBestPart(t *testing.T) {
	moves, stays := 0, 0
	for seed := range uint64(100) {
		p := randomPartition(seed)
		toward := make([]float64, p.K)
		for i, a := range p.Labels {
			before, best := p.Energy(), moved(p.Tally, i)
			if p.Count[a] == 1 || math.Abs(best-before) <= 1e-9*before {
				continue // it may not move, or a tie up to rounding errors
			}
			require.Equal(t, best < before, p.moveIfBetter(i, toward), "seed %d, vertex %d", seed, i)
			require.InEpsilon(t, min(best, before), p.Energy(), 1e-10, "seed %d, vertex %d", seed, i)
			requireTally(t, p.Tally, "the cuts and masses after a move")
			require.Equal(t, make([]float64, p.K), toward)
			if p.Labels[i] != a {
				moves++
			} else {
				stays++
			}
		}
	}
	assert.Greater(t, moves, 200)
	assert.Greater(t, stays, 200)
}

// MoveVertices ends when no move of a vertex that may move lowers the energy. Fixed vertices and the only vertex of a part stay.
func TestMovesEndAtALocalMinimum(t *testing.T) {
	for seed := range uint64(100) {
		p := randomPartition(seed)
		fixed := make([]int32, len(p.Labels))
		for i := range fixed {
			fixed[i] = -1
			if i%5 == 0 {
				fixed[i] = p.Labels[i]
			}
		}
		before := p.Energy()
		MoveVertices(t.Context(), p.Tally, p.deg, fixed)
		requireTally(t, p.Tally, "the cuts and masses after all moves")
		require.LessOrEqual(t, p.Energy(), before*(1+1e-12))
		for i, a := range p.Labels {
			if fixed[i] >= 0 {
				require.Equal(t, fixed[i], a, "vertex %d is fixed", i)
			} else if p.Count[a] > 1 {
				require.GreaterOrEqual(t, moved(p.Tally, i), p.Energy()*(1-1e-9), "seed %d, vertex %d", seed, i)
			}
		}
	}
}

// The only vertex of a part stays, also where the part is better without it.
func TestMovesEmptyNoPart(t *testing.T) {
	g := testgraph.Cliques(2, 4, 0.5)
	labels := []int32{2, 0, 0, 0, 1, 1, 1, 1}
	p := objective.NewTally(g, testgraph.Ones(8), labels, 3)
	MoveVertices(t.Context(), p, g.Degrees(), nil)
	assert.Positive(t, slices.Min(p.Count))
	requireTally(t, p, "three parts")
}

// With weights of many magnitudes, differences of sums lose all digits, and moves that each seem to lower the energy can form
// a cycle. MoveVertices ends all the same.
func TestMovesEndWithWeightsOfManyMagnitudes(t *testing.T) {
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 7))
		n := 3 + rng.IntN(10)
		k, left, decades := 2+rng.IntN(min(3, n-2)), 1+rng.IntN(n-1), []float64{16, 30, 100}[seed%3]
		var edges []graph.Edge
		for i := left; i < n; i++ {
			for j := range left {
				edges = append(edges, graph.Edge{I: i, J: j, W: math.Pow(10, decades*rng.Float64())})
			}
		}
		g, err := graph.FromEdges(n, edges)
		require.NoError(t, err)
		labels, mass := testgraph.Partition(rng, n, k, nil), g.Degrees()
		MoveVertices(t.Context(), objective.NewTally(g, mass, slices.Clone(labels), k), mass, nil)
	}
}
