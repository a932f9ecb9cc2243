package bisect

import (
	"math"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/direct"
	"github.com/tvcut/tvcut/core/internal/memory"
	"github.com/tvcut/tvcut/core/internal/multilevel"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/plan"
)

// search returns a cut of low C and its C. On a large narrow graph it combines the cut of one try of the multilevel search
// and those of several tries of the direct search for two parts. Tries of the direct search cost more and find a lower C there,
// since they contract within communities and search a coarse level again. If the try of the multilevel search has the
// lowest C, as on graphs whose best cut has a small side, all tries of the multilevel search are made instead.
func search(r *bisector, opt multilevel.Options) (low []bool, value float64) {
	if !isNarrow(r) {
		return multilevel.Cut(r.ctx, r.graph, r.mass, r.lambda, opt)
	}
	cuts := tryBoth(r, opt)
	lowest := 0
	for t, v := range r.startValues {
		if v < r.startValues[lowest] {
			lowest = t
		}
	}
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

// isNarrow reports whether the direct search precedes the multilevel search: for two parts of a large narrow graph, unless the
// options say how many tries to make.
func isNarrow(r *bisector) bool {
	n := r.graph.N()
	if r.opt.K != 2 || r.lambda != 1 || r.opt.Tries > 0 || r.opt.Effort <= plan.Fast || !r.opt.Polish {
		return false
	}
	narrow := &r.opt.Plan.Narrow
	return n > r.opt.Plan.Cuts.LargeGraph && r.graph.NNZ() <= narrow.HalfEdges &&
		float64(graph.LevelSeparator(r.graph)) <= narrow.Width*math.Sqrt(float64(n))
}

// tryBoth returns the cut of one try of the multilevel search, followed by those of tries of the direct search without bounds. It
// makes them at the same time, and appends their C to the start values. Those that end with the context are left out.
func tryBoth(r *bisector, opt multilevel.Options) (cuts [][]bool) {
	count := 1 + r.opt.Plan.Narrow.Tries(r.graph.N())
	atOnce, within := memory.Divide(r.graph, opt.Threads, count)
	once, p := opt, unbounded(r)
	once.Tries, once.Threads, once.Observe, once.ObserveStep = 1, within, nil, nil
	try := direct.Options{PartsSearch: plan.PartsSearch{CoarseTries: r.opt.Plan.Parts.Coarse}, Seed: opt.Seed, Part: opt.Part, Threads: within}
	tries := parallel.NewAhead(atOnce, count, func(_, t int) []bool {
		if t == 0 {
			low, _ := multilevel.Cut(r.ctx, r.graph, r.mass, r.lambda, once)
			return low
		}
		return InPart(direct.CutOnce(r.ctx, p, try, t-1), 0)
	})
	defer tries.Close()
	r.within = [2]float64{0, r.opt.Plan.Narrow.Share}
	for t := range count {
		if low := tries.Get(t, count-1); low != nil {
			cuts = append(cuts, low)
			r.startValues = append(r.startValues, r.energy.Value(low))
			r.reportSearch(slices.Min(r.startValues), float64(t+1)/float64(count))
		}
	}
	return cuts
}

// unbounded returns the problem of two parts of any masses, for λ = 1.
func unbounded(r *bisector) *direct.Problem {
	total := objective.Total(r.mass)
	return &direct.Problem{
		Criterion: objective.Criterion{K: 2, Lambda: 1, Total: total}, Target: []float64{total / 2, total / 2},
		Bounds: objective.NewBounds([]float64{0.5, 0.5}, total, 0, math.Inf(1)), Graph: r.graph, Mass: r.mass,
	}
}
