package job

import (
	"errors"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/partition"
)

// FaultKind is what an error is about. tvcut.h documents the values.
type FaultKind int

// The kinds, which are those of tvcut.h.
const (
	FaultNone   FaultKind = 0 // there is no error
	FaultOption FaultKind = 1 // the value of an option is not allowed
	FaultEntry  FaultKind = 2 // an input beside the graph, or an entry of it, is not allowed
	FaultBounds FaultKind = 3 // no partition was found within the bounds on the masses of the parts
	FaultGraph  FaultKind = 4 // an entry of the graph is not allowed
	FaultOther  FaultKind = 5 // none of these
)

// Fault is an error as data, so that nobody need read its text.
type Fault struct {
	Kind     FaultKind
	Argument string // the option or the input, for FaultBounds the option whose change is the remedy; empty if there is none
	Start    int64  // for FaultEntry, the start with the entry; else −1
	Index    int64  // for FaultEntry, the entry; −1 if the error concerns no single one
	Problem  string // what is wrong, and the remedy, without the argument and the index
}

// FaultOf returns what an error is about.
func FaultOf(err error) Fault {
	fault := Fault{Start: -1, Index: -1}
	if err == nil {
		return fault
	}
	fault.Kind, fault.Problem = FaultOther, err.Error()
	if option, ok := errors.AsType[*partition.OptionError](err); ok {
		fault.Kind, fault.Argument, fault.Problem = FaultOption, option.Option, option.Problem()
	} else if input, ok := errors.AsType[*partition.InputError](err); ok {
		fault.Kind, fault.Argument, fault.Problem = FaultEntry, input.Argument, input.Reason
		if input.Vertex >= 0 {
			fault.Index = int64(input.Vertex)
		}
		if input.Argument == "init" && input.Start >= 0 && input.Vertex >= 0 {
			fault.Start = int64(input.Start)
		}
	} else if bounds, ok := errors.AsType[*partition.BoundsError](err); ok {
		fault.Kind, fault.Argument, fault.Problem = FaultBounds, bounds.Option, bounds.Reason
	} else if constraint, ok := errors.AsType[*partition.ConstraintError](err); ok {
		fault.Kind, fault.Argument, fault.Problem = FaultBounds, constraint.Option, constraint.Reason
	} else if _, ok := errors.AsType[*graph.Error](err); ok {
		fault.Kind = FaultGraph
	}
	return fault
}
