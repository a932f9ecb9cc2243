package partition

import (
	"math"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/direct"
	"github.com/tvcut/tvcut/core/internal/memory"
	"github.com/tvcut/tvcut/core/internal/multilevel"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/parallel"
)

// A graph of n vertices is narrow if a level of a level structure separates it with at most narrowness √n vertices. Meshes in two
// dimensions, random geometric graphs and road networks have about 1 to 3 √n; those in three dimensions, neighbours of points
// and social networks of more than largeGraph vertices have 15 √n and more.
const narrowness = 4

// narrowEdges is the number of half-edges of the largest narrow graph for which the direct search replaces tries of the
// multilevel search. On larger graphs the direct search needs more memory than those tries, or more time if its tries run one
// after the other.
const narrowEdges = 1 << 21

// For two parts of a narrow graph, the number of tries of the direct search is narrowVertices over the number of vertices, but
// at least fewestNarrow. Each try searches a coarse level again. A few such tries find a lower C in less time than more tries
// without that search.
const (
	fewestNarrow   = 2
	narrowVertices = 320000
)

// triedShare is about the share of the time that the tries take. Recombination takes the rest.
const triedShare = 0.8

// search returns a cut of low C and its C. On a large narrow graph it combines the cut of one try of the multilevel search
// and those of several tries of the direct search for two parts. Tries of the direct search cost more and find a lower C there,
// since they contract within communities and refine by minimum cuts on every level. If the try of the multilevel search has the
// lowest C, as on graphs whose best cut has a small side, all tries of the multilevel search are made instead.
func (r *bisector) search(opt multilevel.Options) (low []bool, value float64) {
	if !r.isNarrow() {
		return multilevel.Cut(r.ctx, r.graph, r.mass, r.lambda, opt)
	}
	cuts := r.tryBoth(opt)
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
		r.step = [2]float64{triedShare, 1}
		opt.Steps = len(cuts) - 1
		return multilevel.Combine(r.ctx, r.graph, r.mass, r.lambda, cuts, opt)
	}
	first, best := cuts[0], r.startValues[0]
	// The first try is made again. It is lost if ctx ends before.
	r.startValues, r.step = nil, [2]float64{triedShare, 1}
	if low, value = multilevel.Cut(r.ctx, r.graph, r.mass, r.lambda, opt); value > best {
		return first, best
	}
	return low, value
}

// isNarrow reports whether the direct search precedes the multilevel search: for two parts of a large narrow graph, unless the
// options say how many tries to make.
func (r *bisector) isNarrow() bool {
	n := r.graph.N()
	if r.opt.NClusters != 2 || r.lambda != 1 || r.opt.NStarts.Present || r.opt.Effort == FastEffort || r.opt.Polish != MinCut {
		return false
	}
	return n > largeGraph && r.graph.NNZ() <= narrowEdges && float64(graph.LevelSeparator(r.graph)) <= narrowness*math.Sqrt(float64(n))
}

// narrowTries returns the number of tries of the direct search for two parts of a narrow graph with n vertices. As many steps of
// recombination follow.
func narrowTries(n int) int { return max(fewestNarrow, narrowVertices/n) }

// tryBoth returns the cut of one try of the multilevel search, followed by those of tries of the direct search without bounds. It
// makes them at the same time, and appends their C to the start values. Those that end with the context are left out.
func (r *bisector) tryBoth(opt multilevel.Options) (cuts [][]bool) {
	count := 1 + narrowTries(r.graph.N())
	atOnce, within := memory.Divide(r.graph, opt.Threads, count)
	once, p := opt, r.unbounded()
	once.Tries, once.Threads, once.Observe, once.ObserveStep = 1, within, nil, nil
	try := direct.Options{Seed: opt.Seed, Part: opt.Part, Threads: within, CoarseTries: coarseTries}
	tries := parallel.NewAhead(atOnce, count, func(_, t int) []bool {
		if t == 0 {
			low, _ := multilevel.Cut(r.ctx, r.graph, r.mass, r.lambda, once)
			return low
		}
		return inPart(direct.CutOnce(r.ctx, p, try, t-1), 0)
	})
	defer tries.Close()
	r.step = [2]float64{0, triedShare}
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
func (r *bisector) unbounded() *direct.Problem {
	total := objective.Total(r.mass)
	return &direct.Problem{
		Criterion: objective.Criterion{K: 2, Lambda: 1, Total: total}, Target: []float64{total / 2, total / 2},
		Bounds: objective.NewBounds([]float64{0.5, 0.5}, total, 0, math.Inf(1)), Graph: r.graph, Mass: r.mass,
	}
}
