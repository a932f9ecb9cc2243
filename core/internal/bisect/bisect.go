package bisect

import (
	"context"
	"math"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/descent"
	"github.com/tvcut/tvcut/core/internal/multilevel"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/plan"
)

// bisection is a cut of a connected graph, and how it was found.
type bisection struct {
	low         []bool    // S = {low}
	value       float64   // C(S)
	f           []float64 // final iterate; its energy is E(f)
	energy      float64
	trace       []float64 // E(f⁰), E(f¹), … of the winning start
	startValues []float64 // C that each start reached
	nInner      int       // inner steps of the winning start
	totalInner  int       // inner steps of all starts, of this bisection and of those before it
	status      Status
}

// bisector computes one bisection.
type bisector struct {
	ctx         context.Context
	graph       *graph.CSR
	mass        []float64
	lambda      float64
	opt         Options
	observe     func(Progress)
	observeStep func(name string, run func() float64) // nil: steps are just run
	part        int                                   // number of the bisection, for the observer
	stream      int                                   // its number within its strategy, on which alone random choices depend

	userStarts [][]float64         // the user's f⁰, which replace opt.Init
	profile    *multilevel.Profile // of the multilevel search, or nil

	rows        *parallel.Rows
	energy      *objective.Energy
	totalInner  int       // inner steps of earlier bisections and starts
	best        float64   // smallest C so far
	startValues []float64 // C that each start reached

	bisections int        // largest number of bisections, of which this is one
	within     [2]float64 // fractions of the search between which its current step lies
	phase      Phase      // of the last report
	fraction   float64    // of the last report
}

// bisect cuts a connected graph with at least two vertices from every start that the options ask for, and polishes the
// best cut.
func (r *bisector) bisect() *bisection {
	r.open()
	defer r.rows.Close()
	r.best = math.Inf(1)
	b := r.found()
	r.separate(b)
	switch {
	case !r.opt.Polish:
	case b.trace == nil && (r.ctx.Err() != nil || r.opt.Effort <= plan.Fast && r.opt.K == 2 || r.opt.Plan.Omits(plan.MinimumCuts)):
		r.settle(b, b.value) // with fast effort, a polished cut could be better than with more effort
	default:
		r.step(plan.MinimumCuts, func() float64 { r.polish(b); return b.value })
		r.report(Progress{Start: max(len(r.startValues)-1, 0), NOuter: len(b.trace) - 1, Energy: b.energy, Value: b.value,
			Phase: PolishPhase, Fraction: 1})
	}
	if r.ctx.Err() != nil {
		b.status = Interruption(r.ctx)
	}
	b.startValues, b.totalInner = r.startValues, r.totalInner
	return b
}

// found returns the best cut from all starts.
func (r *bisector) found() (b *bisection) {
	if n := r.numDescents(); n > 0 {
		r.step("total-variation descent", func() float64 { b = r.descend(n); return b.value })
		return b
	}
	r.step("multilevel search", func() float64 { b = cutByLevels(r); return b.value })
	if !r.opt.Polish {
		r.step("total-variation descent", func() float64 { b = descendFrom(r, b.low); return b.value })
	}
	return b
}

// step runs a step of the search, which returns C of its cut.
func (r *bisector) step(name string, run func() float64) {
	if r.observeStep == nil {
		run()
		return
	}
	r.observeStep(name, run)
}

// open makes the energy and the rows, which the caller closes.
func (r *bisector) open() {
	r.rows = parallel.NewRows(r.graph.Indptr, r.opt.Threads)
	r.energy = objective.NewEnergy(r.graph, r.mass, r.lambda, r.rows)
}

// separate makes a side of one vertex if all vertices are on the same side, which only happens if C is infinite up to rounding
// errors for every cut that was tried. It takes the vertex with the smallest deg_i/m_i.
func (r *bisector) separate(b *bisection) {
	if slices.Contains(b.low, true) && slices.Contains(b.low, false) {
		return
	}
	clear(b.low)
	first, least := 0, math.Inf(1)
	for i, m := range r.mass {
		if x := r.graph.Degree(i) / m; x < least {
			first, least = i, x
		}
	}
	b.low[first] = true
}

// numDescents returns the number of starts of the total-variation descent.
func (r *bisector) numDescents() int {
	switch {
	case len(r.userStarts) > 0:
		return len(r.userStarts)
	case r.opt.IsMultilevel():
		return 0
	case r.opt.Init == Spectral:
		return 1
	}
	return r.opt.Plan.NumStarts(r.opt.Facts(r.graph.N(), r.graph.NNZ()), r.opt.Plan.Starts.SmallGraph)
}

// descend runs the total-variation descent from a number of starts. Each start is run until its best level set S no
// longer improves. Then the start with the lowest C(S) = E(1_S) is run to its end.
func (r *bisector) descend(count int) *bisection {
	best := r.newDescent()
	other := best
	if count > 1 {
		other = r.newDescent()
	}
	best, status, number := r.explore(best, other, count)
	return r.follow(best, status, number)
}

func (r *bisector) newDescent() *descent.Descent {
	return descent.NewDescent(r.energy, r.opt.Descent.Solver(r.graph, r.mass, r.rows), r.opt.Descent.on(r.graph.N()))
}

// follow runs a descent that explore left with the given status to its end.
func (r *bisector) follow(d *descent.Descent, status descent.Status, number int) *bisection {
	r.totalInner -= d.NInner // the observer adds them again
	descents := max(1, r.numDescents())
	status = d.Follow(r.ctx, status, r.observer(d, number, float64(descents)/float64(descents+1)))
	r.totalInner += d.NInner
	return &bisection{low: d.Best, value: d.Value, f: d.F(), energy: d.Energy(), trace: d.Trace, nInner: d.NInner,
		status: StatusOf(r.ctx, status)}
}

// explore runs every start until its best level set no longer improves. It returns the descent with the lowest C, its
// status and the number of its start. The two descents hold the best start and the current one.
func (r *bisector) explore(best, other *descent.Descent, count int) (*descent.Descent, descent.Status, int) {
	status, bestNumber := descent.Running, 0
	f0 := make([]float64, r.graph.N())
	for number := 0; number < count && (number == 0 || r.ctx.Err() == nil); number++ {
		if len(r.userStarts) > 0 {
			copy(f0, r.userStarts[number])
		} else {
			r.startFunction(number, f0)
		}
		other.Start(f0)
		s := other.Explore(r.ctx, r.observer(other, len(r.startValues), float64(number)/float64(count+1)))
		r.totalInner += other.NInner
		r.startValues = append(r.startValues, other.Value)
		if number == 0 || other.Value < best.Value {
			best, other, status, bestNumber = other, best, s, len(r.startValues)-1
		}
	}
	return best, status, bestNumber
}
