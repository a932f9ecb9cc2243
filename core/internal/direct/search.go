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
	done    int       // passes that have ended
	passes  int       // largest number of passes
	tally   tally
}

// tally is what the tries so far say about whether more of them pay.
type tally struct {
	tries    int
	failures int     // consecutive tries that did not improve the best partition
	same     int     // tries that have found the lowest criterion so far
	mean     float64 // x̄ of the criteria x of the tries
	squares  float64 // Σ (x − x̄)²
}

// add counts a try with the criterion x that improved the best partition or not, and found the lowest criterion or not.
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

// equals reports whether c and d have the same criterion but for rounding and violate the bounds alike.
func (c candidate) equals(d candidate) bool {
	return c.violation == d.violation && math.Abs(c.value-d.value) <= tiny*d.value
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
	for t := 0; s.continues(t); t++ {
		before, found := s.best, tries.Get(t, s.certain(t))
		if found.labels == nil {
			return
		}
		s.offer(found, t)
		s.tally.add(found.value, s.best.precedes(before), found.equals(s.best))
	}
	for r := range int32(s.problem.peripheries()) {
		s.offerPeriphery(r)
	}
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

// certain returns the number of the last try that is made in any case, if try t is made.
func (s *search) certain(t int) int {
	c := &s.tally
	return max(t, min(s.opt.Least, t+s.opt.Patience-c.failures, t+s.opt.Agreement-c.same)-1)
}

// offer combines a partition with the best one so far, which it replaces if it is better. Partitions that compare equal are
// mostly the same, and are not combined.
func (s *search) offer(found candidate, t int) {
	s.finish(found)
	first := s.best.labels == nil
	if found.precedes(s.best) {
		found, s.best = s.best, found
	}
	if first || s.ctx.Err() != nil || found.equals(s.best) {
		return
	}
	s.best = s.own.join(s.problem, t, s.best, found)
	s.finish(s.best)
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

// tried returns the problem of a try. For the value of more than two parts, the last of the least number of tries keeps the
// masses near the targets: that is easier to search, and lowers the value on meshes, where parts of equal mass are best.
func (s *search) tried(t int) *Problem {
	p := s.problem
	if p.Criterion.Edges || p.Criterion.K == 2 || t == 0 || t != s.opt.Least-1 {
		return p
	}
	near := *p
	near.Bounds.Most = slices.Clone(p.Bounds.Most)
	for r, target := range p.Target {
		near.Bounds.Most[r] = min(p.Bounds.Most[r], maxNear*target)
	}
	return &near
}
