package direct

import (
	"context"
	"math"
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
	pool    []pooled  // partitions that are still to be combined, in descending order of generation
	joins   int       // combinations so far
	done    int       // passes that have ended
	passes  int       // largest number of passes
	tally   tally
}

// tally holds the statistics of the tries so far that decide whether more of them follow.
type tally struct {
	tries    int
	failures int     // consecutive tries that did not improve the best partition
	same     int     // tries that have found the lowest criterion so far
	mean     float64 // x̄ of the criteria x of the tries
	squares  float64 // Σ (x − x̄)²
}

// add counts a try with the criterion x. improved says whether it improved the best partition, and lowest whether it found the
// lowest criterion so far.
func (c *tally) add(x float64, improved, lowest bool) {
	c.tries++
	before := x - c.mean
	c.mean += before / float64(c.tries) // x̄ ← x̄ + (x − x̄)/t
	c.squares += before * (x - c.mean)  // Σ (x − x̄)², updated by the method of Welford
	if c.failures++; improved {
		c.failures, c.same = 0, 0
	}
	if lowest {
		c.same++
	}
}

// spread returns σ/(t x̄) for the standard deviation σ of the criteria of t > 1 tries. One more try is expected to lower the
// lowest of them by about σ/t.
func (c *tally) spread() float64 {
	t := float64(c.tries)
	return math.Sqrt(c.squares/(t-1)) / (t * c.mean)
}

// run makes the tries in the order of their numbers and combines their partitions in pairs: two of the same generation as soon
// as there are two, and the remaining partitions at the end. A combination of two partitions of the same generation lowers the
// criterion more than one with the partition of a single try. At the end, run tries outliers.
func (s *search) run() {
	ctx, stop := context.WithCancel(s.ctx)
	tries := s.startTries(ctx)
	defer tries.Close()
	defer stop()
	for t := 0; s.continues(t); t++ {
		before, found := s.best, tries.Get(t, s.certain(t))
		if found.labels == nil {
			return
		}
		s.offer(found)
		s.tally.add(found.value, s.best.precedes(before), found.equals(s.best))
	}
	stop() // no further result is needed
	for len(s.pool) > 1 && s.ctx.Err() == nil {
		s.joinLast()
	}
	s.offerOutliers()
	if s.done < s.passes && s.ctx.Err() == nil {
		s.done = s.passes
		s.report(s.best.value)
	}
}

// continues reports whether try t is made.
func (s *search) continues(t int) bool {
	switch c := &s.tally; {
	case t == 0:
		return true
	case t >= s.opt.Tries || s.ctx.Err() != nil || c.failures >= s.opt.Patience || c.same >= s.opt.Agreement:
		return false
	case t < s.opt.Least:
		return true
	default:
		return c.spread() >= s.opt.MinSpread // false for NaN, too
	}
}

// certain returns the number of the last try that no rule can prevent if try t is made.
func (s *search) certain(t int) int {
	c, tries := &s.tally, s.opt.Least
	if t >= tries && s.opt.MinSpread == 0 {
		tries = s.opt.Tries
	}
	return max(t, min(tries, t+s.opt.Patience-c.failures, t+s.opt.Agreement-c.same)-1)
}

// finish counts a pass that has ended and reports it.
func (s *search) finish(c candidate) {
	s.done++
	value := c.value
	if s.best.labels != nil {
		value = min(value, s.best.value)
	}
	s.report(value)
}

// report passes the lowest criterion and the fraction of the passes that are done to the observer.
func (s *search) report(value float64) {
	if s.opt.Observe != nil {
		s.opt.Observe(value, min(1, float64(s.done)/float64(s.passes)))
	}
}

// newSearch returns the state of a search with the given number of tries.
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

// tried returns the problem of a try. For the value of more than two parts, the last try has upper bounds near the targets: such
// partitions are easier to find, and have a lower value on meshes, where parts of equal mass are best. In a consensus they make
// the members differ, which then agrees better with known classes.
func (s *search) tried(t int) *Problem {
	p := s.problem
	if p.Criterion.Edges || p.Criterion.K == 2 || t == 0 || t != s.opt.Tries-1 {
		return p
	}
	near := *p
	near.Bounds.Most = slices.Clone(p.Bounds.Most)
	for r, target := range p.Target {
		near.Bounds.Most[r] = min(p.Bounds.Most[r], maxNear*target)
	}
	return &near
}
