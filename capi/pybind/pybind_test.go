package pybind

import (
	"runtime"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/capi/job"

	"github.com/tvcut/tvcut/core/partition"
)

// path holds the path on four vertices in arrays of the caller, and keeps them alive.
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
	j := &Job{}
	assert.Equal(t, OK, j.Wait(10), "a job that was not started does not run")
	require.Equal(t, OK, j.Start(p.graph(), NewOptions("default"), 0, 0), j.Message)
	for j.Wait(10) == Pending {
	}
	require.Equal(t, OK, j.Code, j.Message)
	assert.Positive(t, j.Progress().NTrace)
	assert.Contains(t, partition.Phases(), j.Progress().Phase)
	sizes := make([]float64, 2)
	result := &Result{Labels: address(p.labels), Masses: address(sizes)}
	require.Equal(t, OK, j.Outcome(&Result{}))
	require.Equal(t, OK, j.Finish(result), "also after Outcome")
	require.Zero(t, Count())
	assert.Equal(t, []int32{0, 0, 1, 1}, p.labels)
	assert.InDelta(t, 0.5, result.Value, 1e-15)
	assert.Equal(t, []float64{2, 2}, sizes)
	assert.Equal(t, []float64{1, 0}, []float64{result.CutWeight, result.Imbalance})
	assert.NotEqual(t, OK, j.Finish(result), "a second call of Finish returns an error")
	runtime.KeepAlive(p)
}

func TestBadInputGivesCodeAndMessage(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(p *path, g *Graph, o *Options)
		wanted string
		code   int
	}{
		{"no vertices", func(_ *path, g *Graph, _ *Options) { g.N = 0 }, "graph.n = 0", BadInput},
		{"no memory", func(_ *path, g *Graph, _ *Options) { g.Data = 0 }, "must not be NULL", BadInput},
		{"option", func(_ *path, _ *Graph, o *Options) { o.Set("n_clusters", "9") }, "n_clusters must be an integer in [1, n = 4], got 9", BadInput},
		{"weight", func(p *path, _ *Graph, _ *Options) { p.data[2] = -1 }, "-1", BadInput},
		{"one half-edge", func(p *path, _ *Graph, _ *Options) { p.data[2] = 7 }, "symmetrize", NotSymmetric},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, o := newPath(), NewOptions("default")
			g := p.graph()
			c.change(p, g, o)
			j := &Job{}
			j.Start(g, o, 0, 0)
			assert.Equal(t, c.code, j.Finish(&Result{}))
			assert.Zero(t, Count())
			assert.Contains(t, j.Message, c.wanted)
			runtime.KeepAlive(p)
		})
	}
}

// A caller that was interrupted does not know which calls were made, so each of them may be made again.
func TestReleaseAtAnyTime(t *testing.T) {
	p, j := newPath(), &Job{}
	j.Release()
	require.Equal(t, OK, j.Start(p.graph(), NewOptions("default"), 0, 0))
	require.NotEqual(t, OK, j.Start(p.graph(), NewOptions("default"), 0, 0), "a job is started once")
	j.Cancel()
	j.Release()
	j.Release()
	j.Cancel()
	require.Zero(t, Count())
	assert.NotEqual(t, OK, j.Outcome(&Result{}))
	runtime.KeepAlive(p)
}

func TestOptions(t *testing.T) {
	o := NewOptions("paper")
	assert.Equal(t, "unit", o.Get("scale"))
	assert.True(t, o.Set("theta", "0.5"))
	assert.Equal(t, "0.5", o.Get("theta"))
	assert.False(t, o.Set("theta", "2"))
	assert.Equal(t, "theta must be in (0, 1), got 2", o.Message)
	assert.Equal(t, &Fault{Kind: int(job.FaultOption), Start: -1, Index: -1, Argument: "theta", Problem: "must be in (0, 1), got 2"}, o.Fault())
	assert.Equal(t, "0.5", o.Get("theta"), "a failed Set changes nothing")
	assert.Empty(t, o.Get("thetta"))
	assert.Contains(t, o.Message, "option must be one of 'n_clusters'")
	assert.Contains(t, NewOptions("fast").Message, "preset must be one of 'default', 'paper', got 'fast'")
	assert.Contains(t, Registry(), `"name":"theta"`)
}
