package separator

import (
	"math/rand/v2"

	"github.com/tvcut/tvcut/core/internal/queue"
)

// patience is the number of moves without a better separator after which a pass ends.
const patience = 300

// pass moves vertices from the separator to the sides, each at most once, and keeps the best separator on the way. It reports
// whether that is better than the first one. This is the method of C. M. Fiduccia and R. M. Mattheyses, "A linear-time heuristic
// for improving network partitions", DAC 1982, on vertex separators, as in B. Hendrickson and E. Rothberg, "Improving the run time
// and quality of nested dissection ordering", SIAM J. Sci. Comput. 20 (1998).
func (s *state) pass(rng *rand.Rand) bool {
	s.begin(rng)
	first := s.rank()
	best, kept := first, 0
	for len(s.moves)-kept < patience {
		d := s.choose()
		if d < 0 {
			break
		}
		s.advance(d)
		if r := s.rank(); r.before(best) {
			best, kept = r, len(s.moves)
		}
	}
	s.end(kept)
	return best.before(first)
}

// begin fills the queues with the vertices of the separator, in random order, which decides between equal keys.
func (s *state) begin(rng *rand.Rand) {
	s.moves, s.pulled, s.order = s.moves[:0], s.pulled[:0], s.order[:0]
	for i, d := range s.side {
		if d == Separator {
			s.order = append(s.order, int32(i))
		}
	}
	rng.Shuffle(len(s.order), func(a, b int) { s.order[a], s.order[b] = s.order[b], s.order[a] })
	for _, i := range s.order {
		s.enqueue(i)
	}
}

// choose returns the side to which the next vertex moves, or −1 if no move is within the bound: that of the larger gain, and of
// equal ones the lighter side. A side above the bound loses vertices first.
func (s *state) choose() int {
	lighter := Low
	if s.weight[High] < s.weight[Low] {
		lighter = High
	}
	best, gain := -1, 0.0
	for _, d := range [2]int{lighter, 1 - lighter} {
		if len(s.queues[d].Items) == 0 {
			continue
		}
		top := s.queues[d].Items[0]
		if s.weight[d]+s.mass[top.Vertex] <= s.most && (best < 0 || top.Key > gain) {
			best, gain = d, top.Key
		}
	}
	return best
}

// end undoes the moves after the first `kept` ones, and empties the queues.
func (s *state) end(kept int) {
	for d := range s.queues {
		s.queues[d].Clear()
		for _, m := range s.moves {
			s.queues[d].Place[m.vertex] = queue.Absent
		}
	}
	for k := len(s.moves) - 1; k >= kept; k-- {
		m := s.moves[k]
		if m.to == Separator {
			s.put(m.vertex, High)
			continue
		}
		for _, j := range s.pulled[m.before:] {
			s.put(j, 1-m.to)
		}
		s.pulled = s.pulled[:m.before]
		s.put(m.vertex, Separator)
	}
}
