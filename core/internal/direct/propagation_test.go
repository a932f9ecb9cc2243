package direct

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// newPropagation returns the state of a propagation of a partition.
func newPropagation(s *state) *propagation {
	n := len(s.labels)
	return &propagation{state: s, moved: make([]int32, n), proposed: make([]int32, n), best: slices.Clone(s.labels),
		violation: s.violation(), value: s.value()}
}

// Every part has half of each of two cliques, and the bounds forbid every move. Only moves of many vertices at once separate
// the cliques.
func TestPropagationMovesWhatTheBoundsForbid(t *testing.T) {
	g := testgraph.Cliques(2, 10, 0.5)
	p := weightProblem(g, 2, 0)
	labels := make([]int32, 20)
	for i := range labels {
		labels[i] = int32(i / 2 % 2)
	}
	labels[18], labels[9] = 1, 0
	require.Zero(t, violation(p, labels))
	s := newState(t.Context(), p, newWorkspace(20, 2), slices.Clone(labels))
	s.connect()
	localSearches(s, rand.New(rand.NewPCG(0, 0)))
	require.Equal(t, labels, s.labels, "no single move is within the bounds")
	propagate(s)
	want := make([]int32, 20)
	for i := range want {
		want[i] = s.labels[0]
		if i >= 10 {
			want[i] = 1 - s.labels[0]
		}
	}
	assert.Equal(t, want, s.labels)
}

// gainAfter is the decrease of the weight between parts by a move after the neighbours have moved whose moves precede it.
func TestGainAfterOtherMoves(t *testing.T) {
	compared := 0
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 11))
		p := randomProblem(rng)
		p.Criterion.Edges = true
		s := newPropagation(randomState(t, rng, p, seed%2 == 0))
		s.tolerance = 1
		proposals := s.proposals()
		for at, m := range proposals {
			s.proposed[m.vertex] = int32(at + 1)
		}
		for _, m := range proposals {
			labels := slices.Clone(s.labels)
			for _, other := range proposals {
				if other.gain > m.gain || other.gain == m.gain && other.vertex < m.vertex {
					labels[other.vertex] = other.part
				}
			}
			value := criterion(p, labels)
			labels[m.vertex] = m.part
			require.InDelta(t, value-criterion(p, labels), s.gainAfter(m, proposals), 1e-9*value, "seed %d", seed)
			compared++
		}
	}
	assert.Greater(t, compared, 500)
}

// Without tolerance, a proposed move is the move of lowest cost to a neighbouring part, and does not raise the criterion.
func TestProposalsAreTheBestMoves(t *testing.T) {
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 12))
		p := randomProblem(rng)
		s := newPropagation(randomState(t, rng, p, seed%2 == 0))
		for i := range p.Bounds.Most { // proposals ignore the upper bounds
			p.Bounds.Most[i], p.Bounds.Least[i] = p.Criterion.Total, 0
		}
		for _, m := range s.proposals() {
			gains, highest := bestMove(p, s.labels, m.vertex)
			require.GreaterOrEqual(t, m.gain, -1e-12)
			require.InDelta(t, highest, m.gain, 1e-9*criterion(p, s.labels), "seed %d", seed)
			require.InDelta(t, gains[m.part], m.gain, 1e-9*criterion(p, s.labels), "seed %d", seed)
		}
	}
}

// The list of border vertices is right after any moves.
func TestBorderVerticesAfterMoves(t *testing.T) {
	for seed := range uint64(50) {
		rng := rand.New(rand.NewPCG(seed, 13))
		p := randomProblem(rng)
		s := randomState(t, rng, p, seed%2 == 0)
		for range 20 {
			var want []int32
			for i := range s.labels {
				idx, _ := p.Graph.Row(i)
				if slices.ContainsFunc(idx, func(j int32) bool { return s.labels[j] != s.labels[i] }) {
					want = append(want, int32(i))
				}
			}
			border := slices.Clone(s.borderVertices())
			slices.Sort(border)
			require.Equal(t, want, border, "seed %d", seed)
			for range rng.IntN(5) {
				i, b := randomMove(rng, s)
				s.move(i, b)
			}
		}
	}
}
