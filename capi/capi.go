// Command capi is the C interface of tvcut, built with -buildmode=c-shared. tvcut.h documents it.
package main

/*
#define TVCUT_TYPES_ONLY
#include "tvcut.h"
*/
import "C"

import (
	"runtime/cgo"
	"time"

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
	choiceTexts  = choiceNames()
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

//export tvcut_choice_name
func tvcut_choice_name(choice C.int32_t) *C.char {
	if choice < 0 || int(choice) >= len(choiceTexts) {
		return statusTexts[0]
	}
	return choiceTexts[choice]
}

// choiceNames returns the word for every choice, indexed by choice.
func choiceNames() []*C.char {
	names := []*C.char{}
	for c := partition.Lowest; c <= partition.Communities; c++ {
		names = append(names, C.CString(c.String()))
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

//export tvcut_start
func tvcut_start(graph *C.tvcut_graph, options C.tvcut_options, starts *C.double, nStarts C.int64_t,
	handle *C.tvcut_job, message *C.char, messageLen C.size_t) (code C.int) {
	defer protect(&code, message, messageLen)()
	if handle == nil {
		return fail(job.BadInput, message, messageLen, "job must not be NULL")
	}
	*handle = 0
	if graph == nil {
		return fail(job.BadInput, message, messageLen, "graph must not be NULL")
	}
	chosen := partition.Defaults()
	var o *settings
	if options != 0 {
		if o = lookup[*settings](uintptr(options)); o == nil {
			return fail(job.BadHandle, message, messageLen, "options is not a valid handle")
		}
		chosen = o.get()
	}
	in, err := input(graph, starts, nStarts, chosen)
	if o.noted(err) != nil {
		return fail(job.BadInput, message, messageLen, err.Error())
	}
	*handle = C.tvcut_job(cgo.NewHandle(job.Start(in)))
	return C.int(job.OK)
}

//export tvcut_wait
func tvcut_wait(handle C.tvcut_job, milliseconds C.int32_t, progress *C.tvcut_progress) (code C.int) {
	defer protect(&code, nil, 0)()
	j := lookup[*job.Job](uintptr(handle))
	if j == nil {
		return C.int(job.BadHandle)
	}
	if progress != nil && progress.size == 0 {
		return C.int(job.BadInput)
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
	defer protect(&code, nil, 0)()
	j := lookup[*job.Job](uintptr(handle))
	if j == nil {
		return C.int(job.BadHandle)
	}
	j.Cancel()
	return C.int(job.OK)
}

//export tvcut_outcome
func tvcut_outcome(handle C.tvcut_job, result *C.tvcut_result, message *C.char, messageLen C.size_t) (code C.int) {
	defer protect(&code, message, messageLen)()
	j := lookup[*job.Job](uintptr(handle))
	if j == nil {
		return fail(job.BadHandle, message, messageLen, "job is not a valid handle")
	}
	if !j.Wait(0) {
		return C.int(job.Pending)
	}
	return take(j, result, message, messageLen)
}

//export tvcut_finish
func tvcut_finish(handle C.tvcut_job, result *C.tvcut_result, message *C.char, messageLen C.size_t) (code C.int) {
	defer protect(&code, message, messageLen)()
	j := lookup[*job.Job](uintptr(handle))
	if j == nil {
		return fail(job.BadHandle, message, messageLen, "job is not a valid handle")
	}
	defer func() {
		if j.Release() { // false if another thread has released the job since lookup
			cgo.Handle(handle).Delete()
		}
	}()
	return take(j, result, message, messageLen)
}

//export tvcut_job_fault
func tvcut_job_fault(handle C.tvcut_job, fault *C.tvcut_fault) (code C.int) {
	defer protect(&code, nil, 0)()
	j := lookup[*job.Job](uintptr(handle))
	if j == nil {
		return C.int(job.BadHandle)
	}
	if !j.Wait(0) {
		return C.int(job.Pending)
	}
	_, err := j.Outcome()
	return tell(job.FaultOf(err), fault)
}

//export tvcut_job_count
func tvcut_job_count() C.int64_t { return C.int64_t(job.Count()) }

// take waits for the end of a job and copies its result to the caller's memory, or writes its error to message.
func take(j *job.Job, result *C.tvcut_result, message *C.char, messageLen C.size_t) C.int {
	r, err := j.Outcome()
	if err == nil && result != nil {
		err = export(r, result)
	}
	if err != nil {
		return fail(job.CodeOf(err), message, messageLen, err.Error())
	}
	return C.int(job.OK)
}
