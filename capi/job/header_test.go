package job

import (
	"encoding/json"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/partition"
)

// enumerators returns the names and values of the enums in tvcut.h.
func enumerators(t *testing.T) map[string]int {
	header, err := os.ReadFile("../tvcut.h")
	require.NoError(t, err)
	found := map[string]int{}
	for _, m := range regexp.MustCompile(`(?m)^ +TVCUT_(\w+) += (-?\d+)`).FindAllStringSubmatch(string(header), -1) {
		found[m[1]], err = strconv.Atoi(m[2])
		require.NoError(t, err)
	}
	return found
}

// The enumerators in tvcut.h are exactly the codes, the kinds of faults and the statuses.
func TestHeaderEnumerators(t *testing.T) {
	want := map[string]int{"OK": int(OK), "PENDING": int(Pending), "BAD_INPUT": int(BadInput), "BAD_HANDLE": int(BadHandle),
		"INTERNAL": int(Internal), "NOT_SYMMETRIC": int(NotSymmetric)}
	for name, kind := range map[string]FaultKind{"NONE": FaultNone, "OPTION": FaultOption, "ENTRY": FaultEntry,
		"BOUNDS": FaultBounds, "GRAPH": FaultGraph, "OTHER": FaultOther} {
		want["FAULT_"+name] = int(kind)
	}
	for s := partition.Converged; s <= partition.Optimal; s++ {
		want[strings.ToUpper(s.String())] = int(s)
	}
	for c := partition.Lowest; c <= partition.Communities; c++ {
		want[strings.ToUpper(c.String())] = int(c)
	}
	assert.Equal(t, want, enumerators(t))
}

func TestRegistryHoldsEveryOption(t *testing.T) {
	var all struct {
		Presets []string
		Options []map[string]any
	}
	require.NoError(t, json.Unmarshal([]byte(Registry()), &all))
	assert.Equal(t, partition.Presets(), all.Presets)
	records := partition.Registry()
	require.Len(t, all.Options, len(records))
	for k, o := range all.Options {
		assert.Equal(t, records[k].Name, o["name"])
		assert.Equal(t, records[k].Want(), o["range"])
		assert.NotEmpty(t, o["paper"], "%s has a value in every preset", o["name"])
	}
}
