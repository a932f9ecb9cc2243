package direct

import "github.com/tvcut/tvcut/core/internal/random"

// offerOutliers tries the partition into more than two parts of which all but one are single vertices, those of lowest deg_i/m_i. Where
// a few vertices are connected weakly, such as outliers among points, no partition into large parts has so low a value. The tries do
// not find it, since coarsening contracts such vertices with others.
func (s *search) offerOutliers() {
	p := s.problem
	if p.Criterion.K == 2 || p.Criterion.Edges || p.Fixed != nil || s.ctx.Err() != nil {
		return
	}
	found := p.candidate(p.outliers())
	if found.violation > s.best.violation || found.value > maxExcess*s.best.value {
		return
	}
	if found.precedes(s.best) {
		s.best, found = found, s.best
	}
	s.own.rng = random.New(s.opt.Seed, random.Combination, s.opt.Part, s.opt.Tries)
	if combined := p.candidate(s.own.combine(p, s.best.labels, found.labels, true)); combined.precedes(s.best) {
		s.best = combined
	}
}

// outliers returns the partition whose parts 1 to k−1 are the single vertices of lowest deg_i/m_i.
func (p *Problem) outliers() []int32 {
	labels := make([]int32, p.Graph.N())
	for at, i := range ascending(p.densities())[:p.Criterion.K-1] {
		labels[i] = int32(at + 1)
	}
	return labels
}
