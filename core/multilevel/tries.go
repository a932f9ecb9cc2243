package multilevel

import (
	"context"
	"math/rand/v2"
	"sync"
)

// combining is what keeps the random choices of combinations apart from those of tries.
const combining = 1 << 32

// worthwhile is the relative fall of C after which more tries may be worth their time.
const worthwhile = 1e-3

// run makes the tries and combines each with the best so far, unless it has found the same, in the order of their
// numbers.
func (s *search) run() {
	ctx, stop := context.WithCancel(s.ctx)
	next, wait := s.tries(ctx)
	defer wait()
	defer stop()
	s.best = next(0)
	s.observe(s.best)
	standing := 0
	for t := 1; t < s.opt.Tries && standing < s.opt.Patience && s.ctx.Err() == nil; t++ {
		found := next(t)
		if found.low == nil {
			return
		}
		s.observe(found)
		before := s.best.value
		if !found.same(s.best) {
			s.best = s.cycle(rand.New(rand.NewPCG(s.opt.Seed, combining|uint64(t))), s.best, found)
		}
		standing++
		if s.best.value < before*(1-worthwhile) {
			standing = 0
		}
	}
}

// observe tells of a try.
func (s *search) observe(c candidate) {
	if s.opt.Observe != nil {
		s.opt.Observe(c.value)
	}
}

// tries returns a function that returns try t, to be called for t = 0, 1, … in order, and one that waits for what is
// still at work. With more than one thread the tries to come are made on other goroutines while the caller makes the
// first and combines those before, at most ahead of them for each. After ctx has ended there are none but the first.
func (s *search) tries(ctx context.Context) (next func(t int) candidate, wait func()) {
	if s.opt.Threads < 2 || s.opt.Tries < 2 {
		return func(t int) candidate { return s.number(t) }, func() {}
	}
	helpers := min(s.opt.Threads, s.opt.Tries) - 1
	found := make([]chan candidate, ahead*helpers) // try t comes through found[t mod length]
	numbers := make(chan int, len(found))          // those that may be made: never two for one channel
	for a := range found {
		found[a] = make(chan candidate, 1)
		numbers <- 1 + a
	}
	var group sync.WaitGroup
	for range helpers {
		group.Go(func() { s.help(ctx, numbers, found) })
	}
	return func(t int) candidate {
			if t == 0 {
				return s.number(0)
			}
			c := <-found[t%len(found)]
			if c.fault != nil {
				panic(c.fault)
			}
			numbers <- t + len(found)
			return c
		}, func() {
			close(numbers)
			group.Wait()
		}
}

// ahead is the number of tries that may be waiting for their turn, over the number of goroutines that make them.
const ahead = 2

// help makes tries until numbers is closed.
func (s *search) help(ctx context.Context, numbers <-chan int, found []chan candidate) {
	own := &search{ctx: ctx, graph: s.graph, mass: s.mass, opt: s.opt, refiner: NewRefiner(s.graph.N(), s.refiner.lambda)}
	for t := range numbers {
		c := candidate{}
		if t < s.opt.Tries && ctx.Err() == nil {
			c = own.caught(t)
		}
		found[t%len(found)] <- c
	}
}

// caught makes try t and hands on a panic: in a goroutine of its own it would end the whole process.
func (s *search) caught(t int) (c candidate) {
	defer func() {
		if fault := recover(); fault != nil {
			c = candidate{fault: fault}
		}
	}()
	return s.number(t)
}

// number makes try t.
func (s *search) number(t int) candidate {
	return s.try(rand.New(rand.NewPCG(s.opt.Seed, uint64(t))))
}
