package bisect

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// Once the context has ended, k parts need no search: neither a look at the context nor one at all parts for each of them.
func TestRepeatedCutsEndWithTheContext(t *testing.T) {
	const n = 1000
	for _, k := range []int{2, 3, n / 2, n - 1, n} {
		for _, kind := range []Kind{Asymmetric, Symmetric} {
			opt := options()
			opt.K = k
			ctx := testgraph.NewExpiring(0)
			res := New(ctx, testgraph.Path(n), testgraph.Ones(n), *opt, nil).Cut(kind)
			assert.LessOrEqual(t, ctx.Late(), int64(2), "k = %d", k)
			assert.Equal(t, Stopped, res.Status)
			require.Len(t, res.Merges, k-1)
			for r, m := range objective.Sizes(testgraph.Ones(n), res.Labels, k) {
				require.Positive(t, m, "part %d of %d", r, k)
			}
		}
	}
}

// Parts of several vertices that were found before are split, and single vertices are not.
func TestSplitAnyhow(t *testing.T) {
	parts, splits := splitAnyhow([]part{{vertices: []int32{4}}, {vertices: []int32{0, 1, 2}}, {vertices: []int32{3, 5}}}, []int{0, 0}, 6)
	assert.Equal(t, []int{0, 0, 1, 2, 3}, splits)
	var found [][]int32
	for _, p := range parts {
		found = append(found, p.vertices)
	}
	assert.Equal(t, [][]int32{{4}, {0}, {3}, {1}, {5}, {2}}, found)
}

// A side of one k-th of the graph, or of an eighth of a part that is to have more than eight parts, balances the rest of the part.
func TestAsymmetryBalancesAShare(t *testing.T) {
	const n = 240
	for _, k := range []int{3, 8, 30, 240} {
		opt := options()
		opt.K = k
		r := New(t.Context(), testgraph.Path(n), testgraph.Ones(n), *opt, nil)
		for parts := 2; parts <= k; parts++ {
			m := float64(n*parts) / float64(k)
			side := max(float64(n)/float64(k), m/8)
			assert.InDelta(t, m-side, r.asymmetry(m)*side, 1e-9, "%d parts of %d", parts, k)
		}
		assert.InDelta(t, 1/float64(k), r.asymmetry(float64(n)/float64(k)), 1e-9, "a part of one share")
	}
}
