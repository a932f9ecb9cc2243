package partition

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// Every cluster except the last is merged exactly once, the last is the whole graph, and the value of a merge is C of its
// two clusters within their union.
func TestMergesAreTheSplits(t *testing.T) {
	g := testgraph.Grid(9, 8)
	for _, k := range []int{2, 3, 5, 9} {
		r := mustRun(t, g, with("n_clusters", k))
		require.Len(t, r.Merges, k-1)
		members := make([][]int32, k, 2*k-1)
		for i, a := range r.Labels {
			members[a] = append(members[a], int32(i))
		}
		used := map[int32]bool{}
		for _, m := range r.Merges {
			for _, c := range []int32{m.Left, m.Right} {
				require.Less(t, int(c), len(members))
				require.False(t, used[c], "cluster %d merged twice", c)
				used[c] = true
			}
			assert.InEpsilon(t, testgraph.ValueBetween(g, members[m.Left], members[m.Right]), m.Value, 1e-12)
			members = append(members, append(append([]int32{}, members[m.Left]...), members[m.Right]...))
		}
		assert.Len(t, members[len(members)-1], g.N())
	}
}

func TestPaperPreset(t *testing.T) {
	g := testgraph.Grid(20, 20)
	r := mustRun(t, g, Paper())
	norm := 0.0
	for _, fi := range r.F {
		norm += fi * fi
	}
	assert.InDelta(t, 1, norm, 1e-12, "‖f‖ = 1")
	assert.Len(t, r.Starts, 1)
}
