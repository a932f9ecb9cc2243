package direct

import (
	"cmp"
	"context"
	"slices"

	"github.com/tvcut/tvcut/core/internal/objective"
)

const (
	minSkew   = 10  // least ratio of the largest deg_i/m_i to the mean degree over the mean mass for which a periphery is tried
	maxExcess = 1.2 // largest criterion of a partition that is combined with the best one, relative to that of the best one

	// maxPeriphery is the same for a periphery before it is refined, which on networks of e-mails halves its weight.
	maxPeriphery = 2.5
)

// offerPeriphery tries the cut in two whose part r consists of the vertices of lowest deg_i/m_i, up to its target mass. In
// networks with a few vertices of very high degree, the weight of this cut can be a third of that of the best other cut. The
// tries do not find it, since coarsening contracts vertices of low degree with their neighbours of high degree.
func (s *search) offerPeriphery(r int32) {
	labels := s.problem.periphery(r)
	if labels == nil || s.ctx.Err() != nil {
		return
	}
	restored := newState(s.ctx, s.problem, s.own.work, labels)
	restored.connect()
	restored.restoreBounds(context.Background())
	found := s.problem.candidate(labels)
	if found.violation > s.best.violation || found.value > maxPeriphery*s.best.value {
		return
	}
	number := s.opt.Tries + int(r)
	refined := s.own.combine(s.problem, number, labels, s.best.labels, true)
	if refined.violation <= s.best.violation && refined.value <= maxExcess*s.best.value {
		s.offerCombined(refined, number+s.problem.Criterion.K)
	}
}

// offerCombined offers a partition that does not come from a try, and its combination with the best partition so far. The number
// determines the random choices.
func (s *search) offerCombined(found candidate, number int) {
	if found.precedes(s.best) {
		s.best, found = found, s.best
	}
	s.best = s.own.join(s.problem, number, s.best, found, true)
}

// peripheries returns the number of parts for which a periphery is tried: none of more than two parts, one of two parts with
// equal targets and the same balance, and otherwise both of two parts.
func (p *Problem) peripheries() int {
	switch {
	case p.Criterion.K != 2:
		return 0
	case p.Target[0] == p.Target[1] && (p.Criterion.Edges || p.Criterion.Lambda == 1):
		return 1
	}
	return 2
}

// periphery returns the partition in two whose part r has the vertices of lowest deg_i/m_i, up to its target mass. It returns nil
// if no deg_i/m_i is far above the mean, or if vertices are fixed.
func (p *Problem) periphery(r int32) []int32 {
	density := p.Graph.Degrees()
	total := objective.Total(density)
	for i, m := range p.Mass {
		density[i] /= m
	}
	if p.Fixed != nil || slices.Max(density) < minSkew*total/p.Criterion.Total {
		return nil
	}
	order, labels, size := ascending(density), slices.Repeat([]int32{1 - r}, len(density)), 0.0
	for _, i := range order[:len(order)-1] {
		if size+p.Mass[i]/2 > p.Target[r] {
			break
		}
		labels[i] = r
		size += p.Mass[i]
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
