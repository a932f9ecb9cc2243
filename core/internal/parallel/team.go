package parallel

import "sync/atomic"

// Team is a fixed set of goroutines that run numbered tasks together with the caller. It must not be used by two callers at
// the same time. A nil Team is the caller alone. Close must be called when a Team is no longer needed.
type Team struct {
	pool *pool
}

// NewTeam returns a team of the given number of goroutines, at least 1, the caller included.
func NewTeam(threads int) *Team {
	if threads <= 1 {
		return nil
	}
	return &Team{newPool(threads, patience)}
}

// Threads returns the number of goroutines, the caller included.
func (t *Team) Threads() int {
	if t == nil {
		return 1
	}
	return len(t.pool.shares)
}

// Run calls task(k) once for each k in 0 … count−1 and returns when all calls have returned. Calls for different k run at
// the same time. If one panics, Run panics with the same value after the others have returned.
func (t *Team) Run(count int, task func(k int)) {
	if t == nil || count == 1 {
		for k := range count {
			task(k)
		}
		return
	}
	t.pool.run(count, task)
}

// rangesPerThread is the number of ranges of Split for each goroutine. One that begins later takes fewer of them.
const rangesPerThread = 4

// Split divides 0 … n−1 into ranges, several for each goroutine, and calls task for each of them.
func (t *Team) Split(n int, task func(lo, hi int)) {
	parts := t.Threads()
	if parts > 1 {
		parts *= rangesPerThread
	}
	t.Run(parts, func(k int) { task(k*n/parts, (k+1)*n/parts) })
}

// All reports whether ok is true of all ranges of Split. Once it is false of one, those that have not begun are left out.
func (t *Team) All(n int, ok func(lo, hi int) bool) bool {
	var failed atomic.Bool
	t.Split(n, func(lo, hi int) {
		if !failed.Load() && !ok(lo, hi) {
			failed.Store(true)
		}
	})
	return !failed.Load()
}

// Close ends the goroutines. It may be called more than once.
func (t *Team) Close() {
	if t != nil {
		t.pool.close()
	}
}
