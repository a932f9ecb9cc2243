package job

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/partition"
)

// Each error is told by its type, also within another error, and its text follows from the data.
func TestFaultOf(t *testing.T) {
	for _, test := range []struct {
		err  error
		want Fault
	}{
		{nil, Fault{FaultNone, "", -1, -1, ""}},
		{&partition.OptionError{Option: "theta", Want: "in (0, 1)", Got: "2"}, Fault{FaultOption, "theta", -1, -1, "must be in (0, 1), got 2"}},
		{&partition.InputError{Argument: "fixed", Start: 0, Vertex: 3, Reason: "is wrong"}, Fault{FaultEntry, "fixed", -1, 3, "is wrong"}},
		{&partition.InputError{Argument: "fixed", Start: 0, Vertex: -1, Reason: "is wrong"}, Fault{FaultEntry, "fixed", -1, -1, "is wrong"}},
		{&partition.InputError{Argument: "init", Start: -1, Vertex: 4, Reason: "is wrong"}, Fault{FaultEntry, "init", -1, 4, "is wrong"}},
		{&partition.InputError{Argument: "init", Start: 2, Vertex: 4, Reason: "is wrong"}, Fault{FaultEntry, "init", 2, 4, "is wrong"}},
		{&partition.BoundsError{Option: "min_share", Reason: "no partition"}, Fault{FaultBounds, "min_share", -1, -1, "no partition"}},
		{errors.New("other"), Fault{FaultOther, "", -1, -1, "other"}},
	} {
		assert.Equal(t, test.want, FaultOf(test.err))
		if test.err == nil {
			continue
		}
		assert.Equal(t, test.want.Argument, FaultOf(fmt.Errorf("outer: %w", test.err)).Argument)
		text := test.want.Problem
		switch {
		case test.want.Kind != FaultOption && test.want.Kind != FaultEntry:
		case test.want.Start >= 0:
			text = fmt.Sprintf("%s[%d, %d] %s", test.want.Argument, test.want.Start, test.want.Index, text)
		case test.want.Index >= 0:
			text = fmt.Sprintf("%s[%d] %s", test.want.Argument, test.want.Index, text)
		default:
			text = test.want.Argument + " " + text
		}
		assert.Equal(t, test.err.Error(), text)
	}
	assert.Equal(t, FaultGraph, FaultOf(&graph.Error{Fault: graph.FaultLoop}).Kind)
}
