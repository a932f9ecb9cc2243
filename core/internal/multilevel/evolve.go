package multilevel

import (
	"context"
	"slices"
	"sync"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/coarsen"
	"github.com/tvcut/tvcut/core/internal/evolution"
	"github.com/tvcut/tvcut/core/internal/memory"
)

// shortGeneration is the number of steps of one generation in combinations of tries, which make few steps.
const shortGeneration = 2

// Evolve searches further from the cut S = {low}, which it does not change. In each of opt.Steps steps it makes a cut by a new
// try, by recombination or by both. It returns the cut of lowest C and its C. Results for the same seed are identical bit for
// bit, and more steps never give a higher C. When ctx ends, Evolve returns the best cut so far. The graph must have at least two
// vertices.
func Evolve(ctx context.Context, g *graph.CSR, mass []float64, lambda float64, low []bool, opt Options) ([]bool, float64) {
	opt.Recombine = true
	s := newSearch(ctx, g, mass, lambda, opt)
	s.opt.Threads, s.inner = memory.Divide(g, s.opt.Threads, s.opt.Threads) // a step may make a try
	given := slices.Clone(low)
	s.refiner.Start(g, mass, given)
	best := s.evolve([]candidate{{low: given, value: s.refiner.Value()}}, evolution.Options[candidate]{Steps: s.opt.Steps}, 0)
	return best.low, best.value
}

// Combine combines the given cuts in at most opt.Steps steps, and returns the cut of lowest C and its C, which is no higher than
// that of any given cut. It does not change the given cuts, of which there must be at least one. Results for the same seed are
// identical bit for bit. When ctx ends, Combine returns the best cut so far. The graph must have at least two vertices.
func Combine(ctx context.Context, g *graph.CSR, mass []float64, lambda float64, cuts [][]bool, opt Options) ([]bool, float64) {
	opt.Recombine = true
	s := newSearch(ctx, g, mass, lambda, opt)
	_, s.inner = memory.Divide(g, s.opt.Threads, s.opt.Steps)
	given := make([]candidate, len(cuts))
	for at, low := range cuts {
		given[at].low = slices.Clone(low)
		s.refiner.Start(g, mass, given[at].low)
		given[at].value = s.refiner.Value()
	}
	best := s.evolve(given, evolution.Options[candidate]{Steps: s.opt.Steps, Generation: shortGeneration, Combine: true}, 0)
	return best.low, best.value
}

// evolve runs an evolution on the given cuts and returns the cut of lowest C. begun is the fraction of the search that is done
// before.
func (s *search) evolve(initial []candidate, opt evolution.Options[candidate], begun float64) candidate {
	opt.Seed, opt.Part, opt.Compare, opt.Distance = s.opt.Seed, s.opt.Part, compare,
		func(a, b candidate) int { return distance(s, a, b) }
	opt.Threads, _ = memory.Divide(s.graph, s.opt.Threads, s.opt.Threads)
	if s.opt.ObserveStep != nil {
		opt.Observe = func(best candidate, fraction float64) { s.opt.ObserveStep(best.value, begun+(1-begun)*fraction) }
	}
	var mutex sync.Mutex
	var profiles []*Profile
	best := evolution.Run(s.ctx, initial, opt, func() evolution.Worker[candidate] {
		mutex.Lock()
		defer mutex.Unlock()
		w := freeWorker(s)
		if w.profile() != nil { // each goroutine has a profile of its own
			w.opt.Profile = &Profile{}
			profiles = append(profiles, w.opt.Profile)
		}
		return w
	})
	for _, p := range profiles {
		s.opt.Profile.Merge(p)
	}
	return best
}

// releaseTries frees the memory of the hierarchies of the tries, since those of combinations are much smaller.
func releaseTries(s *search) {
	for _, w := range s.workers {
		if w != nil {
			releaseHierarchy(w)
		}
	}
	memory.Collect(s.graph)
}

// releaseHierarchy frees the memory of the last hierarchy and, if the graph is large, of its refinement.
func releaseHierarchy(s *search) {
	s.builder = coarsen.Builder{Team: s.builder.Team}
	s.refiner.release()
}

// freeWorker returns a worker with the memory of the search or of one of its tries, which have ended, or a new one.
func freeWorker(s *search) *search {
	for at, w := range s.workers {
		if w != nil {
			s.workers[at] = nil
			free := *w
			free.ctx = s.ctx
			return &free
		}
	}
	return s.worker()
}

// compare orders cuts by C. Cuts with the same C up to rounding are taken to be the same.
func compare(c, d candidate) int {
	switch {
	case c.sameValue(d):
		return 0
	case c.value < d.value:
		return -1
	}
	return 1
}

// distance returns the number of vertices on different sides of two cuts; for λ = 1, of one of them and of the other or its
// complement, whichever is less.
func distance(s *search, c, d candidate) int {
	count := 0
	for i, low := range c.low {
		if low != d.low[i] {
			count++
		}
	}
	if s.refiner.lambda == 1 {
		count = min(count, len(c.low)-count)
	}
	return count
}

// Fresh returns the cut of a try that Cut does not make.
func (s *search) Fresh(step int) candidate {
	found := s.numbered(s.opt.Tries+step, true)
	s.mergeProfile(found)
	return found
}

// Combine returns the best cut made of two.
func (s *search) Combine(step int, a, b candidate) candidate {
	s.refiner.profile = s.profile()
	return s.join(s.opt.Tries+step, a, b)
}
