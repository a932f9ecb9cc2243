package tree

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// trees returns trees of merges of k parts in random order, one part after the other, and in the order of their numbers.
func trees(rng *rand.Rand, k int) map[string][]Merge {
	random, chain, even := make([]Merge, k-1), make([]Merge, k-1), make([]Merge, k-1)
	left := make([]int32, k)
	for a := range left {
		left[a] = int32(a)
	}
	take := func() int32 {
		at := rng.IntN(len(left))
		c := left[at]
		left[at] = left[len(left)-1]
		left = left[:len(left)-1]
		return c
	}
	for t := range k - 1 {
		random[t] = Merge{Left: take(), Right: take()}
		left = append(left, int32(k+t))
		chain[t] = Merge{Left: int32(t + 1), Right: int32(max(0, k+t-1))}
		even[t] = Merge{Left: int32(2 * t), Right: int32(2*t + 1)}
	}
	chain[0] = Merge{Left: 0, Right: 1}
	return map[string][]Merge{"random": random, "chain": chain, "even": even}
}

// The values of merges are C of the clusters, from the definition.
func TestValuesOfMerges(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 7))
		n, k := 40, 2+rng.IntN(30)
		g, labels := testgraph.Random(rng, n, 0.02+0.3*rng.Float64()), testgraph.Partition(rng, n, k, nil)
		for name, tree := range trees(rng, k) {
			SetValues(g, testgraph.Ones(n), labels, tree)
			members := make([][]int32, k, 2*k-1)
			for i, a := range labels {
				members[a] = append(members[a], int32(i))
			}
			for at, m := range tree {
				want := testgraph.ValueBetween(g, members[m.Left], members[m.Right])
				require.InDelta(t, want, m.Value, 1e-12*want, "seed %d, %s, merge %d", seed, name, at)
				members = append(members, append(append([]int32{}, members[m.Left]...), members[m.Right]...))
			}
		}
	}
}

// After the context has ended, the clusters that are left are merged in the order of their numbers: two parts of a complete graph
// are nearer to each other than any other cluster is to them, so that other merges show what was made before.
func TestAgglomerationEndsWithTheContext(t *testing.T) {
	const k = 700
	g, labels := testgraph.Complete(k), make([]int32, k)
	for i := range labels {
		labels[i] = int32(i)
	}
	whole := Agglomerate(t.Context(), g, testgraph.Ones(k), labels, k)
	for _, looks := range []int64{0, 5, 12, 16, 18} {
		ctx := testgraph.NewExpiring(looks)
		tree := Agglomerate(ctx, g, testgraph.Ones(k), labels, k)
		require.True(t, ctx.Ended(), "after %d looks", looks)
		require.EqualValues(t, 1, ctx.Late(), "after %d looks", looks)
		require.Len(t, tree, k-1)
		same := 0
		for same < k-1 && tree[same] == whole[same] {
			same++
		}
		require.Less(t, same, k-1, "after %d looks", looks)
		require.Equal(t, looks > 15, same > 0, "after %d looks", looks)
		requireNumbered(t, tree, same)
	}
}

// requireNumbered requires that from the given merge on, each merges the two clusters of lowest numbers.
func requireNumbered(t *testing.T, tree []Merge, from int) {
	t.Helper()
	merged := make([]bool, 2*len(tree)+1)
	for at, m := range tree {
		if at >= from {
			first := 0
			for merged[first] {
				first++
			}
			second := first + 1
			for merged[second] {
				second++
			}
			require.Equal(t, [2]int32{int32(first), int32(second)}, [2]int32{m.Left, m.Right}, "merge %d", at)
		}
		merged[m.Left], merged[m.Right] = true, true
	}
}
