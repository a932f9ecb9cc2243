package partition

import (
	"context"
	"math"

	"github.com/tvcut/tvcut/core/cut"
	"github.com/tvcut/tvcut/core/graph"
)

// Result is a partition into k parts and how it was found. For k ≠ 2 there is no single descent: F is
// nil, Energy is Value, Trace is empty, and the steps are those of all bisections and refinements.
type Result struct {
	Labels      []int32    // part of each vertex, numbered in order of their first vertex, or as seeds number them
	Value       float64    // C(S) for two parts; else that of func Value, the same at k = 2
	Energy      float64    // E(F) ≥ Value
	Trace       []float64  // E(f⁰), E(f¹), … of the winning start: never rises
	F           []float64  // the final iterate of the winning start, length n
	Starts      []float64  // C each start had reached before the best was followed to its end
	NOuter      int        // outer steps of the winning start, len(Trace) − 1
	NInner      int        // inner steps of the winning start
	NInnerTotal int        // inner steps of all starts and parts
	LowerBound  float64    // no partition into k parts has a smaller value; 0 unless Options.Bound
	NComponents int        // connected components of the graph
	Merges      []Merge    // the k−1 splits, last first; their values are those of the splits
	Status      cut.Status // for k ≠ 2 the one of all bisections that promises least
}

// Run partitions the graph of p into opt.NClusters parts. observe, if not nil, is called after every outer
// step on the caller's goroutine.
//
// It fails with *OptionError, *StartError, *MassError or *SeedError before any work. When ctx ends, it returns
// the best partition so far with status Cancelled or TimeLimit.
func Run(ctx context.Context, p Problem, opt Options, observe func(Progress)) (*Result, error) {
	g := p.Graph
	opt, err := opt.resolve(g.N())
	if err != nil {
		return nil, err
	}
	if err := p.check(opt); err != nil {
		return nil, err
	}
	scaled, exp := normalise(g)
	mass, massExp := p.measure(scaled, opt.Balance, exp)
	component, count := graph.Components(scaled)
	run := newRecursion(ctx, scaled, mass, opt, p.Initial, observe)
	res := run.result(p.Seeds, component, count)
	res.NComponents = count
	if p.Seeds == nil {
		renumber(res.Merges, canonical(res.Labels))
	}
	if opt.NClusters == 2 {
		res.Merges = []Merge{{Left: 0, Right: 1}}
	}
	res.Value = Value(g, mass, res.Labels, opt.NClusters, opt.Asymmetry)
	valueMerges(g, mass, res.Labels, res.Merges)
	if opt.Bound && opt.NClusters > 1 && count == 1 && p.Seeds == nil {
		res.LowerBound = math.Ldexp(lowerBound(ctx, scaled, mass, opt), exp-massExp)
	}
	res.rescale(exp, massExp)
	if res.Status == cut.Optimal && res.Value > 0 { // every split was free, but not all of them together
		res.Status = cut.Converged
	}
	return res, nil
}

// result partitions a graph with the given components.
func (r *recursion) result(seeds, component []int32, count int) *Result {
	switch k := r.opt.NClusters; {
	case k == 1:
		return &Result{Labels: make([]int32, len(component)), Status: cut.Optimal}
	case seeds != nil:
		return r.seeded(seeds)
	case k == 2 && count > 1:
		return alongComponents(component, count, r.mass)
	case k == 2:
		return r.twoWay()
	}
	return r.unseeded()
}

// rescale brings values back to the scale of the user's masses, and energies to that of weights and masses.
func (r *Result) rescale(exp, massExp int) {
	r.Value = math.Ldexp(r.Value, -massExp)
	for t := range r.Merges {
		r.Merges[t].Value = math.Ldexp(r.Merges[t].Value, -massExp)
	}
	exp -= massExp
	if r.F == nil {
		r.Energy = r.Value
		return
	}
	r.Energy = math.Ldexp(r.Energy, exp)
	for k := range r.Trace {
		r.Trace[k] = math.Ldexp(r.Trace[k], exp)
	}
	for k := range r.Starts {
		r.Starts[k] = math.Ldexp(r.Starts[k], exp)
	}
}

// canonical renumbers labels in order of first appearance, and returns old number → new.
func canonical(labels []int32) map[int32]int32 {
	number := map[int32]int32{}
	for i, a := range labels {
		b, ok := number[a]
		if !ok {
			b = int32(len(number))
			number[a] = b
		}
		labels[i] = b
	}
	return number
}
