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

//export tvcut_propose
func tvcut_propose(block *C.tvcut_block, message *C.char, messageLen C.size_t) (code C.int) {
	defer protect(&code, message, messageLen)()
	if block == nil || block.size == 0 {
		return fail(job.BadInput, message, messageLen, "block.size = 0; set it to sizeof(tvcut_block)")
	}
	var b C.tvcut_block
	copyPrefix(unsafe.Pointer(&b), unsafe.Pointer(block), block.size, unsafe.Sizeof(b))
	in := job.Block{N: int64(b.n), NNZ: int64(b.nnz), Columns: int64(b.n_columns), NLabels: int64(b.n_labels),
		Indptr: unsafe.Pointer(b.indptr), Indices: unsafe.Pointer(b.indices), Data: unsafe.Pointer(b.data),
		Own: unsafe.Pointer(b.own), Column: unsafe.Pointer(b.column), LabelMass: unsafe.Pointer(b.label_mass),
		Most: unsafe.Pointer(b.most), Key: unsafe.Pointer(b.key), Group: unsafe.Pointer(b.group), Mass: unsafe.Pointer(b.mass),
		Active: unsafe.Pointer(b.active), Leave: b.leave != 0, Target: unsafe.Pointer(b.target),
		Inside: unsafe.Pointer(b.inside), Toward: unsafe.Pointer(b.toward)}
	if err := in.Propose(); err != nil {
		return fail(job.BadInput, message, messageLen, err.Error())
	}
	return C.int(job.OK)
}
