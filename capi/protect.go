package main

/*
#define TVCUT_TYPES_ONLY
#include "tvcut.h"
*/
import "C"

import (
	"runtime/cgo"
	"runtime/debug"
	"unsafe"

	"github.com/tvcut/tvcut/capi/job"
)

// lookup returns the value of a handle, or the zero value if the handle is not valid: cgo.Handle panics in that case.
// A handle is never given out twice.
func lookup[T any](handle uintptr) (value T) {
	defer func() {
		if recover() != nil {
			var none T
			value = none
		}
	}()
	return cgo.Handle(handle).Value().(T)
}

// protect makes faults on the caller's memory panic during a call, instead of ending the process. The function that it
// returns must be deferred. It turns a panic into the code BadInput for such a fault, and else into Internal.
func protect(code *C.int, message *C.char, messageLen C.size_t) func() {
	before := debug.SetPanicOnFault(true)
	return func() {
		defer debug.SetPanicOnFault(before)
		v := recover()
		if v == nil {
			return
		}
		failure, text := job.Internal, (&job.PanicError{Value: v, Stack: debug.Stack()}).Error()
		if _, isFault := v.(interface{ Addr() uintptr }); isFault {
			failure, text = job.BadInput, "an argument points to memory that is not accessible"
		}
		*code = C.int(failure)
		defer func() { _ = recover() }() // message itself may be what is not accessible
		writeText(message, messageLen, text)
	}
}

// fail writes text to message and returns the code.
func fail(code job.Code, message *C.char, messageLen C.size_t, text string) C.int {
	writeText(message, messageLen, text)
	return C.int(code)
}

// writeText copies text to the caller's memory of the given length, truncated if necessary and terminated by NUL.
func writeText(to *C.char, length C.size_t, text string) {
	if to != nil && length > 0 {
		buf := unsafe.Slice((*byte)(unsafe.Pointer(to)), min(uint64(length), uint64(len(text))+1))
		buf[copy(buf[:len(buf)-1], text)] = 0
	}
}
