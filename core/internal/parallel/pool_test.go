package parallel

import (
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A run ends only when all its tasks have returned. With little patience before a goroutine sleeps, and with more threads than
// cores, goroutines are preempted at any point of the protocol.
func TestRunsDoNotOverlap(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(16))
	const tasks = 64
	for _, size := range []int{2, 3, 16} {
		for _, patience := range []time.Duration{0, 1, time.Microsecond} {
			p := newPool(size, patience)
			var done [tasks]int // not atomic: the race detector finds tasks of two runs that overlap
			for run := 1; run <= 2000; run++ {
				p.run(tasks, func(i int) { done[i]++ })
				for i, count := range done {
					require.Equal(t, run, count, "task %d of run %d, %d goroutines, patience %v", i, run, size, patience)
				}
			}
			p.close()
		}
	}
}
