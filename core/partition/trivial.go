package partition

import (
	"slices"

	"github.com/tvcut/tvcut/core/internal/direct"
	"github.com/tvcut/tvcut/core/internal/objective"
)

// withoutCut returns a partition within the bounds that cuts no edge, or nil if it finds none. It packs the components.
func (r *recursion) withoutCut(p Problem, b objective.Bounds) *Result {
	k := r.opt.NClusters
	if p.Labels != nil || p.Fixed != nil || r.count < k {
		return nil
	}
	res := alongComponents(r.component, r.count, r.mass, p.shares(k))
	if !res.holds(b, r.mass) {
		components := r.directProblem(p)
		components.Mass = make([]float64, r.count)
		for i, c := range r.component {
			components.Mass[c] += r.mass[i]
		}
		part, _ := direct.Pack(components)
		if part == nil {
			return nil
		}
		res = ofComponents(r.component, part, k)
	}
	if k > 2 {
		res.Merges = agglomerate(r.graph, r.mass, res.Labels, k)
	}
	return res
}

// singletons returns the only partition into as many parts as vertices, or nil if there are fewer parts, or if the problem says
// which vertex is in which part.
func (r *recursion) singletons(p Problem, b objective.Bounds) *Result {
	k := r.opt.NClusters
	if k == 2 || k < r.graph.N() || p.Fixed != nil || p.PartWeights != nil {
		return nil
	}
	res := &Result{Labels: make([]int32, k), Status: Optimal}
	for i := range res.Labels {
		res.Labels[i] = int32(i)
	}
	if !res.holds(b, r.mass) {
		return nil
	}
	res.Merges = agglomerate(r.graph, r.mass, res.Labels, k)
	return res
}

// isOnly reports whether a partition is the only one but for the numbers of its parts: as many parts as vertices, none empty.
func (r *recursion) isOnly(res *Result) bool {
	n := r.graph.N()
	return r.opt.NClusters == n && slices.Min(objective.Sizes(r.mass, res.Labels, n)) > 0
}

// holds reports whether the masses of the parts are within the bounds.
func (r *Result) holds(b objective.Bounds, mass []float64) bool {
	return b.Violation(objective.Sizes(mass, r.Labels, len(b.Most))) == 0
}

// alongComponents returns a partition of value 0 into parts of whole components, one part for each target share. There must
// be at least as many components as parts. It assigns the components in descending order of mass, each to an empty part or
// to the part that is farthest below its target.
func alongComponents(component []int32, count int, mass, shares []float64) *Result {
	size, total := make([]float64, count), objective.Total(mass)
	for i, c := range component {
		size[c] += mass[i]
	}
	part, deficit := make([]int32, count), make([]float64, len(shares))
	for c := range part {
		part[c] = -1
	}
	for r, t := range shares {
		deficit[r] = t * total
	}
	direct.Fill(part, size, deficit, make([]bool, len(shares)))
	return ofComponents(component, part, len(shares))
}

// ofComponents returns the partition of value 0 in which component c belongs to part[c].
func ofComponents(component, part []int32, k int) *Result {
	res := &Result{Labels: make([]int32, len(component)), Status: Optimal}
	for i, c := range component {
		res.Labels[i] = part[c]
	}
	if k == 2 {
		res.F, res.Trace = make([]float64, len(component)), []float64{0}
		for i, a := range res.Labels {
			res.F[i] = float64(a)
		}
	}
	return res
}
