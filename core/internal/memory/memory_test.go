package memory

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/tvcut/tvcut/core/graph"
)

func TestCollectLeavesSmallGarbage(t *testing.T) {
	for _, c := range []struct {
		halfEdges      int
		large, collect bool
	}{{0, false, false}, {smallGarbage, false, false}, {smallGarbage + 1, false, true}, {largeGraph + 1, true, true}} {
		g := &graph.CSR{Indices: make([]int32, c.halfEdges)}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		Collect(g)
		runtime.ReadMemStats(&after)
		assert.Equal(t, c.large, IsLarge(g))
		assert.Equal(t, c.collect, after.NumForcedGC > before.NumForcedGC)
	}
}
