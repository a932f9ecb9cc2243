package job

import (
	"context"
	"sync"
	"testing"
	"time"

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
		j.Release()
		wg.Wait()
	}
}
