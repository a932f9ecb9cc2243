// Package direct cuts a graph into k parts at once by a multilevel search. It coarsens the graph by contracting clusters,
// cuts the coarsest graph into k parts, projects the partition back level by level, and refines all parts on each level by
// moves of single vertices, one after the other and many at once, and by minimum cuts between pairs of parts. Several tries are
// combined. The criterion is the weight between parts or the value of the partition, and the masses of the parts keep bounds on
// every level. The time depends little on k.
package direct

import (
	"context"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/coarsen"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/plan"
)

// The weight between more than two parts depends much on the cut of the coarsest graph. Heavier coarse vertices, which can be whole
// communities, and more cuts of the coarsest graph lower it on most networks and meshes in about the same time. They do not lower the
// value.
const (
	verticesPerPart = 20  // vertices of the coarsest graph for each part
	minCoarsest     = 120 // least number of vertices of the coarsest graph
	combinedShare   = 4   // vertices of a graph for each vertex of the coarsest graph in a combination, at least, so that regions can move
	maxVertexShare  = 1.5 // largest mass of a coarse vertex, relative to the mean mass of a vertex of the coarsest graph
	cutVertexShare  = 4   // the same for the weight between more than two parts
	initialCuts     = 2   // balanced cuts of a coarsest graph for the weight between more than two parts, of which the best is refined
	manyInitialCuts = 4   // the same unless a coarse level is searched again
	manyParts       = 64  // parts from which there is one such cut: the sum of many bisections varies little
	maxNear         = 1.2 // largest mass of a part in tries near the targets, relative to its target: see tried
	randomVertices  = 200 // vertices of the largest coarsest graph on which tries start from random parts
	cutEvery        = 4   // one in cutEvery tries on such graphs starts from cuts nevertheless
	oftenCutEvery   = 2   // the same for the weight between parts of graphs with more than randomVertices vertices
)

// Problem is a graph to be cut into k = Criterion.K parts.
type Problem struct {
	Criterion objective.Criterion
	Bounds    objective.Bounds
	Target    []float64 // target masses t_r M of the parts, length k
	Graph     *graph.CSR
	Mass      []float64 // m_i > 0
	Fixed     []int32   // part of each fixed vertex, −1 for the other vertices; nil: none is fixed
}

// Initial cuts a coarsest graph into k parts by another method than balanced bisections. The seed determines its random
// choices.
type Initial func(ctx context.Context, g *graph.CSR, mass []float64, seed uint64) []int32

// Options are the parameters of Cut.
type Options struct {
	plan.PartsSearch
	Seed       uint64    // seed of all random choices
	Part       int       // number of the problem among those solved under the same seed: each has random streams of its own
	Steps      int       // steps of Evolve
	NoExchange bool      // whether tries make no minimum cuts between parts
	NoSweep    bool      // whether they make no local searches from all border vertices
	NoTransfer bool      // whether they make no transfers where the bounds are tight
	Threads    int       // goroutines; the result does not depend on it
	Initial    []Initial // other ways to cut a coarsest graph: each try takes the next of them, beside balanced bisections

	// Observe, if not nil, is called after every pass with the lowest criterion so far and the fraction of the passes that
	// have ended.
	Observe func(value, fraction float64)
	// ObserveStep, if not nil, is called after every step of Evolve with the lowest criterion so far and the fraction of
	// the steps that are made.
	ObserveStep func(value, fraction float64)
}

// limited returns the options in which limits of 0, which end nothing, are replaced by the number of tries.
func (o Options) limited() Options {
	for _, limit := range []*int{&o.Patience, &o.Agreement, &o.Least} {
		if *limit == 0 {
			*limit = o.Tries
		}
	}
	return o
}

// Cut returns a partition of low criterion. It violates the bounds only if the search found no partition within them.
// Results for the same seed are identical bit for bit. When ctx ends, Cut returns the best partition so far, or one by
// Spread if there is none yet.
func Cut(ctx context.Context, p *Problem, opt Options) []int32 {
	if labels := Search(ctx, p, opt); labels != nil {
		return labels
	}
	return Spread(p)
}

// Search is Cut, but returns nil if ctx ends before there is a partition.
func Search(ctx context.Context, p *Problem, opt Options) []int32 {
	s := newSearch(ctx, p, opt.limited(), opt.Tries)
	s.passes = max(1, 2*opt.Tries-1)
	s.run()
	return s.best.labels
}

// CutEach returns the partitions of all tries, the best ones first. It does not combine them, does not search a coarse level
// again and makes no minimum cuts, so that they differ. It leaves out tries that ctx ends before they have a partition.
func CutEach(ctx context.Context, p *Problem, opt Options) [][]int32 {
	opt.Least, opt.CoarseTries, opt.NoExchange = opt.Tries, 0, true
	s := newSearch(ctx, p, opt, opt.Tries)
	s.passes = opt.Tries
	tries := s.startTries(ctx)
	defer tries.Close()
	for t := range opt.Tries {
		if c := tries.Get(t, opt.Tries-1); c.labels != nil {
			s.keep(c, 0)
		}
	}
	slices.SortStableFunc(s.pool, func(x, y pooled) int { return x.compare(y.candidate) })
	partitions := make([][]int32, len(s.pool))
	for at, c := range s.pool {
		partitions[at] = c.labels
	}
	return partitions
}

// CutOnce returns the partition of one try, whose number determines its random choices. It returns nil if ctx ends before the
// coarsest graph is cut.
func CutOnce(ctx context.Context, p *Problem, opt Options, number int) []int32 {
	return newTry(ctx, p, opt, opt.Threads).numbered(number).pass(p)
}

// Refine returns a partition that is no worse than the given one, found by the refinement of Cut on a hierarchy along it.
func Refine(ctx context.Context, p *Problem, opt Options, labels []int32) []int32 {
	s := newSearch(ctx, p, opt, 1)
	given := p.candidate(labels)
	return s.own.join(p, 0, given, given, true).labels
}

// Score returns by how much a partition violates the bounds, and the criterion.
func (p *Problem) Score(labels []int32) (violation, value float64) {
	s := newState(context.Background(), p, nil, labels)
	return s.violation(), s.value()
}

// LargestShare returns max_r m(A_r)/M for a partition.
func (p *Problem) LargestShare(labels []int32) float64 {
	return slices.Max(objective.Sizes(p.Mass, labels, p.Criterion.K)) / p.Criterion.Total
}

// fixedByLevel returns the fixed vertices of every level: a coarse vertex is fixed if it contains a fixed vertex.
func fixedByLevel(h *coarsen.Hierarchy, fixed []int32) [][]int32 {
	levels := make([][]int32, len(h.Levels))
	if fixed == nil {
		return levels
	}
	levels[0] = fixed
	for level := 1; level < len(h.Levels); level++ {
		coarse := make([]int32, len(h.Levels[level].Mass))
		for c := range coarse {
			coarse[c] = -1
		}
		for i, c := range h.Levels[level-1].Parent {
			coarse[c] = max(coarse[c], levels[level-1][i])
		}
		levels[level] = coarse
	}
	return levels
}

// bestInitial returns the best of several partitions of a coarsest graph, after local searches. On very small graphs most tries
// start from random parts: there, different starts lead to a lower criterion than good ones, in less time. For the value there is
// one balanced cut, since tries cut it in other ways as well.
func (t *try) bestInitial(p *Problem) []int32 {
	var best candidate
	offer := func(labels []int32) {
		if labels == nil {
			return
		}
		s := newState(t.ctx, p, t.work, labels)
		s.connect()
		restoreBounds(t.bounds, s)
		localSearches(s, t.rng)
		if c := p.candidate(s.labels); c.precedes(best) {
			best = c
		}
	}
	if p.Graph.N() <= randomVertices && !t.coarse && t.number%t.cutEvery != 0 {
		return t.randomLabels(p)
	}
	cuts := initialCuts
	switch {
	case p.Criterion.K == 2 || p.Criterion.K >= manyParts || !p.Criterion.Edges || t.opt.LocalOnly:
		cuts = 1
	case t.opt.CoarseTries == 0:
		cuts = manyInitialCuts
	}
	for range cuts {
		if best.labels == nil || t.ctx.Err() == nil {
			offer(t.initial(p))
		}
	}
	if others := len(t.opt.Initial); others > 0 && t.ctx.Err() == nil {
		offer(t.opt.Initial[t.number%others](t.ctx, p.Graph, p.Mass, t.seed))
	}
	return best.labels
}
