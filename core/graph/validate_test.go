package graph_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// raw is an input of graph.New.
type raw struct {
	indptr  []int64
	indices []int32
	data    []float64
}

// Inputs that New refuses, with the fault and the entry that it reports.
var (
	nan, inf = math.NaN(), math.Inf(1)
	big      = math.MaxFloat64

	refused = []struct {
		name     string
		in       raw
		fault    graph.Fault
		row, col int
	}{
		{"no row starts", raw{nil, nil, nil}, graph.FaultSize, -1, 0},
		{"no vertices", raw{[]int64{0}, nil, nil}, graph.FaultSize, 0, 0},
		{"more indices than weights", raw{[]int64{0, 1, 2}, []int32{1, 0}, []float64{1}}, graph.FaultSize, 2, 0},
		{"indptr starts above 0", raw{[]int64{1, 1, 2}, []int32{1, 0}, []float64{1, 1}}, graph.FaultIndptr, 0, 1},
		{"indptr decreases", raw{[]int64{0, 2, 1}, []int32{1, 0}, []float64{1, 1}}, graph.FaultIndptr, 2, 1},
		{"indptr negative", raw{[]int64{0, -1, 2}, []int32{1, 0}, []float64{1, 1}}, graph.FaultIndptr, 1, -1},
		{"indptr beyond nnz", raw{[]int64{0, 3, 2}, []int32{1, 0}, []float64{1, 1}}, graph.FaultIndptr, 1, 3},
		{"indptr ends below nnz", raw{[]int64{0, 1, 1}, []int32{1, 0}, []float64{1, 1}}, graph.FaultIndptr, 2, 1},
		{"index too large", raw{[]int64{0, 1, 2}, []int32{2, 0}, []float64{1, 1}}, graph.FaultIndex, 0, 2},
		{"index negative", raw{[]int64{0, 1, 2}, []int32{1, -1}, []float64{1, 1}}, graph.FaultIndex, 1, -1},
		{"row unsorted", raw{[]int64{0, 2, 3, 4}, []int32{2, 1, 0, 0}, []float64{1, 1, 1, 1}}, graph.FaultOrder, 0, 1},
		{"duplicate", raw{[]int64{0, 2, 4}, []int32{1, 1, 0, 0}, []float64{1, 1, 1, 1}}, graph.FaultOrder, 0, 1},
		{"self-loop", raw{[]int64{0, 1, 3}, []int32{1, 0, 1}, []float64{1, 1, 1}}, graph.FaultLoop, 1, 1},
		{"NaN", raw{[]int64{0, 1, 2}, []int32{1, 0}, []float64{nan, nan}}, graph.FaultNotFinite, 0, 1},
		{"infinite", raw{[]int64{0, 1, 2}, []int32{1, 0}, []float64{1, inf}}, graph.FaultNotFinite, 1, 0},
		{"minus infinite", raw{[]int64{0, 1, 2}, []int32{1, 0}, []float64{-inf, 1}}, graph.FaultNotFinite, 0, 1},
		{"negative", raw{[]int64{0, 1, 2}, []int32{1, 0}, []float64{-1, -1}}, graph.FaultNegative, 0, 1},
		{"sum overflows", raw{[]int64{0, 1, 2}, []int32{1, 0}, []float64{big, big}}, graph.FaultOverflow, 0, 0},
		{"values differ", raw{[]int64{0, 1, 2}, []int32{1, 0}, []float64{1, 2}}, graph.FaultAsymmetric, 0, 1},
		{"lower mirror missing", raw{[]int64{0, 1, 1}, []int32{1}, []float64{1}}, graph.FaultAsymmetric, 0, 1},
		{"upper mirror missing", raw{[]int64{0, 0, 1}, []int32{0}, []float64{1}}, graph.FaultAsymmetric, 1, 0},
		{"upper mirror missing before a good pair",
			raw{[]int64{0, 0, 1, 3}, []int32{2, 0, 1}, []float64{1, 1, 1}}, graph.FaultAsymmetric, 2, 0},
	}
)

func TestNewReportsEveryFault(t *testing.T) {
	reported := map[graph.Fault]bool{}
	for _, c := range refused {
		reported[c.fault] = true
		t.Run(c.name, func(t *testing.T) {
			g, err := graph.New(c.in.indptr, c.in.indices, c.in.data)
			assert.Nil(t, g)
			var e *graph.Error
			require.True(t, errors.As(err, &e), "%v", err)
			assert.Equal(t, c.fault, e.Fault)
			assert.Equal(t, []int{c.row, c.col}, []int{e.Row, e.Col})
			assert.NotEqual(t, "graph: invalid", e.Error(), "every fault has its own message")
		})
	}
	names := map[string]bool{}
	for f := graph.FaultSize; f <= graph.FaultOverflow; f++ {
		assert.True(t, reported[f], "fault %v has no case", f)
		names[f.String()] = true
	}
	assert.Len(t, names, int(graph.FaultOverflow), "every fault has its own name")
	assert.Equal(t, "Fault(0)", graph.Fault(0).String())
	assert.Equal(t, "Fault(10)", (graph.FaultOverflow + 1).String())
}

func TestFromEdgesReportsItsFaults(t *testing.T) {
	for _, c := range []struct {
		name  string
		n     int
		edge  graph.Edge
		fault graph.Fault
	}{
		{"no vertices", 0, graph.Edge{}, graph.FaultSize},
		{"vertex negative", 3, graph.Edge{I: -1, J: 2, W: 1}, graph.FaultIndex},
		{"vertex too large", 3, graph.Edge{I: 0, J: 3, W: 1}, graph.FaultIndex},
		{"NaN", 3, graph.Edge{I: 0, J: 1, W: math.NaN()}, graph.FaultNotFinite},
		{"negative", 3, graph.Edge{I: 0, J: 1, W: -2}, graph.FaultNegative},
	} {
		_, err := graph.FromEdges(c.n, []graph.Edge{c.edge})
		var e *graph.Error
		require.True(t, errors.As(err, &e), c.name)
		assert.Equal(t, c.fault, e.Fault, c.name)
	}
}

func TestNewAcceptsGraphs(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 0))
	for range 50 {
		g := testgraph.Random(rng, 1+rng.IntN(40), rng.Float64())
		same, err := graph.New(g.Indptr, g.Indices, g.Data)
		require.NoError(t, err)
		require.Equal(t, g, same)
	}
	for name, in := range map[string]raw{
		"one vertex":      {[]int64{0, 0}, nil, nil},
		"no edges":        {[]int64{0, 0, 0, 0}, nil, nil},
		"explicit zero":   {[]int64{0, 1, 2}, []int32{1, 0}, []float64{0, 0}},
		"subnormal":       {[]int64{0, 1, 2}, []int32{1, 0}, []float64{5e-324, 5e-324}},
		"isolated vertex": {[]int64{0, 1, 1, 2}, []int32{2, 0}, []float64{1, 1}},
	} {
		_, err := graph.New(in.indptr, in.indices, in.data)
		assert.NoError(t, err, name)
	}
}

// One half-edge of a random graph is removed or changed. The error must name that pair.
func TestNewFindsTheAsymmetricEntry(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	for range 300 {
		g := testgraph.Random(rng, 2+rng.IntN(20), rng.Float64())
		k := rng.IntN(g.NNZ())
		i := 0
		for g.Indptr[i+1] <= int64(k) {
			i++
		}
		j := int(g.Indices[k])
		var e *graph.Error
		if rng.IntN(2) == 0 {
			g.Data[k] *= 2
			_, err := graph.New(g.Indptr, g.Indices, g.Data)
			require.True(t, errors.As(err, &e))
			require.Equal(t, []int{min(i, j), max(i, j)}, []int{e.Row, e.Col})
			require.Equal(t, 2*min(e.Value, e.Other), max(e.Value, e.Other))
		} else {
			for r := i; r < g.N(); r++ {
				g.Indptr[r+1]--
			}
			_, err := graph.New(g.Indptr, append(g.Indices[:k:k], g.Indices[k+1:]...), append(g.Data[:k:k], g.Data[k+1:]...))
			require.True(t, errors.As(err, &e))
			require.Equal(t, []int{j, i}, []int{e.Row, e.Col}, "the half-edge without a mirror")
			require.Zero(t, e.Other)
		}
		require.Equal(t, graph.FaultAsymmetric, e.Fault)
	}
}
