package job

import (
	"context"
	"math"
	"sync"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/partition"
)

// grid returns the side × side grid with unit weights, whose best cut is C = side/(side²/2) for even sides.
func grid(side int) *graph.CSR {
	var edges []graph.Edge
	for i := range side * side {
		if (i+1)%side != 0 {
			edges = append(edges, graph.Edge{I: i, J: i + 1, W: 1})
		}
		if i+side < side*side {
			edges = append(edges, graph.Edge{I: i, J: i + side, W: 1})
		}
	}
	g, err := graph.FromEdges(side*side, edges)
	if err != nil {
		panic(err)
	}
	return g
}

// options returns the default options with one of them set.
func options(name, text string) partition.Options {
	o := partition.Defaults()
	if err := o.Set(name, text); err != nil {
		panic(err)
	}
	return o
}

func input(g *graph.CSR, o partition.Options) Input {
	return Input{Indptr: g.Indptr, Indices: g.Indices, Data: g.Data, Options: o}
}

func TestOutcome(t *testing.T) {
	j := Start(input(grid(4), options("init", "random")))
	r, err := j.Outcome()
	require.NoError(t, err)
	assert.InEpsilon(t, 0.5, r.Value, 1e-12)
	assert.True(t, j.Wait(0), "Wait returns at once for a job that has ended")
	assert.Positive(t, j.Progress().NOuter)
}

// Before the first report there is no cut.
func TestProgressBeforeTheFirstCut(t *testing.T) {
	in := input(grid(30), options("n_starts", "1073741824"))
	in.Data[0] = -1 // the job ends with an error, without a report
	j := Start(in)
	_, err := j.Outcome()
	require.Error(t, err)
	assert.True(t, math.IsInf(j.Progress().Value, 1) && math.IsInf(j.Progress().Energy, 1))
}

// Target shares and labels reach the run, and the masses of the parts reach the caller's memory.
func TestSharesLabelsAndSizes(t *testing.T) {
	g, labels := grid(2), []int32{0, 1, 1, 1}
	shares, sizes := []float64{0.25, 0.75}, make([]float64, 2)
	memory := Memory{N: 4, NNZ: 8, Indptr: unsafe.Pointer(&g.Indptr[0]), Indices: unsafe.Pointer(&g.Indices[0]),
		Data: unsafe.Pointer(&g.Data[0]), PartWeights: unsafe.Pointer(&shares[0]), Labels: unsafe.Pointer(&labels[0])}
	in, err := memory.Input(options("max_imbalance", "0"))
	require.NoError(t, err)
	r, err := Start(in).Outcome()
	require.NoError(t, err)
	Destination{Masses: unsafe.Pointer(&sizes[0])}.Fill(r)
	assert.Equal(t, []float64{1, 3}, sizes)
	assert.InDelta(t, 0, r.Imbalance, 1e-12)
}

// A panic that leaves the goroutine of a job would end the caller's process.
func TestPanicBecomesAnError(t *testing.T) {
	j := &Job{done: make(chan struct{}), cancel: func() {}}
	var none context.Context
	j.run(none, input(grid(2), options("init", "random"))) // context.WithCancel panics on a nil context
	_, err := j.Outcome()
	var panicked *PanicError
	require.ErrorAs(t, err, &panicked)
	assert.Contains(t, panicked.Error(), "nil parent")
	assert.Contains(t, string(panicked.Stack), "partition")
}

func TestBadInput(t *testing.T) {
	in := input(grid(2), partition.Defaults())
	in.Data = append([]float64{-1}, in.Data[1:]...)
	_, err := Start(in).Outcome()
	var fault *graph.Error
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, graph.FaultNegative, fault.Fault)
}

func TestCancelAndTimeLimit(t *testing.T) {
	endless := options("n_starts", "1073741824")
	j := Start(input(grid(30), endless))
	require.False(t, j.Wait(20*time.Millisecond))
	j.Cancel()
	r, err := j.Outcome()
	require.NoError(t, err)
	assert.Equal(t, partition.Stopped, r.Status)

	in := input(grid(30), endless)
	in.Options.TimeLimit = partition.Some(0.05)
	r, err = Start(in).Outcome()
	require.NoError(t, err)
	assert.Equal(t, partition.TimeLimit, r.Status)
}

// Goroutines that wait for a job see its end and its result while another one releases it.
func TestWaitDuringRelease(t *testing.T) {
	before := Count()
	for range 20 {
		j := Start(input(grid(12), options("n_starts", "1")))
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				for !j.Wait(time.Second) {
				}
				r, err := j.Outcome()
				assert.NoError(t, err)
				assert.NotEmpty(t, r.Trace)
			})
		}
		_, err := j.Outcome()
		require.NoError(t, err)
		assert.True(t, j.Release())
		assert.False(t, j.Release(), "only the first call releases the job")
		wg.Wait()
	}
	assert.Equal(t, before, Count())
}

// Memory that the process does not have is an error, and not the end of the process.
func TestMemoryThatIsNotAccessible(t *testing.T) {
	missing := uintptr(1) << 40
	none := *(*unsafe.Pointer)(unsafe.Pointer(&missing))
	g := grid(4)
	for _, c := range []struct {
		name   string
		change func(m *Memory)
	}{
		{"graph.indptr", func(m *Memory) { m.Indptr = none }},
		{"graph.indices", func(m *Memory) { m.Indices = none }},
		{"graph.data", func(m *Memory) { m.Data = none }},
		{"graph.vertex_weight", func(m *Memory) { m.VertexWeight = none }},
		{"graph.labels", func(m *Memory) { m.Labels = none }},
		{"starts", func(m *Memory) { m.Starts, m.NStarts = none, 1 }},
	} {
		m := Memory{N: 16, NNZ: int64(len(g.Data)), Indptr: unsafe.Pointer(&g.Indptr[0]), Indices: unsafe.Pointer(&g.Indices[0]),
			Data: unsafe.Pointer(&g.Data[0])}
		c.change(&m)
		_, err := m.Input(partition.Defaults())
		assert.ErrorContains(t, err, c.name+": the memory")
	}
	j := Start(input(g, partition.Defaults()))
	r, err := j.Outcome()
	require.NoError(t, err)
	assert.ErrorContains(t, Destination{Labels: none}.Fill(r), "result: the memory")
	assert.NoError(t, Destination{}.Fill(r))
	j.Release()
}

func TestLengthsOfABlockThatAreNotValid(t *testing.T) {
	for _, b := range []Block{{N: -1}, {NNZ: -1}, {Columns: -1}, {N: math.MaxInt32 + 1}} {
		assert.ErrorContains(t, b.Propose(), "must be numbers of entries")
	}
}
