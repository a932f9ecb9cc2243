// Package job runs a partition in the background for callers that poll: bindings start a job, wait for
// it in slices short enough to stay responsive, cancel it if they must, and finish it. Every binding is a
// thin layer over this package.
package job

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/partition"
)

// largeJob is the number of half-edges from which the memory of a finished job is handed back to the
// system at once: the Go runtime would keep it for minutes.
const largeJob = 1 << 20

// Input is what a job works on. Its slices may be memory of the caller: they are read until Finish
// returns, and never written.
type Input struct {
	Indptr       []int64
	Indices      []int32
	Data         []float64
	Starts       [][]float64 // the user's own starts, or nil
	VertexWeight []float64   // the mass of every vertex, or nil
	Fixed        []int32     // given parts, −1 where none is given, or nil
	Options      partition.Options
}

// Job is one partition under way.
type Job struct {
	cancel   context.CancelFunc
	done     chan struct{}
	progress atomic.Pointer[partition.Progress]
	size     int
	result   *partition.Result
	err      error
}

// PanicError is a panic inside the job, an error of this library, brought back as a value.
type PanicError struct {
	Value any
	Stack []byte
}

// Error implements the error interface.
func (e *PanicError) Error() string {
	return fmt.Sprintf("internal error, please report it: %v\n%s", e.Value, e.Stack)
}

// Start begins a job. Whatever is wrong with its input is reported by Finish.
func Start(in Input) *Job {
	ctx, cancel := context.WithCancel(context.Background())
	j := &Job{cancel: cancel, done: make(chan struct{}), size: len(in.Data)}
	j.progress.Store(&partition.Progress{})
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
	g, err := graph.New(in.Indptr, in.Indices, in.Data)
	if err != nil {
		j.err = err
		return
	}
	problem := partition.Problem{Graph: g, VertexWeight: in.VertexWeight, Starts: in.Starts, Fixed: in.Fixed}
	j.result, j.err = partition.Run(ctx, problem, in.Options, func(p partition.Progress) {
		j.progress.Store(&p)
	})
}

// Wait returns true as soon as the job has ended, and false after d if it has not.
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

// Progress returns the latest progress.
func (j *Job) Progress() partition.Progress { return *j.progress.Load() }

// Lengths returns how long the trace and the starts of the outcome are: 0 until the job has ended, or failed.
func (j *Job) Lengths() (trace, starts int64) {
	select {
	case <-j.done:
		if j.err == nil {
			return int64(len(j.result.Trace)), int64(len(j.result.Starts))
		}
	default:
	}
	return 0, 0
}

// Cancel asks the job to end with the best partition so far. It does not wait.
func (j *Job) Cancel() { j.cancel() }

// Outcome waits for the end of the job and returns its result or what was wrong with its input.
func (j *Job) Outcome() (*partition.Result, error) {
	<-j.done
	j.cancel()
	return j.result, j.err
}

// Release hands the memory that a large job worked in back to the system. The job must have ended.
func (j *Job) Release() {
	if j.size >= largeJob {
		debug.FreeOSMemory()
	}
}
