// Package pybind is the package that gopy binds to Python: the jobs of tvcut.h as Go structs and methods.
// Arrays cross by address and length, since gopy copies slices element by element; errors are a code and a
// message. The fields of Graph, Progress and Result are those of the struct of the same name in tvcut.h.
//
//	options := NewOptions("default")
//	options.Set("n_clusters", "3")
//	job := Start(graph, options, 0, 0)
//	for job.Wait(100) == job.Pending {}
//	result := &Result{Labels: address}
//	job.Finish(result)
package pybind

import (
	"fmt"
	"time"
	"unsafe"

	"github.com/tvcut/tvcut/capi/job"
)

// Graph is a weighted undirected graph in compressed sparse row form: rows strictly ascending, both
// half-edges of every edge with the same weight, no diagonal. Its arrays are addresses of memory that stays
// the caller's: it is read until Finish returns, and never written.
type Graph struct {
	N       int64   // vertices, at least 1
	Nnz     int64   // stored half-edges
	Indptr  uintptr // of N + 1 int64 row starts
	Indices uintptr // of Nnz int32 neighbours
	Data    uintptr // of Nnz float64 weights, finite and at least 0

	VertexWeight uintptr // of N float64 masses above 0, or 0
	Fixed        uintptr // of N int32: the part of each vertex where it is given, −1 where not; or 0
}

// Progress is how far a job is.
type Progress struct {
	Part   int64   // number of the bisection under way; 0 for two clusters
	Start  int64   // number of the start under way
	NOuter int64   // outer steps of this start
	NInner int64   // inner steps of the whole job
	Energy float64 // E(f) of this start
	Value  float64 // smallest C(S) met in this bisection
	NTrace int64   // when the job has ended: length of EnergyTrace
	NTried int64   // when the job has ended: length of StartValues
}

// Job is a cut under way. Code and Message say how its last call went: see OK.
type Job struct {
	Code    int
	Message string
	job     *job.Job
}

// The codes: what functions return, and Job.Code.
const (
	OK           = int(job.OK)           // done
	Pending      = int(job.Pending)      // the job is still running
	BadInput     = int(job.BadInput)     // an argument is wrong; Message names the entry and the remedy
	Internal     = int(job.Internal)     // an error of the library itself; Message holds the trace
	NotSymmetric = int(job.NotSymmetric) // Finish: w_ij ≠ w_ji; otherwise as BadInput
)

// Start begins to cut graph. starts is the address of nStarts functions f⁰ of N float64 each, row by row, or
// 0. If the job could not begin its Code is not OK. What is wrong with the graph itself is told by Finish.
func Start(graph *Graph, options *Options, starts uintptr, nStarts int64) *Job {
	j := &Job{}
	defer j.guard()
	memory := job.Memory{N: graph.N, NNZ: graph.Nnz, Indptr: pointer(graph.Indptr), Indices: pointer(graph.Indices),
		Data: pointer(graph.Data), Starts: pointer(starts), NStarts: nStarts,
		VertexWeight: pointer(graph.VertexWeight), Fixed: pointer(graph.Fixed)}
	in, err := memory.Input(options.options)
	if err != nil {
		j.fail(err)
		return j
	}
	j.job = job.Start(in)
	return j
}

// Wait returns OK once the job has ended, and Pending if it has not within the milliseconds.
func (j *Job) Wait(milliseconds int) int {
	if j.job == nil || j.job.Wait(time.Duration(milliseconds)*time.Millisecond) {
		return OK
	}
	return Pending
}

// Progress returns how far the job is.
func (j *Job) Progress() *Progress {
	if j.job == nil {
		return &Progress{}
	}
	p := j.job.Progress()
	trace, starts := j.job.Lengths()
	return &Progress{Part: int64(p.Part), Start: int64(p.Start), NOuter: int64(p.NOuter),
		NInner: int64(p.NInner), Energy: p.Energy, Value: p.Value, NTrace: trace, NTried: starts}
}

// Cancel asks the job to end with the best cut so far. It does not wait.
func (j *Job) Cancel() {
	if j.job != nil {
		j.job.Cancel()
	}
}

// Finish waits for the end of the job, fills result and the memory it points to, and returns the code. It
// must be called, and once: until it returns the caller's arrays are in use.
func (j *Job) Finish(result *Result) int {
	if j.job == nil {
		if j.Code == OK {
			j.fail(fmt.Errorf("no such job"))
		}
		return j.Code
	}
	defer j.guard()
	r, err := j.job.Outcome()
	if err != nil {
		j.fail(err)
	} else {
		result.fill(r)
	}
	j.job.Release()
	j.job = nil
	return j.Code
}

// fail notes an error.
func (j *Job) fail(err error) { j.Code, j.Message = int(job.CodeOf(err)), err.Error() }

// guard turns a panic on the caller's thread into the code Internal: it would end the interpreter.
func (j *Job) guard() {
	if v := recover(); v != nil {
		j.Code, j.Message = Internal, fmt.Sprint(v)
	}
}

// pointer returns an address as a pointer. It is one of the caller's memory, which Go neither moves nor
// frees, so that the rules for uintptr do not apply.
func pointer(address uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&address)) }
