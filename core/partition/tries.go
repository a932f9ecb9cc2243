package partition

import "github.com/tvcut/tvcut/core/internal/direct"

// The default number of tries of the direct search is at least minTries, minValueTries for the value, minBisections for two
// parts, where single tries differ most, and largeTries on graphs with more than mediumGraph vertices. More tries are made
// while they are cheap:
//
//   - up to maxTries in all, of tryVertices vertices, bisectedVertices for two parts, and tryHalfEdges half-edges together;
//   - up to manyTries in all for the value, of triedForValue half-edges together, or up to manyCuts of triedForCut for the
//     weight between parts.
//
// For the weight between more than two parts of graphs of at most mediumGraph vertices, all but minTries and those of triedForCut
// half-edges are made only while the weights of tries differ by more than minSpread, and up to mostCuts are: by more than fewSpread
// and up to maxTries on graphs with at most fewVertices. The values of tries differ on networks by very small parts, and further
// tries gain nothing there.
//
// For the value of more than two parts, valueFactor times as many tries, but at most maxTries for more than fewParts parts, are made
// instead of a recursion, unless a part of the best partition of the first ones dominates, or bounds allow it.
//
// Every try for two parts, and on graphs with more than mediumGraph vertices, searches a coarse level by coarseTries tries. On smaller
// graphs that gains little for more parts.
//
// A search ends once agreement tries have found the lowest criterion, valueAgreement for the value of more than two parts. One for two
// parts also ends after bisectionPatience tries that gain nothing, or maxTries or those of patientVertices vertices together if that
// is more.
const (
	minTries      = 3
	minValueTries = 5
	minBisections = 8
	largeTries    = 2

	manyTries     = 12
	triedForValue = 400_000
	valueFactor   = 2
	fewParts      = 8

	manyCuts    = 8
	triedForCut = 100_000
	mostCuts    = 16
	minSpread   = 0.01
	fewVertices = 5000
	fewSpread   = 0.005

	maxTries         = 32
	tryVertices      = 16000
	bisectedVertices = 64000
	tryHalfEdges     = 1_000_000

	coarseTries = 3

	bisectionPatience = 4
	patientVertices   = 128000
	agreement         = 5
	valueAgreement    = 3
)

// leastTries returns how many tries the direct search makes at least on a graph of n vertices, and how many are made on it because of
// its few half-edges.
func (o *Options) leastTries(n, halfEdges int) (least, cheap int) {
	least, many, affordable, vertices := minTries, manyCuts, triedForCut, tryVertices
	switch {
	case o.NClusters == 2:
		least, affordable, vertices = minBisections, 0, bisectedVertices
	case o.Objective == ValueObjective:
		least, many, affordable = minValueTries, manyTries, triedForValue
	}
	cheap = min(many, affordable/max(1, halfEdges))
	if n > mediumGraph {
		return largeTries, cheap
	}
	return max(least, min(maxTries, vertices/n, tryHalfEdges/max(1, halfEdges)), cheap), cheap
}

// cutsOf returns the default number of tries for the weight between more than two parts of a graph of n vertices, and the spread of
// the weights of tries below which no more are made.
func cutsOf(n int) (most int, spread float64) {
	if n <= fewVertices {
		return maxTries, fewSpread
	}
	return mostCuts, minSpread
}

// triesAtMost returns the largest default number of tries of any search on a graph of n vertices.
func (o *Options) triesAtMost(n, halfEdges int) int {
	least, _ := o.leastTries(n, halfEdges)
	switch {
	case o.NClusters == 2 && n <= cheapGraph:
		return max(least, o.numStarts(n, mediumGraph))
	case o.NClusters == 2:
		return max(least, cutTries(n, halfEdges))
	case n > mediumGraph:
		return least
	case o.Objective == CutObjective:
		most, _ := cutsOf(n)
		return max(least, most)
	}
	return o.valueTries(least)
}

// valueTries returns the default number of tries for the value of more than two parts, of which the given number is made in any case.
func (o *Options) valueTries(least int) int {
	if o.NClusters > fewParts {
		return max(least, min(maxTries, valueFactor*least))
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
	if k > 2 && r.opt.Objective == ValueObjective {
		opt.Agreement = valueAgreement
	}
	switch {
	case k == 2:
		opt.Patience = max(bisectionPatience, min(maxTries, patientVertices/n))
	case n <= mediumGraph && r.opt.Objective == ValueObjective && p.Fixed == nil && (!p.Bounds.Bounded() || !mayDominate(p)):
		opt.Least, opt.Tries, opt.MaxShare = least, r.opt.valueTries(least), dominantShare
	case n <= mediumGraph && r.opt.Objective == CutObjective:
		most, spread := cutsOf(n)
		opt.Least, opt.Tries, opt.MinSpread = max(minTries, cheap), max(least, most), spread
	}
}
