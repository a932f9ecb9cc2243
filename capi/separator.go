package main

/*
#define TVCUT_TYPES_ONLY
#include "tvcut.h"
*/
import "C"

import (
	"unsafe"

	"github.com/tvcut/tvcut/capi/job"
)

//export tvcut_vertex_separator
func tvcut_vertex_separator(graph *C.tvcut_graph, maxImbalance C.double, seed C.uint64_t, timeLimit C.double, stop *C.int32_t,
	labels *C.int32_t, message *C.char, messageLen C.size_t) (code C.int) {
	defer protect(&code, message, messageLen)()
	return separate(graph, job.Separation{MaxImbalance: float64(maxImbalance), Seed: uint64(seed), TimeLimit: float64(timeLimit),
		Stop: unsafe.Pointer(stop), Out: unsafe.Pointer(labels)}, job.Separation.VertexSeparator, message, messageLen)
}

//export tvcut_nested_dissection
func tvcut_nested_dissection(graph *C.tvcut_graph, maxImbalance C.double, seed C.uint64_t, timeLimit C.double, stop *C.int32_t,
	order *C.int32_t, message *C.char, messageLen C.size_t) (code C.int) {
	defer protect(&code, message, messageLen)()
	return separate(graph, job.Separation{MaxImbalance: float64(maxImbalance), Seed: uint64(seed), TimeLimit: float64(timeLimit),
		Stop: unsafe.Pointer(stop), Out: unsafe.Pointer(order)}, job.Separation.NestedDissection, message, messageLen)
}

// separate runs a function on the caller's graph, and returns the code for its error.
func separate(graph *C.tvcut_graph, s job.Separation, run func(job.Separation) error, message *C.char, messageLen C.size_t) C.int {
	if graph == nil || graph.size == 0 {
		return fail(job.BadInput, message, messageLen, "graph.size = 0; set it to sizeof(tvcut_graph)")
	}
	var g C.tvcut_graph
	copyPrefix(unsafe.Pointer(&g), unsafe.Pointer(graph), graph.size, unsafe.Sizeof(g))
	s.Graph = job.Memory{N: int64(g.n), NNZ: int64(g.nnz), Indptr: unsafe.Pointer(g.indptr), Indices: unsafe.Pointer(g.indices),
		Data: unsafe.Pointer(g.data), VertexWeight: unsafe.Pointer(g.vertex_weight)}
	if err := run(s); err != nil {
		return fail(job.CodeOf(err), message, messageLen, err.Error())
	}
	return C.int(job.OK)
}
