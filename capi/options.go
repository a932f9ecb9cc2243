package main

/*
#define TVCUT_TYPES_ONLY
#include "tvcut.h"
*/
import "C"

import (
	"runtime/cgo"
	"sync"

	"github.com/tvcut/tvcut/capi/job"
	"github.com/tvcut/tvcut/core/partition"
)

// settings are the options behind a handle. Several threads may use them at once.
type settings struct {
	mu      sync.Mutex
	freed   bool
	options partition.Options
	fault   job.Fault // of the last call with the options
}

// noted keeps what the error of a call with the options is about, and returns the error. It may be nil, and so may s.
func (s *settings) noted(err error) error {
	if s != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.fault = job.FaultOf(err)
	}
	return err
}

// get returns a copy of the options.
func (s *settings) get() partition.Options {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.options
}

// set sets one option.
func (s *settings) set(name, value string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.options.Set(name, value)
	s.fault = job.FaultOf(err)
	return err
}

// last returns what the error of the last call with the options is about.
func (s *settings) last() job.Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.fault
}

// free reports whether this is the first call.
func (s *settings) free() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	first := !s.freed
	s.freed = true
	return first
}

//export tvcut_options_new
func tvcut_options_new(preset *C.char, handle *C.tvcut_options, message *C.char, messageLen C.size_t) (code C.int) {
	defer protect(&code, message, messageLen)()
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
	*handle = C.tvcut_options(cgo.NewHandle(&settings{options: options}))
	return C.int(job.OK)
}

//export tvcut_options_free
func tvcut_options_free(handle C.tvcut_options) (code C.int) {
	defer protect(&code, nil, 0)()
	s := lookup[*settings](uintptr(handle))
	if s == nil || !s.free() {
		return C.int(job.BadHandle)
	}
	cgo.Handle(handle).Delete()
	return C.int(job.OK)
}

//export tvcut_memory
func tvcut_memory(n, nnz C.int64_t, mesh, smallWeights, local C.int32_t, handle C.tvcut_options, bytes *C.int64_t, message *C.char, messageLen C.size_t) (code C.int) {
	defer protect(&code, message, messageLen)()
	options := partition.Defaults()
	var s *settings
	if handle != 0 {
		if s = lookup[*settings](uintptr(handle)); s == nil {
			return fail(job.BadHandle, message, messageLen, "options is not a valid handle")
		}
		options = s.get()
	}
	if bytes == nil {
		return fail(job.BadInput, message, messageLen, "bytes must not be NULL")
	}
	kind := partition.GraphKind{Mesh: mesh != 0, SmallWeights: smallWeights != 0, Local: local != 0}
	needed, err := partition.Memory(int64(n), int64(nnz), kind, options)
	if s.noted(err) != nil {
		return fail(job.BadInput, message, messageLen, err.Error())
	}
	*bytes = C.int64_t(needed)
	return C.int(job.OK)
}

//export tvcut_set
func tvcut_set(handle C.tvcut_options, name, value, message *C.char, messageLen C.size_t) (code C.int) {
	defer protect(&code, message, messageLen)()
	s := lookup[*settings](uintptr(handle))
	if s == nil {
		return fail(job.BadHandle, message, messageLen, "options is not a valid handle")
	}
	if name == nil || value == nil {
		return fail(job.BadInput, message, messageLen, "name and value must not be NULL")
	}
	if err := s.set(C.GoString(name), C.GoString(value)); err != nil {
		return fail(job.BadInput, message, messageLen, err.Error())
	}
	return C.int(job.OK)
}

//export tvcut_get
func tvcut_get(handle C.tvcut_options, name, value *C.char, valueLen C.size_t) (code C.int) {
	defer protect(&code, nil, 0)()
	s := lookup[*settings](uintptr(handle))
	if s == nil {
		return C.int(job.BadHandle)
	}
	if name == nil || value == nil {
		return C.int(job.BadInput)
	}
	options := s.get()
	text, err := options.Get(C.GoString(name))
	if err != nil || uint64(len(text)) >= uint64(valueLen) {
		return C.int(job.BadInput)
	}
	writeText(value, valueLen, text)
	return C.int(job.OK)
}

//export tvcut_options_fault
func tvcut_options_fault(handle C.tvcut_options, fault *C.tvcut_fault) (code C.int) {
	defer protect(&code, nil, 0)()
	s := lookup[*settings](uintptr(handle))
	if s == nil {
		return C.int(job.BadHandle)
	}
	return tell(s.last(), fault)
}
