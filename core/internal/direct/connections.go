package direct

import "github.com/tvcut/tvcut/core/internal/memory"

// The weights between a vertex and all k parts are stored, in a row, if rowFactor times the number of its neighbours is more
// than k. For other vertices it is faster to sum them from the edges each time. The memory is therefore at most proportional to
// the number of edges.
const rowFactor = 2

// Rows of vertices that have none.
const (
	absent = -1 - iota
	unmade // the vertex gets one when it is needed
)

// connect decides which vertices get rows in connections, and makes these rows. On graphs for which memory.IsCollected holds, a
// row is made when it is needed: few vertices of a mesh need one.
func (s *state) connect() {
	n, w := s.graph.N(), s.work
	if s.row = nil; s.ctx.Err() != nil {
		return
	}
	w.row = resized(w.row, n)
	s.row, s.connections, s.degree = w.row, w.connections[:0], w.degree[:0]
	allAbsent := true
	for i := range n {
		s.row[i] = absent
		if neighbors := int(s.graph.Indptr[i+1] - s.graph.Indptr[i]); rowFactor*neighbors > s.K {
			allAbsent = false
			if s.row[i] = unmade; !memory.IsCollected(s.graph) {
				s.connectVertex(int32(i))
			}
		}
	}
	if allAbsent {
		s.row = nil
	}
}

// connectVertex makes the row of vertex i and returns it.
func (s *state) connectVertex(i int32) int32 {
	s.row[i] = int32(len(s.degree))
	s.connections = append(s.connections, s.work.zeros...)
	row, deg := s.connections[len(s.connections)-s.K:], 0.0
	idx, w := s.graph.Row(int(i))
	for e, j := range idx {
		row[s.labels[j]] += w[e] // Σ_{j∈A_r} w_ij
		deg += w[e]
	}
	s.degree = append(s.degree, deg)
	s.work.connections, s.work.degree = s.connections, s.degree
	return s.row[i]
}

// stored returns the row of vertex i in connections, unmade or absent.
func (s *state) stored(i int32) int32 {
	if s.row == nil {
		return absent
	}
	return s.row[i]
}

// toward returns the weight between vertex i and every part, deg_i, and a list of parts that contains all parts with a
// neighbour of i. release must be called before toward is called again.
func (s *state) toward(i int32) (weight []float64, deg float64, parts []int32) {
	row := s.stored(i)
	if row == unmade {
		row = s.connectVertex(i)
	}
	if row >= 0 {
		return s.connections[int(row)*s.K:][:s.K], s.degree[row], s.work.allParts
	}
	weight, parts = s.work.toward, s.work.parts[:0]
	idx, w := s.graph.Row(int(i))
	for e, j := range idx {
		b := s.labels[j]
		if weight[b] == 0 {
			parts = append(parts, b)
		}
		weight[b] += w[e]
		deg += w[e]
	}
	s.work.parts = parts
	return weight, deg, parts
}

// release ends the use of the result of toward for vertex i.
func (s *state) release(i int32, parts []int32) {
	if s.stored(i) >= 0 {
		return
	}
	for _, b := range parts {
		s.work.toward[b] = 0
	}
}
