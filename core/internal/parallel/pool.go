package parallel

import (
	"sync"
	"sync/atomic"
)

// spins is how often a goroutine looks for work, or for the end of it, before it lets another run: some
// 20 µs, longer than the pause between two inner steps and much shorter than a time slice.
const spins = 1 << 14

// pool is a fixed set of goroutines that work on numbered tasks together with their caller. Each takes
// tasks of its own range first, so that the same rows stay in the cache of the same core, and then helps
// the others.
type pool struct {
	shares []share
	spins  int // looks before sleeping
	task   func(int)
	epoch  atomic.Uint32 // number of runs begun
	left   atomic.Int32  // goroutines still at work
	closed atomic.Bool

	waiting  atomic.Bool   // the caller sleeps until none is left
	finished chan struct{} // what wakes it

	mu    sync.Mutex
	fault any // first panic of a task, handed on to the caller
}

// share is the range of tasks of one goroutine, on a cache line of its own. Number 0 is the caller.
type share struct {
	next   atomic.Int64
	end    int64
	asleep atomic.Bool
	wake   chan struct{}
	_      [32]byte
}

func newPool(size, spins int) *pool {
	p := &pool{shares: make([]share, max(size, 1)), spins: spins, finished: make(chan struct{}, 1)}
	for t := 1; t < len(p.shares); t++ {
		p.shares[t].wake = make(chan struct{}, 1)
		go p.serve(t)
	}
	return p
}

// run calls task once for each number below count and returns when all have ended.
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
	if f := p.fault; f != nil {
		p.fault = nil
		panic(f)
	}
}

// join waits until no goroutine is at work: it looks for a while and then sleeps, since where cores are scarce
// the one it waits for may need this one. A wake does not mean the end: the last goroutine of an earlier run may
// have been held up between leaving and looking whether anyone waits.
func (p *pool) join() {
	for range p.spins {
		if p.left.Load() == 0 {
			return
		}
	}
	for p.left.Load() > 0 {
		sleepUnless(&p.waiting, p.finished, func() bool { return p.left.Load() == 0 })
	}
}

// sleepUnless sleeps until another goroutine takes the mark and sends a wake, unless ready says there is nothing to
// wait for. What makes ready true comes before the look at the mark, so no wake is lost; and whoever takes the mark
// back decides, so that every wake is received.
func sleepUnless(mark *atomic.Bool, wake <-chan struct{}, ready func() bool) {
	mark.Store(true)
	if !ready() || !mark.CompareAndSwap(true, false) {
		<-wake
	}
}

// signal begins a run, or the end, and wakes who sleeps.
func (p *pool) signal() {
	p.epoch.Add(1)
	for t := 1; t < len(p.shares); t++ {
		if s := &p.shares[t]; s.asleep.CompareAndSwap(true, false) {
			s.wake <- struct{}{}
		}
	}
}

func (p *pool) close() {
	if !p.closed.Swap(true) {
		p.signal()
	}
}

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

// await returns the epoch after seen: it looks for a while and then sleeps. A wake does not mean a new run: the
// caller may have been held up between beginning the last one and looking who sleeps.
func (p *pool) await(s *share, seen uint32) uint32 {
	for range p.spins {
		if e := p.epoch.Load(); e != seen {
			return e
		}
	}
	for p.epoch.Load() == seen {
		sleepUnless(&s.asleep, s.wake, func() bool { return p.epoch.Load() != seen })
	}
	return p.epoch.Load()
}

// drain takes tasks until none is left, of its own share first. A panic is kept for the caller: in a
// goroutine of its own it would end the whole process.
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
