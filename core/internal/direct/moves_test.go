package direct

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// starState returns the state of a star of n vertices in two parts, the centre in part 0 with every second leaf.
func starState(ctx context.Context, n int) *state {
	p := equalParts(testgraph.Star(n), testgraph.Ones(n), 2, 0, 10)
	s := newState(ctx, p, newWorkspace(n, 2), testgraph.Striped(n, 2))
	s.connect()
	s.work.round++
	return s
}

// A move recomputes the gains of at most maxRequeued queued vertices, whatever their number, and has its true gain.
func TestAMoveRecomputesFewGains(t *testing.T) {
	const n, stale = 5001, 1000.
	s := starState(t.Context(), n)
	q := &s.work.queue
	for i := int32(1); i < n; i += 2 { // the leaves at the border
		_, gain := s.best(i)
		q.Push(i, gain+stale) // so that none of the others that are queued anew is the head
	}
	old := slices.Clone(q.Items)
	before := s.value()
	vertex, gain := next(s)
	require.GreaterOrEqual(t, vertex, int32(0))
	assert.InDelta(t, before-s.value(), gain, 1e-9)
	recomputed := 0
	for _, item := range q.Items {
		if item.Key < old[0].Key-stale/2 {
			recomputed++
		}
	}
	assert.LessOrEqual(t, recomputed, maxRequeued)
	assert.Greater(t, recomputed, maxRequeued/2)
}

// A local search ends soon after its context, and leaves a partition that is no worse.
func TestALocalSearchEndsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := starState(ctx, 5001)
	before := s.value()
	localSearch(s, []int32{0}, minFruitless, 0)
	assert.LessOrEqual(t, len(s.work.moves), visitsPerLook/visitsOfMove)
	assert.LessOrEqual(t, s.value(), before)
}

// looks counts the looks at a context.
type looks struct {
	context.Context
	count int
}

func (l *looks) Err() error {
	l.count++
	return nil
}

// On a dense graph with many parts every move visits many connections, so that few searches are made between two looks.
func TestLocalSearchesOfManyPartsLookOften(t *testing.T) {
	const n, k = 400, 100
	ctx := &looks{Context: t.Context()}
	p := equalParts(testgraph.Complete(n), testgraph.Ones(n), k, 0, 10)
	s := newState(ctx, p, newWorkspace(n, k), testgraph.Striped(n, k))
	s.connect()
	localSearches(s, rand.New(rand.NewPCG(1, 2)))
	assert.GreaterOrEqual(t, ctx.count, n*k*(n-1)/visitsPerLook) // each vertex moves at least once
}
