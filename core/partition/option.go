package partition

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Optional is a value that may be absent. Its zero value is absent.
type Optional[T any] struct {
	Value   T
	Present bool
}

// Some returns a value that is present.
func Some[T any](value T) Optional[T] { return Optional[T]{value, true} }

// Kind is the type of an option.
type Kind string

// The kinds of options.
const (
	Int   Kind = "int"
	Float Kind = "float"
	Enum  Kind = "enum"
	Bool  Kind = "bool"
)

// Option is the record of one option: all there is to know of it, in one place.
type Option struct {
	Name    string   // as Python spells it
	Group   string   // "question", "run" or "descent": what it is about
	Kind    Kind     // the type of its values
	Words   []string // the values of an Enum
	Range   Range    // of an Int or Float
	Absent  string   // the word for an absent value; empty where the option always has a value
	Default string   // the value in the preset "default"
	Paper   string   // the value in the preset "paper"; empty: the default
	Doc     string   // one sentence

	field func(*Options) any // where Options keeps the value: *int, *uint64, *float64, *bool, *Optional or enumField
}

// OptionError names an option out of its range, and the range.
type OptionError struct {
	Option string // its name
	Want   string // what it must be
	Got    string // what it is
}

// Error implements the error interface.
func (e *OptionError) Error() string {
	return fmt.Sprintf("%s must be %s, got %s", e.Option, e.Want, e.Got)
}

// Range is an interval of numbers. Its ends belong to it unless they are open or infinite.
type Range struct {
	Min, Max         float64
	OpenMin, OpenMax bool
}

// Contains reports whether x lies in the interval. NaN and infinite numbers lie in none.
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

// Want says what the option must be, such as "in (0, 1)" or "one of 'mincut', 'none'".
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

// fail returns the error for a value of the option that is not allowed.
func (o Option) fail(got string) error { return &OptionError{o.Name, o.Want(), got} }

// enumField sets and gets a value of any enum.
type enumField struct {
	get func() int
	set func(int)
}

// enumOf returns the field of an enum.
func enumOf[E enum](p *E) enumField {
	return enumField{func() int { return int(*p) }, func(v int) { *p = E(v) }}
}

// set parses text and stores it. It fails with *OptionError where text is no value of the option.
func (o Option) set(options *Options, text string) error {
	ok := false
	switch p := o.field(options).(type) {
	case *int:
		*p, ok = parseInt(text)
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

// get returns the value of the option as text, which set takes.
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
	case *float64:
		return o.Range.Contains(*p)
	case *Optional[int]:
		return !p.Present || o.Range.Contains(float64(p.Value))
	case *Optional[float64]:
		return !p.Present || o.Range.Contains(p.Value)
	}
	return true
}
