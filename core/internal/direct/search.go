package direct

import (
	"context"
	"slices"

	"github.com/tvcut/tvcut/core/internal/memory"
	"github.com/tvcut/tvcut/core/internal/parallel"
)

// search is the state of one call of Cut.
type search struct {
	ctx     context.Context
	problem *Problem
	opt     Options
	own     *try      // of the calling goroutine
	best    candidate // best partition so far
	done    int       // passes that have ended
	passes  int       // largest number of passes
}

// candidate is a partition, with what decides which of two is better.
type candidate struct {
	labels    []int32 // nil: no partition
	violation float64
	value     float64
}

// precedes reports whether c is better than d: it violates the bounds less or, if both violate them alike, its criterion is
// lower.
func (c candidate) precedes(d candidate) bool {
	switch {
	case c.labels == nil || d.labels == nil:
		return c.labels != nil
	case c.violation != d.violation:
		return c.violation < d.violation
	}
	return c.value < d.value
}

// candidate returns a partition as a candidate. The sums are computed from the labels, so that candidates compare exactly.
func (p *Problem) candidate(labels []int32) candidate {
	if labels == nil {
		return candidate{}
	}
	violation, value := p.Score(labels)
	return candidate{labels, violation, value}
}

// run makes the tries, in the order of their numbers, and combines each with the best partition so far.
func (s *search) run() {
	ctx, stop := context.WithCancel(s.ctx)
	tries := s.startTries(ctx)
	defer tries.Close()
	defer stop()
	failures := 0 // consecutive tries that did not improve the best partition
	for t := 0; t < s.opt.Tries && failures < s.opt.Patience && (t == 0 || s.ctx.Err() == nil); t++ {
		before := s.best
		s.offer(tries.Get(t, min(t+s.opt.Patience-failures, s.opt.Tries)-1), t)
		failures++
		if s.best.precedes(before) {
			failures = 0
		}
	}
}

// offer combines a partition with the best one so far, which it replaces if it is better. Partitions that compare equal are
// mostly the same, and are not combined.
func (s *search) offer(found candidate, t int) {
	if found.labels == nil {
		return
	}
	s.finish(found)
	first := s.best.labels == nil
	if found.precedes(s.best) {
		found, s.best = s.best, found
	}
	if first || s.ctx.Err() != nil || found.value == s.best.value && found.violation == s.best.violation {
		return
	}
	s.best = s.own.join(s.problem, t, s.best, found)
	s.finish(s.best)
}

// finish counts a pass that has ended and reports it.
func (s *search) finish(c candidate) {
	s.done++
	if s.opt.Observe != nil {
		value := c.value
		if s.best.labels != nil {
			value = min(value, s.best.value)
		}
		s.opt.Observe(value, min(1, float64(s.done)/float64(s.passes)))
	}
}

// newSearch returns the state of a search of so many tries.
func newSearch(ctx context.Context, p *Problem, opt Options, tries int) *search {
	_, within := memory.Divide(p.Graph, opt.Threads, tries)
	return &search{ctx: ctx, problem: p, opt: opt, own: newTry(ctx, p, opt, within)}
}

// startTries starts the tries. Each thread has a try with memory of its own. After ctx has ended, tries are empty.
func (s *search) startTries(ctx context.Context) *parallel.Ahead[candidate] {
	atOnce, within := memory.Divide(s.problem.Graph, s.opt.Threads, s.opt.Tries)
	workers := make([]*try, atOnce)
	workers[0] = s.own
	return parallel.NewAhead(atOnce, s.opt.Tries, func(worker, t int) candidate {
		if ctx.Err() != nil {
			return candidate{}
		}
		if workers[worker] == nil {
			workers[worker] = newTry(ctx, s.problem, s.opt, within)
		}
		return s.problem.candidate(workers[worker].numbered(t).pass(s.tried(t)))
	})
}

// tried returns the problem of a try. For the value of more than two parts, the last try keeps the masses near the targets:
// that is easier to search, and lowers the value on meshes, where parts of equal mass are best.
func (s *search) tried(t int) *Problem {
	p := s.problem
	if p.Criterion.Edges || p.Criterion.K == 2 || t == 0 || t < s.opt.Tries-1 {
		return p
	}
	near := *p
	near.Bounds.Most = slices.Clone(p.Bounds.Most)
	for r, target := range p.Target {
		near.Bounds.Most[r] = min(p.Bounds.Most[r], maxNear*target)
	}
	return &near
}
