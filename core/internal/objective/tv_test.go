package objective

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// The shares of any two blocks of rows add up to twice the sum over edges.
func TestSharesOfRowsAddUpToTV(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	for range 100 {
		g := testgraph.Random(rng, 2+rng.IntN(20), rng.Float64())
		f, want := testgraph.Normal(rng, g.N()), 0.0
		for i := range f {
			idx, w := g.Row(i)
			for k, j := range idx {
				if int(j) > i {
					want += w[k] * math.Abs(f[i]-f[j])
				}
			}
		}
		split := rng.IntN(g.N() + 1)
		require.InEpsilon(t, 2*want, TVRows(g, f, 0, split)+TVRows(g, f, split, g.N()), 1e-13)
		require.InEpsilon(t, want, newEnergy(t, g, testgraph.Ones(g.N()), 1, 1).TV(f), 1e-13)
	}
}
