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

func TestDivide(t *testing.T) {
	small, large := &graph.CSR{}, &graph.CSR{Indices: make([]int32, largeGraph+1)}
	for _, c := range []struct {
		g                          *graph.CSR
		threads, searches          int
		wantedAtOnce, wantedWithin int
	}{{small, 0, 0, 1, 1}, {small, 2, 4, 2, 1}, {small, 8, 4, 4, 2}, {small, 2, 1, 1, 2}, {large, 8, 4, 1, 8}} {
		atOnce, within := Divide(c.g, c.threads, c.searches)
		assert.Equal(t, c.wantedAtOnce, atOnce)
		assert.Equal(t, c.wantedWithin, within)
	}
}
