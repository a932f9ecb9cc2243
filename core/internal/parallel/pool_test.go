package parallel

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// A run ends when all its tasks have, and not before. Goroutines that hardly look before they sleep, on more
// threads than there are cores, are held up between any two steps.
func TestRunsDoNotOverlap(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(16))
	const tasks = 64
	for _, size := range []int{2, 3, 16} {
		for _, looks := range []int{0, 1, 100} {
			p := newPool(size, looks)
			var done [tasks]int // not atomic: a task of another run at the same time is a race
			for run := 1; run <= 2000; run++ {
				p.run(tasks, func(i int) { done[i]++ })
				for i, count := range done {
					require.Equal(t, run, count, "task %d of run %d, %d goroutines, %d looks", i, run, size, looks)
				}
			}
			p.close()
		}
	}
}
