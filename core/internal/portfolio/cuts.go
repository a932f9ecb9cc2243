package portfolio

import (
	"math"
	"slices"

	"github.com/tvcut/tvcut/core/internal/bisect"
)

// bisects reports whether repeated cuts in two make a partition: if no other stage has made one, and beside the direct search if a
// part dominates. Within bounds they ignore the bounds, and their partition is refined within them. Then they follow if the bounds
// allow a part that dominates; the objective must be the value.
func bisects(s *search) bool {
	switch {
	case s.ended:
		return false
	case s.best == nil:
		return true
	case s.opt.OnlyDirect || !s.goesOn():
		return false
	case s.bounded:
		return !s.opt.Edges && s.p.Free == nil && mayDominate(s)
	}
	return s.p.Fixed == nil && s.opt.Direct && s.p.Graph.N() <= s.opt.Plan.Starts.MediumGraph &&
		s.problem.LargestShare(s.best.Labels) > s.opt.Plan.Parts.Dominant
}

// cutRepeatedly offers the partition of repeated cuts in two.
func cutRepeatedly(s *search) {
	switch {
	case s.bounded:
		bisectWithinBounds(s)
	case s.best == nil:
		s.take(unbounded(s))
	default:
		s.offer(s.aside(func() *bisect.Solution { return withoutFixed(s) }))
	}
}

// bisectWithinBounds offers the partition of repeated cuts in two, and refines it.
func bisectWithinBounds(s *search) {
	s.violates = true
	res := s.aside(func() *bisect.Solution { found, _ := unbounded(s); return found })
	s.violates = false
	offerWithinBounds(s, res)
}

// hasFree reports whether there is a partition that an earlier search found without these bounds.
func hasFree(s *search) bool {
	switch {
	case s.ended || s.p.Free == nil || !s.bounded:
		return false
	case s.best == nil:
		return true
	}
	return !s.opt.OnlyDirect && s.goesOn() && !s.opt.Edges
}

// refineFree offers the partition of an earlier search, and refines it.
func refineFree(s *search) {
	offerWithinBounds(s, &bisect.Solution{Labels: slices.Clone(s.p.Free), Status: bisect.Converged})
}

// offerWithinBounds offers a partition that was found without bounds, and refines it.
func offerWithinBounds(s *search, res *bisect.Solution) {
	if s.p.Shares != nil && s.p.Fixed == nil {
		NumberBySize(res, s.p.Mass, s.p.Shares, nil)
	}
	s.offer(res)
	if s.best != res || s.violation > 0 {
		s.offerRefined(slices.Clone(res.Labels))
	}
}

// unbounded partitions the graph without regard to bounds on the masses, and returns the value of the partition.
func unbounded(s *search) (found *bisect.Solution, value float64) {
	switch {
	case s.p.Fixed != nil:
		found = withFixed(s, s.p.Fixed)
	case s.opt.K == 2 && s.p.Components > 1:
		found = bisect.AlongComponents(s.p.Component, s.p.Components, s.p.Mass, s.shares(s.p.Shares))
	case s.opt.K == 2:
		return s.cuts.Halve()
	default:
		found = withoutFixed(s)
	}
	return found, s.criterionOf(found.Labels)
}

// withoutFixed partitions a graph without fixed vertices by each kind of repeated cuts in two and returns the best partition.
func withoutFixed(s *search) *bisect.Solution {
	var starts []func() *bisect.Solution
	for _, kind := range kinds(s) {
		starts = append(starts, func() *bisect.Solution { return cut(s, kind) })
	}
	return refineAll(s, starts, nil)
}

// cut cuts the graph by repeated cuts in two.
func cut(s *search, kind bisect.Kind) (found *bisect.Solution) {
	s.step("cuts in two", func() float64 {
		if found = s.cuts.Cut(kind); s.p.Fixed != nil { // which the parts have yet to be numbered by
			return math.Inf(1)
		}
		return s.scoreOf(found.Labels)
	})
	return found
}

// kinds returns the kinds of repeated cuts in two. For two parts both are the same.
func kinds(s *search) []bisect.Kind {
	if s.opt.K == 2 {
		return []bisect.Kind{bisect.Symmetric}
	}
	return s.opt.Kinds
}
