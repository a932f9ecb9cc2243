package partition

import "github.com/tvcut/tvcut/core/internal/direct"

// Numbers of tries of the direct search, unless NStarts or FastEffort determines the number.
//
// The least number is largeTries on graphs with more than mediumGraph vertices. On other graphs it is minTries, but
// minValueTries for the value and minBisections for two parts, where single tries differ most, or more if tries are cheap:
//
//   - up to maxTries that together visit at most tryVertices vertices (bisectedVertices for two parts) and tryHalfEdges
//     half-edges;
//   - for more than two parts, up to manyTries that together visit at most triedForValue half-edges for the value, or up to
//     manyCuts that together visit at most triedForCut half-edges for the weight between parts.
//
// For more than two parts of graphs with at most mediumGraph vertices, the largest number is greater:
//
//   - For the weight between parts it is mostCuts. After minTries, or after the tries that triedForCut allows, the search ends
//     once one more try is expected to lower the weight by less than the share minSpread, or fewSpread on graphs with at most
//     fewVertices: see direct.Options.MinSpread. There is no such rule for the value: on networks the values of tries differ
//     because of very small parts, and more tries do not lower them.
//   - For the value without fixed vertices it is valueFactor times the least number, but at most maxTries for more than
//     fewParts parts. These tries replace the recursion. They are not made if a part of the best partition dominates after
//     the least number of tries, or if upper bounds allow a part that dominates: recursion follows in both cases.
//
// Each try for two parts, and each try on a graph with more than mediumGraph vertices, searches a coarse level again by
// coarseTries tries. For more than two parts of smaller graphs that gains little.
//
// A search ends once agreement tries have found the lowest criterion, or valueAgreement for the value of more than two
// parts. A search for two parts also ends after consecutive tries that do not improve the best partition: bisectionPatience
// of them or, if that is more, as many as have patientVertices vertices together, at most maxTries.
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
	minSpread   = 0.012
	fewVertices = 5000
	fewSpread   = 0.006

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

// leastTries returns the least number of tries of the direct search on a graph of n vertices, and the number that
// triedForValue or triedForCut allows, which is 0 for two parts.
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

// spreadOf returns the spread of the weights between more than two parts of a graph of n vertices below which no more tries are
// made.
func spreadOf(n int) float64 {
	if n <= fewVertices {
		return fewSpread
	}
	return minSpread
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
		return max(least, mostCuts)
	}
	return o.valueTries(least)
}

// valueTries returns the largest number of tries for the value of more than two parts for the given least number.
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
		opt.Least, opt.Tries, opt.MinSpread = max(minTries, cheap), max(least, mostCuts), spreadOf(n)
	}
}
