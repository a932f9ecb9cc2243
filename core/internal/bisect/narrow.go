package bisect

import (
	"math"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/direct"
	"github.com/tvcut/tvcut/core/internal/memory"
	"github.com/tvcut/tvcut/core/internal/multilevel"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/plan"
)

// search returns a cut of low C and its C: the better one of the multilevel search and of a try of the direct search for two parts. A
// try of the direct search takes longer than one of the multilevel search and finds a lower C on meshes and roads, since it contracts
// within communities and searches a coarse level again.
func search(r *bisector, opt multilevel.Options) (low []bool, value float64) {
	switch {
	case isNarrow(r):
		return searchNarrow(r, opt)
	case !triesDirectly(r):
		return multilevel.Cut(r.ctx, r.graph, r.mass, r.lambda, opt)
	}
	r.within = [2]float64{0, r.opt.Plan.Narrow.Share}
	low, value = multilevel.Cut(r.ctx, r.graph, r.mass, r.lambda, opt)
	if r.ctx.Err() != nil {
		return low, value
	}
	other := directCut(r, unbounded(r), opt, 0)
	if other == nil {
		return low, value
	}
	v := r.energy.Value(other)
	r.startValues, r.within = append(r.startValues, v), [2]float64{r.opt.Plan.Narrow.Share, 1}
	if v < value {
		low, value = other, v
	}
	r.reportSearch(value, 1)
	return low, value
}

// searchNarrow returns a cut of low C and its C on a large narrow graph. It combines the cut of one try of the multilevel search and
// those of several tries of the direct search. If the try of the multilevel search has the lowest C, as on graphs whose best cut has a
// small side, all tries of the multilevel search are made instead.
func searchNarrow(r *bisector, opt multilevel.Options) (low []bool, value float64) {
	cuts, lowest := tryBoth(r, opt)
	switch {
	case r.ctx.Err() != nil:
		return cuts[lowest], r.startValues[lowest]
	case lowest > 0:
		r.within = [2]float64{r.opt.Plan.Narrow.Share, 1}
		opt.Steps = len(cuts) - 1
		return multilevel.Combine(r.ctx, r.graph, r.mass, r.lambda, cuts, opt)
	}
	first, best := cuts[0], r.startValues[0]
	// The first try is made again. It is lost if ctx ends before.
	r.startValues, r.within = nil, [2]float64{r.opt.Plan.Narrow.Share, 1}
	if low, value = multilevel.Cut(r.ctx, r.graph, r.mass, r.lambda, opt); value > best {
		return first, best
	}
	return low, value
}

// allowsDirect reports whether the direct search may make tries: for two parts, unless the options say how many tries to make.
func allowsDirect(r *bisector) bool {
	return r.opt.K == 2 && r.lambda == 1 && r.opt.Tries == 0 && r.opt.Polish && !r.opt.Plan.Omits(plan.DirectForTwo)
}

// triesDirectly reports whether the direct search makes a try. It needs more memory than the multilevel search, so only graphs whose
// garbage is left to the runtime are searched.
func triesDirectly(r *bisector) bool {
	return allowsDirect(r) && r.opt.Effort > plan.Fastest && !memory.IsCollected(r.graph)
}

// isNarrow reports whether several tries of the direct search replace those of the multilevel search.
func isNarrow(r *bisector) bool {
	n := r.graph.N()
	return allowsDirect(r) && r.opt.Effort > plan.Fast && n > r.opt.Plan.Cuts.LargeGraph && r.graph.NNZ() <= r.opt.Plan.Narrow.HalfEdges &&
		float64(graph.LevelSeparator(r.graph)) <= r.opt.Plan.Narrow.Width*math.Sqrt(float64(n))
}

// directCut returns the cut of a try of the direct search for two parts, or nil if ctx ends before it has one.
func directCut(r *bisector, p *direct.Problem, opt multilevel.Options, number int) []bool {
	try := direct.Options{PartsSearch: plan.PartsSearch{CoarseTries: r.opt.Plan.Parts.Coarse}, Seed: opt.Seed, Part: opt.Part,
		Threads: opt.Threads}
	return InPart(direct.CutOnce(r.ctx, p, try, number), 0)
}

// tryBoth returns the cut of one try of the multilevel search, followed by those of tries of the direct search without bounds, and which
// of them has the lowest C. It makes them at the same time, and appends their C to the start values. Those that end with the context are
// left out.
func tryBoth(r *bisector, opt multilevel.Options) (cuts [][]bool, lowest int) {
	count := 1 + r.opt.Plan.Narrow.Tries(r.graph.N())
	atOnce, within := memory.Divide(r.graph, opt.Threads, count)
	once, p := opt, unbounded(r)
	once.Tries, once.Threads, once.Observe, once.ObserveStep = 1, within, nil, nil
	tries := parallel.NewAhead(atOnce, count, func(_, t int) []bool {
		if t == 0 {
			low, _ := multilevel.Cut(r.ctx, r.graph, r.mass, r.lambda, once)
			return low
		}
		return directCut(r, p, once, t-1)
	})
	defer tries.Close()
	r.within = [2]float64{0, r.opt.Plan.Narrow.Share}
	for t := range count {
		if low := tries.Get(t, count-1); low != nil {
			cuts = append(cuts, low)
			r.startValues = append(r.startValues, r.energy.Value(low))
			if last := len(cuts) - 1; r.startValues[last] < r.startValues[lowest] {
				lowest = last
			}
			r.reportSearch(r.startValues[lowest], float64(t+1)/float64(count))
		}
	}
	return cuts, lowest
}

// unbounded returns the problem of two parts of any masses, for λ = 1.
func unbounded(r *bisector) *direct.Problem {
	total := objective.Total(r.mass)
	return &direct.Problem{
		Criterion: objective.Criterion{K: 2, Lambda: 1, Total: total}, Target: []float64{total / 2, total / 2},
		Bounds: objective.NewBounds([]float64{0.5, 0.5}, total, 0, math.Inf(1)), Graph: r.graph, Mass: r.mass,
	}
}
