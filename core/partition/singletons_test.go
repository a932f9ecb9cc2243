package partition

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// With as many parts as vertices, each vertex is a part, at any size of the graph.
func TestAsManyPartsAsVertices(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 0))
	for _, n := range []int{3, 40, 400} {
		g := testgraph.Random(rng, n, 0.2)
		opt := Defaults()
		opt.NClusters = n
		res, err := Run(context.Background(), Problem{Graph: g}, opt, nil)
		require.NoError(t, err)
		require.Equal(t, Optimal, res.Status)
		want := 0.0
		for i := range n {
			require.Equal(t, int32(i), res.Labels[i])
			want += g.Degree(i) / 2 // ½ cut({i}, {i}ᶜ)/min(1, (n − 1)/(n − 1))
		}
		require.InEpsilon(t, want, res.Value, 1e-12)
		require.Len(t, res.Merges, n-1)
	}
}

// The only partition is optimal whatever the options and the context, and its value is the lower bound.
func TestTheOnlyPartitionIsOptimal(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, n := range []int{2, 3, 6, 12, 40} {
		labels := make([]int32, n)
		for i := range labels {
			labels[i] = int32(n - 1 - i)
		}
		for _, p := range []Problem{{}, {Fixed: labels}, {Labels: labels}, {PartWeights: slices.Repeat([]float64{1 / float64(n)}, n)}} {
			p.Graph = testgraph.Star(n)
			for _, options := range [][]any{nil, {"polish", "none"}, {"objective", "cut"}, {"strategy", "symmetric"}} {
				opt := with(append(options, "n_clusters", n, "min_share", 0.0, "lower_bound", true)...)
				for _, ctx := range []context.Context{t.Context(), ended} {
					r, err := Run(ctx, p, opt, nil)
					require.NoError(t, err)
					require.Equal(t, Optimal, r.Status, "%d parts, %v, %v", n, options, ctx.Err())
					require.InEpsilon(t, n-1, r.CutWeight, 1e-12)
					if opt.Objective == ValueObjective {
						require.Equal(t, Some(r.Value), r.LowerBound)
					}
				}
			}
		}
	}
}
