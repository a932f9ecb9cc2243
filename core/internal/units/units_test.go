package units

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// Weights in the safe range are not copied. Others are multiplied by a power of two, so that the same graph results.
func TestNormaliseScalesByAPowerOfTwo(t *testing.T) {
	g := testgraph.Random(rand.New(rand.NewPCG(1, 0)), 30, 0.2)
	same, exp := Normalise(g, nil)
	assert.Same(t, g, same)
	assert.Zero(t, exp)
	for _, shift := range []int{900, 400, -900} {
		scaled, exp := Normalise(g.Scaled(shift), nil)
		require.NotZero(t, exp)
		assert.Equal(t, g.Scaled(shift-exp).Data, scaled.Data, "2^%d", shift)
		degree, _ := extremes(scaled, nil)
		assert.LessOrEqual(t, degree, math.Ldexp(1, largestExp))
	}
}

// A positive weight below the range is raised to its bottom, so that it still connects its vertices; 0 stays 0.
func TestTinyWeightsStillConnect(t *testing.T) {
	g, err := graph.FromEdges(3, []graph.Edge{{I: 0, J: 1, W: 0x1p300}, {I: 1, J: 2, W: 0x1p-1074}})
	require.NoError(t, err)
	scaled, exp := Normalise(g, nil)
	assert.Equal(t, math.Ldexp(1, smallestExp), slices.Min(scaled.Data))
	exact := ExactFor(Exact{Graph: scaled, Mass: testgraph.Ones(3), Exp: exp}, g, nil, false)
	assert.Same(t, g, exact.Graph, "the result is evaluated with the weights of the input")
}

func TestMasses(t *testing.T) {
	g := testgraph.Star(4)
	for _, c := range []struct {
		given      []float64
		normalized bool
		mass       []float64
		exp        int
	}{
		{nil, false, []float64{1, 1, 1, 1}, 0},
		{nil, true, []float64{3, 1, 1, 1}, 7},
		{[]float64{1, 2, 3, 4}, true, []float64{1, 2, 3, 4}, 0},
		{[]float64{0x1p500, 0x1p499, 0x1p500, 0x1p498}, false, []float64{0.5, 0.25, 0.5, 0.125}, 501},
		{[]float64{1, 1, 1, 0x1p-1000}, false, []float64{1, 1, 1, math.Ldexp(1, lightestExp)}, 0},
	} {
		mass, exp := Masses(c.given, g, c.normalized, 7)
		assert.Equal(t, c.mass, mass)
		assert.Equal(t, c.exp, exp)
	}
}

// An isolated vertex has a mass that changes no sum of others.
func TestIsolatedVerticesHaveAMass(t *testing.T) {
	g, err := graph.FromEdges(3, []graph.Edge{{I: 0, J: 1, W: 5}})
	require.NoError(t, err)
	mass := PositiveDegrees(g)
	assert.Equal(t, []float64{5, 5}, mass[:2])
	assert.Positive(t, mass[2])
	assert.Equal(t, 5.0, 5+mass[2])
	none, err := graph.FromEdges(2, nil)
	require.NoError(t, err)
	assert.Equal(t, []float64{1, 1}, PositiveDegrees(none))
}

// Masses of 0 are raised to masses that together are below a rounding error of the smallest positive one, at any scale.
func TestMassesOfZeroArePositive(t *testing.T) {
	for _, given := range [][]float64{{0, 3, 0, 1}, {0x1p500, 0, 0x1p-300, 0}, {0, 1e-300, 1e300, 0}, {0, 0, 0, 1}} {
		mass, exp := safe(given)
		smallest, _ := smallestPositive(given)
		sum := 0.0
		for i, m := range given {
			if m == 0 {
				assert.Positive(t, mass[i])
				assert.GreaterOrEqual(t, mass[i], math.Ldexp(1, lightestExp))
				sum += mass[i]
			} else {
				assert.GreaterOrEqual(t, mass[i], math.Ldexp(m, -exp))
			}
		}
		assert.LessOrEqual(t, sum, max(math.Ldexp(smallest, -exp), math.Ldexp(1, lightestExp+lightestShift))*1e-12)
	}
	assert.Equal(t, 2.0, LeastMass([]float64{0, 2, 3}))
	assert.Zero(t, LeastMass([]float64{1, 2, 3}))
}
