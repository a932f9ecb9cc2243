package parallel

import (
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// within fails if f does not return in a time that is far longer than it needs.
func within(t *testing.T, f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		t.Fatal("it does not end")
	}
}

// No goroutine of a pool is left after close, whether they wait for a run or sleep.
func TestCloseEndsTheGoroutines(t *testing.T) {
	for _, wait := range []time.Duration{0, 5 * time.Millisecond} {
		before := runtime.NumGoroutine()
		for range 10 {
			p := newPool(4, time.Millisecond)
			p.run(8, func(int) {})
			time.Sleep(wait)
			p.close()
			p.close()
		}
		few := func() bool { return runtime.NumGoroutine() <= before+3 } // assert.Eventually makes some of its own
		assert.Eventually(t, few, 20*time.Second, time.Millisecond, "after a wait of %v", wait)
	}
}

// As many tasks as threads run at the same time: each of them waits for all others.
func TestTasksRunAtTheSameTime(t *testing.T) {
	for size := 1; size <= 4; size++ {
		for _, patience := range []time.Duration{0, patience} {
			p := newPool(size, patience)
			for range 20 {
				var all sync.WaitGroup
				all.Add(size)
				within(t, func() {
					p.run(size, func(int) {
						all.Done()
						all.Wait()
					})
				})
			}
			p.close()
		}
	}
}
