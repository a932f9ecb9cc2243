package plan

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// Set changes numbers of the plan. The text holds assignments that are separated by spaces, such as
// "Cuts.Most=32 Parts.Spread=0.01 Omit=minimum_cuts", the last of which leaves out a stage. A number with several values, such as
// Isolation.Shares, cannot be set.
func (p *Plan) Set(text string) error {
	changed := *p
	for _, assignment := range strings.Fields(text) {
		name, value, _ := strings.Cut(assignment, "=")
		err := error(nil)
		if name == "Omit" {
			err = changed.omit(value)
		} else {
			err = set(changed.field(name), value)
		}
		if err != nil {
			return fmt.Errorf("%q: %w", assignment, err)
		}
	}
	*p = changed
	return nil
}

// field returns the field with the given name, such as Cuts.Most, or the zero Value if there is none.
func (p *Plan) field(name string) reflect.Value {
	group, field, _ := strings.Cut(name, ".")
	if g := reflect.ValueOf(p).Elem().FieldByName(group); g.IsValid() {
		return g.FieldByName(field)
	}
	return reflect.Value{}
}

// set sets a field from text.
func set(field reflect.Value, text string) error {
	switch field.Kind() {
	case reflect.Int:
		x, err := strconv.Atoi(text)
		if err == nil && x < 0 {
			err = fmt.Errorf("must be >= 0")
		}
		if err != nil {
			return err
		}
		field.SetInt(int64(x))
	case reflect.Float64:
		x, err := strconv.ParseFloat(text, 64)
		if err == nil && !(x >= 0) {
			err = fmt.Errorf("must be >= 0")
		}
		if err != nil {
			return err
		}
		field.SetFloat(x)
	default:
		return fmt.Errorf("no such number")
	}
	return nil
}
