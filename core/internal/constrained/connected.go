package constrained

import (
	"slices"

	"github.com/tvcut/tvcut/core/graph"
)

// seen marks vertices. Marks of an earlier round are invalid, so that a round costs only the vertices that it visits.
type seen struct {
	mark  []int32
	round int32
	queue []int32
}

func newSeen(n int) seen { return seen{mark: make([]int32, n)} }

// next begins a round of two kinds of marks: round and round + 1.
func (s *seen) next() {
	s.round += 2
	s.queue = s.queue[:0]
}

// maxVisited is the number of vertices that leaves visits. If it decides nothing, the vertex stays.
const maxVisited = 4000

// leaves reports whether the other vertices of its part remain as connected as they are if vertex i leaves it: whether all its
// neighbours in the part are connected within the rest of it. It may report false where that is so, if the way is long.
func (s *state) leaves(i int32) bool {
	a, own := s.labels[i], s.links.toward(i, s.labels[i]).count
	if own == 0 {
		return s.aloneInComponent(i) // its piece must not be the only one there is
	}
	if own == 1 {
		return true
	}
	v := &s.seen
	v.next()
	idx, _ := s.Graph.Row(int(i))
	for _, j := range idx {
		if j != i && s.labels[j] == a {
			v.mark[j] = v.round // to be reached
			if len(v.queue) == 0 {
				v.queue = append(v.queue, j)
			}
		}
	}
	v.mark[v.queue[0]] = v.round + 1
	v.mark[i] = v.round + 1
	missing := own - 1
	for at := 0; at < len(v.queue) && at < maxVisited; at++ {
		idx, _ := s.Graph.Row(int(v.queue[at]))
		for _, j := range idx {
			if s.labels[j] != a || v.mark[j] == v.round+1 {
				continue
			}
			if v.mark[j] == v.round {
				if missing--; missing == 0 {
					return true
				}
			}
			v.mark[j] = v.round + 1
			v.queue = append(v.queue, j)
		}
	}
	return false
}

// aloneInComponent reports whether a vertex without neighbours in its part may leave it. Where parts are connected as wholes, it may
// if the part has other vertices, which are then pieces of their own.
func (s *state) aloneInComponent(i int32) bool { return s.count[s.labels[i]] > 1 }

// pieces are the connected pieces of the parts of a partition.
type pieces struct {
	of    []int32   // piece of each vertex
	part  []int32   // part of each piece
	group []int32   // connected component of the graph that holds each piece
	mass  []float64 // first mass of each piece
	fixed []bool    // whether a piece has a fixed vertex
}

// findPieces returns the pieces of a partition.
func findPieces(p *Problem, labels []int32) *pieces {
	n := p.Graph.N()
	q := &pieces{of: slices.Repeat([]int32{-1}, n)}
	var stack []int32
	for root := range int32(n) {
		if q.of[root] >= 0 {
			continue
		}
		number, a := int32(len(q.part)), labels[root]
		group, mass, fixed := int32(0), 0.0, false
		if p.Component != nil {
			group = p.Component[root]
		}
		q.of[root], stack = number, append(stack[:0], root)
		for len(stack) > 0 {
			i := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			mass += p.Columns[0].Mass[i]
			fixed = fixed || p.Fixed != nil && p.Fixed[i] >= 0
			idx, _ := p.Graph.Row(int(i))
			for _, j := range idx {
				if labels[j] == a && q.of[j] < 0 {
					q.of[j] = number
					stack = append(stack, j)
				}
			}
		}
		q.part, q.group, q.mass, q.fixed = append(q.part, a), append(q.group, group), append(q.mass, mass), append(q.fixed, fixed)
	}
	return q
}

// scope returns the set within which a piece must be the only one of its part: the part itself or, if the graph has more components
// than parts, the part within one component.
func scope(p *Problem, q *pieces, piece int) [2]int32 {
	if withinComponents(p) {
		return [2]int32{q.part[piece], q.group[piece]}
	}
	return [2]int32{q.part[piece], 0}
}

// withinComponents reports whether parts are connected within each component of the graph only, since there are more components than
// parts.
func withinComponents(p *Problem) bool {
	return p.Component != nil && int(slices.Max(p.Component))+1 > p.Criterion.K
}

// countSurplus returns the number of pieces beyond one for each part or, if the graph has more components than parts, for each part in
// each component.
func countSurplus(p *Problem, labels []int32) int {
	if p.Groups != nil {
		p, labels = ofVertices(p, labels)
	}
	q := findPieces(p, labels)
	scopes := map[[2]int32]bool{}
	for piece := range q.part {
		scopes[scope(p, q, piece)] = true
	}
	return len(q.part) - len(scopes)
}

// ofVertices returns the problem and the partition of the vertices that the groups of p hold, as far as countSurplus needs them.
func ofVertices(p *Problem, labels []int32) (*Problem, []int32) {
	g := p.Groups
	q := &Problem{Graph: g.Graph, Criterion: p.Criterion, Columns: []Column{{Mass: make([]float64, len(g.Of))}}}
	if p.Component != nil {
		q.Component = graph.Values(p.Component, g.Of)
	}
	return q, graph.Values(labels, g.Of)
}

// hanging returns the vertices of the pieces that are cut off if vertex i leaves its part, but for the largest one. It returns nil if
// they have too many vertices to be found.
func hanging(s *state, i int32) []int32 {
	a, v := s.labels[i], &s.seen
	v.next()
	v.mark[i] = v.round
	idx, _ := s.Graph.Row(int(i))
	var starts []int // of each piece in the queue
	open := false    // whether one piece was not visited as a whole
	for _, root := range idx {
		if s.labels[root] != a || v.mark[root] == v.round {
			continue
		}
		first := len(v.queue)
		v.mark[root] = v.round
		v.queue = append(v.queue, root)
		complete := visitPiece(s, a, first)
		if complete {
			starts = append(starts, first)
			continue
		}
		if open {
			return nil
		}
		open = true
		v.queue = v.queue[:first]
	}
	starts = append(starts, len(v.queue))
	largest := -1
	for t := range len(starts) - 1 {
		if !open && (largest < 0 || starts[t+1]-starts[t] > starts[largest+1]-starts[largest]) {
			largest = t
		}
	}
	var cutOff []int32
	for t := range len(starts) - 1 {
		if t != largest {
			cutOff = append(cutOff, v.queue[starts[t]:starts[t+1]]...)
		}
	}
	return cutOff
}

// visitPiece visits the piece of part a of the last vertex in the queue, and reports whether it was visited as a whole.
func visitPiece(s *state, a int32, first int) bool {
	v := &s.seen
	for at := first; at < len(v.queue); at++ {
		if at-first > maxVisited {
			return false
		}
		idx, _ := s.Graph.Row(int(v.queue[at]))
		for _, j := range idx {
			if s.labels[j] == a && v.mark[j] != v.round {
				v.mark[j] = v.round
				v.queue = append(v.queue, j)
			}
		}
	}
	return true
}
