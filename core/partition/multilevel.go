package partition

import (
	"math"

	"github.com/tvcut/tvcut/core/internal/mincut"
	"github.com/tvcut/tvcut/core/internal/multilevel"
	"github.com/tvcut/tvcut/core/internal/objective"
)

// How hard a cut is polished that others may yet beat, and the best of all. A minimum cut of a whole graph near its
// optimum looks at some 4 to 20 times its half-edges.
const (
	nearShare              = 1. / 16 // vertices of the widest band of the first
	nearEffort, lastEffort = 5, 24
)

// Tries in a row that may fail to better the cut, and on how many vertices they are few.
const (
	patience      = 16
	largePatience = 1
	largeGraph    = 30000
)

// multilevel cuts the graph by way of coarser ones. Polish then shows the cut to be critical; without polish the
// total-variation descent starts from its indicator.
func (r *bisector) multilevel() *bisection {
	opt := multilevel.Options{Tries: r.opt.starts(r.graph.N(), mediumGraph), Threads: r.opt.threads(), Patience: patience}
	if r.graph.N() > largeGraph {
		opt.Patience = largePatience
	}
	opt.Seed, opt.Part = r.opt.Seed, r.stream
	if r.opt.Polish == MinCut {
		opt.Polish = r.polishNear
	}
	opt.Observe = func(value float64) {
		r.starts = append(r.starts, value)
		r.report(Progress{Start: len(r.starts) - 1, Energy: value, Value: value})
	}
	low, value := multilevel.Cut(r.ctx, r.graph, r.mass, r.lambda, opt)
	b := &bisection{low: low, value: value}
	if r.opt.Polish == MinCut {
		return b
	}
	f0 := make([]float64, len(low))
	objective.Indicate(low, f0)
	d := r.newDescent()
	d.Start(f0)
	status := d.Explore(r.ctx, r.observer(d, 0))
	r.total += d.NInner
	return r.follow(d, status, 0)
}

// polishNear lowers C of a cut by minimum cuts near its border.
func (r *bisector) polishNear(low []bool) {
	mincut.Improve(r.ctx, r.energy, low, mincut.Reach{From: nearShare / 4, To: nearShare, Effort: nearEffort})
}

// polish lowers C of a cut by minimum cuts. Where they lower it no more, the indicator of the cut is a critical
// point of E, to which f moves if that lowers E, or if there is no f yet.
func (r *bisector) polish(b *bisection) {
	value, critical := mincut.Improve(r.ctx, r.energy, b.low, mincut.Reach{From: 1, To: 1, Effort: lastEffort})
	if value >= b.value && b.trace != nil {
		return
	}
	b.value, b.f = value, make([]float64, len(b.low))
	objective.Indicate(b.low, b.f)
	r.energy.Center(b.f, r.opt.Descent.norm(r.energy.Total)*math.Sqrt(r.energy.Total))
	b.energy = r.energy.Of(b.f)
	b.trace, b.status = append(b.trace, b.energy), Converged
	if critical {
		b.status = Critical
	}
}
