package partition

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// On a sparse random graph the tries of the multilevel search have nothing in common. The spectral cut leads to the blocks.
func TestPlantedBlocksOfASparseGraphAreFound(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	const first, second = 25000, 27000
	g := testgraph.SparseBlocks(rand.New(rand.NewPCG(1, 0)), first, second)
	value := runOnThreads(t, g, with("min_share", 0.0), 1, 3).Value
	assert.LessOrEqual(t, value, 0.5*(1+1e-12), "the value of the blocks") // cut = first/2, |S| = first
}
