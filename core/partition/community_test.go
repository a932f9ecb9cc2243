package partition

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// On a small-world graph the tries of the multilevel search have nothing in common, and all of them are worse than a half of the
// ring. Tries within communities lead below it.
func TestSmallWorldIsCutBelowHalvesOfItsRing(t *testing.T) {
	const n = 20000
	g := testgraph.SmallWorld(rand.New(rand.NewPCG(1, 0)), n, 4, 0.1)
	mass := testgraph.Ones(n)
	labels, lowest := make([]int32, n), 0.
	for turn := range 20 {
		for i := range labels {
			labels[(i+turn*n/40)%n] = int32(2 * i / n)
		}
		if value := objective.Value(g, mass, labels, 2, 1); turn == 0 || value < lowest {
			lowest = value
		}
	}
	assert.Less(t, runOnThreads(t, g, with("min_share", 0.0), 1, 3).Value, 0.97*lowest)
}
