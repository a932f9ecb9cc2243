package parallel

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Every result is computed once and returned by the call for its number, whatever the caller is certain to need.
func TestResultsComeInOrder(t *testing.T) {
	const count = 50
	needed := map[string]func(t int) int{
		"all":           func(int) int { return count - 1 },
		"only this one": func(t int) int { return t },
		"two more":      func(t int) int { return min(t+2, count-1) },
	}
	for name, last := range needed {
		for threads := range 5 {
			calls := make([]atomic.Int32, count)
			a := NewAhead(threads, count, func(_, t int) int {
				calls[t].Add(1)
				time.Sleep(time.Duration(t%3) * 100 * time.Microsecond)
				return t * t
			})
			for k := range count {
				require.Equal(t, k*k, a.Get(k, last(k)), "%s, threads %d", name, threads)
			}
			a.Close()
			for k := range calls {
				require.Equal(t, int32(1), calls[k].Load(), "%s, threads %d, result %d", name, threads, k)
			}
		}
	}
}

// The number of a worker is below the number of threads, and two calls for one worker do not overlap.
func TestCallsOfAWorkerDoNotOverlap(t *testing.T) {
	const count = 60
	for threads := 1; threads <= 4; threads++ {
		running := make([]atomic.Int32, threads)
		var total [4]int // not atomic: the race detector finds calls that overlap
		var overlaps atomic.Int32
		a := NewAhead(threads, count, func(worker, _ int) int {
			if running[worker].Add(1) != 1 {
				overlaps.Add(1)
			}
			total[worker]++
			time.Sleep(50 * time.Microsecond)
			running[worker].Add(-1)
			return worker
		})
		for k := range count {
			require.Less(t, a.Get(k, count-1), threads)
		}
		a.Close()
		assert.Zero(t, overlaps.Load(), "threads %d", threads)
		assert.Equal(t, count, total[0]+total[1]+total[2]+total[3])
	}
}

func TestPanicReachesGet(t *testing.T) {
	for threads := 1; threads <= 4; threads++ {
		for _, bad := range []int{0, 3, 9} {
			a := NewAhead(threads, 10, func(_, t int) int {
				if t == bad {
					panic("result that fails")
				}
				return t
			})
			for k := range bad {
				require.Equal(t, k, a.Get(k, 9), "threads %d", threads)
			}
			assert.PanicsWithValue(t, "result that fails", func() { a.Get(bad, 9) }, "threads %d", threads)
			a.Close()
		}
	}
}

// Close returns although results were not read, computes none after that, and can be called in any state.
func TestCloseEndsWithUnreadResults(t *testing.T) {
	const count = 100
	for threads := 1; threads <= 4; threads++ {
		for _, read := range []int{0, 1, 5} {
			var calls, running atomic.Int32
			a := NewAhead(threads, count, func(_, t int) int {
				running.Add(1)
				calls.Add(1)
				time.Sleep(100 * time.Microsecond)
				running.Add(-1)
				return t
			})
			for k := range read {
				require.Equal(t, k, a.Get(k, k))
			}
			ended := make(chan struct{})
			go func() { a.Close(); close(ended) }()
			select {
			case <-ended:
			case <-time.After(20 * time.Second):
				require.Fail(t, "Close does not return")
			}
			assert.Zero(t, running.Load(), "no computation runs after Close")
			assert.LessOrEqual(t, int(calls.Load()), read+perThread*threads, "results computed ahead")
			assert.NotPanics(t, a.Close, "a second call")
		}
	}
}

// A goroutine that computes a result while Close is called begins no other one.
func TestCloseBeginsNoResult(t *testing.T) {
	for threads := 2; threads <= 4; threads++ {
		var calls atomic.Int32
		gate := make(chan struct{})
		a := NewAhead(threads, 100, func(_, t int) int { calls.Add(1); <-gate; return t })
		started := func() bool { return int(calls.Load()) == threads-1 }
		require.Eventually(t, started, 20*time.Second, time.Millisecond)
		ended := make(chan struct{})
		go func() { a.Close(); close(ended) }()
		closed := func() bool {
			a.mutex.Lock()
			defer a.mutex.Unlock()
			return a.closed
		}
		require.Eventually(t, closed, 20*time.Second, time.Millisecond)
		close(gate)
		<-ended
		assert.Equal(t, threads-1, int(calls.Load()))
	}
}

// One thread computes no result that the caller has not asked for.
func TestOneThreadComputesOnlyWhatIsNeeded(t *testing.T) {
	calls := 0
	a := NewAhead(1, 10, func(_, t int) int { calls++; return t })
	defer a.Close()
	assert.Zero(t, calls)
	for k := range 4 {
		a.Get(k, k)
		assert.Equal(t, k+1, calls)
	}
}
