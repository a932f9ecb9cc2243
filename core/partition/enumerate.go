package partition

import (
	"math"
	"slices"

	"github.com/tvcut/tvcut/core/internal/objective"
)

// maxExact is the number of binary digits up to which a float64 represents all integers.
const maxExact = 53

// enumeration is the exhaustive search for the partition within the bounds, with the fixed vertices in their parts and no
// part empty, whose criterion is lowest.
type enumeration struct {
	*units
	opt     *Options
	bounds  objective.Bounds
	free    []int32 // vertices that are not fixed
	ordered bool    // whether parts have numbers: those of the fixed vertices or of the target shares

	labels    []int32
	visited   int
	best      float64 // lowest criterion so far
	optimal   []int32 // the partition with this criterion; nil: none is within the bounds yet
	cancelled bool
}

// isExhaustive reports whether the options leave the search to Run, and all partitions can be visited in a short time.
func (r *recursion) isExhaustive(p Problem) bool {
	own := r.opt.Init != Auto || len(p.Starts) > 0 || p.Labels != nil // the user's start
	refined := r.opt.Polish == MinCut && (r.opt.NClusters == 2 || r.opt.Descent.MaxRefine > 0)
	if own || !refined || r.consensus || r.ctx.Err() != nil {
		return false
	}
	count := numPartitions(r.graph.N(), r.opt.NClusters)
	if p.Fixed != nil || p.PartWeights != nil {
		free := 0
		for i := range r.mass {
			if p.Fixed == nil || p.Fixed[i] < 0 {
				free++
			}
		}
		count = math.Pow(float64(r.opt.NClusters), float64(free))
	}
	most := &r.opt.plan.Proofs
	return count <= most.Partitions && count*float64(r.graph.N()+r.graph.NNZ()) <= most.PartitionsWork
}

// numPartitions returns the number of partitions of n vertices into k nonempty parts, the Stirling number of the second kind
//
//	S(n, k) = k S(n−1, k) + S(n−1, k−1),
//
// or +Inf if k^(n−k), a lower bound of it, exceeds the integers of a float64. Otherwise its time is O(k (n−k)), which the same
// bound limits.
func numPartitions(n, k int) float64 {
	if n < k {
		return 0
	}
	if float64(n-k)*math.Log2(float64(k)) > maxExact {
		return math.Inf(1)
	}
	if k == 1 {
		return 1
	}
	row := make([]float64, n-k+1) // S(a, a), …, S(a+n−k, a)
	row[0] = 1
	for a := 1; a <= k; a++ {
		for d := 1; d <= n-k; d++ {
			row[d] += float64(a) * row[d-1] // S(a+d, a) = S(a+d−1, a−1) + a S(a+d−1, a)
		}
	}
	return row[n-k]
}

// exhaust visits all partitions, replaces the result by the best of them if the result has a higher criterion, and reports
// whether this proves the result to be optimal. res is nil if the search found no partition within the bounds. If the result of
// the search is optimal, exhaust does not change it.
func (r *recursion) exhaust(p Problem, u *units, res *Result) (*Result, bool) {
	e := &enumeration{units: u, opt: &r.opt, bounds: p.bounds(&r.opt, u.mass, u.massExp), best: math.Inf(1),
		ordered: p.Fixed != nil || p.PartWeights != nil, labels: make([]int32, len(r.mass))}
	for i := range e.labels {
		if p.Fixed != nil && p.Fixed[i] >= 0 {
			e.labels[i] = p.Fixed[i]
		} else {
			e.free = append(e.free, int32(i))
		}
	}
	e.place(r, 0, 0)
	if e.cancelled || e.optimal == nil || math.IsInf(e.best, 1) {
		return res, false
	}
	if res != nil && !objective.Lowers(e.best, e.criterion(res.Labels)) {
		return res, true
	}
	if res == nil {
		res = &Result{}
	}
	res.Labels, res.Merges = e.optimal, agglomerate(u.graph, u.mass, e.optimal, r.opt.NClusters)
	if r.opt.NClusters == 2 && p.Fixed == nil {
		res.Energy = math.NaN() // evaluateEnergy sets it, with F and Trace
		if res.F == nil {
			res.F = make([]float64, len(res.Labels))
		}
	}
	return res, true
}

// place visits all partitions in which the free vertices before free[at] are in the parts that labels says. used is the number
// of these parts. Unless parts have numbers, they are numbered by their first vertices.
func (e *enumeration) place(r *recursion, at, used int) {
	if e.cancelled {
		return
	}
	left := len(e.free) - at
	if left == 0 {
		e.visit(r)
		return
	}
	first, last := 0, e.opt.NClusters-1
	if !e.ordered {
		if used+left == e.opt.NClusters { // each vertex that is left begins a part
			first = used
		}
		last = min(used, last)
	}
	for a := first; a <= last; a++ {
		e.labels[e.free[at]] = int32(a)
		e.place(r, at+1, max(used, a+1))
	}
}

// visit compares the partition in labels with the best so far.
func (e *enumeration) visit(r *recursion) {
	const every = 1 << 10 // partitions between two looks at the context
	if e.visited++; e.visited%every == 0 && r.ctx.Err() != nil {
		e.cancelled = true
		return
	}
	size := objective.Sizes(e.mass, e.labels, e.opt.NClusters)
	if slices.Min(size) == 0 || e.bounds.Violation(size) > 0 { // an empty part, since masses are positive
		return
	}
	if value := e.criterion(e.labels); value < e.best {
		e.best, e.optimal = value, slices.Clone(e.labels)
	}
}

// criterion returns what Options.Objective minimises, in the units of the enumeration.
func (e *enumeration) criterion(labels []int32) float64 {
	if e.opt.Objective == CutObjective {
		return cutWeight(e.graph, labels)
	}
	return objective.Value(e.graph, e.mass, labels, e.opt.NClusters, e.opt.Asymmetry)
}
