package constrained

import (
	"math"

	"github.com/tvcut/tvcut/core/internal/queue"
)

// pass is one round of moves of single vertices after C. M. Fiduccia and R. M. Mattheyses, "A linear-time heuristic for improving
// network partitions" (1982): each vertex moves at most once, the best move first also if it raises the value, and at the end the
// moves after the best partition are undone. Parts may exceed their upper bounds by state.room meanwhile. While one does, only
// moves that lower the excess are made.
type pass struct {
	*state
	queues []queue.Queue // of the vertices of each part, by the gain of their best move
	place  []int32
	target []int32 // of the best move of each queued vertex
	log    []step
	price  float64 // of a unit of excess
	bonus  float64
	score  Score // of the current partition, relative to the start
	best   Score
	length int // of the log at the best partition
}

// step is a move of a vertex out of a part.
type step struct{ vertex, from int32 }

// patience is the number of moves without a better partition after which a pass ends: patienceShare of the vertices, but at least
// leastPatience.
const (
	leastPatience = 150
	patienceShare = 0.01
	maxPatience   = 3000
)

// run makes one pass and reports whether it improved the partition.
func (s *state) pass(price float64) bool {
	n := len(s.labels)
	p := &pass{state: s, price: price, bonus: price / float64(n), queues: make([]queue.Queue, s.k), place: queue.Places(n), target: make([]int32, n)}
	for r := range p.queues {
		p.queues[r].Place = p.place
	}
	for i := range int32(n) {
		p.update(i)
	}
	p.score.Broken = s.excess()
	p.best = p.score
	patience := min(maxPatience, max(leastPatience, int(patienceShare*float64(n))))
	for len(p.log)-p.length < patience {
		i := p.next()
		if i < 0 || len(p.log)%64 == 0 && s.ctx.Err() != nil {
			break
		}
		p.make(i)
	}
	for at := len(p.log) - 1; at >= p.length; at-- {
		s.move(p.log[at].vertex, p.log[at].from)
	}
	return p.length > 0
}

// next returns the vertex of the best move that is allowed, or −1.
func (p *pass) next() int32 {
	for {
		from := p.source()
		if from < 0 {
			return -1
		}
		q := &p.queues[from]
		top := q.Items[0]
		b, gain := p.bestMove(top.Vertex)
		switch {
		case b < 0:
			q.Pop()
		case gain < top.Key-math.Abs(top.Key)*1e-12:
			p.target[top.Vertex] = b
			q.Set(top.Vertex, gain)
		case p.Connected && !p.leaves(top.Vertex):
			q.Pop()
		default:
			p.target[top.Vertex] = b
			return top.Vertex
		}
	}
}

// source returns the part whose best move is the next one: of those above their bounds or, if there is none, of all. It returns −1
// if no vertex is queued.
func (p *pass) source() int32 {
	best, key := int32(-1), math.Inf(-1)
	for r := range p.k {
		if len(p.queues[r].Items) == 0 {
			continue
		}
		top := p.queues[r].Items[0].Key
		if p.isAbove(r) {
			top += p.bonus
		}
		if top > key {
			best, key = r, top
		}
	}
	return best
}

// isAbove reports whether part r exceeds an upper bound.
func (s *state) isAbove(r int32) bool {
	for c := range s.Columns {
		if s.load[c][r] > s.Columns[c].Bounds.Most[r] {
			return true
		}
	}
	return false
}

// bestMove returns the part of the allowed move of a vertex with the largest gain, and the gain. The part is −1 if no move is allowed.
func (p *pass) bestMove(i int32) (part int32, gain float64) {
	part, gain = -1, math.Inf(-1)
	a := p.labels[i]
	if p.isFixed(i) || p.count[a] == 1 {
		return part, gain
	}
	for _, l := range p.links.of(i) {
		if l.part == a || !p.isApart(i, l.part) || !p.fits(i, l.part) {
			continue
		}
		if g := p.gain(i, l.part, l) + p.price*p.relief(i, l.part); g > gain || g == gain && l.part < part {
			part, gain = l.part, g
		}
	}
	return part, gain
}

// fits reports whether a move of vertex i to part b keeps the bounds but for the room, or lowers the excess.
func (p *pass) fits(i, b int32) bool {
	a := p.labels[i]
	for c := range p.Columns {
		column := &p.Columns[c]
		if m := column.Mass[i]; p.load[c][a]-m < column.Bounds.Least[a] || p.load[c][b]+m > column.Bounds.Most[b]+p.room[c] {
			return p.relief(i, b) > 0
		}
	}
	return true
}

// make makes the best move of the vertex, and updates its neighbours.
func (p *pass) make(i int32) {
	a, b := p.labels[i], p.target[i]
	p.score.Broken = max(0, p.score.Broken-p.relief(i, b))
	p.score.Value -= p.gain(i, b, p.links.toward(i, b))
	p.queues[a].Pop()
	p.place[i] = queue.Locked
	p.move(i, b)
	p.log = append(p.log, step{i, a})
	if s := p.score; s.Broken < p.best.Broken-tiny || s.Broken <= p.best.Broken+tiny && s.Value < p.best.Value-tiny*math.Abs(p.best.Value) {
		p.best, p.length = s, len(p.log)
	}
	idx, _ := p.Graph.Row(int(i))
	for _, j := range idx {
		if j != i {
			p.update(j)
		}
	}
}

// tiny is the relative size below which a difference of excesses or values is a rounding error.
const tiny = 1e-12

// update queues a vertex by the gain of its best move, if it has one and has not moved.
func (p *pass) update(i int32) {
	if p.place[i] == queue.Locked {
		return
	}
	q := &p.queues[p.labels[i]]
	part, gain := int32(-1), 0.0
	if p.links.size[i] > 1 || p.links.size[i] == 1 && p.links.of(i)[0].part != p.labels[i] {
		part, gain = p.bestMove(i)
	}
	switch queued := p.place[i] >= 0; {
	case part < 0 && queued:
		// it stays with its old key, since a move may be allowed later
	case part < 0:
	case queued:
		q.Set(i, gain)
	default:
		q.Push(i, gain)
	}
	p.target[i] = part
}
