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
	in := rows(&b)
	in.NLabels, in.Own, in.Column = int64(b.n_labels), unsafe.Pointer(b.own), unsafe.Pointer(b.column)
	in.LabelMass, in.Most, in.Key = unsafe.Pointer(b.label_mass), unsafe.Pointer(b.most), unsafe.Pointer(b.key)
	in.Group, in.Mass, in.Active = unsafe.Pointer(b.group), unsafe.Pointer(b.mass), unsafe.Pointer(b.active)
	in.Leave = b.leave != 0
	in.Target, in.Inside, in.Toward = unsafe.Pointer(b.target), unsafe.Pointer(b.inside), unsafe.Pointer(b.toward)
	return done(in.Propose(), message, messageLen)
}

// rows returns the graph of a block.
func rows(b *C.tvcut_block) job.Block {
	return job.Block{N: int64(b.n), NNZ: int64(b.nnz), Columns: int64(b.n_columns), Indptr: unsafe.Pointer(b.indptr),
		Indices: unsafe.Pointer(b.indices), Data: unsafe.Pointer(b.data)}
}

// done returns the code for an error, and writes its text to message.
func done(err error, message *C.char, messageLen C.size_t) C.int {
	if err != nil {
		return fail(job.BadInput, message, messageLen, err.Error())
	}
	return C.int(job.OK)
}
