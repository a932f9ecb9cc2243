package partition

import (
	"math"

	"github.com/tvcut/tvcut/core/internal/direct"
	"github.com/tvcut/tvcut/core/internal/objective"
)

// candidates holds the best partition of those that were offered. It is the result if it is within the bounds.
type candidates struct {
	*recursion
	problem   *direct.Problem
	options   direct.Options
	best      *Result
	violation float64 // of the bounds by the best partition
	value     float64 // criterion of the best partition

	fromLabels bool // whether the user's partition is refined
}

// candidates returns the candidates for a problem, of which there are none yet.
func (r *recursion) candidates(p Problem) *candidates {
	c := &candidates{recursion: r, problem: r.directProblem(p), fromLabels: p.Labels != nil}
	c.options = r.directOptions(c.problem)
	return c
}

// offer makes res the best partition if it is better.
func (c *candidates) offer(res *Result) {
	violation, value := c.problem.Score(res.Labels)
	if c.best == nil || violation < c.violation || violation == c.violation && value < c.value {
		c.best, c.violation, c.value = res, violation, value
	}
}

// offerRefined refines a partition within the bounds and offers it.
func (c *candidates) offerRefined(labels []int32) {
	c.offer(&Result{Labels: direct.Refine(c.ctx, c.problem, c.options, labels), Status: Converged})
}

// result returns the best partition. If that violates the bounds, it offers a packing, and returns *BoundsError if the best
// partition still violates them.
func (c *candidates) result() (*Result, error) {
	if c.best == nil || c.violation > 0 {
		labels, proved := direct.Pack(c.problem)
		if labels != nil {
			c.offerRefined(labels)
		}
		if c.best == nil || c.violation > 0 {
			return nil, notFound(&c.opt, math.Ldexp(c.violation, c.massExp), math.Ldexp(c.totalMass, c.massExp), proved)
		}
	}
	if c.ctx.Err() != nil {
		c.best.Status = interruption(c.ctx)
	}
	if c.best.Merges == nil {
		c.best.Merges = agglomerate(c.graph, c.mass, c.best.Labels, c.opt.NClusters)
	}
	switch {
	case c.best.F != nil: // a bisection that describes itself
	case c.opt.NClusters == 2 && c.problem.Fixed == nil && !c.fromLabels:
		c.describe(c.best)
	default:
		c.best.NOuter, c.best.NInner, c.best.NInnerTotal = c.nOuter, c.totalInner, c.totalInner
	}
	return c.best, nil
}

// describe sets the fields of a bisection that a descent would set, for the descent that starts and ends at the cut: F is
// the indicator of Sᶜ for the part S with the lower C, and its energy is C(S).
func (r *recursion) describe(res *Result) {
	low := inPart(res.Labels, 0)
	t := objective.NewTally(r.graph, r.mass, res.Labels, 2)
	cut, inside, outside := t.Cuts[0], t.Size[0], t.Size[1] // a difference of masses would be inexact beside a heavy vertex
	energy, other := objective.Ratio(cut, r.opt.Asymmetry, inside, outside), objective.Ratio(cut, r.opt.Asymmetry, outside, inside)
	if other < energy {
		energy = other
		for i := range low {
			low[i] = !low[i]
		}
	}
	res.F, res.Energy, res.Trace, res.Starts = make([]float64, len(low)), energy, []float64{energy}, []float64{energy}
	objective.Indicate(low, res.F)
}
