package multilevel

import (
	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
)

const maxPasses = 20

// Moves in a row that may fail to reach a new best before a pass ends: while there is no hope, and at most.
const fewMoves, manyMoves = 100, 1000

// steady is the α above which a walk is without hope.
const steady = 30

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
	near    []bool // marks of vertices, all false between calls
}

// NewRefiner returns a refiner for graphs of up to n vertices under asymmetry lambda.
func NewRefiner(n int, lambda float64) *Refiner {
	r := &Refiner{lambda: lambda, gain: make([]float64, n), place: make([]int32, n), near: make([]bool, n)}
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
	r.begin(g, mass, low)
	for i := range low {
		r.touch(int32(i))
	}
	r.weighSides()
	r.measure()
}

// StartFrom is Start for a cut that was projected from a coarser graph, on which only the given vertices lie at the
// border: the border of the cut lies within them.
func (r *Refiner) StartFrom(g *graph.CSR, mass []float64, low []bool, parent, border []int32) {
	r.begin(g, mass, low)
	for _, p := range border {
		r.near[p] = true
	}
	for i, p := range parent {
		if r.near[p] {
			r.touch(int32(i))
		}
	}
	for _, p := range border {
		r.near[p] = false
	}
	r.weighSides()
	r.measure()
}

func (r *Refiner) begin(g *graph.CSR, mass []float64, low []bool) {
	r.graph, r.mass, r.low = g, mass, low
	r.touched = r.touched[:0]
}

// touch adds vertex i to those at the border, if it is there.
func (r *Refiner) touch(i int32) {
	side := r.low[i]
	for _, j := range r.graph.Indices[r.graph.Indptr[i]:r.graph.Indptr[i+1]] {
		if r.low[j] != side {
			r.touched = append(r.touched, i)
			return
		}
	}
}

// Border returns the vertices at the border of the cut as it stands; it is good until the cut changes.
func (r *Refiner) Border() []int32 { return r.touched }

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
	return r.play(fewMoves, max(fewMoves, min(2*len(r.touched), manyMoves)))
}

// slope sets pull to the slope of C·balance at the present C, so that keys order moves by
//
//	gain_i + C·(rise of min(λ m(S), m(Sᶜ))),
//
// of which the move that lowers C most has the largest, to first order.
func (r *Refiner) slope() {
	pull := r.value * objective.Rate(r.lambda, r.sides[0], r.sides[1])
	r.pull = [2]float64{-pull, pull}
}

// play moves the queued vertices, and those that come to the border, returns to the best cut on the way, and says
// whether it is better than the first. It ends when the queues are empty, or when since the best there were many moves,
// or a few and there is no hope.
func (r *Refiner) play(few, many int) bool {
	before, sides, count := r.value, r.sides, r.count
	w := walk{best: r.value}
	r.moves = r.moves[:0]
	for since := 0; since < many && (since < few || !w.hopeless(r.value, since)); since++ {
		side, last := r.choose(), r.value
		if side < 0 {
			break
		}
		r.move(side)
		w.squares += (r.value - last) * (r.value - last)
		if objective.Lowers(r.value, w.best) {
			w, since = walk{best: r.value, at: len(r.moves)}, -1
		}
	}
	r.clear()
	r.undo(w.at)
	if w.at > 0 {
		r.weighSides()
	} else {
		r.sides, r.count = sides, count
	}
	r.measure()
	if w.at > 0 && !(r.value < before) { // sums drifted: what looked better was not
		r.moves = r.moves[:w.at]
		r.undo(0)
		r.Start(r.graph, r.mass, r.low)
		return false
	}
	return w.at > 0
}

// walk is what C went through since its best.
type walk struct {
	best    float64
	at      int     // moves up to it
	squares float64 // Σ (ΔC)² since
}

// hopeless says whether C, p moves after its best, is so far above it, and got there so steadily, that it will not come
// back. For a random walk of drift μ and variance σ² a step, that is when
//
//	p μ² > α σ²,  μ = Σ ΔC/p,  σ² = Σ (ΔC − μ)²/p,
//
// as in V. Osipov and P. Sanders, "n-level graph partitioning", ESA 2010.
func (w *walk) hopeless(value float64, p int) bool {
	rise := value - w.best // p μ
	return rise*rise > steady*(w.squares-rise*rise/float64(p))
}
