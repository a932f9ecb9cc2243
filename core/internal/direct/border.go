package direct

// isBorder reports whether vertex i has a neighbour in another part.
func (s *state) isBorder(i int32) bool {
	a := s.labels[i]
	if row := s.stored(i); row >= 0 {
		return s.connections[int(row)*s.K+int(a)] < s.degree[row]*(1-tiny)
	}
	for _, j := range s.graph.Indices[s.graph.Indptr[i]:s.graph.Indptr[i+1]] {
		if s.labels[j] != a {
			return true
		}
	}
	return false
}

// borderVertices returns the vertices with a neighbour in another part. The slice is valid until the next move.
func (s *state) borderVertices() []int32 {
	listed := s.work.listed
	if s.border == nil {
		s.border = s.work.border[:0]
		for i := range int32(len(s.labels)) {
			if listed[i] = s.isBorder(i); listed[i] {
				s.border = append(s.border, i)
			}
		}
		return s.border
	}
	kept := s.border[:0]
	for _, i := range s.border {
		if listed[i] = s.isBorder(i); listed[i] {
			kept = append(kept, i)
		}
	}
	s.border, s.work.border = kept, kept
	return kept
}

// list adds vertex i to the list of border vertices.
func (s *state) list(i int32) {
	if s.border != nil && !s.work.listed[i] {
		s.work.listed[i] = true
		s.border = append(s.border, i)
	}
}
