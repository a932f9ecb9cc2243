package partition

import (
	"math"

	"github.com/tvcut/tvcut/core/internal/mincut"
	"github.com/tvcut/tvcut/core/internal/multilevel"
	"github.com/tvcut/tvcut/core/internal/objective"
)

// Limits of minimum cuts. bandEffort and finalEffort are the largest number of half-edges visited, relative to those of
// the graph, for a cut of the multilevel search and for the best cut at the end. A minimum cut of a whole graph near its
// optimum visits about 4 to 20 times its half-edges.
const (
	bandShare   = 1. / 16 // share of the vertices in the widest band for a cut of the multilevel search
	bandEffort  = 5
	finalEffort = 24
)

// The multilevel search stops after this many consecutive tries that do not lower C: largePatience on graphs with more
// than largeGraph vertices, else patience.
const (
	patience      = 16
	largePatience = 1
	largeGraph    = 30000
)

// multilevel cuts the graph by the multilevel search. Without polishing, which would follow, it then runs the
// total-variation descent from the indicator of the cut.
func (r *bisector) multilevel() *bisection {
	opt := multilevel.Options{Tries: r.opt.numStarts(r.graph.N(), mediumGraph), Threads: r.opt.threads(), Patience: patience}
	if r.graph.N() > largeGraph {
		opt.Patience = largePatience
	}
	opt.Seed, opt.Part = r.opt.Seed, r.stream
	if r.opt.Polish == MinCut {
		opt.Polish = r.polishBand
	}
	opt.Observe = func(value float64) {
		r.startValues = append(r.startValues, value)
		r.report(Progress{Start: len(r.startValues) - 1, Energy: value, Value: value, Phase: SearchPhase})
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
	r.totalInner += d.NInner
	return r.follow(d, status, 0)
}

// polishBand lowers C of a cut by minimum cuts in a band around its border.
func (r *bisector) polishBand(low []bool) {
	mincut.Improve(r.ctx, r.energy, low, mincut.Reach{From: bandShare / 4, To: bandShare, Effort: bandEffort})
}

// polish lowers C of a cut by minimum cuts until they no longer lower it. If C became lower, or if there is no f yet, f
// becomes the indicator of the cut. Its status is Critical if the minimum cuts prove that it is a critical point of E.
func (r *bisector) polish(b *bisection) {
	value, critical := mincut.Improve(r.ctx, r.energy, b.low, mincut.Reach{From: 1, To: 1, Effort: finalEffort})
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
