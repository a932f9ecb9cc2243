package partition

import (
	"fmt"
	"runtime"
	"slices"
)

// Options are the parameters of a partition. Begin with Defaults or Paper and change what you like: the zero value is
// not valid. Registry has the range, the defaults and a sentence for every option.
type Options struct {
	NClusters int      // number of parts k
	Balance   Balance  // how parts are weighed, unless Problem.VertexWeight says
	Asymmetry float64  // λ of C(S) = cut/min(λ m(S), m(Sᶜ)), for two parts
	Strategy  Strategy // how more than two parts are cut

	Init       Init              // kind of start, unless Problem.Starts says
	NStarts    Optional[int]     // number of starts of each kind; absent: by the size of the graph
	Polish     Polish            // what is done with the best cut at the end
	LowerBound bool              // whether a lower bound is computed as well
	TimeLimit  Optional[float64] // seconds; absent: none
	Seed       uint64            // seed of all random choices
	Threads    Optional[int]     // absent: GOMAXPROCS; the result does not depend on it

	Descent Descent // the total-variation descent
}

// Defaults returns the default options.
func Defaults() Options { return preset(func(Option) string { return "" }) }

// Paper returns the settings of the paper's experiments (its Section 5): one random start, ‖f‖ = 1, θ = 0.99, at most
// 1500 inner steps, and no jumps. The paper does not give its TOL; docs/paper.md has the outcome of three.
func Paper() Options { return preset(func(o Option) string { return o.Paper }) }

// preset returns the options with the given values, and the defaults where value returns "".
func preset(value func(Option) string) Options {
	var options Options
	for _, o := range Registry() {
		text := value(o)
		if text == "" {
			text = o.Default
		}
		if err := o.set(&options, text); err != nil {
			panic(err) // a record that contradicts itself: a test sets every value of every record
		}
	}
	return options
}

// Preset returns the options of the preset with the given name. It fails with *OptionError where there is none.
func Preset(name string) (Options, error) {
	switch name {
	case "default":
		return Defaults(), nil
	case "paper":
		return Paper(), nil
	}
	return Options{}, Option{Name: "preset", Kind: Enum, Words: Presets()}.fail("'" + name + "'")
}

// Set sets the option with the given name, as Python spells it, from text: a number, a word of an enum, "true" or
// "false", or the word for an absent value. It fails with *OptionError where there is no such option or value, and
// then leaves the options as they are.
func (o *Options) Set(name, text string) error {
	record, err := lookup(name)
	if err != nil {
		return err
	}
	changed := *o
	if err := record.set(&changed, text); err != nil {
		return err
	}
	*o = changed
	return nil
}

// Get returns the value of the option with the given name as text, which Set takes. It fails with *OptionError where
// there is no such option.
func (o *Options) Get(name string) (string, error) {
	record, err := lookup(name)
	if err != nil {
		return "", err
	}
	return record.get(o), nil
}

// lookup returns the record of the option with the given name.
func lookup(name string) (Option, error) {
	records := Registry()
	at := slices.IndexFunc(records, func(r Option) bool { return r.Name == name })
	if at < 0 {
		names := make([]string, len(records))
		for i, r := range records {
			names[i] = r.Name
		}
		return Option{}, Option{Name: "option", Kind: Enum, Words: names}.fail("'" + name + "'")
	}
	return records[at], nil
}

// Validate refuses options out of their range, and those that do not go together, for a graph of n vertices. It fails
// with *OptionError.
func (o *Options) Validate(n int) error {
	for _, record := range Registry() {
		if !record.valid(o) {
			return record.fail(record.get(o))
		}
	}
	narrow := between(1e-10, 1e10)
	scale := o.Descent.Scale
	switch {
	case o.NClusters > n:
		return &OptionError{"n_clusters", fmt.Sprintf("an integer in [1, n = %d]", n), fmt.Sprint(o.NClusters)}
	case o.Asymmetry != 1 && o.NClusters > 2:
		return &OptionError{"asymmetry", fmt.Sprintf("1 with n_clusters = %d, since it is for two parts", o.NClusters),
			formatFloat(o.Asymmetry)}
	case o.Descent.Precision == Float32 && scale.Present && !narrow.Contains(scale.Value):
		return &OptionError{"scale", narrow.String() + " with precision = 'float32'", formatFloat(scale.Value)}
	case o.Descent.Precision == Float32 && o.Descent.Solver != ChambollePock:
		return &OptionError{"precision", fmt.Sprintf("'float64' with solver = '%s'", o.Descent.Solver), "float32"}
	}
	return nil
}

// threads returns the number of threads to use.
func (o *Options) threads() int {
	if o.Threads.Present {
		return o.Threads.Value
	}
	return runtime.GOMAXPROCS(0)
}

// The default number of starts depends on the number of vertices n: on a small graph a start costs next to
// nothing, and its landscape has as many valleys as a large one's. It is 8, on graphs of less than 1000
// vertices 8000/n, for Multilevel, whose starts cost less, of less than 32000 vertices 256000/n, and at most 32. Parts
// of more than two are cut from 2: what more would gain, their refinement gains for less.
const (
	fewStarts   = 8
	manyStarts  = 32
	partStarts  = 2
	smallGraph  = 1000
	mediumGraph = 32 * smallGraph
)

// starts returns the number of starts on n vertices, of a kind for which graphs below size are small.
func (o *Options) starts(n, size int) int {
	switch {
	case o.NStarts.Present:
		return o.NStarts.Value
	case o.NClusters > 2:
		return partStarts
	}
	return max(fewStarts, min(manyStarts, fewStarts*size/n))
}
