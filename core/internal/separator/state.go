package separator

import (
	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/queue"
)

// state is a separator of one graph: every vertex is in one of two sides or in the separator, and no edge joins the sides.
type state struct {
	graph  *graph.CSR
	mass   []float64
	most   float64 // largest mass of a side
	side   []int8
	weight [3]float64 // mass of either side and of the separator

	queues [2]queue.Queue // vertices of the separator by what they gain if they move to a side: see enqueue
	moves  []move
	pulled []int32 // the vertices that the moves brought into the separator
	order  []int32 // the vertices of the separator at the start of a pass
}

// move is a step of a vertex from the separator to a side, or from High to the separator, with the number of pulled vertices before
// it.
type move struct {
	vertex int32
	to     int8
	before int32
}

// load makes the state one of the given graph and sides, which are the caller's.
func (s *state) load(g *graph.CSR, mass []float64, side []int8, most float64) {
	n := g.N()
	s.graph, s.mass, s.side, s.most = g, mass, side, most
	for d := range s.queues {
		if len(s.queues[d].Place) < n {
			s.queues[d].Place = queue.Places(n + n/4)
		}
	}
	s.weight = [3]float64{}
	for i, d := range side {
		s.weight[d] += mass[i]
	}
}

// rank is what decides between separators, the lower the better: first the mass of a side above its bound, then the mass of the
// separator, then the difference of the sides.
type rank [3]float64

func (s *state) rank() rank {
	heavier, lighter := max(s.weight[Low], s.weight[High]), min(s.weight[Low], s.weight[High])
	return rank{max(0, heavier-s.most), s.weight[Separator], heavier - lighter}
}

// before reports whether r is better than q.
func (r rank) before(q rank) bool {
	for k := range r {
		if r[k] != q[k] {
			return r[k] < q[k]
		}
	}
	return false
}

// put gives a vertex a side.
func (s *state) put(v int32, side int8) {
	s.weight[s.side[v]] -= s.mass[v]
	s.side[v] = side
	s.weight[side] += s.mass[v]
}

// enqueue puts a vertex of the separator into the queues of both sides. Its key in that of a side is the mass by which a move to
// the side makes the separator lighter: its own mass without that of its neighbours on the other side, which enter the separator.
func (s *state) enqueue(i int32) {
	gain := [2]float64{s.mass[i], s.mass[i]}
	idx, _ := s.graph.Row(int(i))
	for _, j := range idx {
		if d := s.side[j]; d != Separator {
			gain[1-d] -= s.mass[j]
		}
	}
	for d := range gain {
		if s.queues[d].Place[i] == queue.Absent {
			s.queues[d].Push(i, gain[d])
		}
	}
}

// advance moves the first vertex of the queue of side d to it, and its neighbours on the other side to the separator.
func (s *state) advance(d int) {
	v, from := s.queues[d].Items[0].Vertex, len(s.pulled)
	for e := range s.queues {
		s.lock(e, v)
	}
	s.moves = append(s.moves, move{v, int8(d), int32(from)})
	s.put(v, int8(d))
	idx, _ := s.graph.Row(int(v))
	for _, j := range idx {
		switch s.side[j] {
		case Separator:
			s.add(1-d, j, -s.mass[v])
		case int8(1 - d):
			s.pulled = append(s.pulled, j)
		}
	}
	for _, j := range s.pulled[from:] {
		s.put(j, Separator)
		idx, _ := s.graph.Row(int(j))
		for _, u := range idx {
			if s.side[u] == Separator {
				s.add(d, u, s.mass[j])
			}
		}
	}
	for _, j := range s.pulled[from:] {
		s.enqueue(j)
	}
}

// add adds to the key of a vertex in the queue of side d, if it is in it.
func (s *state) add(d int, v int32, by float64) {
	if s.queues[d].Place[v] >= 0 {
		s.queues[d].Add(v, by)
	}
}

// lock removes a vertex from the queue of side d, and keeps it out.
func (s *state) lock(d int, v int32) {
	q := &s.queues[d]
	if q.Place[v] >= 0 {
		q.Set(v, q.Items[0].Key+1)
		q.Pop()
	}
	q.Place[v] = queue.Locked
}
