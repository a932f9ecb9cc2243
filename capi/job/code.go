package job

import (
	"errors"

	"github.com/tvcut/tvcut/core/graph"
)

// Code is the return code of a function of a binding. tvcut.h documents the values.
type Code int

// The codes, which are those of tvcut.h.
const (
	OK           Code = 0
	Pending      Code = 1
	BadInput     Code = -1
	BadHandle    Code = -2
	Internal     Code = -3
	NotSymmetric Code = -4
)

// CodeOf returns the code for an error of Outcome or Memory.Input.
func CodeOf(err error) Code {
	var fault *PanicError
	var input *graph.Error
	switch {
	case err == nil:
		return OK
	case errors.As(err, &fault):
		return Internal
	case errors.As(err, &input) && input.Fault == graph.FaultAsymmetric:
		return NotSymmetric
	}
	return BadInput
}
