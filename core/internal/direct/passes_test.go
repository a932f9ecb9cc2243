package direct

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// bisectionState returns the state of a cut in two of which each part may have an equal share of the vertices, rounded up.
func bisectionState(t *testing.T, g *graph.CSR, labels, fixed []int32) *state {
	n := g.N()
	p := equalParts(g, testgraph.Ones(n), 2, 0, float64((n+1)/2*2)/float64(n)-1)
	p.Criterion.Edges, p.Fixed = true, fixed
	s := newState(t.Context(), p, newWorkspace(n, 2), labels)
	s.connect()
	return s
}

// No single move keeps the bounds, and two vertices that change places leave no edge between the parts.
func TestPassesSwapVertices(t *testing.T) {
	g, err := graph.FromEdges(4, []graph.Edge{{I: 0, J: 1, W: 1}, {I: 2, J: 3, W: 1}})
	require.NoError(t, err)
	s := bisectionState(t, g, []int32{0, 1, 0, 1}, nil)
	localSearches(s, rand.New(rand.NewPCG(1, 0)))
	require.Equal(t, 2.0, s.value())
	passes(s)
	assert.Equal(t, 0.0, s.value())
	assert.Equal(t, 0.0, s.violation())
}

func TestPassesOnlyWithinTightBounds(t *testing.T) {
	g, err := graph.FromEdges(4, []graph.Edge{{I: 0, J: 1, W: 1}, {I: 2, J: 3, W: 1}})
	require.NoError(t, err)
	for _, c := range []struct {
		most, value float64
		edges       bool
	}{{2, 0, true}, {2.4, 2, true}, {4, 2, true}, {2, 1, false}} {
		s := bisectionState(t, g, []int32{0, 1, 0, 1}, nil)
		s.Most[0], s.Most[1], s.Edges = c.most, c.most, c.edges
		s.sum()
		passes(s)
		assert.Equal(t, c.value, s.value(), "%+v", c)
	}
}

// The weight never rises, the bounds and the fixed vertices are kept, the sums are those of the labels, and the workspace can be used
// again. From several starts, almost all optima are found.
func TestPassesOnSmallGraphs(t *testing.T) {
	found, graphs := 0, 60
	for seed := range uint64(graphs) {
		rng := rand.New(rand.NewPCG(seed, 5))
		n := 6 + rng.IntN(7)
		g := testgraph.Random(rng, n, 0.4)
		fixed := slices.Repeat([]int32{-1}, n)
		fixed[rng.IntN(n)] = 0
		lowest := lowestBisection(t, g, fixed)
		best := lowest + 1
		for range 5 {
			s := bisectionState(t, g, halves(rng, fixed), fixed)
			before := s.value()
			passes(s)
			value := s.value()
			require.LessOrEqual(t, value, before*(1+tiny))
			require.Zero(t, s.violation())
			for i, r := range fixed {
				require.True(t, r < 0 || s.labels[i] == r)
			}
			s.sum()
			require.InDelta(t, s.value(), value, 1e-9)
			passes(s)
			best = min(best, s.value())
		}
		require.GreaterOrEqual(t, best, lowest*(1-1e-9))
		if best <= lowest*(1+1e-9) {
			found++
		}
	}
	assert.GreaterOrEqual(t, found, graphs*9/10)
}

// halves returns random parts whose numbers of vertices differ by at most one, with the fixed vertices in their parts.
func halves(rng *rand.Rand, fixed []int32) []int32 {
	labels, count := slices.Clone(fixed), [2]int{}
	for _, r := range fixed {
		if r >= 0 {
			count[r]++
		}
	}
	for _, i := range rng.Perm(len(fixed)) {
		if labels[i] >= 0 {
			continue
		}
		if labels[i] = 0; count[1] < count[0] {
			labels[i] = 1
		}
		count[labels[i]]++
	}
	return labels
}

// lowestBisection returns the lowest weight of all cuts into parts of at most half of the vertices, rounded up.
func lowestBisection(t *testing.T, g *graph.CSR, fixed []int32) float64 {
	n, lowest := g.N(), -1.0
	for set := range 1 << n {
		labels, count := make([]int32, n), 0
		allowed := true
		for i := range labels {
			labels[i] = int32(set >> i & 1)
			count += int(labels[i])
			allowed = allowed && (fixed[i] < 0 || fixed[i] == labels[i])
		}
		if most := (n + 1) / 2; allowed && count <= most && n-count <= most {
			if s := bisectionState(t, g, labels, nil); lowest < 0 || s.value() < lowest {
				lowest = s.value()
			}
		}
	}
	return lowest
}
