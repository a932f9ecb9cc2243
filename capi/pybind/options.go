package pybind

import (
	"github.com/tvcut/tvcut/capi/job"
	"github.com/tvcut/tvcut/core/partition"
)

// Registry returns the presets and the records of all options as JSON, in the form that tvcut.h documents.
func Registry() string { return job.Registry() }

// Options are the parameters of a partition, made by NewOptions. Message is the error of the last call, or empty if there
// was none.
type Options struct {
	Message string
	fault   Fault
	options partition.Options
}

// Fault returns the error of the last call as data.
func (o *Options) Fault() *Fault {
	f := o.fault
	return &f
}

// NewOptions returns the options of a preset, "default" or "paper". For any other name it returns the defaults and sets
// Message.
func NewOptions(preset string) *Options {
	o := &Options{options: partition.Defaults()}
	chosen, err := partition.Preset(preset)
	if o.setMessage(err); err == nil {
		o.options = chosen
	}
	return o
}

// Set sets an option, such as ("theta", "0.99"), and reports whether the name and the value are allowed. If they are not,
// it changes no option.
func (o *Options) Set(name, value string) bool { return o.setMessage(o.options.Set(name, value)) }

// Get returns the value of an option as text that Set accepts, or "" if there is no such option.
func (o *Options) Get(name string) string {
	text, err := o.options.Get(name)
	o.setMessage(err)
	return text
}

// Memory returns a bound on the bytes beyond the graph that a job needs at its peak, for a graph with n vertices and nnz
// half-edges, or −1 if the sizes or the options are not valid. The graph may be a mesh, its weights small whole numbers, and the
// numbers of neighbours close.
func (o *Options) Memory(n, nnz int64, mesh, smallWeights, local bool) int64 {
	bytes, err := partition.Memory(n, nnz, partition.GraphKind{Mesh: mesh, SmallWeights: smallWeights, Local: local}, o.options)
	if !o.setMessage(err) {
		return -1
	}
	return bytes
}

// setMessage stores the message of an error and reports whether there was no error.
func (o *Options) setMessage(err error) bool {
	o.Message, o.fault = "", faultOf(err)
	if err != nil {
		o.Message = err.Error()
	}
	return err == nil
}
