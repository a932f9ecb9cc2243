// Command capi is the C interface of tvcut, built with -buildmode=c-shared. tvcut.h documents it.
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

// C strings that are returned to callers, which must not free them.
var (
	versionText  = C.CString(version)
	registryText = C.CString(job.Registry())
	statusTexts  = statusNames()
	phaseTexts   = phaseNames()
)

func main() {}

//export tvcut_version
func tvcut_version() *C.char { return versionText }

//export tvcut_registry
func tvcut_registry() *C.char { return registryText }

//export tvcut_status_name
func tvcut_status_name(status C.int32_t) *C.char {
	if status < 0 || int(status) >= len(statusTexts) {
		status = 0
	}
	return statusTexts[status]
}

// statusNames returns the word for every status, indexed by status, and "unknown" for 0.
func statusNames() []*C.char {
	names := []*C.char{C.CString("unknown")}
	for s := partition.Converged; s <= partition.Optimal; s++ {
		names = append(names, C.CString(s.String()))
	}
	return names
}

//export tvcut_phase_name
func tvcut_phase_name(phase C.int32_t) *C.char {
	if phase < 0 || int(phase) >= len(phaseTexts) {
		return statusTexts[0]
	}
	return phaseTexts[phase]
}

// phaseNames returns the word for every phase, indexed by phase.
func phaseNames() []*C.char {
	var names []*C.char
	for _, name := range partition.Phases() {
		names = append(names, C.CString(name))
	}
	return names
}

//export tvcut_options_new
func tvcut_options_new(preset *C.char, handle *C.tvcut_options, message *C.char, messageLen C.size_t) (code C.int) {
	defer guard(&code, message, messageLen)
	if handle == nil {
		return fail(job.BadInput, message, messageLen, "options must not be NULL")
	}
	*handle = 0
	name := "default"
	if preset != nil {
		name = C.GoString(preset)
	}
	options, err := partition.Preset(name)
	if err != nil {
		return fail(job.BadInput, message, messageLen, err.Error())
	}
	*handle = C.tvcut_options(cgo.NewHandle(&options))
	return C.int(job.OK)
}

//export tvcut_options_free
func tvcut_options_free(handle C.tvcut_options) (code C.int) {
	defer guard(&code, nil, 0)
	if lookup[*partition.Options](uintptr(handle)) == nil {
		return C.int(job.BadHandle)
	}
	cgo.Handle(handle).Delete()
	return C.int(job.OK)
}

//export tvcut_set
func tvcut_set(handle C.tvcut_options, name, value, message *C.char, messageLen C.size_t) (code C.int) {
	defer guard(&code, message, messageLen)
	options := lookup[*partition.Options](uintptr(handle))
	if options == nil {
		return fail(job.BadHandle, message, messageLen, "options is not a valid handle")
	}
	if name == nil || value == nil {
		return fail(job.BadInput, message, messageLen, "name and value must not be NULL")
	}
	if err := options.Set(C.GoString(name), C.GoString(value)); err != nil {
		return fail(job.BadInput, message, messageLen, err.Error())
	}
	return C.int(job.OK)
}

//export tvcut_get
func tvcut_get(handle C.tvcut_options, name, value *C.char, valueLen C.size_t) (code C.int) {
	defer guard(&code, nil, 0)
	options := lookup[*partition.Options](uintptr(handle))
	if options == nil {
		return C.int(job.BadHandle)
	}
	if name == nil || value == nil {
		return C.int(job.BadInput)
	}
	text, err := options.Get(C.GoString(name))
	if err != nil || uint64(len(text)) >= uint64(valueLen) {
		return C.int(job.BadInput)
	}
	writeText(value, valueLen, text)
	return C.int(job.OK)
}

//export tvcut_start
func tvcut_start(graph *C.tvcut_graph, options C.tvcut_options, starts *C.double, nStarts C.int64_t,
	handle *C.tvcut_job, message *C.char, messageLen C.size_t) (code C.int) {
	defer guard(&code, message, messageLen)
	if graph == nil || handle == nil {
		return fail(job.BadInput, message, messageLen, "graph and job must not be NULL")
	}
	*handle = 0
	chosen := partition.Defaults()
	if options != 0 {
		o := lookup[*partition.Options](uintptr(options))
		if o == nil {
			return fail(job.BadHandle, message, messageLen, "options is not a valid handle")
		}
		chosen = *o
	}
	in, err := input(graph, starts, nStarts, chosen)
	if err != nil {
		return fail(job.BadInput, message, messageLen, err.Error())
	}
	*handle = C.tvcut_job(cgo.NewHandle(job.Start(in)))
	return C.int(job.OK)
}

//export tvcut_wait
func tvcut_wait(handle C.tvcut_job, milliseconds C.int32_t, progress *C.tvcut_progress) (code C.int) {
	defer guard(&code, nil, 0)
	j := lookup[*job.Job](uintptr(handle))
	if j == nil {
		return C.int(job.BadHandle)
	}
	ended := j.Wait(time.Duration(milliseconds) * time.Millisecond)
	if progress != nil {
		report(j, progress)
	}
	if ended {
		return C.int(job.OK)
	}
	return C.int(job.Pending)
}

//export tvcut_cancel
func tvcut_cancel(handle C.tvcut_job) (code C.int) {
	defer guard(&code, nil, 0)
	j := lookup[*job.Job](uintptr(handle))
	if j == nil {
		return C.int(job.BadHandle)
	}
	j.Cancel()
	return C.int(job.OK)
}

//export tvcut_finish
func tvcut_finish(handle C.tvcut_job, result *C.tvcut_result, message *C.char, messageLen C.size_t) (code C.int) {
	defer guard(&code, message, messageLen)
	j := lookup[*job.Job](uintptr(handle))
	if j == nil {
		return fail(job.BadHandle, message, messageLen, "job is not a valid handle")
	}
	defer cgo.Handle(handle).Delete()
	defer j.Release()
	r, err := j.Outcome()
	if err != nil {
		return fail(job.CodeOf(err), message, messageLen, err.Error())
	}
	if result != nil {
		export(r, result)
	}
	return C.int(job.OK)
}

// lookup returns the value of a handle, or the zero value if the handle is not valid: cgo.Handle panics in that case.
func lookup[T any](handle uintptr) (value T) {
	defer func() {
		if recover() != nil {
			var none T
			value = none
		}
	}()
	return cgo.Handle(handle).Value().(T)
}

// guard turns a panic on the caller's thread into TVCUT_INTERNAL.
func guard(code *C.int, message *C.char, messageLen C.size_t) {
	if v := recover(); v != nil {
		*code = fail(job.Internal, message, messageLen, fmt.Sprint(v))
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
