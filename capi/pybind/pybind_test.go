package pybind

import (
	"runtime"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// path holds the path on four vertices in the arrays a caller would have, and keeps them alive.
type path struct {
	indptr  []int64
	indices []int32
	data    []float64
	labels  []int32
}

func newPath() *path {
	return &path{[]int64{0, 1, 3, 5, 6}, []int32{1, 0, 2, 1, 3, 2}, []float64{2, 2, 1, 1, 2, 2}, make([]int32, 4)}
}

func address[T any](s []T) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(s))) }

func (p *path) graph() *Graph {
	return &Graph{N: 4, Nnz: 6, Indptr: address(p.indptr), Indices: address(p.indices), Data: address(p.data)}
}

func TestJob(t *testing.T) {
	p := newPath()
	j := Start(p.graph(), DefaultOptions(), 0, 0)
	for j.Wait(10) == Pending {
	}
	require.Equal(t, OK, j.Code, j.Message)
	assert.Positive(t, j.Progress().NTrace)
	result := &Result{Labels: address(p.labels)}
	require.Equal(t, OK, j.Finish(result))
	assert.Equal(t, []int32{0, 0, 1, 1}, p.labels)
	assert.InDelta(t, 0.5, result.Value, 1e-15)
	assert.NotEqual(t, OK, j.Finish(result), "a job is finished once")
	runtime.KeepAlive(p)
}

func TestBadInputIsACodeAndAMessage(t *testing.T) {
	for _, c := range []struct {
		name   string
		spoil  func(p *path, g *Graph, o *Options)
		wanted string
		code   int
	}{
		{"no vertices", func(_ *path, g *Graph, _ *Options) { g.N = 0 }, "graph.n = 0", BadInput},
		{"no memory", func(_ *path, g *Graph, _ *Options) { g.Data = 0 }, "must not be NULL", BadInput},
		{"time limit", func(_ *path, _ *Graph, o *Options) { o.TimeLimit = -1 }, "time_limit = -1", BadInput},
		{"weight", func(p *path, _ *Graph, _ *Options) { p.data[2] = -1 }, "-1", BadInput},
		{"one half-edge", func(p *path, _ *Graph, _ *Options) { p.data[2] = 7 }, "symmetrize", NotSymmetric},
		{"option", func(_ *path, _ *Graph, o *Options) { o.Theta = 2 }, "Theta = 2", BadInput},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, o := newPath(), DefaultOptions()
			g := p.graph()
			c.spoil(p, g, o)
			j := Start(g, o, 0, 0)
			assert.Equal(t, c.code, j.Finish(&Result{}))
			assert.Contains(t, j.Message, c.wanted)
			runtime.KeepAlive(p)
		})
	}
}

// The presets cross without loss: what goes to Python and comes back is what the core wrote.
func TestOptionsCross(t *testing.T) {
	for _, o := range []*Options{DefaultOptions(), PaperOptions()} {
		assert.Equal(t, o, fromCore(o.options()))
	}
	assert.NotEqual(t, DefaultOptions(), PaperOptions())
}
