package direct

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/plan"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// bisecting are options with which the try firstBisected bisects the whole graph.
func bisecting(seed uint64) Options {
	return Options{PartsSearch: plan.PartsSearch{Tries: 1, Bisections: 3, Room: 0.03}, Seed: seed, Threads: 1}
}

// Strips of a path and of a long grid are found by single tries; they are the parts of lowest weight.
func TestBisectionsOfLongGraphsAreOptimal(t *testing.T) {
	for name, c := range map[string]struct {
		g      *graph.CSR
		k      int
		weight float64
	}{
		"path": {testgraph.Grid(1, 600), 8, 7}, "strip": {testgraph.Grid(3, 300), 5, 12}, "long strip": {testgraph.Grid(3, 1000), 10, 27},
	} {
		for seed := range uint64(testgraph.Rounds(4)) {
			p := weightProblem(c.g, c.k, 0)
			violation, weight := p.Score(CutOnce(t.Context(), p, bisecting(seed), firstBisected))
			assert.Zero(t, violation, name)
			assert.Equal(t, c.weight, weight, "%s, seed %d", name, seed)
		}
	}
}

// Bisections keep the bounds and fixed vertices, also for a number of parts that is no power of 2 and for unequal masses.
func TestBisectionsKeepBoundsAndFixedVertices(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for round := range testgraph.Rounds(10) {
		n, k := 300+rng.IntN(300), 3+rng.IntN(9)
		p := weightProblem(testgraph.Random(rng, n, 0.02), k, 0.02)
		if round%2 == 1 {
			fixFirst(rng, p)
		}
		try := newTry(t.Context(), p, bisecting(uint64(round)), 1).numbered(firstBisected)
		require.True(t, bisects(try, p))
		labels := try.pass(p)
		requireValid(t, p, labels, "%d vertices, k = %d", n, k)
		assert.Zero(t, violation(p, labels))
	}
}

func TestOnlySomeTriesWithTightBoundsBisect(t *testing.T) {
	g := testgraph.Grid(20, 20)
	for name, c := range map[string]struct {
		p      *Problem
		number int
		want   bool
	}{
		"tight": {weightProblem(g, 4, 0), firstBisected, true}, "later": {weightProblem(g, 4, 0), firstBisected + bisectedEvery, true},
		"first try": {weightProblem(g, 4, 0), 0, false}, "room": {weightProblem(g, 4, 0.03), firstBisected, false},
		"two parts": {weightProblem(g, 2, 0), firstBisected, false},
	} {
		assert.Equal(t, c.want, bisects(newTry(t.Context(), c.p, bisecting(1), 1).numbered(c.number), c.p), name)
	}
}
