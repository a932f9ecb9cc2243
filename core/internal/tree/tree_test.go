package tree

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// Every merge joins the two clusters with the highest C of the split between them, found by comparing all pairs.
func TestAgglomerationMergesTheHighestSplit(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 5))
		n, k := 30, 2+rng.IntN(9)
		g, labels := testgraph.Random(rng, n, 0.05+0.2*rng.Float64()), testgraph.Partition(rng, n, k, nil)
		members, alive := make([][]int32, k, 2*k-1), map[int]bool{}
		for i, a := range labels {
			members[a] = append(members[a], int32(i))
		}
		for a := range members {
			alive[a] = true
		}
		tree := Agglomerate(t.Context(), g, testgraph.Ones(n), labels, k)
		require.Len(t, tree, k-1)
		for _, m := range tree {
			highest := 0.0
			for a := range alive {
				for b := range alive {
					if a < b {
						highest = max(highest, testgraph.ValueBetween(g, members[a], members[b]))
					}
				}
			}
			assert.InDelta(t, highest, testgraph.ValueBetween(g, members[m.Left], members[m.Right]), 1e-12*highest)
			require.True(t, alive[int(m.Left)] && alive[int(m.Right)] && m.Left != m.Right)
			delete(alive, int(m.Left))
			delete(alive, int(m.Right))
			alive[len(members)] = true
			members = append(members, append(append([]int32{}, members[m.Left]...), members[m.Right]...))
		}
	}
}

// Each part of a star is merged with the cluster of the hub. The time would be that of all pairs of parts if a merge with the hub
// visited all neighbours of the hub.
func TestAgglomerationOfAStar(t *testing.T) {
	const k = 30000
	labels := make([]int32, k)
	for i := range labels {
		labels[i] = int32(i)
	}
	tree := Agglomerate(t.Context(), testgraph.Star(k), testgraph.Ones(k), labels, k)
	require.Len(t, tree, k-1)
	assert.Equal(t, Merge{Left: 0, Right: 1, Value: 1}, tree[0])
	for step, m := range tree[1:] {
		require.Equal(t, Merge{Left: int32(step + 2), Right: int32(k + step), Value: 1}, m)
	}
}
