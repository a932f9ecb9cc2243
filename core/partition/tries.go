package partition

import "github.com/tvcut/tvcut/core/internal/direct"

// The default number of tries of the direct search is at least minTries, minValueTries for the value, minBisections for two
// parts, where single tries differ most, and largeTries on graphs with more than mediumGraph vertices. More tries are made
// while they are cheap:
//
//   - up to maxTries in all, of tryVertices vertices and tryHalfEdges half-edges together;
//   - up to manyTries in all for the value, of triedForValue half-edges together, or up to manyCuts of triedForCut for the
//     weight between parts.
//
// For the weight between more than two parts of graphs of at most mediumGraph vertices, all but minTries and those of triedForCut
// half-edges are made only while the weights of tries differ by more than minSpread, and up to mostCuts are. The values of tries
// differ on networks by very small parts, and further tries gain nothing there.
//
// For the value of more than two parts, valueFactor times as many tries are made instead of a recursion, unless a part of the best
// partition of the first ones dominates, or bounds allow it.
//
// Every try for two parts, and on graphs with more than mediumGraph vertices, searches a coarse level by coarseTries tries. On smaller
// graphs that gains little for more parts.
//
// A search ends once agreement tries have found the lowest criterion, and one for two parts also after bisectionPatience tries
// that gain nothing.
const (
	minTries      = 3
	minValueTries = 5
	minBisections = 8
	largeTries    = 2

	manyTries     = 12
	triedForValue = 400_000
	valueFactor   = 2

	manyCuts    = 8
	triedForCut = 100_000
	mostCuts    = 16
	minSpread   = 0.01

	maxTries     = 32
	tryVertices  = 16000
	tryHalfEdges = 1_000_000

	coarseTries = 3

	bisectionPatience = 4
	agreement         = 3
)

// leastTries returns how many tries the direct search makes at least on a graph of n vertices, and how many are made on it because of
// its few half-edges.
func (o *Options) leastTries(n, halfEdges int) (least, cheap int) {
	least, many, affordable := minTries, manyCuts, triedForCut
	switch {
	case o.NClusters == 2:
		least, affordable = minBisections, 0
	case o.Objective == ValueObjective:
		least, many, affordable = minValueTries, manyTries, triedForValue
	}
	cheap = min(many, affordable/max(1, halfEdges))
	if n > mediumGraph {
		return largeTries, cheap
	}
	return max(least, min(maxTries, tryVertices/n, tryHalfEdges/max(1, halfEdges)), cheap), cheap
}

// triesAtMost returns the largest default number of tries of any search on a graph of n vertices.
func (o *Options) triesAtMost(n, halfEdges int) int {
	least, _ := o.leastTries(n, halfEdges)
	switch {
	case o.NClusters == 2 && n <= recombinedGraph:
		return max(least, o.numStarts(n, mediumGraph))
	case o.NClusters == 2:
		return max(least, cutTries(n, halfEdges))
	case n > mediumGraph:
		return least
	case o.Objective == CutObjective:
		return max(least, mostCuts)
	}
	return valueFactor * least
}

// setTries sets how many tries the direct search makes.
func (r *recursion) setTries(p *direct.Problem, opt *direct.Options) {
	n, k := r.graph.N(), r.opt.NClusters
	least, cheap := r.opt.leastTries(n, r.graph.NNZ())
	if k == 2 || n > mediumGraph {
		opt.CoarseTries = coarseTries
	}
	opt.Tries = r.opt.tries(least)
	if r.opt.NStarts.Present || r.opt.Effort == FastEffort {
		return
	}
	opt.Agreement = agreement
	switch {
	case k == 2:
		opt.Patience = bisectionPatience
	case n <= mediumGraph && r.opt.Objective == ValueObjective && p.Fixed == nil && (!p.Bounds.Bounded() || !mayDominate(p)):
		opt.Least, opt.Tries, opt.MaxShare = least, valueFactor*least, dominantShare
	case n <= mediumGraph && r.opt.Objective == CutObjective:
		opt.Least, opt.Tries, opt.MinSpread = max(minTries, cheap), max(least, mostCuts), minSpread
	}
}
