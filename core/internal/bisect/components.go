package bisect

import (
	"github.com/tvcut/tvcut/core/internal/direct"
	"github.com/tvcut/tvcut/core/internal/objective"
)

// AlongComponents returns a partition of value 0 into parts of whole components, one part for each target share. There must
// be at least as many components as parts. It assigns the components in descending order of mass, each to an empty part or
// to the part that is farthest below its target.
func AlongComponents(component []int32, count int, mass, shares []float64) *Solution {
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
	return OfComponents(component, part, len(shares))
}

// OfComponents returns the partition of value 0 in which component c belongs to part[c].
func OfComponents(component, part []int32, k int) *Solution {
	res := &Solution{Labels: make([]int32, len(component)), Status: Optimal}
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
