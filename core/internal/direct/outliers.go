package direct

import (
	"cmp"
	"slices"
)

// maxExcess is the largest value of a partition that is combined with the best one, relative to that of the best one.
const maxExcess = 1.2

// offerOutliers tries a partition into more than two parts in which all parts but one are single vertices, those of lowest
// deg_i/m_i. If a few vertices are connected weakly, such as outliers among points, no partition into large parts has such a low
// value. The tries do not find this partition, since coarsening contracts these vertices with others.
func (s *search) offerOutliers() {
	p := s.problem
	if p.Criterion.K == 2 || p.Criterion.Edges || p.Fixed != nil || s.ctx.Err() != nil {
		return
	}
	found := p.candidate(p.outliers(maxExcess * s.best.value))
	if found.labels == nil || found.violation > s.best.violation || found.value > maxExcess*s.best.value {
		return
	}
	if found.precedes(s.best) {
		s.best, found = found, s.best
	}
	s.best = s.own.join(p, s.opt.Tries, s.best, found, true)
}

// outliers returns the partition whose parts 1 to k−1 are the single vertices of lowest deg_i/m_i. It returns nil if the term
// deg_i/(2 m_i) of one of them is above the given value, so that the value of the partition is as well.
func (p *Problem) outliers(most float64) []int32 {
	var weak []int32
	var density []float64
	for i, m := range p.Mass {
		if x := p.Graph.Degree(i) / m; x <= 2*most {
			weak, density = append(weak, int32(i)), append(density, x)
		}
	}
	if len(weak) < p.Criterion.K-1 {
		return nil
	}
	labels := make([]int32, p.Graph.N())
	for part, at := range ascending(density)[:p.Criterion.K-1] {
		labels[weak[at]] = int32(part + 1)
	}
	return labels
}

// ascending returns the indices of x in ascending order of its values, those of equal values in ascending order.
func ascending(x []float64) []int32 {
	order := make([]int32, len(x))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(i, j int32) int { return cmp.Or(cmp.Compare(x[i], x[j]), cmp.Compare(i, j)) })
	return order
}
