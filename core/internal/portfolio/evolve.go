package portfolio

import (
	"math"
	"time"

	"github.com/tvcut/tvcut/core/internal/bisect"
	"github.com/tvcut/tvcut/core/internal/direct"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/plan"
)

// evolves reports whether the evolution follows the search for a partition. It does not follow if the options select a
// search that the evolution cannot continue, if the partition is a consensus or will be replaced by one, if it is optimal, or
// if an exhaustive or exact search follows.
func evolves(s *search) bool {
	if s.failure != nil || s.proved || s.opt.K == 1 || steps(s) == 0 || !allowsDirect(s) || isExhaustive(s) || isExact(s) ||
		s.best.Status == bisect.Optimal {
		return false
	}
	return !s.p.Consensus && !(s.opt.Open && hasLight(s)) && s.ctx.Err() == nil
}

// steps returns the number of steps of the evolution. With less than the best effort it makes a few on small graphs, and none if the
// options or the problem determine the method, by a start other than Auto and Multilevel, no polishing, MaxRefine = 0, the fast
// effort or Labels, and none for two parts without bounds or with λ ≠ 1.
func steps(s *search) int {
	few := &s.opt.Plan.Starts
	switch n := s.p.Graph.N(); {
	case s.opt.Effort == plan.Best:
		return s.opt.Steps
	case !s.opt.IsMultilevel(), s.p.Labels != nil, s.opt.Effort <= plan.Fast, !s.opt.Polish, s.opt.Descent.MaxRefine == 0:
		return 0
	case n <= s.opt.K, n > few.SmallSearch, s.opt.K == 2 && (s.opt.Lambda != 1 || !s.bounded):
		return 0
	case s.opt.Edges:
		return few.SmallSteps
	}
	return few.SmallStepsForValue
}

// hasLight reports whether the mass of a part is less than Isolation.Light of its target, so that another search follows.
func hasLight(s *search) bool {
	sizes := objective.Sizes(s.p.Mass, s.best.Labels, s.opt.K)
	return objective.NewBounds(s.shares(s.p.Shares), objective.Total(sizes), s.opt.Plan.Isolation.Light, math.Inf(1)).Violation(sizes) > 0
}

// evolve offers the partition that the evolution finds from the best one.
func evolve(s *search) {
	if s.opt.K == 2 && s.p.Labels == nil && s.p.Fixed == nil && !s.bounded {
		s.cuts.Evolve(s.best, steps(s), func(value, fraction float64) bisect.Progress { return evolution(s, value, fraction) })
		s.value = s.criterionOf(s.best.Labels)
		return
	}
	s.rescore()
	opt := s.directOptions(s.problem)
	opt.Steps = steps(s)
	if s.observe != nil {
		opt.ObserveStep = func(value, fraction float64) { s.observe(evolution(s, value, fraction)) }
	}
	s.offer(&bisect.Solution{Labels: direct.Evolve(s.ctx, s.problem, opt, s.best.Labels), Status: bisect.Converged})
	s.complete()
}

// evolution returns the progress of an evolution that has made the given fraction of its steps, or that has used a larger
// fraction of the time limit.
func evolution(s *search, value, fraction float64) bisect.Progress {
	if end, limited := s.ctx.Deadline(); limited && s.opt.TimeLimit > 0 {
		fraction = max(fraction, 1-time.Until(end).Seconds()/s.opt.TimeLimit)
	}
	return bisect.Progress{Energy: value, Value: value, Phase: bisect.EvolutionPhase, Fraction: min(1, max(0, fraction))}
}
