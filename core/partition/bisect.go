package partition

import (
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/descent"
	"github.com/tvcut/tvcut/core/internal/multilevel"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/rof"
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
	ctx     context.Context
	graph   *graph.CSR
	mass    []float64
	lambda  float64
	opt     Options
	observe func(Progress)
	part    int // number of the bisection, for the observer
	stream  int // number of the bisection within its strategy, for random choices: they do not depend on earlier strategies

	userStarts [][]float64         // the user's f⁰, which replace opt.Init
	profile    *multilevel.Profile // of the multilevel search, or nil

	rows        *parallel.Rows
	energy      *objective.Energy
	totalInner  int       // inner steps of earlier bisections and starts
	best        float64   // smallest C so far
	startValues []float64 // C that each start reached

	bisections int        // largest number of bisections, of which this is one
	step       [2]float64 // fractions of the search between which its current step lies
	phase      Phase      // of the last report
	fraction   float64    // of the last report
}

// bisect cuts a connected graph with at least two vertices from every start that the options ask for, and polishes the
// best cut.
func (r *bisector) bisect() *bisection {
	r.open()
	defer r.rows.Close()
	r.best = math.Inf(1)
	var b *bisection
	if n := r.numDescents(); n > 0 {
		b = r.descend(n)
	} else {
		b = r.multilevel()
	}
	r.separate(b)
	switch {
	case r.opt.Polish != MinCut:
	case b.trace == nil && (r.ctx.Err() != nil || r.opt.Effort == FastEffort && r.opt.NClusters == 2):
		r.settle(b, b.value) // with fast effort, a polished cut could be better than with more effort
	default:
		r.polish(b)
		r.report(Progress{Start: max(len(r.startValues)-1, 0), NOuter: len(b.trace) - 1, Energy: b.energy, Value: b.value,
			Phase: PolishPhase, Fraction: 1})
	}
	if r.ctx.Err() != nil {
		b.status = interruption(r.ctx)
	}
	b.startValues, b.totalInner = r.startValues, r.totalInner
	return b
}

// open makes the energy and the rows, which the caller closes.
func (r *bisector) open() {
	r.rows = parallel.NewRows(r.graph.Indptr, r.opt.NumThreads())
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
	case r.opt.multilevel():
		return 0
	case r.opt.Init == Spectral:
		return 1
	}
	return r.opt.plan.NumStarts(r.facts(), r.opt.plan.Starts.SmallGraph)
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
	return descent.NewDescent(r.energy, r.newSolver(), r.opt.Descent.options(r.energy.Total))
}

// newSolver returns a solver for inner problems.
func (r *bisector) newSolver() rof.Method {
	switch {
	case r.opt.Descent.Solver == FISTA:
		return rof.NewFISTA(r.graph, r.mass, r.rows)
	case r.opt.Descent.Solver == SplitBregman:
		return rof.NewSplitBregman(r.graph, r.mass, r.rows)
	case r.opt.Descent.Precision == Float32:
		return rof.NewChambollePock[float32](r.graph, r.mass, r.rows)
	}
	return rof.NewChambollePock[float64](r.graph, r.mass, r.rows)
}

// follow runs a descent that explore left with the given status to its end.
func (r *bisector) follow(d *descent.Descent, status descent.Status, number int) *bisection {
	r.totalInner -= d.NInner // the observer adds them again
	descents := max(1, r.numDescents())
	status = d.Follow(r.ctx, status, r.observer(d, number, float64(descents)/float64(descents+1)))
	r.totalInner += d.NInner
	return &bisection{low: d.Best, value: d.Value, f: d.F(), energy: d.Energy(), trace: d.Trace, nInner: d.NInner,
		status: statusOf(r.ctx, status)}
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

// statusOf returns the Status for the status of a descent that ran with the given context.
func statusOf(ctx context.Context, s descent.Status) Status {
	switch s {
	case descent.Critical:
		return Critical
	case descent.NoDescent:
		return NoDescent
	case descent.MaxOuter:
		return MaxOuter
	case descent.Cancelled:
		return interruption(ctx)
	}
	return Converged
}

// interruption returns the Status for a context that has ended.
func interruption(ctx context.Context) Status {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return TimeLimit
	}
	return Stopped
}

// withTimeLimit returns a context that ends with ctx, or after the given number of seconds if it is present.
func withTimeLimit(ctx context.Context, seconds Optional[float64]) (context.Context, context.CancelFunc) {
	if !seconds.Present {
		return context.WithCancel(ctx)
	}
	limit := min(max(seconds.Value*float64(time.Second), 1), math.MaxInt64/2) // a Duration holds at most 292 years
	return context.WithTimeout(ctx, time.Duration(limit))
}
