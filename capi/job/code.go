package job

import (
	"errors"

	"github.com/tvcut/tvcut/core/graph"
)

// Code is what functions of a binding return. tvcut.h names the values.
type Code int

// The codes.
const (
	OK           Code = 0
	Pending      Code = 1
	BadInput     Code = -1
	BadHandle    Code = -2
	Internal     Code = -3
	NotSymmetric Code = -4
)

// CodeOf returns the code of an error of Outcome.
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
