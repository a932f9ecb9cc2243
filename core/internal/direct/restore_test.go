package direct

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
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// feasibleBounds returns integer bounds on the parts of n vertices of mass 1. They allow the given sizes, and one vertex
// more and less in each part.
func feasibleBounds(rng *rand.Rand, n, k int) objective.Bounds {
	size := make([]int, k)
	for range n {
		size[rng.IntN(k)]++
	}
	b := objective.Bounds{Least: make([]float64, k), Most: make([]float64, k)}
	for r, m := range size {
		b.Least[r] = float64(max(0, m-1-rng.IntN(2)))
		b.Most[r] = float64(max(m, 1)+1+rng.IntN(2)) + 0.5*rng.Float64()
	}
	return b
}

// scattered returns a graph of several components, some of which are single vertices.
func scattered(rng *rand.Rand, n int) *graph.CSR {
	var edges []graph.Edge
	for i := range n {
		if j := i + 1 + rng.IntN(3); j < n && rng.IntN(3) > 0 {
			edges = append(edges, graph.Edge{I: i, J: j, W: 1 - rng.Float64()})
		}
	}
	g, err := graph.FromEdges(n, edges)
	if err != nil {
		panic(err)
	}
	return g
}

// On vertices of equal mass the bounds can always be restored, from any partition, even one with empty parts.
func TestRestoreBoundsOfUnitMasses(t *testing.T) {
	outside := 0
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 0))
		n, k := 12+rng.IntN(40), 2+rng.IntN(4)
		g := testgraph.Random(rng, n, 0.15)
		if seed%3 == 0 {
			g = scattered(rng, n)
		}
		p := equalParts(g, testgraph.Ones(n), k, 0, 1)
		p.Criterion.Edges = seed%2 == 0
		p.Bounds = feasibleBounds(rng, n, k)
		labels := make([]int32, n)
		for i := range labels {
			labels[i] = int32(rng.IntN(1 + rng.IntN(k)))
		}
		s := newState(t.Context(), p, newWorkspace(n, k), labels)
		if seed%5 > 0 {
			s.connect()
		}
		if s.violation() > 0 {
			outside++
		}
		restoreBounds(t.Context(), s)
		requireValid(t, p, s.labels, "seed %d", seed)
		require.Zero(t, violation(p, s.labels), "seed %d: %v in %v", seed, s.size, p.Bounds)
		requireSums(t, p, s, "seed %d", seed)
	}
	assert.Greater(t, outside, 200)
}

// With any masses and fixed vertices, the violation does not rise, and fixed vertices and nonempty parts stay.
func TestRestoreBoundsDoesNoHarm(t *testing.T) {
	restored := 0
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 1))
		p := randomProblem(rng)
		for i := range p.Mass {
			p.Mass[i] *= 1 + 10*rng.Float64()*float64(rng.IntN(2))
		}
		p = &Problem{Criterion: p.Criterion, Graph: p.Graph, Mass: p.Mass}
		p.Criterion.Total = objective.Total(p.Mass)
		shares := slices.Repeat([]float64{1 / float64(p.Criterion.K)}, p.Criterion.K)
		p.Bounds = objective.NewBounds(shares, p.Criterion.Total, 0.8, 0.2)
		fixFirst(rng, p)
		s := randomState(t, rng, p, seed%2 == 0)
		before := violation(p, s.labels)
		restoreBounds(t.Context(), s)
		requireValid(t, p, s.labels, "seed %d", seed)
		require.LessOrEqual(t, violation(p, s.labels), before+1e-9, "seed %d", seed)
		if before > 0 && violation(p, s.labels) == 0 {
			restored++
		}
	}
	assert.Greater(t, restored, 150)
}

// A partition within the bounds does not change.
func TestRestoreBoundsKeepsPartitionsWithinThem(t *testing.T) {
	for seed := range uint64(50) {
		rng := rand.New(rand.NewPCG(seed, 2))
		p := equalParts(testgraph.Random(rng, 40, 0.1), testgraph.Ones(40), 4, 0.5, 0.2)
		s := randomState(t, rng, p, true)
		restoreBounds(t.Context(), s)
		kept := slices.Clone(s.labels)
		restoreBounds(t.Context(), s)
		require.Equal(t, kept, s.labels, "seed %d", seed)
	}
}

// One vertex too many or too few: the vertex moves whose move costs least, to the part to which it costs least.
func TestRestoreBoundsMakesTheCheapestMove(t *testing.T) {
	for _, c := range []struct {
		name               string
		minShare, most     float64
		k                  int
		labels, afterwards []int32
	}{
		{"two parts", 0, 0, 2, []int32{0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1}, []int32{0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1}},
		{"part 2 is next", 0, 0.25, 3, []int32{0, 0, 0, 0, 0, 0, 2, 2, 2, 1, 1, 1}, []int32{0, 0, 0, 0, 0, 2, 2, 2, 2, 1, 1, 1}},
		{"part 2 is light", 0.75, 1, 3, []int32{0, 0, 0, 0, 0, 2, 2, 1, 1, 1, 1, 1}, nil},
	} {
		p := equalParts(testgraph.Path(12), testgraph.Ones(12), c.k, c.minShare, c.most)
		p.Criterion.Edges = true
		s := newState(t.Context(), p, newWorkspace(12, c.k), slices.Clone(c.labels))
		s.connect()
		restoreBounds(t.Context(), s)
		assert.Zero(t, violation(p, s.labels), c.name)
		assert.InDelta(t, criterion(p, c.labels), criterion(p, s.labels), 1e-12, "%s: a border moves by one vertex", c.name)
		if c.afterwards != nil {
			assert.Equal(t, c.afterwards, s.labels, c.name)
		}
	}
}

// Once the context has ended, the restoration ends before the bounds are kept, and the partition is still valid.
func TestRestoreBoundsEndsWithTheContext(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	n := 8 * visitsPerLook / visitsOfMove
	p := equalParts(testgraph.Random(rng, n, 0.002), testgraph.Ones(n), 2, 0.9, 0.1)
	labels := make([]int32, n)
	labels[0] = 1
	ended, end := context.WithCancel(t.Context())
	end()
	s := newState(t.Context(), p, newWorkspace(n, 2), labels)
	s.connect()
	restoreBounds(ended, s)
	requireValid(t, p, s.labels)
	requireSums(t, p, s)
	assert.Positive(t, violation(p, s.labels))
	restoreBounds(t.Context(), s)
	assert.Zero(t, violation(p, s.labels))
}

// The part with most room that is updated after every move is the one that a search through all parts finds.
func TestKeepRoomiest(t *testing.T) {
	for seed := range uint64(50) {
		rng := rand.New(rand.NewPCG(seed, 9))
		n, k := 30, 2+rng.IntN(5)
		p := equalParts(testgraph.Random(rng, n, 0.2), testgraph.Ones(n), k, 0, 0.2)
		s := randomState(t, rng, p, true)
		s.roomiest = findRoomiest(s)
		for range 40 {
			i, b := int32(rng.IntN(n)), int32(rng.IntN(k))
			if a := s.labels[i]; a != b {
				s.move(i, b)
				keepRoomiest(s, a, b)
			}
			require.Equal(t, findRoomiest(s), s.roomiest, "seed %d", seed)
		}
	}
}

// Vertices of equal keys are not all queued anew for every move, although each move lowers their keys a little.
func TestRestorationQueuesEqualVerticesSeldom(t *testing.T) {
	const n = 4000
	p := equalParts(testgraph.Cliques(n/2, 2, 0), testgraph.Ones(n), 2, 0.9, 0.1)
	labels := make([]int32, n)
	for i := 0; i < 2*n/5; i += 2 {
		labels[i] = 1 // apart from its only neighbour, which is in the part that is too heavy
	}
	s := newState(t.Context(), p, newWorkspace(n, 2), labels)
	s.connect()
	s.roomiest = findRoomiest(s)
	calls := 0
	choose := func(i int32) (int32, float64) {
		calls++
		return cheapestOut(s, i)
	}
	for i := range int32(n) {
		if b, key := choose(i); b >= 0 {
			s.work.queue.Push(i, key)
		}
	}
	moveQueued(t.Context(), s, func() bool { return true }, choose)
	assert.Zero(t, violation(p, s.labels))
	assert.Less(t, calls, 10*n)
}

// Even if the context has ended, no part stays empty: each gets a vertex that another part can spare, without a look at all
// vertices for each of them.
func TestRestoreBoundsFillsEmptyPartsAfterTheContext(t *testing.T) {
	const n = 3000
	for _, k := range []int{2, n / 2, n} {
		p := equalParts(testgraph.Star(n), testgraph.Ones(n), k, 0, math.Inf(1))
		s := newState(t.Context(), p, newWorkspace(n, k), make([]int32, n))
		ctx := testgraph.NewExpiring(0)
		restoreBounds(ctx, s)
		require.LessOrEqual(t, ctx.Late(), int64(k+1))
		requireValid(t, p, s.labels, "k = %d", k)
		requireSums(t, p, s, "k = %d", k)
	}
}
