package direct

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
	s.offerCombined(found, s.opt.Tries)
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
