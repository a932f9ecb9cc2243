package partition

import (
	"math"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/direct"
	"github.com/tvcut/tvcut/core/internal/multilevel"
	"github.com/tvcut/tvcut/core/internal/objective"
)

// A graph of n vertices is narrow if a level of a level structure separates it with at most narrowness √n vertices. Meshes in two
// dimensions, random geometric graphs and road networks have about 1 to 3 √n; those in three dimensions, neighbours of points
// and social networks of more than largeGraph vertices have 15 √n and more.
const narrowness = 4

// narrowEdges is the number of half-edges of the largest narrow graph for which the direct search replaces tries of the multilevel
// search. On larger ones it needs more memory than they do, or more time if its tries follow one another.
const narrowEdges = 1 << 21

// narrowTries is the number of tries of the direct search for two parts of a narrow graph, and of the steps of recombination
// after them.
const narrowTries = 3

// firstShare and lastShare are about the shares of the seconds that the one try and the recombination take.
const firstShare, lastShare = 0.2, 0.2

// search returns a cut of low C and C. On a large narrow graph it is made of those of one try of the multilevel search and of
// several tries of the direct search for two parts. These cost more and find a lower C there, since they contract within
// communities and refine by minimum cuts on every level. If the one try has the lowest C, as on graphs whose best cut has a small
// side, all tries of the multilevel search are made instead.
func (r *bisector) search(opt multilevel.Options) (low []bool, value float64) {
	if !r.isNarrow() {
		return multilevel.Cut(r.ctx, r.graph, r.mass, r.lambda, opt)
	}
	once := opt
	once.Tries, r.step = 1, [2]float64{0, firstShare}
	low, value = multilevel.Cut(r.ctx, r.graph, r.mass, r.lambda, once)
	if r.ctx.Err() != nil {
		return low, value
	}
	r.step = [2]float64{firstShare, 1 - lastShare}
	cuts, lowest := r.cutDirectly(opt)
	r.step = [2]float64{1 - lastShare, 1}
	switch {
	case lowest < value:
		opt.Steps = narrowTries
		return multilevel.Combine(r.ctx, r.graph, r.mass, r.lambda, append(cuts, low), opt)
	case r.ctx.Err() != nil:
		return low, value
	}
	r.startValues = nil // the first try is made again
	return multilevel.Cut(r.ctx, r.graph, r.mass, r.lambda, opt)
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

// cutDirectly returns the cuts that tries of the direct search find without bounds, and the lowest C of them for λ = 1.
func (r *bisector) cutDirectly(opt multilevel.Options) (cuts [][]bool, lowest float64) {
	total := objective.Total(r.mass)
	p := &direct.Problem{
		Criterion: objective.Criterion{K: 2, Lambda: 1, Total: total}, Target: []float64{total / 2, total / 2},
		Bounds: objective.NewBounds([]float64{0.5, 0.5}, total, 0, math.Inf(1)), Graph: r.graph, Mass: r.mass,
	}
	tries := direct.CutEach(r.ctx, p, direct.Options{
		Seed: opt.Seed, Part: opt.Part, Threads: opt.Threads, Tries: narrowTries, Observe: r.reportSearch,
	})
	lowest = math.Inf(1)
	for _, labels := range tries {
		low := make([]bool, len(labels))
		for i, a := range labels {
			low[i] = a == 0
		}
		value := r.energy.Value(low)
		cuts, lowest = append(cuts, low), min(lowest, value)
		r.startValues = append(r.startValues, value)
	}
	return cuts, lowest
}
