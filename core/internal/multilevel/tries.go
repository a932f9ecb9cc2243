package multilevel

import (
	"context"

	"github.com/tvcut/tvcut/core/internal/random"
)

// worthwhile is the relative fall of C after which more tries may be worth their time.
const worthwhile = 1e-3

// run makes the tries and combines each with the best so far, unless it has found the same, in the order of their
// numbers.
func (s *search) run() {
	ctx, stop := context.WithCancel(s.ctx)
	next, wait := s.tries(ctx)
	defer wait()
	defer stop()
	s.best = next(0, min(1, s.opt.Tries-1)) // try 1 is sure to be asked for, if there is one
	s.observe(s.best)
	standing := 0
	for t := 1; t < s.opt.Tries && standing < s.opt.Patience && s.ctx.Err() == nil; t++ {
		found := next(t, min(t+s.opt.Patience-standing, s.opt.Tries)-1)
		if found.low == nil {
			return
		}
		s.observe(found)
		before := s.best.value
		if !found.same(s.best) {
			s.best = s.cycle(random.New(s.opt.Seed, random.Combination, s.opt.Part, t), s.best, found)
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
	return s.try(random.New(s.opt.Seed, random.Try, s.opt.Part, t))
}
