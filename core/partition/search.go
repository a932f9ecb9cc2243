package partition

import (
	"math"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/bisect"
	"github.com/tvcut/tvcut/core/internal/descent"
	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/plan"
	"github.com/tvcut/tvcut/core/internal/portfolio"
	"github.com/tvcut/tvcut/core/internal/rof"
)

// search returns the options of the search for a problem with masses m_i·2^−massExp.
func (o *Options) search(p Problem, massExp int) *portfolio.Options {
	s := &portfolio.Options{
		Options: o.cuts(), Steps: o.steps(), TimeLimit: o.TimeLimit.Value, ChoosesLeast: o.choosesLeast(), Soft: o.Bounds == SoftBounds, Open: p.isOpen(o),
		Direct: o.Strategy == AutoStrategy || o.Strategy == Direct, OnlyDirect: o.Strategy == Direct, Kinds: []bisect.Kind{bisect.Asymmetric},
		Bounds: p.bounds(o, massExp),
	}
	switch o.Strategy {
	case Symmetric:
		s.Kinds = []bisect.Kind{bisect.Symmetric}
	case Every:
		s.Kinds = []bisect.Kind{bisect.Asymmetric, bisect.Symmetric}
	}
	return s
}

// cuts returns the options of a search that every stage uses.
func (o *Options) cuts() bisect.Options {
	return bisect.Options{K: o.NClusters, Lambda: o.Asymmetry, Edges: o.Objective != ValueObjective, Effort: plan.Effort(o.Effort),
		Init: bisect.Init(o.Init), Tries: o.NStarts.Value, Polish: o.Polish == MinCut, Seed: o.Seed, Threads: o.NumThreads(),
		Descent: o.Descent.search(), Plan: o.plan}
}

// steps returns the number of steps of the evolution with BestEffort.
func (o *Options) steps() int {
	if o.TimeLimit.Present {
		return math.MaxInt32
	}
	return o.plan.Starts.BestSteps
}

// search returns the parameters of the descent as the search takes them.
func (d *Descent) search() bisect.Descent {
	rule := descent.Rule{Method: descent.Method(d.Method), Theta: d.Theta, Epsilon: d.Epsilon}
	return bisect.Descent{MaxRefine: d.MaxRefine, Solver: d.solver, Options: descent.Options{Rule: rule, Tol: d.Tol, MaxOuter: d.MaxOuter,
		MaxInner: d.MaxInner, Patience: d.Patience, Scale: d.Scale.Value}}
}

// solver returns a solver for the inner problems of a descent.
func (d *Descent) solver(g *graph.CSR, mass []float64, rows *parallel.Rows) rof.Method {
	switch {
	case d.Solver == FISTA:
		return rof.NewFISTA(g, mass, rows)
	case d.Solver == SplitBregman:
		return rof.NewSplitBregman(g, mass, rows)
	case d.Precision == Float32:
		return rof.NewChambollePock[float32](g, mass, rows)
	}
	return rof.NewChambollePock[float64](g, mass, rows)
}

// resultOf returns the partition that a search found as a result, whose values have yet to be computed. C is in units of 2^exp.
func resultOf(found portfolio.Outcome, exp int) *Result {
	s := found.Solution
	return &Result{Labels: s.Labels, merges: s.Merges, Energy: s.Energy, Trace: s.Trace, F: s.F, Starts: s.Starts, NOuter: s.NOuter,
		NInner: s.NInner, NInnerTotal: s.NInnerTotal, Status: Status(s.Status), Profile: profileOf(found.Profile, exp)}
}
