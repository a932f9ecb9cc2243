package multilevel

import (
	"context"
	"sync"
)

// ahead is the largest number of tries, for each thread, that may be started before the search asks for them.
const ahead = 2

// tries returns a function next that returns try t, and a function wait that waits for the goroutines to end. next must
// be called for t = 0, 1, … in order. Its second argument is the last try that the search will need for certain. After
// ctx has ended, next returns empty candidates, except for try 0.
func (s *search) tries(ctx context.Context) (next func(t, needed int) candidate, wait func()) {
	threads := min(s.opt.Threads, s.opt.Tries)
	if threads < 2 {
		return func(t, _ int) candidate { return s.tryNumber(t) }, func() {}
	}
	l := &lookahead{search: s, ctx: ctx, results: make([]chan candidate, ahead*threads)}
	for a := range l.results {
		l.results[a] = make(chan candidate, 1)
	}
	l.wake.L = &l.mutex
	l.end = len(l.results)
	var group sync.WaitGroup
	for range threads - 1 {
		group.Go(l.work)
	}
	return l.get, func() { l.close(); group.Wait() }
}

// lookahead runs tries before the search asks for them: on its own goroutines, and on the caller's while the caller
// waits for a result.
type lookahead struct {
	search  *search
	ctx     context.Context
	results []chan candidate // try t is sent on results[t mod length]

	mutex     sync.Mutex
	wake      sync.Cond
	next, end int // tries next … end−1 may be started; no two of them share a channel
	closed    bool
}

// takeNumber returns the number of the next try to start, at most last. ok is false if there is none. If wait is set, it
// waits for one until the lookahead is closed.
func (l *lookahead) takeNumber(last int, wait bool) (t int, ok bool) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	for wait && !l.closed && l.next >= l.end {
		l.wake.Wait()
	}
	if l.closed || l.next >= l.end || l.next > last {
		return 0, false
	}
	l.next++
	return l.next - 1, true
}

// get returns try t. While another goroutine runs it, the caller runs other tries up to needed.
func (l *lookahead) get(t, needed int) candidate {
	result := l.results[t%len(l.results)]
	for len(result) == 0 {
		other, ok := l.takeNumber(needed, false)
		if !ok {
			break
		}
		l.runTry(l.search, other)
	}
	c := <-result
	if c.panicValue != nil {
		panic(c.panicValue)
	}
	l.mutex.Lock()
	l.end++
	l.mutex.Unlock()
	l.wake.Signal()
	return c
}

// runTry runs try t in the memory of s and sends the result. After ctx has ended it sends an empty candidate, except for
// try 0.
func (l *lookahead) runTry(s *search, t int) {
	c := candidate{}
	if t == 0 || t < s.opt.Tries && l.ctx.Err() == nil {
		c = s.tryRecovered(t)
	}
	l.results[t%len(l.results)] <- c
}

// work runs tries in memory of its own until the lookahead is closed.
func (l *lookahead) work() {
	s := l.search
	own := &search{ctx: l.ctx, graph: s.graph, mass: s.mass, opt: s.opt, refiner: NewRefiner(s.graph.N(), s.refiner.lambda)}
	for {
		t, ok := l.takeNumber(s.opt.Tries, true)
		if !ok {
			return
		}
		l.runTry(own, t)
	}
}

// close ends the goroutines once their current try has ended.
func (l *lookahead) close() {
	l.mutex.Lock()
	l.closed = true
	l.mutex.Unlock()
	l.wake.Broadcast()
}
