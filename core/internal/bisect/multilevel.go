package bisect

import (
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/mincut"
	"github.com/tvcut/tvcut/core/internal/multilevel"
	"github.com/tvcut/tvcut/core/internal/objective"
)

// cutByLevels cuts the graph by the multilevel search.
func cutByLevels(r *bisector) *bisection {
	opt := searchOptions(r)
	opt.Observe = func(value, fraction float64) {
		r.startValues = append(r.startValues, value)
		r.reportSearch(value, fraction)
	}
	opt.ObserveStep = r.reportSearch
	opt.Spectral = func() []bool { return spectralCut(r) }
	low, value := search(r, opt)
	return &bisection{low: low, value: value}
}

// descendFrom runs the total-variation descent from the indicator of a cut.
func descendFrom(r *bisector, low []bool) *bisection {
	f0 := make([]float64, len(low))
	objective.Indicate(low, f0)
	d := r.newDescent()
	d.Start(f0)
	status := d.Explore(r.ctx, r.observer(d, 0, 0))
	r.totalInner += d.NInner
	return r.follow(d, status, 0)
}

// spectralCut returns the level set of lowest C of an approximate Fiedler vector. On a graph with a small separator, such as
// a mesh, it returns nil: the eigensolver would take many steps there, and its cut would have a higher C than that of a try.
func spectralCut(r *bisector) []bool {
	if float64(graph.LevelSeparator(r.graph)) < r.opt.Plan.Cuts.ShortPaths*float64(r.graph.N()) {
		return nil
	}
	x := fiedler(r, 0, r.opt.Plan.Cuts.SpectralSteps)
	_, threshold := objective.NewSweeper(r.energy).Best(x)
	low := make([]bool, len(x))
	for i, y := range x {
		low[i] = y <= threshold
	}
	if !slices.Contains(low, true) || !slices.Contains(low, false) { // the eigenvector has overflowed
		return nil
	}
	return low
}

// searchOptions returns the options of the multilevel search without its callbacks.
func searchOptions(r *bisector) multilevel.Options {
	search := r.opt.Plan.CutSearch(r.opt.Facts(r.graph.N(), r.graph.NNZ()))
	return multilevel.Options{CutSearch: search, Threads: r.opt.Threads, Seed: r.opt.Seed, Part: r.stream, Profile: r.profile}
}

// polish lowers C of a cut by minimum cuts until they no longer lower it. If C became lower, or if there is no f yet, f
// becomes the indicator of the cut. Its status is Critical if the minimum cuts prove that it is a critical point of E.
func (r *bisector) polish(b *bisection) {
	value, status := r.polishFully(b.low)
	if value >= b.value && b.trace != nil {
		return
	}
	r.settle(b, value)
	b.status = status
}

// polishFully lowers C of S = {low}, in place, by minimum cuts until they no longer lower it. It returns C and Critical if the
// minimum cuts prove that the cut is a critical point of E, else Converged.
func (r *bisector) polishFully(low []bool) (value float64, status Status) {
	limits := &r.opt.Plan.MinCuts
	value, critical := mincut.Improve(r.ctx, r.energy, low, mincut.Reach{From: limits.Band, To: 1, Effort: limits.Effort})
	if critical {
		return value, Critical
	}
	return value, Converged
}

// settle makes f the centered indicator of the cut, whose C is the given value. E(f) is C.
func (r *bisector) settle(b *bisection, value float64) {
	b.value, b.energy, b.f = value, value, make([]float64, len(b.low))
	r.energy.CenterIndicator(b.low, b.f, r.opt.Descent.norm(len(b.low)))
	b.trace, b.status = append(b.trace, value), Converged
}
