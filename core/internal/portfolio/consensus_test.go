package portfolio

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

func TestDegreeScaledWeights(t *testing.T) {
	g := testgraph.Random(rand.New(rand.NewPCG(11, 0)), 50, 0.05)
	scaled, degree := degreeScaled(g), g.Degrees()
	for i := range g.N() {
		idx, w := g.Row(i)
		_, found := scaled.Row(i)
		for e, j := range idx {
			require.InEpsilon(t, w[e]/math.Sqrt(degree[i]*degree[j]), found[e], 1e-12)
		}
	}
	_, err := graph.New(scaled.Indptr, scaled.Indices, scaled.Data)
	require.NoError(t, err, "the weights are symmetric")
}

// 1/√d rounds differently for d and 2d, which must not show in the weights.
func TestDegreeScaledWeightsDoNotDependOnTheUnit(t *testing.T) {
	g := testgraph.Random(rand.New(rand.NewPCG(4, 0)), 50, 0.3)
	want := degreeScaled(g).Data
	for _, exp := range []int{-901, -900, -37, -1, 1, 2, 3, 150, 901} {
		assert.Equal(t, want, degreeScaled(g.Scaled(exp)).Data, "2^%d", exp)
	}
	for e, w := range want {
		assert.Greater(t, w, 0.0, "half-edge %d", e)
	}
}
