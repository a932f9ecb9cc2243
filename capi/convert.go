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

// copyPrefix copies the first min(size, whole) bytes of a struct. size is the size of the struct that the caller passed,
// and whole the size of the struct in this version of tvcut.h. A caller compiled against another version may know fewer
// or more fields. Only the fields that both versions have are read and written.
func copyPrefix(to, from unsafe.Pointer, size C.size_t, whole uintptr) {
	n := min(uint64(size), uint64(whole))
	copy(unsafe.Slice((*byte)(to), n), unsafe.Slice((*byte)(from), n))
}

// input returns the caller's memory as the input of a job, without copying it. It checks sizes, pointers and options.
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
		PartWeights: unsafe.Pointer(g.part_weights), Labels: unsafe.Pointer(g.labels),
		NMasses: int64(g.n_masses), Masses: unsafe.Pointer(g.masses), MassImbalance: unsafe.Pointer(g.mass_imbalance),
		MassPartWeights: unsafe.Pointer(g.mass_part_weights), VertexSize: unsafe.Pointer(g.vertex_size),
		NMustLink: int64(g.n_must_link), MustLink: unsafe.Pointer(g.must_link),
		NCannotLink: int64(g.n_cannot_link), CannotLink: unsafe.Pointer(g.cannot_link),
	}
	return memory.Input(options)
}

// report writes the progress of a job to the caller's struct.
func report(j *job.Job, out *C.tvcut_progress) {
	p := j.Progress()
	length := j.Lengths()
	local := C.tvcut_progress{
		size: out.size, part: C.int64_t(p.Part), start: C.int64_t(p.Start), n_outer: C.int64_t(p.NOuter),
		n_inner: C.int64_t(p.NInner), energy: C.double(p.Energy), value: C.double(p.Value),
		n_trace: C.int64_t(length.Trace), n_tried: C.int64_t(length.Starts), n_profile: C.int64_t(length.Profile),
		n_stages: C.int64_t(length.Stages), n_parts: C.int64_t(length.Parts),
		phase: C.int32_t(p.Phase), fraction: C.double(p.Fraction),
	}
	copyPrefix(unsafe.Pointer(out), unsafe.Pointer(&local), out.size, unsafe.Sizeof(local))
}

// export copies a result to the caller's struct and to the memory it points to. It returns an error if the size of the
// struct is not set, or if the memory cannot be written.
func export(r *partition.Result, out *C.tvcut_result) error {
	if out.size == 0 {
		return errors.New("result.size = 0; set it to sizeof(tvcut_result)")
	}
	var local C.tvcut_result
	copyPrefix(unsafe.Pointer(&local), unsafe.Pointer(out), out.size, unsafe.Sizeof(local))
	err := job.Destination{
		Labels: unsafe.Pointer(local.labels), F: unsafe.Pointer(local.f),
		EnergyTrace: unsafe.Pointer(local.energy_trace), StartValues: unsafe.Pointer(local.start_values),
		ProfileShares: unsafe.Pointer(local.profile_shares), ProfileValues: unsafe.Pointer(local.profile_values),
		Merges: unsafe.Pointer(local.merges), MergeValues: unsafe.Pointer(local.merge_values),
		Masses: unsafe.Pointer(local.masses), StageNames: unsafe.Pointer(local.stage_names),
		StageNumbers: unsafe.Pointer(local.stage_numbers), StageFlags: unsafe.Pointer(local.stage_flags),
	}.Fill(r)
	if err != nil {
		return err
	}
	local.value, local.energy, local.lower_bound = C.double(r.Value), C.double(r.Energy), C.double(math.NaN())
	if r.LowerBound.Present {
		local.lower_bound = C.double(r.LowerBound.Value)
	}
	local.n_outer, local.n_inner = C.int64_t(r.NOuter), C.int64_t(r.NInner)
	local.n_inner_total, local.n_components = C.int64_t(r.NInnerTotal), C.int64_t(r.NComponents)
	local.status = C.int32_t(r.Status)
	local.cut_weight, local.imbalance = C.double(r.CutWeight), C.double(r.Imbalance)
	local.volume, local.excess, local.moved = C.double(r.Volume), C.double(r.Excess), C.double(r.Moved)
	e := r.Evidence
	local.choice, local.n_loose = C.int32_t(r.Choice), C.int64_t(e.Loose)
	local.gap, local.gap_share = C.double(e.Gap), C.double(e.Share)
	local.lowest_value, local.lowest_mass = C.double(e.LowestValue), C.double(e.LowestMass)
	local.least_cluster = C.double(e.Least)
	local.modularity, local.modularity_rise = C.double(e.Modularity), C.double(e.Rise)
	local.plateau, local.stability = C.double(e.Plateau), C.double(e.Stability)
	if e.Close {
		local.close = 1
	}
	copyPrefix(unsafe.Pointer(out), unsafe.Pointer(&local), out.size, unsafe.Sizeof(local))
	return nil
}

// tell writes what an error is about to the caller's struct, and returns the code.
func tell(fault job.Fault, out *C.tvcut_fault) C.int {
	if out == nil || out.size == 0 {
		return C.int(job.BadInput)
	}
	var local C.tvcut_fault
	copyPrefix(unsafe.Pointer(&local), unsafe.Pointer(out), out.size, unsafe.Sizeof(local))
	local.kind, local.start, local.index = C.int32_t(fault.Kind), C.int64_t(fault.Start), C.int64_t(fault.Index)
	writeText(local.argument, local.argument_len, fault.Argument)
	writeText(local.problem, local.problem_len, fault.Problem)
	copyPrefix(unsafe.Pointer(out), unsafe.Pointer(&local), out.size, unsafe.Sizeof(local))
	return C.int(job.OK)
}
