package main

/*
#define TVCUT_TYPES_ONLY
#include "tvcut.h"
*/
import "C"

import (
	"errors"
	"math"
	"unsafe"

	"github.com/tvcut/tvcut/capi/job"
	"github.com/tvcut/tvcut/core/partition"
)

// Structs begin with their size as the caller knows it. A caller compiled against an older tvcut.h knows fewer fields:
// only those that both sides know are read and written.

// copyPrefix copies a struct up to the size that the caller gave, and no more than its whole size.
func copyPrefix(to, from unsafe.Pointer, size C.size_t, whole uintptr) {
	n := min(uint64(size), uint64(whole))
	copy(unsafe.Slice((*byte)(to), n), unsafe.Slice((*byte)(from), n))
}

// input views the caller's memory as the input of a job.
func input(graph *C.tvcut_graph, starts *C.double, nStarts C.int64_t, options partition.Options) (job.Input, error) {
	if graph.size == 0 {
		return job.Input{}, errors.New("graph.size = 0; set it to sizeof(tvcut_graph)")
	}
	var g C.tvcut_graph
	copyPrefix(unsafe.Pointer(&g), unsafe.Pointer(graph), graph.size, unsafe.Sizeof(g))
	memory := job.Memory{
		N: int64(g.n), NNZ: int64(g.nnz), Indptr: unsafe.Pointer(g.indptr), Indices: unsafe.Pointer(g.indices),
		Data: unsafe.Pointer(g.data), VertexWeight: unsafe.Pointer(g.vertex_weight), Fixed: unsafe.Pointer(g.fixed),
		Starts: unsafe.Pointer(starts), NStarts: int64(nStarts),
	}
	return memory.Input(options)
}

// report writes the progress of a job to the caller's struct.
func report(j *job.Job, out *C.tvcut_progress) {
	p := j.Progress()
	trace, starts := j.Lengths()
	local := C.tvcut_progress{
		size: out.size, part: C.int64_t(p.Part), start: C.int64_t(p.Start), n_outer: C.int64_t(p.NOuter),
		n_inner: C.int64_t(p.NInner), energy: C.double(p.Energy), value: C.double(p.Value),
		n_trace: C.int64_t(trace), n_tried: C.int64_t(starts),
	}
	copyPrefix(unsafe.Pointer(out), unsafe.Pointer(&local), out.size, unsafe.Sizeof(local))
}

// export copies a result into the caller's struct and the memory it points to.
func export(r *partition.Result, out *C.tvcut_result) {
	var local C.tvcut_result
	copyPrefix(unsafe.Pointer(&local), unsafe.Pointer(out), out.size, unsafe.Sizeof(local))
	job.Destination{
		Labels: unsafe.Pointer(local.labels), F: unsafe.Pointer(local.f),
		EnergyTrace: unsafe.Pointer(local.energy_trace), StartValues: unsafe.Pointer(local.start_values),
		Merges: unsafe.Pointer(local.merges), MergeValues: unsafe.Pointer(local.merge_values),
	}.Fill(r)
	local.value, local.energy, local.lower_bound = C.double(r.Value), C.double(r.Energy), C.double(math.NaN())
	if r.LowerBound.Present {
		local.lower_bound = C.double(r.LowerBound.Value)
	}
	local.n_outer, local.n_inner = C.int64_t(r.NOuter), C.int64_t(r.NInner)
	local.n_inner_total, local.n_components = C.int64_t(r.NInnerTotal), C.int64_t(r.NComponents)
	local.status = C.int32_t(r.Status)
	copyPrefix(unsafe.Pointer(out), unsafe.Pointer(&local), out.size, unsafe.Sizeof(local))
}
