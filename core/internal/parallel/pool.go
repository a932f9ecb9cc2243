package parallel

import (
	"sync"
	"sync/atomic"
	"time"
)

// patience is the time for which a goroutine checks for a new run, or for the end of one, before it sleeps. It is longer than the
// time between most runs, and much shorter than a time slice of the operating system's scheduler. A goroutine that sleeps starts
// about 100 µs after it is woken: the scheduler first has it wait for the goroutine that wakes it, and then moves it to another
// thread.
const patience = 250 * time.Microsecond

// checks is the number of checks for each look at the clock.
const checks = 256

// pool is a fixed set of goroutines that run numbered tasks together with the caller. Each goroutine first takes the tasks
// of its own share, so that the same rows stay in the cache of the same core, and then those left in the other shares.
type pool struct {
	shares   []share
	patience time.Duration
	task     func(int)     // task of the current run
	epoch    atomic.Uint32 // number of runs started, plus 1 after close
	left     atomic.Int32  // goroutines, without the caller, that have not finished the current run
	closed   atomic.Bool

	waiting  atomic.Bool   // set while the caller sleeps, or is about to
	finished chan struct{} // wakes the caller

	mu    sync.Mutex
	fault any // value of a panic in a task, passed on to the caller
}

// share is the range of tasks of one goroutine, on its own cache line. Share 0 is that of the caller.
type share struct {
	next   atomic.Int64  // next task to be taken
	end    int64         // end of the range
	asleep atomic.Bool   // set while the goroutine sleeps, or is about to
	wake   chan struct{} // wakes the goroutine
	_      [32]byte
}

func newPool(size int, patience time.Duration) *pool {
	p := &pool{shares: make([]share, max(size, 1)), patience: patience, finished: make(chan struct{}, 1)}
	for t := 1; t < len(p.shares); t++ {
		p.shares[t].wake = make(chan struct{}, 1)
		go p.serve(t)
	}
	return p
}

// run calls task(i) once for each i in 0 … count−1 and returns when all calls have returned. If one panics, run panics.
func (p *pool) run(count int, task func(int)) {
	p.task = task
	size := len(p.shares)
	for t := range p.shares {
		p.shares[t].next.Store(int64(t * count / size))
		p.shares[t].end = int64((t + 1) * count / size)
	}
	p.left.Store(int32(size - 1))
	p.signal()
	p.drain(0)
	p.join()
	p.task = nil // it may be all that still holds a large amount of memory
	if f := p.fault; f != nil {
		p.fault = nil
		panic(f)
	}
}

// join waits until all goroutines have finished the current run. It checks repeatedly for a while and then sleeps, which
// frees the core for another goroutine. A wake-up does not imply that the run has ended: it can come from the last
// goroutine of an earlier run, if that was preempted between decrementing left and reading waiting.
func (p *pool) join() {
	ended := func() bool { return p.left.Load() == 0 }
	for !p.spin(ended) && !ended() {
		sleepUnless(&p.waiting, p.finished, ended)
	}
}

// spin checks repeatedly whether ready returns true, until it does or patience has passed, and reports which.
func (p *pool) spin(ready func() bool) bool {
	var begun time.Time
	for k := 1; p.patience > 0; k++ {
		switch {
		case ready():
			return true
		case k == checks: // most waits are shorter
			begun = time.Now()
		case k%checks == 0 && time.Since(begun) > p.patience:
			return false
		}
	}
	return false
}

// sleepUnless sets mark and sleeps until another goroutine clears it and sends to wake, unless ready returns true. The
// other goroutine must make ready true before it reads mark, so that no wake-up is lost. Only the goroutine that clears
// mark by compare-and-swap acts: if it is the other one, it sends exactly once, and the value is received here.
func sleepUnless(mark *atomic.Bool, wake <-chan struct{}, ready func() bool) {
	mark.Store(true)
	if !ready() || !mark.CompareAndSwap(true, false) {
		<-wake
	}
}

// signal starts a run, or the shutdown if closed is set, and wakes sleeping goroutines.
func (p *pool) signal() {
	p.epoch.Add(1)
	for t := 1; t < len(p.shares); t++ {
		if s := &p.shares[t]; s.asleep.CompareAndSwap(true, false) {
			s.wake <- struct{}{}
		}
	}
}

// close ends the goroutines. Further calls have no effect.
func (p *pool) close() {
	if !p.closed.Swap(true) {
		p.signal()
	}
}

// serve is the main function of goroutine t: it takes part in every run until the pool is closed.
func (p *pool) serve(t int) {
	s := &p.shares[t]
	for seen := uint32(0); ; {
		seen = p.await(s, seen)
		if p.closed.Load() {
			return
		}
		p.drain(t)
		if p.left.Add(-1) == 0 && p.waiting.CompareAndSwap(true, false) {
			p.finished <- struct{}{}
		}
	}
}

// await waits for an epoch other than seen and returns it. It checks repeatedly for a while and then sleeps. A wake-up does
// not imply a new run: it can belong to the last one, if the caller was preempted between starting it and reading asleep.
func (p *pool) await(s *share, seen uint32) uint32 {
	begun := func() bool { return p.epoch.Load() != seen }
	for !p.spin(begun) && !begun() {
		sleepUnless(&s.asleep, s.wake, begun)
	}
	return p.epoch.Load()
}

// drain runs tasks until none is left, those of share t first. It recovers a panic of a task and keeps its value for the
// caller, because a panic that no goroutine recovers ends the whole process.
func (p *pool) drain(t int) {
	defer func() {
		if f := recover(); f != nil {
			p.mu.Lock()
			p.fault = f
			p.mu.Unlock()
		}
	}()
	for i := range p.shares {
		s := &p.shares[(t+i)%len(p.shares)]
		for b := s.next.Add(1) - 1; b < s.end; b = s.next.Add(1) - 1 {
			p.task(int(b))
		}
	}
}
