package memory

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/tvcut/tvcut/core/graph"
)

var kept []byte

func TestCollectFreesTheGarbageOfLargeGraphsOnly(t *testing.T) {
	for _, large := range []bool{false, true} {
		g := &graph.CSR{}
		if large {
			g.Indices = make([]int32, largeGraph+1)
		}
		kept = make([]byte, 1<<25)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		kept = nil
		Collect(g)
		runtime.ReadMemStats(&after)
		assert.Equal(t, large, IsLarge(g))
		assert.Equal(t, large, after.NumForcedGC > before.NumForcedGC)
	}
}
