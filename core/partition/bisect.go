package partition

import (
	"context"
	"errors"
	"math"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/descent"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/rof"
)

// Progress is what an observer sees after every outer step.
type Progress struct {
	Part   int     // number of the bisection under way, from 0; always 0 for two clusters
	Start  int     // number of the start under way, from 0
	NOuter int     // outer steps of this start so far
	NInner int     // inner steps of the whole partition so far
	Energy float64 // E(f) of this start
	Value  float64 // smallest C(S) met in the bisection under way
}

// bisection is the cut of one connected graph.
type bisection struct {
	low    []bool
	value  float64 // C({low})
	f      []float64
	energy float64
	trace  []float64
	starts []float64 // C that each start reached
	nInner int       // inner steps of the winning start
	total  int       // inner steps of all starts
	status Status
}

// bisector runs the starts of one bisection.
type bisector struct {
	ctx     context.Context
	graph   *graph.CSR
	mass    []float64
	lambda  float64
	opt     Options
	own     [][]float64 // the user's own f⁰, instead of opt.Init
	part    int         // number of the bisection, for observers
	stream  int         // and for random choices, which do not depend on what another strategy did before
	observe func(Progress)

	rows   *parallel.Rows
	energy *objective.Energy
	total  int       // inner steps of the starts before this one
	best   float64   // smallest C so far
	starts []float64 // C that each start reached
}

// bisect cuts a connected graph with at least two vertices by every kind of start asked for, and polishes the
// best cut.
func (r *bisector) bisect() *bisection {
	r.rows = parallel.NewRows(r.graph.Indptr, r.opt.threads())
	defer r.rows.Close()
	r.energy = objective.NewEnergy(r.graph, r.mass, r.lambda, r.rows)
	r.best = math.Inf(1)
	var b *bisection
	if len(r.own) == 0 && (r.opt.Init == Multilevel || r.opt.Init == Auto) {
		b = r.multilevel()
	}
	if n := r.descents(); n > 0 && (b == nil || r.ctx.Err() == nil) {
		if other := r.descend(n); b == nil || other.value < b.value {
			b = other
		}
	}
	if r.opt.Polish == MinCut {
		r.polish(b)
		r.report(Progress{Start: max(len(r.starts)-1, 0), NOuter: len(b.trace) - 1, Energy: b.energy, Value: b.value})
	}
	if r.ctx.Err() != nil {
		b.status = interruption(r.ctx)
	}
	b.starts, b.total = r.starts, r.total
	return b
}

// descents returns the number of starts of the total-variation descent.
func (r *bisector) descents() int {
	switch {
	case len(r.own) > 0:
		return len(r.own)
	case r.opt.Init == Multilevel, r.opt.Init == Auto && r.graph.N() >= smallGraph:
		return 0
	case r.opt.Init == Spectral:
		return 1
	}
	return r.opt.starts(r.graph.N(), smallGraph)
}

// descend descends from a number of starts. Every start explores until its best level set S stands
// still; the one with the lowest energy E(1_S) = C(S) is then followed to its end.
func (r *bisector) descend(count int) *bisection {
	lead := r.newDescent()
	other := lead
	if count > 1 {
		other = r.newDescent()
	}
	lead, status, number := r.explore(lead, other, count)
	return r.follow(lead, status, number)
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

// follow carries a descent to its end.
func (r *bisector) follow(d *descent.Descent, status descent.Status, number int) *bisection {
	r.total -= d.NInner
	status = d.Follow(r.ctx, status, r.observer(d, number))
	r.total += d.NInner
	return &bisection{low: d.Best, value: d.Value, f: d.F(), energy: d.Energy(), trace: d.Trace, nInner: d.NInner,
		status: r.statusOf(status)}
}

// explore runs every start on one of two descents and returns the best, its status and number.
func (r *bisector) explore(lead, other *descent.Descent, count int) (*descent.Descent, descent.Status, int) {
	status, leader := descent.Running, 0
	f0 := make([]float64, r.graph.N())
	for number := 0; number < count && (number == 0 || r.ctx.Err() == nil); number++ {
		if len(r.own) > 0 {
			copy(f0, r.own[number])
		} else {
			r.start(number, f0)
		}
		other.Start(f0)
		s := other.Explore(r.ctx, r.observer(other, len(r.starts)))
		r.total += other.NInner
		r.starts = append(r.starts, other.Value)
		if number == 0 || other.Value < lead.Value {
			lead, other, status, leader = other, lead, s, len(r.starts)-1
		}
	}
	return lead, status, leader
}

// statusOf returns the status of a descent as that of a partition.
func (r *bisector) statusOf(s descent.Status) Status { return statusOf(r.ctx, s) }

// statusOf returns the status of a descent, under the given context, as that of a partition.
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

// interruption returns the status of a context that has ended.
func interruption(ctx context.Context) Status {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return TimeLimit
	}
	return Stopped
}

func (r *bisector) observer(d *descent.Descent, number int) func() {
	if r.observe == nil {
		return nil
	}
	return func() {
		r.report(Progress{Start: number, NOuter: len(d.Trace) - 1, NInner: d.NInner, Energy: d.Energy(), Value: d.Value})
	}
}

// report tells the observer what a start has reached, and the best of all.
func (r *bisector) report(p Progress) {
	r.best = min(r.best, p.Value)
	if r.observe != nil {
		p.Part, p.NInner, p.Value = r.part, r.total+p.NInner, r.best
		r.observe(p)
	}
}
