package direct

import (
	"math"

	"github.com/tvcut/tvcut/core/internal/queue"
)

// passFruitless is the number of moves without a better cut after which a pass ends.
const passFruitless = 100

// pass is a pass of local search over a cut in two: every vertex moves at most once.
type pass struct {
	*state
	sides     [2]queue.Queue // vertices of each part that may move, by the decrease of the weight
	violation float64        // of the best cut of the pass, which is the one after the first keep moves
	gain      float64        // decrease of the weight by these moves
	keep      int
	sum       float64 // decrease of the weight by all moves
}

// passes lowers the weight of a cut in two by passes of C. M. Fiduccia and R. M. Mattheyses, "A linear-time heuristic for improving
// network partitions", DAC 1982. As a part may exceed its bound until the next move, vertices can change places. On coarse graphs
// with tight bounds, which are those of bisections for many parts, most single moves are forbidden. Where both parts have the room
// maxRoom, passes gain nothing.
func passes(s *state) {
	if !isTightCut(s) {
		return
	}
	for range maxRounds {
		if s.ctx.Err() != nil || !makePass(s) {
			return
		}
	}
}

// isTightCut reports whether the criterion is the weight of a cut in two, whose parts do not both have the room maxRoom.
func isTightCut(s *state) bool {
	return s.K == 2 && s.Edges && s.Most[0]+s.Most[1] < maxRoom*s.Total*(1-tiny)
}

// makePass makes one pass and reports whether it found a better cut.
func makePass(s *state) bool {
	w := s.work
	w.round++
	w.moves = w.moves[:0]
	p := &pass{state: s, violation: s.violation(), sides: [2]queue.Queue{{Place: w.queue.Place}, {Place: w.queue.Place}}}
	for _, i := range s.borderVertices() {
		p.enqueue(i)
	}
	rounding := tiny * s.value()
	for side := p.side(); side >= 0 && len(w.moves)-p.keep < passFruitless; side = p.side() {
		p.moveFrom(side)
		v, margin := s.violation(), tiny*s.Total
		if v < p.violation-margin || v <= p.violation+margin && p.sum > p.gain+rounding {
			p.violation, p.gain, p.keep = v, p.sum, len(w.moves)
		}
	}
	for side := range p.sides {
		p.sides[side].Clear()
	}
	s.undo(p.keep)
	return p.keep > 0
}

// side returns the part from which the next vertex moves: the one that exceeds its bound most, or else the one with the vertex
// of largest gain. It returns −1 if no vertex of it can move.
func (p *pass) side() int {
	side, excess, gain := -1, 0.0, math.Inf(-1)
	for r := range p.sides {
		if x := p.size[r] - p.Most[r]; x > excess {
			side, excess = r, x
		}
	}
	if side >= 0 {
		if len(p.sides[side].Items) == 0 || p.count[side] == 1 {
			return -1
		}
		return side
	}
	for r := range p.sides {
		if items := p.sides[r].Items; len(items) > 0 && p.count[r] > 1 && items[0].Key > gain {
			side, gain = r, items[0].Key
		}
	}
	return side
}

// moveFrom moves the vertex of largest gain out of a part, and updates its neighbours.
func (p *pass) moveFrom(side int) {
	w, head := p.work, p.sides[side].Items[0]
	p.sides[side].Pop()
	w.locked[head.Vertex] = w.round
	w.moves = append(w.moves, moved{head.Vertex, int32(side)})
	p.move(head.Vertex, int32(1-side))
	p.sum += head.Key
	idx, weight := p.graph.Row(int(head.Vertex))
	for e, j := range idx {
		switch q := &p.sides[p.labels[j]]; {
		case q.Place[j] == queue.Absent:
			p.enqueue(j)
		case int(p.labels[j]) == side:
			q.Add(j, 2*weight[e]) // the edge is cut now
		default:
			q.Add(j, -2*weight[e])
		}
	}
}

// enqueue queues a vertex that is free and has not moved in this pass, with the decrease of the weight by its move.
func (p *pass) enqueue(i int32) {
	if p.isFixed(i) || p.work.locked[i] == p.work.round {
		return
	}
	weight, deg, parts := p.toward(i)
	gain := deg - 2*weight[p.labels[i]] // w(i, Aᶜ) − w(i, A)
	p.release(i, parts)
	p.sides[p.labels[i]].Push(i, gain)
}
