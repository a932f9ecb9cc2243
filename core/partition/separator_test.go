package partition

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// sides returns the masses of the two sides and of the separator, after a check that no edge joins the sides.
func sides(t *testing.T, g *graph.CSR, mass []float64, label []int32) (sum [3]float64) {
	t.Helper()
	require.Len(t, label, g.N())
	for i, d := range label {
		sum[d] += mass[i]
		idx, _ := g.Row(i)
		for _, j := range idx {
			require.False(t, d != label[j] && d != OnSeparator && label[j] != OnSeparator)
		}
	}
	return sum
}

func TestVertexSeparatorOfAGrid(t *testing.T) {
	g := testgraph.Grid(12, 31)
	label, err := VertexSeparator(t.Context(), g, nil, DefaultSeparatorOptions())
	require.NoError(t, err)
	assert.Equal(t, [3]float64{180, 180, 12}, sides(t, g, testgraph.Ones(372), label), "the middle column")
}

// A path is separated at one vertex, the lightest within the bound.
func TestVertexSeparatorFindsTheLightestVertex(t *testing.T) {
	g, mass := testgraph.Path(99), slices.Repeat([]float64{2}, 99)
	mass[45], mass[20] = 1.5, 0.1
	opt := DefaultSeparatorOptions()
	opt.Seed = 3
	label, err := VertexSeparator(t.Context(), g, mass, opt)
	require.NoError(t, err)
	sum := sides(t, g, mass, label)
	assert.InDelta(t, 1.5, sum[OnSeparator], 0)
	assert.Equal(t, int32(OnSeparator), label[45])
}

// No edge of any weight joins the sides, and the result depends on the pattern of the graph only.
func TestSeparatorsAndOrdersIgnoreWeights(t *testing.T) {
	g := testgraph.Mesh(15, 17)
	zeros := &graph.CSR{Indptr: g.Indptr, Indices: g.Indices, Data: make([]float64, g.NNZ())}
	opt := DefaultSeparatorOptions()
	a, err := VertexSeparator(t.Context(), g, nil, opt)
	require.NoError(t, err)
	b, err := VertexSeparator(t.Context(), zeros, nil, opt)
	require.NoError(t, err)
	assert.Equal(t, a, b)
	sides(t, g, testgraph.Ones(g.N()), a)
	first, err := NestedDissection(t.Context(), g, opt)
	require.NoError(t, err)
	second, err := NestedDissection(t.Context(), zeros, opt)
	require.NoError(t, err)
	assert.Equal(t, first, second)
	slices.Sort(first)
	for i, v := range first {
		require.Equal(t, int32(i), v)
	}
}

func TestSeparatorErrors(t *testing.T) {
	g := testgraph.Path(4)
	for want, change := range map[string]func(*SeparatorOptions){
		"max_imbalance must be in [0, 1), got 1":        func(o *SeparatorOptions) { o.MaxImbalance = 1 },
		"max_imbalance must be in [0, 1), got NaN":      func(o *SeparatorOptions) { o.MaxImbalance = math.NaN() },
		"time_limit must be > 0 and finite, got 0":      func(o *SeparatorOptions) { o.TimeLimit = Some(0.0) },
		"time_limit must be > 0 and finite, got +Inf":   func(o *SeparatorOptions) { o.TimeLimit = Some(math.Inf(1)) },
		"max_imbalance must be in [0, 1), got -0.00001": func(o *SeparatorOptions) { o.MaxImbalance = -0.00001 },
	} {
		opt := DefaultSeparatorOptions()
		change(&opt)
		_, err := VertexSeparator(t.Context(), g, nil, opt)
		var option *OptionError
		require.ErrorAs(t, err, &option)
		_, other := NestedDissection(t.Context(), g, opt)
		assert.Equal(t, err, other)
		if opt.MaxImbalance != -0.00001 {
			assert.EqualError(t, err, want)
		}
	}
	for _, mass := range [][]float64{{1, 1, 0, 1}, {1, 1, math.NaN(), 1}, {1, 1, math.Inf(1), 1}} {
		_, err := VertexSeparator(t.Context(), g, mass, DefaultSeparatorOptions())
		var input *InputError
		require.ErrorAs(t, err, &input)
		assert.Equal(t, 2, input.Vertex)
	}
	_, err := VertexSeparator(t.Context(), g, []float64{1}, DefaultSeparatorOptions())
	assert.ErrorContains(t, err, "vertex_weight")
	_, err = VertexSeparator(t.Context(), g, slices.Repeat([]float64{1e308}, 4), DefaultSeparatorOptions())
	assert.ErrorContains(t, err, "finite sum")
}

func TestSeparatorsWithinATimeLimit(t *testing.T) {
	g := testgraph.Grid(200, 200)
	opt := DefaultSeparatorOptions()
	opt.TimeLimit = Some(1e-9)
	label, err := VertexSeparator(context.Background(), g, nil, opt)
	require.NoError(t, err)
	sum := sides(t, g, testgraph.Ones(g.N()), label)
	assert.LessOrEqual(t, max(sum[0], sum[1]), 0.6*40000)
	order, err := NestedDissection(context.Background(), g, opt)
	require.NoError(t, err)
	assert.Len(t, order, 40000)
}

func TestSeparatorsOfSmallestGraphs(t *testing.T) {
	for n := range 4 {
		g := testgraph.Complete(n + 1)
		label, err := VertexSeparator(t.Context(), g, nil, DefaultSeparatorOptions())
		require.NoError(t, err)
		sum := sides(t, g, testgraph.Ones(n+1), label)
		assert.InDelta(t, math.Max(0, float64(n+1)-math.Floor(0.6*float64(n+1))), sum[OnSeparator], 0, "one side is empty")
		order, err := NestedDissection(t.Context(), g, DefaultSeparatorOptions())
		require.NoError(t, err)
		assert.Len(t, order, n+1)
	}
}
