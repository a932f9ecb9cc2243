package multilevel

import (
	"math"

	"github.com/tvcut/tvcut/core/graph"
)

const (
	maxPasses = 20
	gainful   = 1e-12 // relative fall of C that is more than rounding
)

// Refiner lowers the ratio
//
//	C(S) = cut(S, Sᶜ)/min(λ m(S), m(Sᶜ))
//
// of a cut by moving single vertices: C. M. Fiduccia and R. M. Mattheyses, "A linear-time heuristic for improving
// network partitions", DAC 1982, with the ratio in place of the cut and no bound on the balance. A pass moves
// vertices one after the other, each once at most, also uphill, and then returns to the best cut it met.
type Refiner struct {
	lambda float64
	graph  *graph.CSR
	mass   []float64
	low    []bool

	cut   float64    // cut(S, Sᶜ)
	sides [2]float64 // m(S), m(Sᶜ)
	count [2]int     // vertices of each
	value float64    // C(S)

	gain    []float64 // of the vertices touched: fall of the cut when the vertex moves
	place   []int32
	queues  [2]queue   // vertices of S, of Sᶜ, at the border
	pull    [2]float64 // what a unit of mass adds to the key of a vertex of each side
	touched []int32    // vertices that are or were at the border: all that are now are among them
	moves   []int32
}

// NewRefiner returns a refiner for graphs of up to n vertices under asymmetry lambda.
func NewRefiner(n int, lambda float64) *Refiner {
	r := &Refiner{lambda: lambda, gain: make([]float64, n), place: make([]int32, n)}
	for i := range r.place {
		r.place[i] = absent
	}
	for s := range r.queues {
		r.queues[s].place = r.place
	}
	return r
}

// Start makes low = 1_S, neither empty nor full, the cut to refine; it is changed in place.
func (r *Refiner) Start(g *graph.CSR, mass []float64, low []bool) {
	r.graph, r.mass, r.low = g, mass, low
	r.touched = r.touched[:0]
	for i, side := range low {
		for _, j := range g.Indices[g.Indptr[i]:g.Indptr[i+1]] {
			if low[j] != side {
				r.touched = append(r.touched, int32(i))
				break
			}
		}
	}
	r.weighSides()
	r.measure()
}

// Value returns C(S) of the cut as it stands.
func (r *Refiner) Value() float64 { return r.value }

// Run makes passes until one does not lower C. It returns C.
func (r *Refiner) Run() float64 {
	for range maxPasses {
		if !r.Pass() {
			break
		}
	}
	return r.value
}

// Pass makes one pass and says whether it lowered C; it never raises it.
func (r *Refiner) Pass() bool {
	r.slope()
	for _, i := range r.touched {
		r.enter(i)
	}
	return r.play(r.patience())
}

// patience is how many moves in a row may fail to reach a new best before a pass ends.
func (r *Refiner) patience() int { return max(100, min(2*len(r.touched), 1000)) }

// slope sets pull to the slope of C·balance at the present C, so that keys order moves by
//
//	gain_i + C·(rise of min(λ m(S), m(Sᶜ))),
//
// of which the move that lowers C most has the largest, to first order.
func (r *Refiner) slope() {
	if r.lambda*r.sides[0] < r.sides[1] {
		r.pull = [2]float64{-r.value * r.lambda, r.value * r.lambda}
	} else {
		r.pull = [2]float64{r.value, -r.value}
	}
}

// play moves the queued vertices, and those that come to the border, until the queues are empty or patience runs
// out, returns to the best cut on the way, and says whether it is better than the first.
func (r *Refiner) play(patience int) bool {
	before, sides, count := r.value, r.sides, r.count
	best, bestAt := r.value, 0
	r.moves = r.moves[:0]
	for len(r.moves)-bestAt < patience {
		side := r.choose()
		if side < 0 {
			break
		}
		r.move(side)
		if r.value < best*(1-gainful) {
			best, bestAt = r.value, len(r.moves)
		}
	}
	r.clear()
	r.undo(bestAt)
	if bestAt > 0 {
		r.weighSides()
	} else {
		r.sides, r.count = sides, count
	}
	r.measure()
	if bestAt > 0 && !(r.value < before) { // sums drifted: what looked better was not
		r.moves = r.moves[:bestAt]
		r.undo(0)
		r.Start(r.graph, r.mass, r.low)
		return false
	}
	return bestAt > 0
}

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

// ratio returns cut/min(λ m(S), m(Sᶜ)), sums that fell below zero by rounding taken as zero.
func (r *Refiner) ratio(cut float64, sides [2]float64) float64 {
	balance := min(r.lambda*sides[0], sides[1])
	if balance <= 0 {
		return math.Inf(1)
	}
	return max(cut, 0) / balance
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

// weigh sets gain_i = Σ_{j across} w_ij − Σ_{j beside} w_ij, and returns the first sum.
func (r *Refiner) weigh(i int32) float64 {
	across, beside := 0.0, 0.0
	side := r.low[i]
	idx, w := r.graph.Row(int(i))
	for k, j := range idx {
		if r.low[j] == side {
			beside += w[k]
		} else {
			across += w[k]
		}
	}
	r.gain[i] = across - beside
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
	r.sides, r.count = [2]float64{}, [2]int{}
	for i, low := range r.low {
		if low {
			r.sides[0] += r.mass[i]
			r.count[0]++
		} else {
			r.sides[1] += r.mass[i]
		}
	}
	r.count[1] = len(r.low) - r.count[0]
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
