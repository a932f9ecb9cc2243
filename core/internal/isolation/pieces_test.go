package isolation

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// Two paths of four vertices, and pieces of two and of one vertex.
func TestLoosePiecesJoinThePartFarthestBelowItsTarget(t *testing.T) {
	g, err := graph.FromEdges(11, []graph.Edge{{I: 0, J: 1, W: 1}, {I: 1, J: 2, W: 1}, {I: 2, J: 3, W: 1}, {I: 5, J: 6, W: 1}, {I: 6, J: 7, W: 1},
		{I: 7, J: 8, W: 1}, {I: 4, J: 10, W: 1}})
	require.NoError(t, err)
	mass := testgraph.Ones(11)
	s := NewPieces(g, mass)
	kept, loose := s.Kept(3)
	assert.Equal(t, []int32{0, 1, 2, 3, 5, 6, 7, 8}, kept)
	assert.Equal(t, 3.0, loose)
	assert.Equal(t, []int32{4, 9, 10}, Loose(11, kept))
	assert.Empty(t, Loose(11, nil))
	labels := s.Extend(kept, []int32{0, 0, 0, 0, 0, 1, 1, 1}, mass, []float64{0.5, 0.5})
	assert.Equal(t, []int32{0, 0, 0, 0, 1, 0, 1, 1, 1, 0, 1}, labels, "the piece of two first, then the single vertex")
	assert.Nil(t, NewPieces(testgraph.Path(3), testgraph.Ones(3)))
}
