package kway

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
	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// one returns the rows of g for one thread.
func one(g *graph.CSR) *parallel.Rows { return parallel.NewRows(g.Indptr, 1) }

// For every exchange between two parts, the minimum-cut objective with this supply equals the objective of the inner
// problem, computed from the definition, up to a constant.
func TestSupplyMatchesTheInnerProblem(t *testing.T) {
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 1))
		n, k := 6+rng.IntN(10), 2+rng.IntN(3)
		g, mass := testgraph.Random(rng, n, 0.4), testgraph.Mass(rng, n)
		old := &partition{Tally: objective.NewTally(g, mass, testgraph.Partition(rng, n, k, nil), k), deg: g.Degrees()}
		inner := func(labels []int32) float64 { // Σ_x (1/B_x)(cut(A_x) − E_x ⟨v_x, 1_{A_x}⟩) over the parts 0 and 1
			now, sum := objective.NewTally(g, mass, labels, k), 0.0
			for x := range int32(2) {
				beta := 1 / old.Balance(old.Size[x])
				sum += beta * now.Cuts[x]
				for i, a := range labels {
					if a == x {
						sum -= beta * beta * old.Cuts[x] * mass[i] * old.Slope(old.Size[x], old.Labels[i] == x)
					}
				}
			}
			return sum
		}
		pe := old.newPairExchange([2]int32{0, 1}, old.members())
		vertices := pe.vertices
		sub := graph.Subgraph(g, vertices)
		supply := pe.supply(sub.Degrees())
		betas := 1/old.Balance(old.Size[0]) + 1/old.Balance(old.Size[1])
		reduced := func(labels []int32) float64 {
			high, x := make([]bool, len(vertices)), 0.0
			for at, i := range vertices {
				if high[at] = labels[i] == 0; high[at] {
					x -= supply[at]
				}
			}
			return betas * (x + objective.Weight(sub, high))
		}
		constant := inner(old.Labels) - reduced(old.Labels)
		for range 20 {
			labels := slices.Clone(old.Labels)
			for _, i := range vertices {
				labels[i] = int32(rng.IntN(2))
			}
			require.InDelta(t, inner(labels), reduced(labels)+constant, 1e-9, "seed %d", seed)
		}
	}
}

// Exchange returns the energy of labels, which does not rise, and keeps fixed vertices in their parts.
func TestExchangeLowersTheEnergyAndKeepsFixedVertices(t *testing.T) {
	lowered := 0
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 0))
		n, k := 6+rng.IntN(20), 2+rng.IntN(3)
		g, mass := testgraph.Random(rng, n, 0.3), testgraph.Mass(rng, n)
		fixed := make([]int32, n)
		for i := range fixed {
			fixed[i] = -1
			if i < k {
				fixed[i] = int32(i)
			}
		}
		labels := testgraph.Partition(rng, n, k, fixed)
		before := testgraph.PartitionEnergy(g, mass, labels, k)
		after := Exchange(t.Context(), g, mass, labels, fixed, k, one(g))
		require.InEpsilon(t, testgraph.PartitionEnergy(g, mass, labels, k), after, 1e-12)
		require.LessOrEqual(t, after, before*(1+1e-12))
		require.Equal(t, fixed[:k], labels[:k])
		if after < before*(1-1e-9) {
			lowered++
		}
		require.Equal(t, after, Exchange(t.Context(), g, mass, labels, fixed, k, one(g)), "a second call changes nothing")
	}
	assert.Greater(t, lowered, 150)
}

// Two vertices of three cliques start in the wrong parts.
func TestExchangeRecoversCliques(t *testing.T) {
	g := testgraph.Cliques(3, 10, 0.5)
	want := make([]int32, 30)
	for i := range want {
		want[i] = int32(i / 10)
	}
	labels := slices.Clone(want)
	labels[4], labels[27] = 2, 0
	Exchange(t.Context(), g, testgraph.Ones(30), labels, nil, 3, one(g))
	assert.Equal(t, want, labels)
}

func TestExchangeKeepsLabelsWhenCancelledAtOnce(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	g := testgraph.Cliques(3, 10, 0.5)
	labels := testgraph.Partition(rand.New(rand.NewPCG(1, 0)), 30, 3, nil)
	kept := slices.Clone(labels)
	Exchange(ctx, g, testgraph.Ones(30), labels, nil, 3, one(g))
	assert.Equal(t, kept, labels)
}

// With weights of many magnitudes, differences of sums lose all digits, and moves that each seem to lower the energy can form
// a cycle. MoveVertices ends all the same, and Exchange raises no energy.
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
		before := objective.NewTally(g, mass, slices.Clone(labels), k).Energy()
		rows := one(g)
		Exchange(t.Context(), g, mass, labels, nil, k, rows)
		rows.Close()
		require.LessOrEqual(t, objective.NewTally(g, mass, labels, k).Energy(), before)
	}
}

// Every pair of parts has one turn, and no part is in two pairs of a turn.
func TestTurns(t *testing.T) {
	for k := 2; k < 30; k++ {
		var pairs [][2]int32
		for b := range int32(k) {
			for a := range b {
				pairs = append(pairs, [2]int32{a, b})
			}
		}
		var met [][2]int32
		for _, turn := range turns(pairs, k) {
			busy := map[int32]bool{}
			for _, pair := range turn {
				require.False(t, busy[pair[0]] || busy[pair[1]], "k = %d", k)
				busy[pair[0]], busy[pair[1]] = true, true
				met = append(met, [2]int32{min(pair[0], pair[1]), max(pair[0], pair[1])})
			}
		}
		require.ElementsMatch(t, pairs, met, "k = %d", k)
		require.LessOrEqual(t, len(turns(pairs, k)), k-1+k%2)
	}
}

// Once the context has ended, no more pairs of parts are visited.
func TestExchangeEndsSoonAfterTheContext(t *testing.T) {
	g, ctx := testgraph.Complete(60), testgraph.NewExpiring(3)
	Exchange(ctx, g, testgraph.Ones(60), testgraph.Striped(60, 20), nil, 20, one(g))
	assert.LessOrEqual(t, ctx.Late(), int64(15), "a turn has ten pairs")
}
