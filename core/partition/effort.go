package partition

import (
	"math"
	"time"

	"github.com/tvcut/tvcut/core/internal/direct"
	"github.com/tvcut/tvcut/core/internal/multilevel"
	"github.com/tvcut/tvcut/core/internal/objective"
)

// steps returns the number of steps of the evolution that follows the search.
func (r *recursion) steps(p Problem) int {
	switch {
	case r.opt.Effort != BestEffort:
		return r.fewSteps(p)
	case r.opt.TimeLimit.Present:
		return math.MaxInt32
	}
	return r.opt.plan.Starts.BestSteps
}

// fewSteps returns the number of steps with less than the best effort: a few on small graphs. There are none if the options or the
// problem determine the method, by a start other than Auto and Multilevel, NoPolish, MaxRefine = 0, FastEffort or Labels, and none
// for two parts without bounds or with λ ≠ 1.
func (r *recursion) fewSteps(p Problem) int {
	switch {
	case r.opt.Init != Auto && r.opt.Init != Multilevel, p.Labels != nil, r.opt.Effort == FastEffort,
		r.opt.Polish != MinCut, r.opt.Descent.MaxRefine == 0:
		return 0
	case r.graph.N() <= r.opt.NClusters, r.graph.N() > r.opt.plan.Starts.SmallSearch:
		return 0
	case r.opt.NClusters == 2 && (r.opt.Asymmetry != 1 || !r.bounds(p).Bounded()):
		return 0
	case r.opt.Objective == CutObjective:
		return r.opt.plan.Starts.SmallSteps
	}
	return r.opt.plan.Starts.SmallStepsForValue
}

// evolves reports whether the evolution follows the search for a partition. It does not follow if the options select a
// search that the evolution cannot continue, if the partition is a consensus or will be replaced by one, if it is optimal, or
// if an exhaustive or exact search follows.
func (r *recursion) evolves(p Problem, res *Result) bool {
	k := r.opt.NClusters
	if k == 1 || r.steps(p) == 0 || !r.searchesDirectly(p) || r.isExhaustive(p) || r.isExact(p) || res.Status == Optimal {
		return false
	}
	replaced := p.isOpen(&r.opt) && p.hasSpeck(&r.opt, objective.Sizes(r.mass, res.Labels, k))
	return !r.consensus && !replaced && r.ctx.Err() == nil
}

// evolved returns the partition that the evolution finds from a given one, or the given one if none is better.
func (r *recursion) evolved(p Problem, res *Result) (*Result, error) {
	if r.opt.NClusters == 2 && p.Labels == nil && p.Fixed == nil && !r.bounds(p).Bounded() {
		r.evolvedCut(p, res)
		return res, nil
	}
	c := r.candidates(p)
	c.options.Steps = r.steps(p)
	if r.observe != nil {
		c.options.ObserveStep = func(value, fraction float64) { r.observe(r.evolution(value, fraction)) }
	}
	c.offer(res)
	c.offer(&Result{Labels: direct.Evolve(r.ctx, c.problem, c.options, res.Labels), Status: Converged})
	return c.result()
}

// evolvedCut replaces a cut of a connected graph by the polished cut that the evolution finds from it, if that has a lower C.
func (r *recursion) evolvedCut(p Problem, res *Result) {
	b := r.bisector(r.graph, r.mass)
	b.open()
	defer b.rows.Close()
	low := inPart(res.Labels, 0)
	b.profile = r.profile.start(r.opt.Asymmetry)
	before := b.energy.Value(low)
	b.best = before
	opt := b.searchOptions()
	opt.Steps = r.steps(p)
	opt.ObserveStep = func(value, fraction float64) { b.report(r.evolution(value, fraction)) }
	found, value := multilevel.Evolve(r.ctx, r.graph, r.mass, b.lambda, low, opt)
	status := Converged
	if r.opt.Polish == MinCut {
		value, status = b.polishFully(found)
	}
	r.profile.add(r.mass, found, value)
	if value < before {
		res.Labels, res.Status = sideLabels(found), status
		r.describe(res)
	}
	if r.ctx.Err() != nil {
		res.Status = interruption(r.ctx)
	}
}

// evolution returns the progress of an evolution that has made the given fraction of its steps, or that has used a larger
// fraction of the time limit.
func (r *recursion) evolution(value, fraction float64) Progress {
	if end, limited := r.ctx.Deadline(); limited && r.opt.TimeLimit.Present {
		fraction = max(fraction, 1-time.Until(end).Seconds()/r.opt.TimeLimit.Value)
	}
	return Progress{Energy: value, Value: value, Phase: EvolutionPhase, Fraction: min(1, max(0, fraction))}
}
