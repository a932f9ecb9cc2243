package queue

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// Few vertices make the queue empty often, many give it several levels.
func TestQueueAgainstLinearSearch(t *testing.T) {
	for _, n := range []int{1, 3, 12, 60} {
		t.Run(fmt.Sprint(n), func(t *testing.T) { requireQueue(t, n, 5000) })
	}
}

// requireQueue compares a queue of n vertices with a linear search after each of many random operations.
func requireQueue(t *testing.T, n, operations int) {
	rng := rand.New(rand.NewPCG(5, 0))
	q := Queue{Place: Places(n)}
	key := map[int32]float64{}
	for step := range operations {
		i := int32(rng.IntN(n))
		_, in := key[i]
		switch {
		case !in:
			key[i] = rng.NormFloat64()
			q.Push(i, key[i])
		case rng.IntN(4) == 0:
			key[i] = rng.NormFloat64()
			q.Set(i, key[i])
		case rng.IntN(3) == 0:
			delete(key, q.Items[0].Vertex)
			q.Pop()
		default:
			d := rng.NormFloat64()
			key[i] += d
			q.Add(i, d)
		}
		largest := math.Inf(-1)
		for _, k := range key {
			largest = max(largest, k)
		}
		require.Len(t, q.Items, len(key))
		if step%16 == 0 || n < 10 {
			requireHeap(t, &q, key)
		}
		if len(key) > 0 {
			require.Equal(t, largest, q.Items[0].Key)
			require.Equal(t, largest, key[q.Items[0].Vertex])
		}
	}
}

// requireHeap checks that no node has a larger key than its parent, and that Place is the position of every queued vertex and
// Absent for the others.
func requireHeap(t *testing.T, q *Queue, key map[int32]float64) {
	for at, item := range q.Items {
		require.LessOrEqual(t, item.Key, q.Items[max(0, at-1)/arity].Key, "node %d", at)
		require.Equal(t, int32(at), q.Place[item.Vertex])
		require.Equal(t, key[item.Vertex], item.Key)
	}
	for i, at := range q.Place {
		if _, in := key[int32(i)]; !in {
			require.Equal(t, int32(Absent), at, "vertex %d", i)
		}
	}
}
