package pybind

import "github.com/tvcut/tvcut/capi/job"

// Fault is an error as data.
type Fault struct {
	Kind     int    // what the error is about, in the numbers of tvcut.h; 0 if there is none
	Start    int64  // the start with the wrong entry, or −1
	Index    int64  // the wrong entry, or −1
	Argument string // the option or the input; may be empty
	Problem  string // what is wrong, and the remedy, without the argument and the index
}

// faultOf returns what an error is about.
func faultOf(err error) Fault {
	f := job.FaultOf(err)
	return Fault{Kind: int(f.Kind), Start: f.Start, Index: f.Index, Argument: f.Argument, Problem: f.Problem}
}
