package portfolio

import (
	"math"

	"github.com/tvcut/tvcut/core/internal/bisect"
	"github.com/tvcut/tvcut/core/internal/descent"
	"github.com/tvcut/tvcut/core/internal/direct"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/plan"
)

// refineAll refines the partition that each start returns and returns the one of lowest value. Fixed vertices keep their
// parts. Once ctx has ended, no further start is made.
func refineAll(s *search, starts []func() *bisect.Solution, fixed []int32) *bisect.Solution {
	var best *bisect.Solution
	lowest := math.Inf(1)
	for _, start := range starts {
		if best != nil && best.IsInterrupted(s.ctx) {
			break
		}
		res := start()
		refine(s, res, fixed)
		if value := s.valueOf(res.Labels); best == nil || value < lowest {
			best, lowest = res, value
		}
	}
	best.NOuter, best.NInner, best.NInnerTotal = s.cuts.NOuter, s.cuts.NInner, s.cuts.NInner
	return best
}

// valueOf returns the value of a partition.
func (s *search) valueOf(labels []int32) float64 {
	return objective.Value(s.p.Graph, s.p.Mass, labels, s.opt.K, s.opt.Lambda)
}

// scoreOf returns the criterion of a partition within the bounds, else +Inf.
func (s *search) scoreOf(labels []int32) float64 {
	if !s.holds(labels) {
		return math.Inf(1)
	}
	return s.criterionOf(labels)
}

// criterionOf returns the criterion of a partition.
func (s *search) criterionOf(labels []int32) float64 {
	if s.opt.Edges {
		return objective.CutWeight(s.p.Graph, labels)
	}
	return s.valueOf(labels)
}

// refine lowers the value of a partition by the refinement of the direct search and, for λ = 1, by the multiclass descent. Fixed
// vertices keep their parts. Without polishing there is the descent only. The descent is omitted if it would take too much memory or
// time, or more than the fastest effort allows: see Descends.
func refine(s *search, res *bisect.Solution, fixed []int32) {
	if res.IsInterrupted(s.ctx) || s.opt.Descent.MaxRefine == 0 {
		return
	}
	if s.opt.Polish || s.opt.Lambda != 1 {
		p := s.directProblem(nil, fixed)
		s.step("refinement", func() float64 {
			res.Labels, res.Status = direct.Refine(s.ctx, p, s.directOptions(p), res.Labels), bisect.Worst(res.Status, bisect.Converged)
			return s.scoreOf(res.Labels)
		})
	}
	if !res.IsInterrupted(s.ctx) && s.opt.Lambda == 1 && !s.opt.Plan.Omits(plan.MulticlassDescent) && Descends(&s.opt.Options, s.p.Graph.N(), s.p.Graph.NNZ()) {
		s.step(plan.MulticlassDescent, func() float64 { descend(s, res, fixed); return s.scoreOf(res.Labels) })
	}
}

// Descends reports whether the multiclass descent refines a partition of a graph with n vertices and nnz half-edges.
func Descends(o *bisect.Options, n, nnz int) bool {
	k, limits := o.K, &o.Plan.Refinement
	if !o.Polish {
		return descent.Values(n, nnz, k) <= limits.Values
	}
	return o.Effort > plan.Fastest && float64(nnz)*float64(k) <= limits.Duals &&
		descent.Values(n, nnz, k) <= descent.Values(nnz/2+1, nnz, k)+limits.Unlinked
}

// descend lowers the energy of a partition by the multiclass descent.
func descend(s *search, res *bisect.Solution, fixed []int32) {
	rows := parallel.NewRows(s.p.Graph.Indptr, s.opt.Threads)
	defer rows.Close()
	k := s.opt.K
	d := descent.NewMulticlass(s.p.Graph, s.p.Mass, res.Labels, fixed, k, rows, descent.MulticlassOptions{
		Theta: s.opt.Descent.Rule.Theta, Tol: s.opt.Descent.Tol, MaxOuter: s.opt.Descent.MaxRefine,
		MaxInner: min(s.opt.Plan.Refinement.Inner, s.opt.Descent.MaxInner), Patience: 1,
	})
	if !(d.Energy > 0) || math.IsInf(d.Energy, 0) { // the partition is optimal, or a part has no mass
		return
	}
	var observe func()
	if s.observe != nil {
		observe = func() {
			value := d.Energy / 2 * float64(k-1)
			s.observe(bisect.Progress{Part: s.cuts.Parts, NOuter: d.NOuter, NInner: s.cuts.NInner + d.NInner, Energy: value, Value: value,
				Phase: bisect.RefinementPhase})
		}
	}
	status := bisect.StatusOf(s.ctx, d.Run(s.ctx, s.opt.Plan.Refinement.Alpha, observe))
	s.cuts.NInner += d.NInner
	s.cuts.NOuter += d.NOuter
	res.Labels, res.Status = d.Labels, bisect.Worst(res.Status, status)
}
