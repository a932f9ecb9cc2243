// Package evolution lowers the criterion of a solution further than single searches do. It keeps a pool of good solutions
// that differ, combines two of them at a time, and lets new ones replace those that they resemble. The method is that of
// P. Sanders and C. Schulz, "Distributed evolutionary graph partitioning", ALENEX 2012. What a solution is, and how two are
// combined, is up to the caller.
package evolution

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/random"
)

const (
	poolSize   = 12 // largest number of solutions in the pool
	minPool    = 5  // with fewer solutions, a step finds one from scratch and does not combine it
	generation = 8  // default of Options.Generation
	freshEvery = 8  // one in freshEvery steps combines a member of the pool with a solution from scratch
	stall      = 32 // consecutive steps that do not change the pool after which it has converged
	elites     = 4  // solutions of a converged pool that are kept for the next one
)

// Worker makes solutions, in memory of its own. A result depends on the step and the parents alone. Once its context has ended, a
// worker returns without delay, with any solution.
type Worker[C any] interface {
	// Fresh returns a solution from scratch.
	Fresh(step int) C
	// Combine returns a solution made of two others, which it does not change. It is not worse than both of them.
	Combine(step int, a, b C) C
}

// Options are the parameters of Run.
type Options[C any] struct {
	Seed    uint64 // seed of all random choices
	Part    int    // number of the problem among those solved under the same seed
	Steps   int    // largest number of steps: solutions that are made
	Threads int    // goroutines; the result does not depend on it

	// Generation is the number of steps that choose their parents from the same pool, so that they can run at the same time. In
	// smaller generations, a step knows the results of more steps before it. Default 8.
	Generation int
	// Combine makes every step combine two members of the pool, without solutions from scratch. The search then ends when fewer
	// than two members are left.
	Combine bool
	// Agreement ends the search once this number of steps have found the best solution so far from two worse ones, since further
	// steps hardly ever find a better one. 0: never.
	Agreement int

	Compare  func(a, b C) int // −1 if a is better than b, 1 if it is worse, 0 if both count as the same
	Distance func(a, b C) int // a measure of the difference of two solutions

	// Observe, if not nil, is called after every step with the fraction of the steps that are made, and with 1 if the search ends
	// before the last of them.
	Observe func(best C, fraction float64)
}

// search is the state of one call of Run. Pools converge: their members become alike. The search then begins a pool from
// scratch, and when this has converged as well, it adds the best solutions of the one before.
type search[C any] struct {
	opt       Options[C]
	rng       *rand.Rand
	best      C
	pool      []C // no two of them are the same; pool[0] is the best
	kept      []C // best solutions of the last converged pool, while they are not in the pool
	unchanged int // consecutive steps that did not change the pool
	same      int // steps that have found the best solution from two worse ones
}

// parents are the solutions that one step combines.
type parents[C any] struct {
	step    int
	members []C // none: the step makes a solution from scratch; one: it is combined with such a solution
}

// Run evolves a pool that begins with the given solutions, of which there must be at least one, and returns the best solution.
// worker returns a new worker; each is used by one goroutine. When ctx ends, Run returns the best solution so far. Results for
// the same seed and number of steps are identical for any number of threads.
func Run[C any](ctx context.Context, initial []C, opt Options[C], worker func() Worker[C]) C {
	if opt.Generation == 0 {
		opt.Generation = generation
	}
	s := &search[C]{opt: opt, rng: random.New(opt.Seed, random.Parents, opt.Part, 0)}
	s.best = initial[0]
	for _, c := range initial {
		s.add(c)
	}
	workers := make([]Worker[C], max(1, min(opt.Threads, opt.Generation)))
	step := 0
	for step < opt.Steps && ctx.Err() == nil && !s.ends() {
		couples := make([]parents[C], min(opt.Generation, opt.Steps-step))
		for at := range couples {
			couples[at] = s.choose(step + at)
		}
		step = s.generation(couples, workers, worker, step)
		if s.unchanged >= stall && !opt.Combine {
			s.renew()
		}
	}
	if step < opt.Steps && ctx.Err() == nil { // the search ends before the last step
		s.observe(1)
	}
	return s.best
}

// generation makes the steps of parents that were chosen together, and returns the number of steps so far. No worker runs any
// longer when it returns or panics.
func (s *search[C]) generation(couples []parents[C], workers []Worker[C], worker func() Worker[C], step int) int {
	children := parallel.NewAhead(len(workers), len(couples), func(w, at int) C {
		if workers[w] == nil {
			workers[w] = worker()
		}
		return couples[at].child(workers[w])
	})
	defer children.Close()
	for at := range couples {
		child := children.Get(at, len(couples)-1)
		s.count(child, couples[at].members)
		s.add(child)
		step++
		s.observe(float64(step) / float64(s.opt.Steps))
	}
	return step
}

// ends reports whether no step follows: there is nothing left to combine, or enough steps agree.
func (s *search[C]) ends() bool {
	return s.opt.Combine && len(s.pool) < 2 || s.opt.Agreement > 0 && s.same >= s.opt.Agreement
}

// count counts the steps that have found the best solution so far. A step with the best solution as a parent does not count,
// since the result of a combination is mostly the better of its parents.
func (s *search[C]) count(child C, members []C) {
	switch order := s.opt.Compare(child, s.best); {
	case order < 0:
		s.same = 0
	case order == 0 && !slices.ContainsFunc(members, func(m C) bool { return s.opt.Compare(m, s.best) == 0 }):
		s.same++
	}
}

// add inserts a solution into the pool and counts the steps that do not change it.
func (s *search[C]) add(c C) {
	s.unchanged++
	if s.insert(c) {
		s.unchanged = 0
	}
	if s.opt.Compare(c, s.best) < 0 {
		s.best = c
	}
}

// renew changes a pool that has converged. If solutions of an earlier pool were kept, it adds them. Otherwise it keeps the best
// solutions of the pool and empties it.
func (s *search[C]) renew() {
	s.unchanged = 0
	if len(s.kept) > 0 {
		for _, c := range s.kept {
			s.insert(c)
		}
		s.kept = nil
		return
	}
	s.kept = slices.Clone(s.pool[:min(elites, len(s.pool))])
	s.pool = nil
}

// choose draws the parents of a step. Each parent is the better of two random members of the pool.
func (s *search[C]) choose(step int) parents[C] {
	p := parents[C]{step: step}
	if len(s.pool) < minPool && !s.opt.Combine {
		return p
	}
	first := min(s.rng.IntN(len(s.pool)), s.rng.IntN(len(s.pool))) // the pool is in ascending order
	p.members = append(p.members, s.pool[first])
	if step%freshEvery == freshEvery-1 && !s.opt.Combine {
		return p
	}
	second := first
	for second == first {
		second = min(s.rng.IntN(len(s.pool)), s.rng.IntN(len(s.pool)))
	}
	p.members = append(p.members, s.pool[second])
	return p
}

// child makes the solution of a step.
func (p *parents[C]) child(w Worker[C]) C {
	switch len(p.members) {
	case 0:
		return w.Fresh(p.step)
	case 1:
		return w.Combine(p.step, p.members[0], w.Fresh(p.step))
	}
	return w.Combine(p.step, p.members[0], p.members[1])
}

// insert adds a solution to the pool, unless the same one is in it, and reports whether it did. If the pool is full, it
// replaces the solution that resembles it most among those that are worse.
func (s *search[C]) insert(c C) bool {
	at := 0
	for ; at < len(s.pool); at++ {
		order := s.opt.Compare(c, s.pool[at])
		if order == 0 {
			return false
		}
		if order < 0 {
			break
		}
	}
	if at == poolSize {
		return false
	}
	gone := len(s.pool)
	if gone < poolSize {
		s.pool = append(s.pool, c)
	} else {
		gone = s.mostSimilar(c, at)
	}
	copy(s.pool[at+1:gone+1], s.pool[at:gone])
	s.pool[at] = c
	return true
}

// mostSimilar returns the member of the pool from the given one on that differs least from c.
func (s *search[C]) mostSimilar(c C, from int) int {
	closest, least := from, math.MaxInt
	for at := from; at < len(s.pool); at++ {
		if d := s.opt.Distance(c, s.pool[at]); d < least {
			closest, least = at, d
		}
	}
	return closest
}

// observe reports the best solution after a step.
func (s *search[C]) observe(fraction float64) {
	if s.opt.Observe != nil {
		s.opt.Observe(s.best, fraction)
	}
}
