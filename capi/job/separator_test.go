package job

import (
	"math"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
)

// separation returns the input of a separator of g, whose result is written to out.
func separation(g *graph.CSR, out []int32) Separation {
	return Separation{MaxImbalance: 0.2, Out: unsafe.Pointer(&out[0]), Graph: Memory{N: int64(g.N()), NNZ: int64(g.NNZ()),
		Indptr: unsafe.Pointer(&g.Indptr[0]), Indices: unsafe.Pointer(&g.Indices[0]), Data: unsafe.Pointer(&g.Data[0])}}
}

func TestSeparatorsAndOrdersAreWritten(t *testing.T) {
	g, out := grid(7), make([]int32, 49)
	require.NoError(t, separation(g, out).VertexSeparator())
	var sizes [3]int
	for _, d := range out {
		sizes[d]++
	}
	assert.Equal(t, 6, sizes[2], "a diagonal, with 15 vertices on one side of it")
	require.NoError(t, separation(g, out).NestedDissection())
	seen := map[int32]bool{}
	for _, v := range out {
		seen[v] = true
	}
	assert.Len(t, seen, 49)
}

func TestBadSeparations(t *testing.T) {
	missing := uintptr(1) << 40
	none := *(*unsafe.Pointer)(unsafe.Pointer(&missing))
	for message, change := range map[string]func(s *Separation){
		"graph.n = 0":                              func(s *Separation) { s.Graph.N = 0 },
		"must not be NULL":                         func(s *Separation) { s.Out = nil },
		"graph.indices: the memory":                func(s *Separation) { s.Graph.Indices = none },
		"the result: the memory":                   func(s *Separation) { s.Out = none },
		"max_imbalance must be in [0, 1), got NaN": func(s *Separation) { s.MaxImbalance = math.NaN() },
		"time_limit must be > 0":                   func(s *Separation) { s.TimeLimit = -1 },
	} {
		s := separation(grid(4), make([]int32, 16))
		change(&s)
		assert.ErrorContains(t, s.NestedDissection(), message)
	}
	g := grid(4)
	g.Data[0] = 2
	assert.Equal(t, NotSymmetric, CodeOf(separation(g, make([]int32, 16)).VertexSeparator()))
}

// A flag that another goroutine sets ends the search, which still gives an order.
func TestStopEndsASeparation(t *testing.T) {
	g, out, flag := grid(500), make([]int32, 250_000), int32(0)
	s := separation(g, out)
	s.Stop = unsafe.Pointer(&flag)
	time.AfterFunc(50*time.Millisecond, func() { atomic.StoreInt32(&flag, 1) })
	require.NoError(t, s.NestedDissection())
	seen := make([]bool, len(out))
	for _, v := range out {
		require.False(t, seen[v])
		seen[v] = true
	}
}
