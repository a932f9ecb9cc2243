package partition

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Optional is a value that may be absent. The zero Optional is absent.
type Optional[T any] struct {
	Value   T
	Present bool
}

// Some returns an Optional with the given value.
func Some[T any](value T) Optional[T] { return Optional[T]{value, true} }

// Kind is the type of the values of an option.
type Kind string

// The kinds.
const (
	Int   Kind = "int"
	Float Kind = "float"
	Enum  Kind = "enum"
	Bool  Kind = "bool"
)

// Option is the record of one option. Everything else about the option is derived from it: the range check and its error,
// the presets, Options.Set and Options.Get, and the documentation in other languages.
type Option struct {
	Name    string   // name in Set and Get, in C and in Python
	Group   string   // "question", "run" or "descent"
	Kind    Kind     // type of the values
	Words   []string // allowed values of an Enum
	Range   Range    // allowed values of an Int or Float
	Absent  string   // word for an absent value; empty if the option always has a value
	Default string   // value in the preset "default"
	Paper   string   // value in the preset "paper"; empty: the default
	Doc     string   // documentation, one sentence

	field func(*Options) any // field of Options: *int, *uint64, *float64, *bool, *Optional, autoInt or enumField
}

// OptionError is the error for an option whose value is not allowed.
type OptionError struct {
	Option string // name of the option
	Want   string // allowed values, such as "in (0, 1)"
	Got    string // the value
}

var _ error = (*OptionError)(nil)

// Error returns text such as "theta must be in (0, 1), got 2".
func (e *OptionError) Error() string {
	return e.Option + " " + e.Problem()
}

// Problem returns the same text without the name of the option.
func (e *OptionError) Problem() string { return fmt.Sprintf("must be %s, got %s", e.Want, e.Got) }

// Range is an interval of finite numbers.
type Range struct {
	Min, Max         float64
	OpenMin, OpenMax bool // whether Min and Max do not belong to the interval
}

var _ fmt.Stringer = Range{}

// Contains reports whether x lies in the interval. It is false for NaN and infinite x.
func (r Range) Contains(x float64) bool {
	return !math.IsInf(x, 0) && (x > r.Min || x == r.Min && !r.OpenMin) && (x < r.Max || x == r.Max && !r.OpenMax)
}

// String returns the interval in words, such as "in (0, 1)" or ">= 1".
func (r Range) String() string {
	if math.IsInf(r.Max, 1) {
		if r.OpenMin {
			return fmt.Sprintf("> %g and finite", r.Min)
		}
		return fmt.Sprintf(">= %g", r.Min)
	}
	left, right := "[", "]"
	if r.OpenMin {
		left = "("
	}
	if r.OpenMax {
		right = ")"
	}
	return fmt.Sprintf("in %s%g, %g%s", left, r.Min, r.Max, right)
}

// Want returns the allowed values of the option in words, such as "in (0, 1)" or "one of 'mincut', 'none'".
func (o Option) Want() string {
	want := ""
	switch o.Kind {
	case Bool:
		want = "true or false"
	case Enum:
		want = "one of '" + strings.Join(o.Words, "', '") + "'"
	case Int:
		want = "an integer " + o.Range.String()
	case Float:
		want = o.Range.String()
	}
	if o.Absent != "" {
		want += " or '" + o.Absent + "'"
	}
	return want
}

// fail returns the error for a value that is not allowed.
func (o Option) fail(got string) error { return &OptionError{o.Name, o.Want(), got} }

// enumField reads and writes a field of any enum type as an integer.
type enumField struct {
	get func() int
	set func(int)
}

// enumOf returns the enumField of a field.
func enumOf[E enum](p *E) enumField {
	return enumField{func() int { return int(*p) }, func(v int) { *p = E(v) }}
}

// autoInt is a field whose value 0 stands for an absent one.
type autoInt struct{ value *int }

// set parses text and stores the value. It returns *OptionError if the value is not allowed, in which case the field may
// have changed.
func (o Option) set(options *Options, text string) error {
	ok := false
	switch p := o.field(options).(type) {
	case *int:
		*p, ok = parseInt(text)
	case autoInt:
		var v Optional[int]
		v, ok = parseOptional(text, o.Absent, parseInt)
		*p.value, ok = v.Value, ok && (v.Value != 0 || !v.Present)
	case *uint64:
		v, err := strconv.ParseUint(text, 10, 64)
		*p, ok = v, err == nil
	case *float64:
		*p, ok = parseFloat(text)
	case *bool:
		*p, ok = text == "true", text == "true" || text == "false"
	case enumField:
		v := slices.Index(o.Words, text)
		p.set(v)
		ok = v >= 0
	case *Optional[int]:
		*p, ok = parseOptional(text, o.Absent, parseInt)
	case *Optional[float64]:
		*p, ok = parseOptional(text, o.Absent, parseFloat)
	}
	if !ok || !o.valid(options) {
		return o.fail(text)
	}
	return nil
}

func parseInt(text string) (int, bool) {
	v, err := strconv.Atoi(text)
	return v, err == nil
}

func parseFloat(text string) (float64, bool) {
	v, err := strconv.ParseFloat(text, 64)
	return v, err == nil
}

func parseOptional[T any](text, absent string, parse func(string) (T, bool)) (Optional[T], bool) {
	if text == absent {
		return Optional[T]{}, true
	}
	v, ok := parse(text)
	return Some(v), ok
}

// get returns the value of the option as text that set accepts.
func (o Option) get(options *Options) string {
	switch p := o.field(options).(type) {
	case enumField:
		if v := p.get(); 0 <= v && v < len(o.Words) {
			return o.Words[v]
		}
		return strconv.Itoa(p.get())
	case *Optional[int]:
		if !p.Present {
			return o.Absent
		}
		return strconv.Itoa(p.Value)
	case *Optional[float64]:
		if !p.Present {
			return o.Absent
		}
		return formatFloat(p.Value)
	case *float64:
		return formatFloat(*p)
	case *int:
		return strconv.Itoa(*p)
	case autoInt:
		if *p.value == 0 {
			return o.Absent
		}
		return strconv.Itoa(*p.value)
	case *uint64:
		return strconv.FormatUint(*p, 10)
	case *bool:
		return strconv.FormatBool(*p)
	}
	return ""
}

func formatFloat(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// valid reports whether the value of the option is allowed.
func (o Option) valid(options *Options) bool {
	switch p := o.field(options).(type) {
	case enumField:
		return 0 <= p.get() && p.get() < len(o.Words)
	case *int:
		return o.Range.Contains(float64(*p))
	case autoInt:
		return *p.value == 0 || o.Range.Contains(float64(*p.value))
	case *float64:
		return o.Range.Contains(*p)
	case *Optional[int]:
		return !p.Present || o.Range.Contains(float64(p.Value))
	case *Optional[float64]:
		return !p.Present || o.Range.Contains(p.Value)
	}
	return true
}
