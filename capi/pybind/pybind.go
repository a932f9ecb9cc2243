// Package pybind is the package that gopy binds to Python: the jobs of tvcut.h as Go structs and methods. Arrays are passed
// by address and length, because gopy copies slices element by element. Errors are a code and a message. Graph, Progress
// and Result have the fields of the structs of the same names in tvcut.h.
//
//	options := NewOptions("default")
//	options.Set("n_clusters", "3")
//	job := &Job{}
//	job.Start(graph, options, 0, 0)
//	for job.Wait(100) == job.Pending {}
//	result := &Result{Labels: address}
//	job.Finish(result)
package pybind

import (
	"errors"
	"runtime/debug"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/tvcut/tvcut/capi/job"
)

// Graph is a weighted undirected graph in compressed sparse row form. Indices in each row are strictly ascending, both
// half-edges of every edge have the same weight, and there are no diagonal entries. The arrays are given by addresses of
// memory of the caller, which is read until Finish returns, and never written.
type Graph struct {
	N       int64   // vertices, at least 1
	Nnz     int64   // stored half-edges
	Indptr  uintptr // of N + 1 int64 row starts
	Indices uintptr // of Nnz int32 neighbours
	Data    uintptr // of Nnz float64 weights, finite and at least 0

	VertexWeight uintptr // of N float64 masses above 0, or 0
	Fixed        uintptr // of N int32: part of each fixed vertex, −1 for the other vertices; or 0
	PartWeights  uintptr // of k float64 target shares of the mass that sum to 1, or 0
	Labels       uintptr // of N int32: part of each vertex in a partition to start from; or 0

	NMasses         int64   // further masses of the vertices, which have bounds in every part as well
	Masses          uintptr // of NMasses rows of N float64 at least 0; or 0
	MassImbalance   uintptr // of NMasses float64, max_imbalance of each; or 0: that of the options
	MassPartWeights uintptr // of NMasses rows of k float64 target shares that sum to 1; or 0: those of PartWeights
	VertexSize      uintptr // of N float64 sizes of objective = "volume"; or 0: all 1
	NMustLink       int64
	MustLink        uintptr // of 2 NMustLink int32: pairs of vertices that lie in one part; or 0
	NCannotLink     int64
	CannotLink      uintptr // of 2 NCannotLink int32: pairs of vertices that lie in different parts; or 0
}

// Progress is the progress of a job.
type Progress struct {
	Part     int64   // number of the current bisection; 0 for two parts
	Start    int64   // number of the current start
	NOuter   int64   // outer steps of this start
	NInner   int64   // inner steps of the whole job
	Energy   float64 // E(f) of this start; infinite before the first cut
	Value    float64 // smallest criterion found in this bisection, or that of the result; infinite before the first cut
	NTrace   int64   // length of EnergyTrace once the job has ended, else 0
	NTried   int64   // length of StartValues once the job has ended, else 0
	NProfile int64   // length of ProfileShares and ProfileValues once the job has ended, else 0
	NStages  int64   // number of stages of the result once the job has ended, else 0
	NParts   int64   // k, the number of parts of the result once the job has ended, else 0
	Phase    string  // what the job does, such as "search"
	Fraction float64 // share of the phase that is done, in [0, 1]; 0 if it is not known
}

// Job is a partition that runs in the background, from Start to Finish. Code and Message describe the error of the job or
// of its last call.
type Job struct {
	Code    int
	Message string
	fault   Fault
	job     atomic.Pointer[job.Job] // nil before Start and after Finish
}

// The return codes of functions and the values of Job.Code.
const (
	OK           = int(job.OK)           // done
	Pending      = int(job.Pending)      // the job is still running
	BadInput     = int(job.BadInput)     // an argument is not valid; Message names the entry and the remedy
	Internal     = int(job.Internal)     // a bug in the library; Message holds the stack trace
	NotSymmetric = int(job.NotSymmetric) // Finish only: w_ij ≠ w_ji
)

// Start starts the job, which must be new, and returns its code, which is not OK if the job could not start. starts is the
// address of nStarts functions f⁰ of N float64 each, row by row, or 0. Outcome and Finish return errors in the graph itself.
func (j *Job) Start(graph *Graph, options *Options, starts uintptr, nStarts int64) (code int) {
	defer j.guard(&code)
	if j.job.Load() != nil || j.Code != OK {
		return j.fail(errors.New("the job was already started"))
	}
	memory := job.Memory{N: graph.N, NNZ: graph.Nnz, Indptr: pointer(graph.Indptr), Indices: pointer(graph.Indices),
		Data: pointer(graph.Data), Starts: pointer(starts), NStarts: nStarts,
		VertexWeight: pointer(graph.VertexWeight), Fixed: pointer(graph.Fixed),
		PartWeights: pointer(graph.PartWeights), Labels: pointer(graph.Labels),
		NMasses: graph.NMasses, Masses: pointer(graph.Masses), MassImbalance: pointer(graph.MassImbalance),
		MassPartWeights: pointer(graph.MassPartWeights), VertexSize: pointer(graph.VertexSize),
		NMustLink: graph.NMustLink, MustLink: pointer(graph.MustLink),
		NCannotLink: graph.NCannotLink, CannotLink: pointer(graph.CannotLink)}
	in, err := memory.Input(options.options)
	if err != nil {
		return j.fail(err)
	}
	j.job.Store(job.Start(in))
	return OK
}

// Count returns the number of jobs of this process that were started and not finished.
func Count() int64 { return job.Count() }

// Wait waits until the job has ended, but at most for the given time. It returns OK if the job does not run, else Pending.
func (j *Job) Wait(milliseconds int) int {
	if run := j.job.Load(); run == nil || run.Wait(time.Duration(milliseconds)*time.Millisecond) {
		return OK
	}
	return Pending
}

// Progress returns the latest progress of the job.
func (j *Job) Progress() *Progress {
	run := j.job.Load()
	if run == nil {
		return &Progress{}
	}
	p := run.Progress()
	length := run.Lengths()
	return &Progress{Part: int64(p.Part), Start: int64(p.Start), NOuter: int64(p.NOuter),
		NInner: int64(p.NInner), Energy: p.Energy, Value: p.Value, NTrace: length.Trace, NTried: length.Starts, NProfile: length.Profile, NStages: length.Stages, NParts: length.Parts,
		Phase: p.Phase.String(), Fraction: p.Fraction}
}

// Cancel makes the job end with the best partition so far. It does not wait for the end.
func (j *Job) Cancel() {
	if run := j.job.Load(); run != nil {
		run.Cancel()
	}
}

// Outcome fills result and the memory it points to, and returns the code, which is Pending if the job has not ended. It
// can be called again.
func (j *Job) Outcome(result *Result) (code int) {
	defer j.guard(&code)
	run := j.job.Load()
	if run == nil {
		if j.Code == OK {
			j.fail(errors.New("the job was not started, or already finished"))
		}
		return j.Code
	}
	if !run.Wait(0) {
		return Pending
	}
	r, err := run.Outcome()
	if err == nil {
		err = result.fill(r)
	}
	if err != nil {
		return j.fail(err)
	}
	return OK
}

// Finish waits for the end of the job and does what Outcome does. It must be the last call. Until it returns, the job
// uses the caller's arrays.
func (j *Job) Finish(result *Result) int {
	if run := j.job.Load(); run != nil {
		_, _ = run.Outcome()
		defer j.job.Store(nil)
		defer run.Release()
	}
	return j.Outcome(result)
}

// Release waits for the end of the job and releases it without a result. It may be called again.
func (j *Job) Release() {
	if run := j.job.Swap(nil); run != nil {
		run.Release()
	}
}

// fail sets Code and Message for an error, and returns the code.
func (j *Job) fail(err error) int {
	j.Code, j.Message, j.fault = int(job.CodeOf(err)), err.Error(), faultOf(err)
	return j.Code
}

// Fault returns the error of the job or of its last call as data.
func (j *Job) Fault() *Fault {
	f := j.fault
	return &f
}

// guard turns a panic into the code Internal: on the caller's thread it would end the interpreter.
func (j *Job) guard(code *int) {
	if v := recover(); v != nil {
		*code = j.fail(&job.PanicError{Value: v, Stack: debug.Stack()})
	}
}

// pointer converts an address of the caller's memory to a pointer. The rules for uintptr do not apply, because Go neither
// moves nor frees this memory.
func pointer(address uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&address)) }
