package direct

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/queue"
)

const (
	maxRounds     = 3                   // rounds of local searches
	roundSearches = 64                  // searches in a round, each from about an equal share of the border vertices
	minRoundGain  = 5e-3                // relative decrease of the criterion in a round below which no round follows
	minFruitless  = 15                  // moves without a new best partition after which such a search may end
	maxSweeps     = 5                   // searches from all border vertices
	sweepMoves    = 50                  // moves without a new best partition after which one of these may end
	stopFactor    = 4                   // α of the adaptive stopping rule
	visitsPerLook = 1 << 20             // connections visited between two looks at the context, about
	visitsOfMove  = visitsPerLook / 512 // the least number of connections that a search or a move counts as
	maxRequeued   = 64                  // vertices queued anew for one move; then the head of the queue moves, even if another gains more
)

// best returns the part to which a move of vertex i lowers the criterion most, and the decrease. It returns −1 if i cannot
// move: if it is fixed, not at the border or alone in its part, or if the bounds allow no move. If overload has a price, the
// upper bounds do not forbid moves.
func (s *state) best(i int32) (part int32, gain float64) {
	a, m := s.labels[i], s.mass[i]
	part, gain = -1, math.Inf(-1)
	if s.isFixed(i) || s.count[a] == 1 || s.size[a]-m < s.Least[a] || s.stored(i) != absent && !s.isBorder(i) {
		return part, gain
	}
	weight, deg, parts := s.toward(i) // only part a if i has no row and is not at the border
	leaving := s.leaving(i, a, weight[a], deg)
	least := tiny * deg // weight to part b below which the move to b is not the best
	for _, b := range parts {
		toB := weight[b]
		if toB < least || b == a {
			continue
		}
		x := leaving + s.joining(i, b, toB, deg)
		if !(x >= gain) || s.price == nil && s.size[b]+m > s.Most[b] {
			continue
		}
		if x > gain || part >= 0 && s.size[b] < s.size[part] {
			part, gain = b, x
			if s.Edges { // the gain of a move to b is at most leaving + toB
				least = max(least, gain-leaving)
			}
		}
	}
	s.release(i, parts)
	return part, gain
}

// localSearches lowers the criterion by local searches from all border vertices in random order, in rounds in which each
// vertex moves at most once. It is the multi-try local search of P. Sanders and C. Schulz, "Engineering multilevel graph
// partitioning algorithms", ESA 2011, but a search begins with several vertices where the border is long: most searches from one
// vertex alone find nothing.
func localSearches(s *state, rng *rand.Rand) {
	s.work.visits = visitsPerLook // the first search looks at the context
	for range maxRounds {
		before := s.value()
		s.work.round++
		border := slices.Clone(s.borderVertices()) // moves change the list
		rng.Shuffle(len(border), func(x, y int) { border[x], border[y] = border[y], border[x] })
		for seeds := range slices.Chunk(border, max(1, len(border)/roundSearches)) {
			if s.work.isOver(s.ctx, visitsOfMove) {
				return
			}
			localSearch(s, seeds, minFruitless, tiny*before)
		}
		if !(s.value() < before*(1-minRoundGain)) {
			return
		}
	}
}

// sweep lowers the criterion by local searches that begin with all border vertices, until one does not lower it. In such a search
// a vertex can move elsewhere after another one has made room or raised the criterion, even if they are not neighbours. A cut in
// two within tight bounds has passes instead.
func sweep(s *state) {
	if isTightCut(s) {
		passes(s)
		return
	}
	for range maxSweeps {
		before := s.value()
		s.work.round++
		localSearch(s, slices.Clone(s.borderVertices()), sweepMoves, tiny*before)
		if s.ctx.Err() != nil || !(s.value() < before*(1-tiny)) {
			return
		}
	}
}

// localSearch moves vertices one after the other, beginning with those of seeds that have not moved in the round, always the one
// with the largest decrease of the criterion among those that the search has met, even if the criterion rises. It then undoes the
// moves after the best partition. It ends when no vertex is left, or after at least patience moves without a new best partition by
// the adaptive stopping rule of V. Osipov and P. Sanders, "n-level graph partitioning", ESA 2010. A decrease of at most rounding
// does not count.
func localSearch(s *state, seeds []int32, patience int, rounding float64) {
	w := s.work
	w.moves = w.moves[:0]
	for _, i := range seeds {
		if w.locked[i] != w.round {
			enqueue(s, i)
		}
	}
	sum, best, squares := 0.0, 0.0, 0.0
	keep, fruitless := 0, 0
	for i, gain := next(s); i >= 0; i, gain = next(s) {
		sum += gain
		squares += gain * gain
		fruitless++
		if sum > best+rounding {
			best, keep, squares, fruitless = sum, len(w.moves), 0, 0
		} else if fall := best - sum; fruitless >= patience && fall*fall > stopFactor*(squares-fall*fall/float64(fruitless)) {
			break
		}
		idx, _ := s.graph.Row(int(i))
		if w.isOver(s.ctx, visitsOfMove+s.K*len(idx)) { // each neighbour looks for its best of k parts
			break
		}
		for _, j := range idx {
			if w.locked[j] != w.round {
				enqueue(s, j)
			}
		}
	}
	s.undo(keep)
	w.queue.Clear()
}

// isOver counts visits of connections. Once they are visitsPerLook, it reports whether the context has ended.
func (w *workspace) isOver(ctx context.Context, visits int) bool {
	if w.visits += visits; w.visits < visitsPerLook {
		return false
	}
	w.visits = 0
	return ctx.Err() != nil
}

// undo undoes the moves of the current search but the first keep ones, the last move first.
func (s *state) undo(keep int) {
	moves := s.work.moves
	for t := len(moves) - 1; t >= keep; t-- {
		s.move(moves[t].vertex, moves[t].from)
	}
}

// enqueue queues vertex i with the gain of its best move, or updates it.
func enqueue(s *state, i int32) {
	q := &s.work.queue
	switch part, gain := s.best(i); {
	case part < 0:
	case q.Place[i] == queue.Absent:
		q.Push(i, gain)
	default:
		q.Set(i, gain)
	}
}

// next makes the queued move of largest gain and returns the vertex and the gain, or −1 if no move is left. Gains change
// with the masses and cuts of the parts, so the gain at the head of the queue is recomputed before the move is made. Where a move
// lowers the gains of many vertices a little, such as those of the leaves of a star, only maxRequeued of them are recomputed.
func next(s *state) (vertex int32, gain float64) {
	w, q := s.work, &s.work.queue
	for requeued := 0; len(q.Items) > 0; requeued++ {
		head := q.Items[0]
		part, gain := s.best(head.Vertex)
		if part >= 0 && gain < head.Key && len(q.Items) > 1 && requeued < maxRequeued {
			q.Set(head.Vertex, gain)
			if q.Items[0].Vertex != head.Vertex {
				continue
			}
		}
		q.Pop()
		if part < 0 || math.IsInf(gain, -1) {
			continue
		}
		w.locked[head.Vertex] = w.round
		w.moves = append(w.moves, moved{head.Vertex, s.labels[head.Vertex]})
		s.move(head.Vertex, part)
		return head.Vertex, gain
	}
	return -1, 0
}

// improves reports whether the current partition is better than one with the given violation of the bounds and value.
func improves(s *state, violation, value float64) bool {
	change, rounding := s.violation()-violation, tiny*s.Total
	return change < -rounding || change <= rounding && objective.Lowers(s.value(), value)
}
