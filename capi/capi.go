// Command capi is the C interface of tvcut, built with -buildmode=c-shared. tvcut.h describes it.
package main

/*
#define TVCUT_TYPES_ONLY
#include "tvcut.h"
*/
import "C"

import (
	"fmt"
	"runtime/cgo"
	"time"
	"unsafe"

	"github.com/tvcut/tvcut/capi/job"
	"github.com/tvcut/tvcut/core/partition"
)

// version is set by the linker: -X main.version=….
var version = "development"

// versionText is the C copy of version, made once: C callers never free it.
var versionText = C.CString(version)

func main() {}

//export tvcut_version
func tvcut_version() *C.char { return versionText }

//export tvcut_default_options
func tvcut_default_options(options *C.tvcut_options) C.int {
	return fill(options, partition.Defaults())
}

//export tvcut_paper_options
func tvcut_paper_options(options *C.tvcut_options) C.int {
	return fill(options, partition.Paper())
}

// fill writes o to the caller's options, up to the size they have.
func fill(options *C.tvcut_options, o partition.Options) C.int {
	if options == nil || options.size == 0 {
		return C.TVCUT_BAD_INPUT
	}
	c := toC(o)
	c.size = options.size
	copyPrefix(unsafe.Pointer(options), unsafe.Pointer(&c), options.size)
	return C.TVCUT_OK
}

//export tvcut_start
func tvcut_start(graph *C.tvcut_graph, options *C.tvcut_options, starts *C.double, nStarts C.int64_t,
	handle *C.tvcut_job, message *C.char, messageLen C.size_t) (code C.int) {
	defer guard(&code, message, messageLen)
	if graph == nil || handle == nil {
		return fail(C.TVCUT_BAD_INPUT, message, messageLen, "graph and job must not be NULL")
	}
	*handle = 0
	in, err := input(graph, options, starts, nStarts)
	if err != nil {
		return fail(C.TVCUT_BAD_INPUT, message, messageLen, err.Error())
	}
	*handle = C.tvcut_job(cgo.NewHandle(job.Start(in)))
	return C.TVCUT_OK
}

//export tvcut_wait
func tvcut_wait(handle C.tvcut_job, milliseconds C.int32_t, progress *C.tvcut_progress) (code C.int) {
	defer guard(&code, nil, 0)
	j := lookup(handle)
	if j == nil {
		return C.TVCUT_BAD_HANDLE
	}
	ended := j.Wait(time.Duration(milliseconds) * time.Millisecond)
	if progress != nil {
		p := j.Progress()
		trace, starts := j.Lengths()
		*progress = C.tvcut_progress{
			part: C.int64_t(p.Part), start: C.int64_t(p.Start), n_outer: C.int64_t(p.NOuter),
			n_inner: C.int64_t(p.NInner), energy: C.double(p.Energy), value: C.double(p.Value),
			n_trace: C.int64_t(trace), n_tried: C.int64_t(starts),
		}
	}
	if ended {
		return C.TVCUT_OK
	}
	return C.TVCUT_PENDING
}

//export tvcut_cancel
func tvcut_cancel(handle C.tvcut_job) (code C.int) {
	defer guard(&code, nil, 0)
	j := lookup(handle)
	if j == nil {
		return C.TVCUT_BAD_HANDLE
	}
	j.Cancel()
	return C.TVCUT_OK
}

//export tvcut_finish
func tvcut_finish(handle C.tvcut_job, result *C.tvcut_result, message *C.char, messageLen C.size_t) (code C.int) {
	defer guard(&code, message, messageLen)
	j := lookup(handle)
	if j == nil {
		return fail(C.TVCUT_BAD_HANDLE, message, messageLen, "no such job")
	}
	defer cgo.Handle(handle).Delete()
	defer j.Release()
	r, err := j.Outcome()
	if err != nil {
		return fail(C.int(job.CodeOf(err)), message, messageLen, err.Error())
	}
	if result != nil {
		export(r, result)
	}
	return C.TVCUT_OK
}

// lookup returns the job of a handle, or nil: cgo.Handle panics on a handle it does not know.
func lookup(handle C.tvcut_job) (j *job.Job) {
	defer func() {
		if recover() != nil {
			j = nil
		}
	}()
	return cgo.Handle(handle).Value().(*job.Job)
}

// guard turns a panic on the caller's thread into TVCUT_INTERNAL.
func guard(code *C.int, message *C.char, messageLen C.size_t) {
	if v := recover(); v != nil {
		*code = fail(C.TVCUT_INTERNAL, message, messageLen, fmt.Sprint(v))
	}
}

// fail writes text to the caller's message, cut to fit and ended by NUL, and returns code.
func fail(code C.int, message *C.char, messageLen C.size_t, text string) C.int {
	if message != nil && messageLen > 0 {
		buf := unsafe.Slice((*byte)(unsafe.Pointer(message)), min(uint64(messageLen), uint64(len(text))+1))
		buf[copy(buf[:len(buf)-1], text)] = 0
	}
	return code
}
