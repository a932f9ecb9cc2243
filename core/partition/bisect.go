package partition

import (
	"context"
	"errors"
	"math"

	"github.com/tvcut/tvcut/core/cut"
	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/par"
	"github.com/tvcut/tvcut/core/rof"
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
	starts []float64 // C reached by each start before the best was followed to its end
	nInner int       // inner steps of the winning start
	total  int       // inner steps of all starts
	status cut.Status
}

// race runs the starts of one bisection.
type race struct {
	ctx     context.Context
	graph   *graph.CSR
	mass    []float64
	lambda  float64
	opt     Options
	initial [][]float64 // the user's own f⁰, instead of opt.Init
	part    int         // number of the bisection, for observers
	stream  int         // and for random choices, which do not depend on what another strategy did before
	observe func(Progress)

	rows  *par.Rows
	total int     // inner steps of the starts before this one
	best  float64 // smallest C so far
}

// bisect cuts a connected graph with at least two vertices. Every start explores until its best level
// set S stands still; the one with the lowest energy E(1_S) = C(S) is then followed to its end.
func (r *race) bisect() *bisection {
	r.rows = par.NewRows(r.graph.Indptr, r.opt.Threads)
	defer r.rows.Close()
	energy := cut.NewEnergy(r.graph, r.mass, r.lambda, r.rows)
	newDescent := func() *cut.Descent {
		return cut.NewDescent(energy, rof.NewChambollePock[float64](r.graph, r.mass, r.rows), r.opt.descent(energy.Total))
	}
	lead, status, number, starts := r.explore(newDescent(), newDescent())
	r.total -= lead.NInner
	status = lead.Follow(r.ctx, status, r.observer(lead, number))
	r.total += lead.NInner
	if r.ctx.Err() != nil {
		status = interruption(r.ctx)
	}
	return &bisection{low: lead.Best, value: lead.Value, f: lead.F(), energy: lead.Energy(), trace: lead.Trace,
		starts: starts, nInner: lead.NInner, total: r.total, status: status}
}

// explore runs every start on one of two descents and returns the best, its status and number, and the C
// that each start reached.
func (r *race) explore(lead, other *cut.Descent) (*cut.Descent, cut.Status, int, []float64) {
	count := r.opt.NStarts
	if len(r.initial) > 0 {
		count = len(r.initial)
	}
	r.best = math.Inf(1)
	status, leader := cut.Running, 0
	var starts []float64
	f0 := make([]float64, r.graph.N())
	for number := 0; number < count && (number == 0 || r.ctx.Err() == nil); number++ {
		if len(r.initial) > 0 {
			copy(f0, r.initial[number])
		} else {
			start(r.ctx, r.opt.Init, r.graph, r.opt.Seed, r.stream, number, f0)
		}
		other.Start(f0)
		s := other.Explore(r.ctx, r.observer(other, number))
		r.total += other.NInner
		starts = append(starts, other.Value)
		if number == 0 || other.Value < lead.Value {
			lead, other, status, leader = other, lead, s, number
		}
	}
	return lead, status, leader, starts
}

// interruption returns the status of a context that is done.
func interruption(ctx context.Context) cut.Status {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return cut.TimeLimit
	}
	return cut.Cancelled
}

func (r *race) observer(d *cut.Descent, number int) func() {
	if r.observe == nil {
		return nil
	}
	return func() {
		r.best = min(r.best, d.Value)
		r.observe(Progress{Part: r.part, Start: number, NOuter: len(d.Trace) - 1, NInner: r.total + d.NInner,
			Energy: d.Energy(), Value: r.best})
	}
}
