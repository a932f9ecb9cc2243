package multilevel

import (
	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/memory"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/queue"
)

// maxPasses is the largest number of passes of Run.
const maxPasses = 20

// A pass ends after at most maxFruitlessMoves consecutive moves without a new best cut. After minFruitlessMoves the
// adaptive stopping rule may end it earlier.
const minFruitlessMoves, maxFruitlessMoves = 100, 1000

// stopFactor is the α of the adaptive stopping rule.
const stopFactor = 30

// Refiner lowers the ratio
//
//	C(S) = cut(S, Sᶜ)/min(λ m(S), m(Sᶜ))
//
// of a cut by moving single vertices. The method is that of C. M. Fiduccia and R. M. Mattheyses, "A linear-time
// heuristic for improving network partitions", DAC 1982, with the ratio as the objective and no bound on the balance. A
// pass moves vertices one after the other, each at most once and even if C rises, and then returns to the best cut it
// found. A Refiner is used by one goroutine at a time.
type Refiner struct {
	lambda float64
	graph  *graph.CSR
	mass   []float64
	low    []bool // S = {low}

	cut   float64    // cut(S, Sᶜ)
	sides [2]float64 // m(S), m(Sᶜ)
	count [2]int     // number of vertices of S and of Sᶜ
	value float64    // C(S)
	scale float64    // largest cut and largest sum of the weights of a vertex that the cut was updated with since its last sum

	gain    []float64      // for touched vertices: decrease of the cut when the vertex moves
	place   []int32        // position of each vertex in its queue, queue.Absent or queue.Locked
	queues  [2]queue.Queue // border vertices of S and of Sᶜ, with key gain_i + slope·m_i
	slope   [2]float64     // contribution of a unit of mass to the key, for each side
	touched []int32        // vertices that are or were at the border since the last call of recompute
	moves   []int32        // vertices moved in this pass, in order
	marked  []bool         // marks of vertices, all false between calls
	profile *Profile       // records every cut; nil: none
	rounded bool           // whether weights are rounded, so that the cuts are not recorded
	team    *parallel.Team // goroutines for sums over all vertices; nil: the caller alone
}

// NewRefiner returns a refiner for graphs with asymmetry lambda. It has memory for graphs with n vertices, and takes more for
// larger ones.
func NewRefiner(n int, lambda float64) *Refiner {
	r := &Refiner{lambda: lambda}
	r.resize(n)
	return r
}

// newRefiner returns a refiner for g and its coarser versions. If g is large, it has only as much memory as the largest graph
// so far needs.
func newRefiner(g *graph.CSR, lambda float64) *Refiner {
	if memory.IsLarge(g) {
		return NewRefiner(0, lambda)
	}
	return NewRefiner(g.N(), lambda)
}

// resize gives the refiner memory for graphs with n vertices.
func (r *Refiner) resize(n int) {
	r.gain, r.place, r.marked = make([]float64, n), queue.Places(n), make([]bool, n)
	for s := range r.queues {
		r.queues[s].Place = r.place
	}
}

// release frees the memory for a large graph.
func (r *Refiner) release() {
	if r.graph != nil && memory.IsLarge(r.graph) {
		*r = Refiner{lambda: r.lambda, profile: r.profile, team: r.team}
	}
}

// detach drops the references to the graph, so that its memory can be freed.
func detach(r *Refiner) { r.graph, r.mass, r.low = nil, nil, nil }

// Start sets the cut to refine, S = {low}, which must be neither empty nor all vertices. The refiner changes low in
// place.
func (r *Refiner) Start(g *graph.CSR, mass []float64, low []bool) {
	r.setCut(g, mass, low)
	r.touched = graph.Border(g, low, r.team)
	sumSides(r)
	r.recompute()
}

// StartFrom is Start for a cut projected from a coarser graph. border holds the border vertices of the coarse cut: the
// border of the fine cut lies within them.
func (r *Refiner) StartFrom(g *graph.CSR, mass []float64, low []bool, parent, border []int32) {
	r.setCut(g, mass, low)
	for _, p := range border {
		r.marked[p] = true
	}
	found := make([][]int32, vertexBlocks(len(parent)))
	found[0] = r.touched
	r.team.Run(len(found), func(b int) {
		for i := b * vertexBlock; i < min((b+1)*vertexBlock, len(parent)); i++ {
			if r.marked[parent[i]] && isAtBorder(r, int32(i)) {
				found[b] = append(found[b], int32(i))
			}
		}
	})
	r.touched = found[0]
	for _, f := range found[1:] {
		r.touched = append(r.touched, f...)
	}
	for _, p := range border {
		r.marked[p] = false
	}
	sumSides(r)
	r.recompute()
}

func (r *Refiner) setCut(g *graph.CSR, mass []float64, low []bool) {
	r.graph, r.mass, r.low = g, mass, low
	r.touched = r.touched[:0]
	if g.N() > len(r.place) {
		r.resize(0)
		memory.Collect(g)
		r.resize(g.N())
	}
}

// isAtBorder reports whether vertex i has a neighbour on the other side.
func isAtBorder(r *Refiner, i int32) bool {
	side := r.low[i]
	for _, j := range r.graph.Indices[r.graph.Indptr[i]:r.graph.Indptr[i+1]] {
		if r.low[j] != side {
			return true
		}
	}
	return false
}

// Border returns the border vertices of the current cut. The slice is valid until the cut changes.
func (r *Refiner) Border() []int32 { return r.touched }

// Value returns C(S) of the current cut.
func (r *Refiner) Value() float64 { return r.value }

// Run makes passes until one does not lower C, at most maxPasses, and returns C.
func (r *Refiner) Run() float64 {
	for range maxPasses {
		if !r.Pass() {
			break
		}
	}
	return r.value
}

// Pass makes one pass and reports whether it lowered C. It never raises C.
func (r *Refiner) Pass() bool {
	r.setSlope()
	for _, i := range r.touched {
		r.enqueue(i)
	}
	return r.moveQueued(minFruitlessMoves, max(minFruitlessMoves, min(2*len(r.touched), maxFruitlessMoves)))
}

// setSlope sets slope to the derivative of C·balance with respect to the mass that moves, at the current C. The keys are
// then
//
//	gain_i + C·(increase of min(λ m(S), m(Sᶜ))),
//
// and to first order the move with the largest key lowers C most.
func (r *Refiner) setSlope() {
	slope := r.value * objective.Rate(r.lambda, r.sides[0], r.sides[1])
	r.slope = [2]float64{-slope, slope}
}

// moveQueued moves queued vertices, and their neighbours as these reach the border, returns to the best cut it found and
// reports whether C is lower than before. It ends when no move is left, after maxFruitless consecutive moves without a
// new best cut, or after minFruitless of them if the adaptive stopping rule says so.
func (r *Refiner) moveQueued(minFruitless, maxFruitless int) bool {
	before, sides, count := r.value, r.sides, r.count
	p := passStatistics{best: r.value}
	r.moves = r.moves[:0]
	for since := 0; since < maxFruitless && (since < minFruitless || !p.shouldStop(r.value, since)); since++ {
		side, last := r.choose(), r.value
		if side < 0 {
			break
		}
		r.move(side)
		r.record()
		p.squares += (r.value - last) * (r.value - last)
		if objective.Lowers(r.value, p.best) {
			p, since = passStatistics{best: r.value, bestMoves: len(r.moves)}, -1
		}
	}
	clearQueues(r)
	undo(r, p.bestMoves)
	if p.bestMoves > 0 {
		sumSides(r)
	} else {
		r.sides, r.count = sides, count
	}
	r.recompute()
	if p.bestMoves > 0 && !(r.value < before) { // the decrease was a rounding error of the updated sums
		r.moves = r.moves[:p.bestMoves]
		undo(r, 0)
		r.Start(r.graph, r.mass, r.low)
		return false
	}
	return p.bestMoves > 0
}

const (
	recordError = 1e-10   // relative error of a cut from which it is not recorded
	moveError   = 0x1p-51 // relative error of the sums and differences that a move makes, about four
)

// record adds the current cut to the profile, unless weights are rounded or differ so much in their magnitude that sums and
// differences may have left too few correct digits of the cut.
func (r *Refiner) record() {
	if r.profile != nil && !r.rounded && float64(1+len(r.moves))*r.scale*moveError <= recordError*r.cut {
		r.profile.add(r.value, r.sides)
	}
}

// passStatistics describes the values of C in a pass since the best cut.
type passStatistics struct {
	best      float64 // lowest C
	bestMoves int     // number of moves up to the best cut
	squares   float64 // Σ (ΔC)² over the moves since
}

// shouldStop is the adaptive stopping rule: it reports whether C, p moves after the best cut, is unlikely to fall below
// the best again. For a random walk with drift μ and variance σ² per move, that is the case if
//
//	p μ² > α σ²,  μ = Σ ΔC/p,  σ² = Σ (ΔC − μ)²/p,
//
// as in V. Osipov and P. Sanders, "n-level graph partitioning", ESA 2010.
func (s *passStatistics) shouldStop(value float64, p int) bool {
	rise := value - s.best // p μ
	return rise*rise > stopFactor*(s.squares-rise*rise/float64(p))
}
