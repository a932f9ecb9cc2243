package main

/*
#define TVCUT_TYPES_ONLY
#include "tvcut.h"
*/
import "C"

import (
	"fmt"
	"math"
	"time"
	"unsafe"

	"github.com/tvcut/tvcut/capi/job"
	"github.com/tvcut/tvcut/core/cut"
	"github.com/tvcut/tvcut/core/partition"
)

// toC returns options as C options.
func toC(o partition.Options) C.tvcut_options {
	return C.tvcut_options{
		size:       C.sizeof_tvcut_options,
		n_clusters: C.int32_t(o.NClusters),
		method:     C.int32_t(o.Rule),
		init:       C.int32_t(o.Init),
		n_starts:   C.int32_t(o.NStarts),
		max_outer:  C.int32_t(o.MaxOuter),
		max_inner:  C.int32_t(o.MaxInner),
		patience:   C.int32_t(o.Patience),
		n_threads:  C.int32_t(o.Threads),
		theta:      C.double(o.Theta),
		epsilon:    C.double(o.Epsilon),
		tol:        C.double(o.Tol),
		scale:      C.double(o.Scale),
		seed:       C.uint64_t(o.Seed),
	}
}

// copyPrefix copies the first size bytes of an options struct, or all of it if size is larger: a caller
// compiled against an older tvcut.h knows fewer fields.
func copyPrefix(to, from unsafe.Pointer, size C.size_t) {
	n := min(uint64(size), C.sizeof_tvcut_options)
	copy(unsafe.Slice((*byte)(to), n), unsafe.Slice((*byte)(from), n))
}

// check verifies what must be known before the caller's memory can be viewed.
func check(g *C.tvcut_graph, options *C.tvcut_options, starts *C.double, nStarts C.int64_t) error {
	switch {
	case g.n < 1 || g.n > math.MaxInt32:
		return fmt.Errorf("graph.n = %d; give 1 <= n < 2^31", int64(g.n))
	case g.nnz < 0 || g.nnz > math.MaxInt64/16:
		return fmt.Errorf("graph.nnz = %d; give the number of stored half-edges", int64(g.nnz))
	case g.indptr == nil || g.nnz > 0 && (g.indices == nil || g.data == nil):
		return fmt.Errorf("graph.indptr, indices and data must not be NULL")
	case nStarts < 0 || nStarts > math.MaxInt32 || nStarts > 0 && starts == nil:
		return fmt.Errorf("n_starts = %d; give the number of functions in starts", int64(nStarts))
	case options != nil && options.size == 0:
		return fmt.Errorf("options.size = 0; set it to sizeof(tvcut_options)")
	}
	return nil
}

// input views the caller's memory as the input of a job.
func input(g *C.tvcut_graph, options *C.tvcut_options, starts *C.double, nStarts C.int64_t) (job.Input, error) {
	var in job.Input
	if err := check(g, options, starts, nStarts); err != nil {
		return in, err
	}
	o := toC(partition.Defaults())
	if options != nil {
		copyPrefix(unsafe.Pointer(&o), unsafe.Pointer(options), options.size)
	}
	if !(o.time_limit >= 0) || math.IsInf(float64(o.time_limit), 0) {
		return in, fmt.Errorf("time_limit = %g; give seconds, or 0 for none", float64(o.time_limit))
	}
	if o.time_limit > 0 { // at least 1 ns: 0 would mean none; at most what a Duration holds
		nanoseconds := min(max(float64(o.time_limit)*float64(time.Second), 1), math.MaxInt64/2)
		in.TimeLimit = time.Duration(nanoseconds)
	}
	n, nnz := int(g.n), int(g.nnz)
	in.Indptr = unsafe.Slice((*int64)(g.indptr), n+1)
	in.Indices = unsafe.Slice((*int32)(g.indices), nnz)
	in.Data = unsafe.Slice((*float64)(g.data), nnz)
	for s := range int(nStarts) {
		row := unsafe.Add(unsafe.Pointer(starts), s*n*int(unsafe.Sizeof(float64(0))))
		in.Initial = append(in.Initial, unsafe.Slice((*float64)(row), n))
	}
	in.Options = fromC(o)
	return in, nil
}

// fromC returns C options as options.
func fromC(o C.tvcut_options) partition.Options {
	return partition.Options{
		NClusters: int(o.n_clusters), Rule: cut.Rule(o.method), Init: partition.Init(o.init),
		NStarts: int(o.n_starts), Theta: float64(o.theta), Epsilon: float64(o.epsilon), Tol: float64(o.tol),
		MaxOuter: int(o.max_outer), MaxInner: int(o.max_inner), Patience: int(o.patience),
		Scale: float64(o.scale), Seed: uint64(o.seed), Threads: int(o.n_threads),
	}
}

// statusCode returns the C code of a status.
func statusCode(s cut.Status) C.int32_t {
	switch s {
	case cut.Converged:
		return C.TVCUT_CONVERGED
	case cut.Critical:
		return C.TVCUT_CRITICAL
	case cut.NoDescent:
		return C.TVCUT_NO_DESCENT
	case cut.MaxOuter:
		return C.TVCUT_MAX_OUTER
	case cut.Cancelled:
		return C.TVCUT_CANCELLED
	case cut.TimeLimit:
		return C.TVCUT_TIME_LIMIT
	case cut.Optimal:
		return C.TVCUT_OPTIMAL
	}
	return 0
}

// export copies a result into the caller's struct and the memory it points to.
func export(r *partition.Result, out *C.tvcut_result) {
	f := r.F
	if f == nil {
		f = make([]float64, len(r.Labels))
		for i := range f {
			f[i] = math.NaN()
		}
	}
	pairs, values := make([][2]int32, len(r.Merges)), make([]float64, len(r.Merges))
	for t, m := range r.Merges {
		pairs[t], values[t] = [2]int32{m.Left, m.Right}, m.Value
	}
	give(unsafe.Pointer(out.labels), r.Labels)
	give(unsafe.Pointer(out.f), f)
	give(unsafe.Pointer(out.energy_trace), r.Trace)
	give(unsafe.Pointer(out.start_values), r.Starts)
	give(unsafe.Pointer(out.merges), pairs)
	give(unsafe.Pointer(out.merge_values), values)
	out.value, out.energy = C.double(r.Value), C.double(r.Energy)
	out.n_outer, out.n_inner = C.int64_t(r.NOuter), C.int64_t(r.NInner)
	out.n_inner_total, out.n_components = C.int64_t(r.NInnerTotal), C.int64_t(r.NComponents)
	out.status = statusCode(r.Status)
}

// give copies values to memory of the caller, unless it wants none.
func give[T any](to unsafe.Pointer, values []T) {
	if to != nil {
		copy(unsafe.Slice((*T)(to), len(values)), values)
	}
}
