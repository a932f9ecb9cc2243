package multilevel

import (
	"math"

	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/queue"
)

// choose returns the side whose queue has the head that gives the lowest C when it moves, or −1 if no move is possible.
// The last vertex of a side does not move.
func (r *Refiner) choose() int {
	side, lowest := -1, math.Inf(1)
	for s := range r.queues {
		if len(r.queues[s].Items) == 0 || r.count[s] == 1 {
			continue
		}
		if c := r.ratioAfter(r.queues[s].Items[0].Vertex, s); side < 0 || c < lowest {
			side, lowest = s, c
		}
	}
	return side
}

// ratioAfter returns C after the move of vertex i from the given side to the other.
func (r *Refiner) ratioAfter(i int32, side int) float64 {
	sides := r.sides
	sides[side] -= r.mass[i]
	sides[1-side] += r.mass[i]
	return r.ratio(r.cut-r.gain[i], sides)
}

// ratio returns C of a cut with the given masses m(S) and m(Sᶜ) of its sides.
func (r *Refiner) ratio(cut float64, sides [2]float64) float64 {
	return objective.Ratio(cut, r.lambda, sides[0], sides[1])
}

// shift moves vertex i from the given side to the other one and updates the sums. The cut then has the given C.
func shift(r *Refiner, i int32, side int, value float64) {
	r.value = value
	r.cut -= r.gain[i] // cut(S, Sᶜ) − gain_i
	r.sides[side] -= r.mass[i]
	r.sides[1-side] += r.mass[i]
	r.count[side]--
	r.count[1-side]++
	r.low[i] = side == 1
}

// move moves the head of the given side's queue to the other side, locks it and updates its neighbours.
func (r *Refiner) move(side int) {
	i := r.queues[side].Items[0].Vertex
	r.queues[side].Pop()
	r.place[i] = queue.Locked
	shift(r, i, side, r.ratioAfter(i, side))
	r.scale = max(r.scale, r.cut)
	r.moves = append(r.moves, i)
	idx, w := r.graph.Row(int(i))
	for k, j := range idx {
		switch {
		case r.place[j] == queue.Locked:
		case r.place[j] == queue.Absent: // j was not at the border
			r.touched = append(r.touched, j)
			r.computeGain(j)
			r.enqueue(j)
		case r.low[j] == r.low[i]:
			r.gain[j] -= 2 * w[k]
			r.queues[1-side].Add(j, -2*w[k])
		default:
			r.gain[j] += 2 * w[k]
			r.queues[side].Add(j, 2*w[k])
		}
	}
}

// enqueue adds vertex i, whose gain must be up to date, to the queue of its side.
func (r *Refiner) enqueue(i int32) {
	side := 1
	if r.low[i] {
		side = 0
	}
	r.queues[side].Push(i, r.gain[i]+r.slope[side]*r.mass[i])
}

// computeGain sets gain_i = Σ_{j on the other side} w_ij − Σ_{j on the same side} w_ij and returns the first sum. At a
// border the side of a neighbour is hard to predict, so the loop has no branch on it.
func (r *Refiner) computeGain(i int32) float64 {
	across, all := 0.0, 0.0
	side := r.low[i]
	idx, w := r.graph.Row(int(i))
	for k, j := range idx {
		differs := uint64(0)
		if r.low[j] != side {
			differs = 1
		}
		across += math.Float64frombits(math.Float64bits(w[k]) & -differs) // w_ij or 0
		all += w[k]
	}
	r.gain[i] = 2*across - all
	r.scale = max(r.scale, all)
	return across
}

// clearQueues empties the queues and unlocks all vertices.
func clearQueues(r *Refiner) {
	for s := range r.queues {
		r.queues[s].Items = r.queues[s].Items[:0]
	}
	for _, i := range r.touched {
		r.place[i] = queue.Absent
	}
}

// undo reverts all but the first keep moves.
func undo(r *Refiner, keep int) {
	for _, i := range r.moves[keep:] {
		r.low[i] = !r.low[i]
	}
}

// sumSides recomputes m(S), m(Sᶜ) and the number of vertices of each side.
func sumSides(r *Refiner) {
	blocks := vertexBlocks(len(r.low))
	sides, counts := make([][2]float64, blocks), make([]int, blocks)
	r.team.Run(blocks, func(b int) {
		in, out, count := 0.0, 0.0, 0
		lo, hi := b*vertexBlock, min((b+1)*vertexBlock, len(r.low))
		mass := r.mass[lo:hi]
		for i, low := range r.low[lo:hi] {
			if low {
				in += mass[i]
				count++
			} else {
				out += mass[i]
			}
		}
		sides[b], counts[b] = [2]float64{in, out}, count
	})
	r.sides, r.count = [2]float64{}, [2]int{0, len(r.low)}
	for b := range blocks {
		r.sides[0] += sides[b][0]
		r.sides[1] += sides[b][1]
		r.count[0] += counts[b]
		r.count[1] -= counts[b]
	}
}

// vertexBlock is the number of consecutive vertices that one goroutine visits at a time.
const vertexBlock = 1 << 16

// vertexBlocks returns the number of blocks of n vertices, at least 1.
func vertexBlocks(n int) int { return max(1, (n+vertexBlock-1)/vertexBlock) }

// recompute recomputes the gains, the cut and C, and removes vertices that are no longer at the border from touched.
func (r *Refiner) recompute() {
	r.cut, r.scale = 0, 0
	border := r.touched[:0]
	for _, i := range r.touched {
		across := r.computeGain(i)
		if across > 0 {
			border = append(border, i)
		}
		if r.low[i] {
			r.cut += across
		}
	}
	r.touched, r.scale = border, max(r.scale, r.cut)
	r.value = r.ratio(r.cut, r.sides)
}
