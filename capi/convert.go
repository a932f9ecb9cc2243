package main

/*
#define TVCUT_TYPES_ONLY
#include "tvcut.h"
*/
import "C"

import (
	"fmt"
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
		balance:    C.int32_t(o.Balance),
		polish:     C.int32_t(o.Polish),
		strategy:   C.int32_t(o.Strategy),
		max_refine: C.int32_t(o.MaxRefine),
		n_threads:  C.int32_t(o.Threads),
		theta:      C.double(o.Theta),
		epsilon:    C.double(o.Epsilon),
		tol:        C.double(o.Tol),
		scale:      C.double(o.Scale),
		asymmetry:  C.double(o.Asymmetry),
		seed:       C.uint64_t(o.Seed),
		precision:  C.int32_t(o.Precision),
	}
}

// fromC returns C options as options.
func fromC(o C.tvcut_options) partition.Options {
	return partition.Options{
		NClusters: int(o.n_clusters), Rule: cut.Rule(o.method), Init: partition.Init(o.init),
		NStarts: int(o.n_starts), Theta: float64(o.theta), Epsilon: float64(o.epsilon), Tol: float64(o.tol),
		MaxOuter: int(o.max_outer), MaxInner: int(o.max_inner), Patience: int(o.patience),
		Scale: float64(o.scale), Seed: uint64(o.seed), Threads: int(o.n_threads),
		Balance: partition.Balance(o.balance), Polish: partition.Polish(o.polish), Strategy: partition.Strategy(o.strategy),
		MaxRefine: int(o.max_refine), Asymmetry: float64(o.asymmetry), Bound: o.lower_bound != 0,
		Precision: partition.Precision(o.precision),
	}
}

// copyPrefix copies the first size bytes of an options struct, or all of it if size is larger: a caller
// compiled against an older tvcut.h knows fewer fields.
func copyPrefix(to, from unsafe.Pointer, size C.size_t) {
	n := min(uint64(size), C.sizeof_tvcut_options)
	copy(unsafe.Slice((*byte)(to), n), unsafe.Slice((*byte)(from), n))
}

// input views the caller's memory as the input of a job.
func input(g *C.tvcut_graph, options *C.tvcut_options, starts *C.double, nStarts C.int64_t) (job.Input, error) {
	o := toC(partition.Defaults())
	if options != nil {
		if options.size == 0 {
			return job.Input{}, fmt.Errorf("options.size = 0; set it to sizeof(tvcut_options)")
		}
		copyPrefix(unsafe.Pointer(&o), unsafe.Pointer(options), options.size)
	}
	memory := job.Memory{
		N: int64(g.n), NNZ: int64(g.nnz), Indptr: unsafe.Pointer(g.indptr), Indices: unsafe.Pointer(g.indices),
		Data: unsafe.Pointer(g.data), Starts: unsafe.Pointer(starts), NStarts: int64(nStarts),
		Mass: unsafe.Pointer(g.vertex_weight), Seeds: unsafe.Pointer(g.seeds),
	}
	return memory.Input(fromC(o), float64(o.time_limit))
}

// export copies a result into the caller's struct and the memory it points to.
func export(r *partition.Result, out *C.tvcut_result) {
	job.Destination{
		Labels: unsafe.Pointer(out.labels), F: unsafe.Pointer(out.f),
		EnergyTrace: unsafe.Pointer(out.energy_trace), StartValues: unsafe.Pointer(out.start_values),
		Merges: unsafe.Pointer(out.merges), MergeValues: unsafe.Pointer(out.merge_values),
	}.Fill(r)
	out.value, out.energy, out.lower_bound = C.double(r.Value), C.double(r.Energy), C.double(r.LowerBound)
	out.n_outer, out.n_inner = C.int64_t(r.NOuter), C.int64_t(r.NInner)
	out.n_inner_total, out.n_components = C.int64_t(r.NInnerTotal), C.int64_t(r.NComponents)
	out.status = C.int32_t(job.StatusCode(r.Status))
}
