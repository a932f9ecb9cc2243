package multilevel

import (
	"math"

	"github.com/tvcut/tvcut/core/internal/objective"
)

// choose returns the side whose head makes C the lowest, or −1. No side is emptied.
func (r *Refiner) choose() int {
	side, lowest := -1, math.Inf(1)
	for s := range r.queues {
		if len(r.queues[s].items) == 0 || r.count[s] == 1 {
			continue
		}
		if c := r.after(r.queues[s].items[0].vertex, s); side < 0 || c < lowest {
			side, lowest = s, c
		}
	}
	return side
}

// after returns C once vertex i has left the given side.
func (r *Refiner) after(i int32, side int) float64 {
	sides := r.sides
	sides[side] -= r.mass[i]
	sides[1-side] += r.mass[i]
	return r.ratio(r.cut-r.gain[i], sides)
}

// ratio returns C of a cut with the given masses of its sides.
func (r *Refiner) ratio(cut float64, sides [2]float64) float64 {
	return objective.Ratio(cut, r.lambda, sides[0], sides[1])
}

// move moves the head of the given side to the other one.
func (r *Refiner) move(side int) {
	i := r.queues[side].items[0].vertex
	r.queues[side].pop()
	r.place[i] = locked
	r.value = r.after(i, side)
	r.cut -= r.gain[i]
	r.sides[side] -= r.mass[i]
	r.sides[1-side] += r.mass[i]
	r.count[side]--
	r.count[1-side]++
	r.low[i] = side == 1
	r.moves = append(r.moves, i)
	idx, w := r.graph.Row(int(i))
	for k, j := range idx {
		switch {
		case r.place[j] == locked:
		case r.place[j] == absent: // j was inside, and i left its side
			r.touched = append(r.touched, j)
			r.weigh(j)
			r.enter(j)
		case r.low[j] == r.low[i]:
			r.gain[j] -= 2 * w[k]
			r.queues[1-side].add(j, -2*w[k])
		default:
			r.gain[j] += 2 * w[k]
			r.queues[side].add(j, 2*w[k])
		}
	}
}

// enter queues vertex i, whose gain is known.
func (r *Refiner) enter(i int32) {
	side := 1
	if r.low[i] {
		side = 0
	}
	r.queues[side].push(i, r.gain[i]+r.pull[side]*r.mass[i])
}

// weigh sets gain_i = Σ_{j across} w_ij − Σ_{j beside} w_ij, and returns the first sum. At a border the processor
// cannot foresee on which side a neighbour is, so there is no branch on it.
func (r *Refiner) weigh(i int32) float64 {
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
	return across
}

// clear empties the queues and frees the locked vertices.
func (r *Refiner) clear() {
	for s := range r.queues {
		r.queues[s].items = r.queues[s].items[:0]
	}
	for _, i := range r.touched {
		r.place[i] = absent
	}
}

// undo takes back all but the first keep moves.
func (r *Refiner) undo(keep int) {
	for _, i := range r.moves[keep:] {
		r.low[i] = !r.low[i]
	}
}

// weighSides sums m(S) and m(Sᶜ) afresh.
func (r *Refiner) weighSides() {
	in, out, count := 0.0, 0.0, 0
	for i, low := range r.low {
		if low {
			in += r.mass[i]
			count++
		} else {
			out += r.mass[i]
		}
	}
	r.sides, r.count = [2]float64{in, out}, [2]int{count, len(r.low) - count}
}

// measure sums the cut and the gains afresh, and drops vertices that left the border.
func (r *Refiner) measure() {
	r.cut = 0
	border := r.touched[:0]
	for _, i := range r.touched {
		across := r.weigh(i)
		if across > 0 {
			border = append(border, i)
		}
		if r.low[i] {
			r.cut += across
		}
	}
	r.touched = border
	r.value = r.ratio(r.cut, r.sides)
}
