package multilevel

import (
	"context"

	"github.com/tvcut/tvcut/core/internal/random"
)

// minImprovement is the relative decrease of C that resets the count of failed tries.
const minImprovement = 1e-3

// run makes the tries in the order of their numbers and combines each with the best cut so far, unless both have the
// same C.
func (s *search) run() {
	ctx, stop := context.WithCancel(s.ctx)
	next, wait := s.tries(ctx)
	defer wait()
	defer stop()
	s.best = next(0, min(1, s.opt.Tries-1)) // try 1, if there is one, is always needed
	s.observe(s.best)
	failures := 0
	for t := 1; t < s.opt.Tries && failures < s.opt.Patience && s.ctx.Err() == nil; t++ {
		found := next(t, min(t+s.opt.Patience-failures, s.opt.Tries)-1)
		if found.low == nil {
			return
		}
		s.observe(found)
		before := s.best.value
		if !found.sameValue(s.best) {
			s.best = s.combine(random.New(s.opt.Seed, random.Combination, s.opt.Part, t), s.best, found)
		}
		failures++
		if s.best.value < before*(1-minImprovement) {
			failures = 0
		}
	}
}

// observe reports a try to the observer.
func (s *search) observe(c candidate) {
	if s.opt.Observe != nil {
		s.opt.Observe(c.value)
	}
}

// tryRecovered makes try t and stores a panic in the candidate: a panic that leaves a goroutine ends the process.
func (s *search) tryRecovered(t int) (c candidate) {
	defer func() {
		if value := recover(); value != nil {
			c = candidate{panicValue: value}
		}
	}()
	return s.tryNumber(t)
}

// tryNumber makes try t with its own random generator.
func (s *search) tryNumber(t int) candidate {
	return s.try(random.New(s.opt.Seed, random.Try, s.opt.Part, t))
}
