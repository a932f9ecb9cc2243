package partition

import (
	"context"
	"math/rand/v2"
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
