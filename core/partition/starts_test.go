package partition

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/testgraph"
)

func TestInvalidFixedVertices(t *testing.T) {
	for _, c := range []struct {
		name    string
		fixed   []int32
		vertex  int
		message string
	}{
		{"length", []int32{0, 1}, -1, "fixed has 2 entries; give one for each of the 4 vertices"},
		{"range", []int32{0, 1, 2, -1}, 2, "fixed[2] must be a part in [0, 1], or -1 where none is given, got 2"},
		{"negative", []int32{0, 1, -1, -2}, 3, "fixed[3] must be a part in [0, 1], or -1 where none is given, got -2"},
		{"no vertex left for a part", []int32{0, 0, 0, 0}, -1, "fixed must leave a vertex for each of 1 parts without a fixed vertex, but 0 are not fixed; fix fewer"},
	} {
		_, err := Run(t.Context(), Problem{Graph: testgraph.Path(4), Fixed: c.fixed}, Defaults(), nil)
		var e *InputError
		require.ErrorAs(t, err, &e, c.name)
		assert.Equal(t, c.vertex, e.Vertex, c.name)
		assert.EqualError(t, err, c.message, c.name)
	}
}
