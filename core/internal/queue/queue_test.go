package queue

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestQueueAgainstLinearSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	const n = 60
	q := Queue{Place: Places(n)}
	key := map[int32]float64{}
	for range 20000 {
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
		if len(key) > 0 {
			require.Equal(t, largest, q.Items[0].Key)
			require.Equal(t, largest, key[q.Items[0].Vertex])
		}
	}
}
