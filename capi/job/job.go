// Package job runs a partition in the background for callers that poll. A binding starts a job, waits for it in short
// intervals, during which it can cancel it, and takes the outcome. Every binding is a thin layer over this package.
package job

import (
	"context"
	"fmt"
	"math"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/partition"
)

// largeJob is the number of half-edges from which memory is returned to the operating system soon after Release. Otherwise
// the Go runtime keeps it for minutes.
const largeJob = 1 << 20

// Input is the input of a job on n vertices. Its slices may be memory of the caller: they are read until Outcome returns,
// and never written.
type Input struct {
	Indptr       []int64     // n + 1 row starts
	Indices      []int32     // neighbours
	Data         []float64   // weights
	Starts       [][]float64 // functions f⁰, each of length n, or nil
	VertexWeight []float64   // mass of each vertex, or nil
	Fixed        []int32     // part of each fixed vertex, −1 for the other vertices, or nil
	PartWeights  []float64   // target share of each part, or nil
	Labels       []int32     // part of each vertex in a partition to start from, or nil
	Others       []partition.Mass
	VertexSize   []float64  // size of each vertex for the communication volume, or nil
	MustLink     [][2]int32 // pairs of vertices that lie in one part
	CannotLink   [][2]int32 // pairs of vertices that lie in different parts
	Options      partition.Options
}

// count is the number of jobs of this process that were started and not released.
var count atomic.Int64

// Count returns the number of jobs of this process that were started and not released. It includes every job that still
// reads memory of its caller.
func Count() int64 { return count.Load() }

// Job is a run of partition.Run in the background. Its methods may be called from several goroutines.
type Job struct {
	cancel   context.CancelFunc
	done     chan struct{}
	progress atomic.Pointer[partition.Progress]
	size     int // half-edges of the graph
	released atomic.Bool
	result   *partition.Result
	err      error
}

// PanicError is the error for a panic inside a job, which is a bug in this library.
type PanicError struct {
	Value any    // value of the panic
	Stack []byte // stack trace
}

var _ error = (*PanicError)(nil)

// Error returns the value of the panic and the stack trace.
func (e *PanicError) Error() string {
	return fmt.Sprintf("internal error, please report it: %v\n%s", e.Value, e.Stack)
}

// Start starts a job. Outcome returns errors in its input.
func Start(in Input) *Job {
	ctx, cancel := context.WithCancel(context.Background())
	j := &Job{cancel: cancel, done: make(chan struct{}), size: len(in.Data)}
	j.progress.Store(&partition.Progress{Energy: math.Inf(1), Value: math.Inf(1)}) // there is no cut yet
	count.Add(1)
	go j.run(ctx, in)
	return j
}

func (j *Job) run(ctx context.Context, in Input) {
	defer close(j.done)
	defer func() {
		if v := recover(); v != nil {
			j.err = &PanicError{Value: v, Stack: debug.Stack()}
		}
	}()
	began := time.Now()
	g, err := graph.NewParallel(in.Indptr, in.Indices, in.Data, in.Options.NumThreads())
	if err != nil {
		j.err = err
		return
	}
	if limit := &in.Options.TimeLimit; limit.Present && limit.Value > 0 { // the check of the graph counts
		limit.Value = max(limit.Value-time.Since(began).Seconds(), math.SmallestNonzeroFloat64)
	}
	problem := partition.Problem{Graph: g, VertexWeight: in.VertexWeight, Starts: in.Starts, Fixed: in.Fixed,
		PartWeights: in.PartWeights, Labels: in.Labels, Others: in.Others, VertexSize: in.VertexSize, MustLink: in.MustLink,
		CannotLink: in.CannotLink}
	j.result, j.err = partition.Run(ctx, problem, in.Options, func(p partition.Progress) {
		j.progress.Store(&p)
	})
}

// Wait waits until the job has ended, but at most for d, and reports whether it has ended.
func (j *Job) Wait(d time.Duration) bool {
	select {
	case <-j.done:
		return true
	default:
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-j.done:
		return true
	case <-timer.C:
		return false
	}
}

// Progress returns the latest progress. Energy and Value are +Inf before the first cut.
func (j *Job) Progress() partition.Progress { return *j.progress.Load() }

// Lengths holds the lengths of those arrays of a result that depend on the run.
type Lengths struct{ Trace, Starts, Profile, Stages, Parts int64 }

// Lengths returns the lengths of the arrays of the result, or 0 if the job has not ended or has failed.
func (j *Job) Lengths() Lengths {
	select {
	case <-j.done:
		if j.err == nil {
			r := j.result
			return Lengths{int64(len(r.Trace)), int64(len(r.Starts)), int64(len(r.Profile.Shares)), int64(len(r.Stages)), int64(len(r.Masses))}
		}
	default:
	}
	return Lengths{}
}

// Cancel makes the job end with the best partition so far. It does not wait for the end.
func (j *Job) Cancel() { j.cancel() }

// Outcome waits for the end of the job and returns the result. It returns *graph.Error, *partition.OptionError,
// *partition.InputError or *partition.BoundsError if the input is not valid, and *PanicError after a panic.
func (j *Job) Outcome() (*partition.Result, error) {
	<-j.done
	j.cancel()
	return j.result, j.err
}

// Release waits for the end of the job and takes it off Count. It returns the memory of a large job to the operating
// system. Only the first call does this and returns true.
func (j *Job) Release() bool {
	<-j.done
	if !j.released.CompareAndSwap(false, true) {
		return false
	}
	count.Add(-1)
	if j.size >= largeJob {
		go debug.FreeOSMemory() // the caller need not wait for it
	}
	return true
}
