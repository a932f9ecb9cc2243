package multilevel

import (
	"context"
	"sync"
)

// ahead is the number of tries that may be waiting for their turn, over the number of threads.
const ahead = 2

// tries returns a function that returns try t, and one that waits for what is still at work. The first is to be called
// for t = 0, 1, … in order, with the last of the tries that are sure to be asked for. After ctx has ended there are
// none but try 0.
func (s *search) tries(ctx context.Context) (next func(t, sure int) candidate, wait func()) {
	threads := min(s.opt.Threads, s.opt.Tries)
	if threads < 2 {
		return func(t, _ int) candidate { return s.number(t) }, func() {}
	}
	l := &lookahead{search: s, ctx: ctx, found: make([]chan candidate, ahead*threads)}
	for a := range l.found {
		l.found[a] = make(chan candidate, 1)
	}
	l.wake.L = &l.mutex
	l.end = len(l.found)
	var group sync.WaitGroup
	for range threads - 1 {
		group.Go(l.help)
	}
	return l.get, func() { l.close(); group.Wait() }
}

// lookahead makes tries before their turn, on goroutines of its own and on that of the caller while it would wait.
type lookahead struct {
	search *search
	ctx    context.Context
	found  []chan candidate // try t comes through found[t mod length]

	mutex     sync.Mutex
	wake      sync.Cond
	next, end int // tries next … end−1 may be begun: no two for one channel
	closed    bool
}

// take returns the number of a try up to most that is to be begun. While there is none it waits, if asked to, until
// no more will come.
func (l *lookahead) take(most int, wait bool) (t int, ok bool) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	for wait && !l.closed && l.next >= l.end {
		l.wake.Wait()
	}
	if l.closed || l.next >= l.end || l.next > most {
		return 0, false
	}
	l.next++
	return l.next - 1, true
}

// get returns try t. While it is under way elsewhere the caller makes others, of those that are sure.
func (l *lookahead) get(t, sure int) candidate {
	channel := l.found[t%len(l.found)]
	for len(channel) == 0 {
		other, ok := l.take(sure, false)
		if !ok {
			break
		}
		l.make(l.search, other)
	}
	c := <-channel
	if c.fault != nil {
		panic(c.fault)
	}
	l.mutex.Lock()
	l.end++
	l.mutex.Unlock()
	l.wake.Signal()
	return c
}

// make makes try t with the working memory of s.
func (l *lookahead) make(s *search, t int) {
	c := candidate{}
	if t == 0 || t < s.opt.Tries && l.ctx.Err() == nil {
		c = s.caught(t)
	}
	l.found[t%len(l.found)] <- c
}

// help makes tries until no more will come.
func (l *lookahead) help() {
	s := l.search
	own := &search{ctx: l.ctx, graph: s.graph, mass: s.mass, opt: s.opt, refiner: NewRefiner(s.graph.N(), s.refiner.lambda)}
	for {
		t, ok := l.take(s.opt.Tries, true)
		if !ok {
			return
		}
		l.make(own, t)
	}
}

func (l *lookahead) close() {
	l.mutex.Lock()
	l.closed = true
	l.mutex.Unlock()
	l.wake.Broadcast()
}
