package constrained

// volumeOf returns the share of vertex i in the communication volume Σ_i s_i |{labels of the neighbours of i} ∖ {label of i}|.
func volumeOf(s *state, i int32) float64 {
	if s.Volume == nil {
		return 0
	}
	return s.Volume[i] * float64(s.others(i, s.labels[i]))
}

// others returns the number of parts other than a in which vertex i has neighbours.
func (s *state) others(i, a int32) int {
	count := int(s.links.size[i])
	if s.links.toward(i, a).count > 0 {
		count--
	}
	return count
}

// volumeGain returns the decrease of the communication volume by a move of vertex i to part b.
func (s *state) volumeGain(i, b int32) float64 {
	a := s.labels[i]
	gain := s.Volume[i] * float64(s.others(i, a)-s.others(i, b))
	idx, _ := s.Graph.Row(int(i))
	for _, j := range idx {
		if j == i {
			continue
		}
		own := s.labels[j]
		if own != a && s.links.toward(j, a).count == 1 {
			gain += s.Volume[j] // j has no other neighbour in a
		}
		if own != b && s.links.toward(j, b).count == 0 {
			gain -= s.Volume[j]
		}
	}
	return gain
}
