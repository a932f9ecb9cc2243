package partition

import (
	"math"

	"github.com/tvcut/tvcut/core/internal/descent"
	"github.com/tvcut/tvcut/core/internal/direct"
	"github.com/tvcut/tvcut/core/internal/kway"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/parallel"
)

// strategies returns the strategies of recursive bisection to use. For two parts both are the same.
func (r *recursion) strategies() []Strategy {
	switch {
	case r.opt.NClusters == 2, r.opt.Strategy == Symmetric:
		return []Strategy{Symmetric}
	case r.opt.Strategy == Every:
		return []Strategy{Asymmetric, Symmetric}
	}
	return []Strategy{Asymmetric}
}

// withoutFixed partitions a graph without fixed vertices by each of the strategies and returns the best partition.
func (r *recursion) withoutFixed() *Result {
	var starts []func() *Result
	for _, s := range r.strategies() {
		starts = append(starts, func() *Result { return r.kWay(s) })
	}
	return r.refineAll(starts, nil)
}

// refineAll refines the partition that each start returns and returns the one of lowest value. Fixed vertices keep their
// parts. Once ctx has ended, no further start is made.
func (r *recursion) refineAll(starts []func() *Result, fixed []int32) *Result {
	var best *Result
	lowest := math.Inf(1)
	for _, start := range starts {
		if best != nil && r.interrupts(best) {
			break
		}
		res := start()
		r.refine(res, fixed)
		if value := r.value(res.Labels); best == nil || value < lowest {
			best, lowest = res, value
		}
	}
	best.NOuter, best.NInner, best.NInnerTotal = r.nOuter, r.totalInner, r.totalInner
	return best
}

// value returns the value of a partition.
func (r *recursion) value(labels []int32) float64 {
	return objective.Value(r.graph, r.mass, labels, r.opt.NClusters, r.opt.Asymmetry)
}

// refine lowers the value of a partition by the refinement of the direct search and, for λ = 1, by the multiclass descent. Fixed
// vertices keep their parts. Without polishing there is the descent only. The descent is omitted if it would take too much memory or
// time: see descends.
func (r *recursion) refine(res *Result, fixed []int32) {
	if r.interrupts(res) || r.opt.Descent.MaxRefine == 0 {
		return
	}
	if r.opt.Polish == MinCut || r.opt.Asymmetry != 1 {
		p := r.directProblem(Problem{Fixed: fixed})
		res.Labels, res.Status = direct.Refine(r.ctx, p, r.directOptions(p), res.Labels), worstStatus(res.Status, Converged)
	}
	if !r.interrupts(res) && r.opt.Asymmetry == 1 && r.opt.descends(r.graph.N(), r.graph.NNZ()) {
		r.descend(res, fixed)
	}
}

// descends reports whether the multiclass descent refines a partition of a graph with n vertices and nnz half-edges.
func (o *Options) descends(n, nnz int) bool {
	k, limits := o.NClusters, &o.plan.Refinement
	if o.Polish != MinCut {
		return descent.Values(n, nnz, k) <= limits.Values
	}
	return float64(nnz)*float64(k) <= limits.Duals && descent.Values(n, nnz, k) <= descent.Values(nnz/2+1, nnz, k)+limits.Unlinked
}

// interrupts reports whether ctx has ended. The status of res then says so, unless it is worse.
func (r *recursion) interrupts(res *Result) bool {
	if r.ctx.Err() == nil {
		return false
	}
	res.Status = worstStatus(res.Status, interruption(r.ctx))
	return true
}

// descend lowers the energy of a partition by the multiclass descent.
func (r *recursion) descend(res *Result, fixed []int32) {
	rows := parallel.NewRows(r.graph.Indptr, r.opt.NumThreads())
	defer rows.Close()
	k, degrees := r.opt.NClusters, r.graph.Degrees()
	d := descent.NewMulticlass(r.graph, r.mass, res.Labels, fixed, k, rows, descent.MulticlassOptions{
		Theta: r.opt.Descent.Theta, Tol: r.opt.Descent.Tol, MaxOuter: r.opt.Descent.MaxRefine,
		MaxInner: min(r.opt.plan.Refinement.Inner, r.opt.Descent.MaxInner), Patience: 1,
		Improve: func(t *objective.Tally) { kway.MoveVertices(r.ctx, t, degrees, fixed) },
	})
	if !(d.Energy > 0) || math.IsInf(d.Energy, 0) { // the partition is optimal, or a part has no mass
		return
	}
	var observe func()
	if r.observe != nil {
		observe = func() {
			value := d.Energy / 2 * float64(k-1)
			r.observe(Progress{Part: r.parts, NOuter: d.NOuter, NInner: r.totalInner + d.NInner, Energy: value, Value: value,
				Phase: RefinementPhase})
		}
	}
	status := statusOf(r.ctx, d.Run(r.ctx, r.opt.plan.Refinement.Alpha, observe))
	r.totalInner += d.NInner
	r.nOuter += d.NOuter
	res.Labels, res.Status = d.Labels, worstStatus(res.Status, status)
}
