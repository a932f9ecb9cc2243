package portfolio

import (
	"math"
	"time"

	"github.com/tvcut/tvcut/core/internal/bisect"
	"github.com/tvcut/tvcut/core/internal/direct"
	"github.com/tvcut/tvcut/core/internal/objective"
)

// evolves reports whether the evolution follows the search for a partition. It does not follow if the options select a
// search that the evolution cannot continue, if the partition is a consensus or will be replaced by one, if it is optimal, or
// if an exhaustive or exact search follows.
func evolves(s *search) bool {
	if s.failure != nil || s.proved || s.opt.Steps == 0 || s.opt.K == 1 || !allowsDirect(s) || isExhaustive(s) || isExact(s) ||
		s.best.Status == bisect.Optimal {
		return false
	}
	return !s.p.Consensus && !(s.opt.Open && hasLight(s)) && s.ctx.Err() == nil
}

// hasLight reports whether the mass of a part is less than Isolation.Light of its target, so that another search follows.
func hasLight(s *search) bool {
	sizes := objective.Sizes(s.p.Mass, s.best.Labels, s.opt.K)
	return objective.NewBounds(s.shares(s.p.Shares), objective.Total(sizes), s.opt.Plan.Isolation.Light, math.Inf(1)).Violation(sizes) > 0
}

// evolve offers the partition that the evolution finds from the best one.
func evolve(s *search) {
	if s.opt.K == 2 && s.p.Labels == nil && s.p.Fixed == nil && !s.bounded {
		s.cuts.Evolve(s.best, s.opt.Steps, func(value, fraction float64) bisect.Progress { return evolution(s, value, fraction) })
		s.value = s.criterionOf(s.best.Labels)
		return
	}
	s.rescore()
	opt := s.directOptions(s.problem)
	opt.Steps = s.opt.Steps
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
