package partition

import (
	"math"

	"github.com/tvcut/tvcut/core/internal/descent"
	"github.com/tvcut/tvcut/core/internal/kway"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/parallel"
)

// The number of dual variables, half-edges times parts, up to which the flow refines a partition: 1 GiB of them, and,
// where exchanges came before, as many as it goes through in half a second. On larger graphs it takes as long as all
// else, and lowers the value by a ten-thousandth.
const (
	largestDescent = 1 << 27
	followUp       = 1 << 22
)

// refineInner is the number of inner steps at most in an outer step of the refinement: one that has not lowered the
// energy by then seldom does.
const refineInner = 50

// shortSteps is the α of the refinement. A large one makes short steps: after long ones columns shrink to nothing, and
// the partition that the largest entries make is soon worse than the one it came from.
const shortSteps = 10

// strategies returns the strategies asked for; for two parts they are all the same.
func (r *recursion) strategies() []Strategy {
	switch {
	case r.opt.NClusters == 2:
		return []Strategy{Symmetric}
	case r.opt.Strategy == Every:
		return []Strategy{Asymmetric, Symmetric}
	}
	return []Strategy{r.opt.Strategy}
}

// free partitions the graph, of which no vertex is fixed, by the strategies asked for.
func (r *recursion) free() *Result {
	var starts []func() *Result
	for _, s := range r.strategies() {
		starts = append(starts, func() *Result { return r.kWay(s) })
	}
	return r.lowest(starts, nil)
}

// lowest refines the partition of every start with fixed held, and returns the one of lowest value. When ctx ends
// no further start is made.
func (r *recursion) lowest(starts []func() *Result, fixed []int32) *Result {
	var best *Result
	least := math.Inf(1)
	for _, start := range starts {
		if best != nil && r.ctx.Err() != nil {
			best.Status = worse(best.Status, interruption(r.ctx))
			break
		}
		res := start()
		r.refine(res, fixed)
		if value := r.value(res.Labels); best == nil || value < least {
			best, least = res, value
		}
	}
	best.NOuter, best.NInner, best.NInnerTotal = r.nOuter, r.total, r.total
	return best
}

// value returns the value of a partition.
func (r *recursion) value(labels []int32) float64 {
	return objective.Value(r.graph, r.mass, labels, r.opt.NClusters, 1)
}

// refine lowers the energy of a partition by moving all its parts at once, and keeps fixed where they are. A
// partition with too many parts for the memory it would take is left as it is.
func (r *recursion) refine(res *Result, fixed []int32) {
	k := r.opt.NClusters
	if r.ctx.Err() != nil {
		res.Status = worse(res.Status, interruption(r.ctx))
		return
	}
	if r.opt.Descent.MaxRefine == 0 {
		return
	}
	rows := parallel.NewRows(r.graph.Indptr, r.opt.threads())
	defer rows.Close()
	most := largestDescent
	if r.opt.Polish == MinCut {
		kway.Exchange(r.ctx, r.graph, r.mass, res.Labels, fixed, k, rows)
		most = followUp
	}
	switch {
	case r.ctx.Err() != nil:
		res.Status = worse(res.Status, interruption(r.ctx))
	case r.graph.NNZ()*k <= most:
		r.descend(res, fixed, rows)
	}
}

// descend lowers the energy of a partition by the multiclass descent.
func (r *recursion) descend(res *Result, fixed []int32, rows *parallel.Rows) {
	k, degrees := r.opt.NClusters, r.graph.Degrees()
	d := descent.NewMulticlass(r.graph, r.mass, res.Labels, fixed, k, rows, descent.MulticlassOptions{
		Theta: r.opt.Descent.Theta, Tol: r.opt.Descent.Tol, MaxOuter: r.opt.Descent.MaxRefine,
		MaxInner: min(refineInner, r.opt.Descent.MaxInner), Patience: 1,
		Improve: func(t *objective.Tally) { kway.MoveVertices(t, degrees, fixed) },
	})
	if !(d.Energy > 0) || math.IsInf(d.Energy, 0) { // nothing to gain, or a part without mass
		return
	}
	var observe func()
	if r.observe != nil {
		observe = func() {
			value := d.Energy / 2 * float64(k-1)
			r.observe(Progress{Part: r.parts, NOuter: d.NOuter, NInner: r.total + d.NInner, Energy: value, Value: value})
		}
	}
	status := statusOf(r.ctx, d.Run(r.ctx, shortSteps, observe))
	r.total += d.NInner
	r.nOuter += d.NOuter
	res.Labels, res.Status = d.Labels, worse(res.Status, status)
}
