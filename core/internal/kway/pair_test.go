package kway

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// exchange runs the exchanges between two parts and applies them, and reports whether they lowered the energy.
func exchange(t *testing.T, p *partition, pair [2]int32) bool {
	pe := p.newPairExchange(pair, p.members())
	pe.run(t.Context())
	if pe.gained {
		p.apply(pe)
	}
	return pe.gained
}

// The exchanges between two parts keep the tally right and lower the energy, or change nothing.
func TestPairExchangeLowersTheEnergy(t *testing.T) {
	gains := 0
	for seed := range uint64(100) {
		p := randomPartition(seed)
		for _, pair := range p.adjacent() {
			before := p.Energy()
			gained := exchange(t, p, pair)
			requireTally(t, p.Tally, "the cuts and masses after an exchange")
			if gained {
				require.Less(t, p.Energy(), before, "seed %d, parts %v", seed, pair)
				gains++
			} else {
				require.Equal(t, before, p.Energy(), "seed %d, parts %v", seed, pair)
			}
		}
	}
	assert.Greater(t, gains, 100)
}

// After the rounds of exchanges no exchange between two parts lowers the energy.
func TestExchangesEndWhenNoPairGains(t *testing.T) {
	for seed := range uint64(100) {
		p := randomPartition(seed)
		before := p.Energy()
		rows := one(p.Graph)
		p.exchangeAll(t.Context(), rows)
		rows.Close()
		requireTally(t, p.Tally, "the cuts and masses after all exchanges")
		require.LessOrEqual(t, p.Energy(), before)
		for _, pair := range p.adjacent() {
			require.False(t, exchange(t, p, pair), "seed %d, parts %v", seed, pair)
		}
	}
}

// A chain of six cliques in three parts, with two cliques in the wrong parts. No move of a single vertex lowers the energy, but
// an exchange does.
func TestExchangeMovesManyVerticesAtOnce(t *testing.T) {
	g := testgraph.Cliques(6, 4, 0.5)
	labels := make([]int32, 24)
	for i := range labels {
		labels[i] = []int32{0, 1, 0, 1, 2, 2}[i/4]
	}
	p := newPartition(g, testgraph.Ones(24), labels, 3)
	for i := range labels {
		require.GreaterOrEqual(t, moved(p.Tally, i), p.Energy(), "vertex %d", i)
	}
	before := p.Energy()
	require.True(t, exchange(t, p, [2]int32{0, 1}))
	assert.Less(t, p.Energy(), 0.9*before)
}

// The last cycle of Exchange ends with moves, so that no move of a single vertex lowers the energy.
func TestExchangeEndsWithMoves(t *testing.T) {
	for seed := range uint64(100) {
		p := randomPartition(seed)
		rows := one(p.Graph)
		energy := Exchange(t.Context(), p.Graph, p.Mass, p.Labels, nil, p.K, rows)
		rows.Close()
		p.Sum()
		for i, a := range p.Labels {
			if p.Count[a] > 1 {
				require.GreaterOrEqual(t, moved(p.Tally, i), energy*(1-1e-9), "seed %d, vertex %d", seed, i)
			}
		}
	}
}
