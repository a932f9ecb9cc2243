package pybind

import (
	"github.com/tvcut/tvcut/capi/job"
	"github.com/tvcut/tvcut/core/partition"
)

// Registry returns the presets and the record of every option as JSON, as tvcut.h describes it.
func Registry() string { return job.Registry() }

// Options are the parameters of a cut. Make them with NewOptions. Message says what was wrong with the last call, and
// is empty where nothing was.
type Options struct {
	Message string
	options partition.Options
}

// NewOptions returns the options of a preset, "default" or "paper"; for another name, the defaults and a Message.
func NewOptions(preset string) *Options {
	o := &Options{options: partition.Defaults()}
	chosen, err := partition.Preset(preset)
	if o.note(err); err == nil {
		o.options = chosen
	}
	return o
}

// Set sets an option, such as ("theta", "0.99"), and reports whether name and value are allowed. What is refused
// changes nothing.
func (o *Options) Set(name, value string) bool { return o.note(o.options.Set(name, value)) }

// Get returns the value of an option as text, which Set takes; "" where there is no such option.
func (o *Options) Get(name string) string {
	text, err := o.options.Get(name)
	o.note(err)
	return text
}

// note keeps the message of an error, and reports whether there was none.
func (o *Options) note(err error) bool {
	o.Message = ""
	if err != nil {
		o.Message = err.Error()
	}
	return err == nil
}
