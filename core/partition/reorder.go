package partition

import (
	"slices"

	"github.com/tvcut/tvcut/core/internal/locality"
	"github.com/tvcut/tvcut/core/internal/parallel"
)

// reorder renumbers the vertices of a large graph so that neighbours have close numbers, if locality.Order finds such an order,
// and returns the problem with its vertices in that order. team runs the passes over all edges and vertices. The search then uses
// its own copy of the graph and, unless all are equal, of the masses.
func (r *recursion) reorder(p Problem, team *parallel.Team) Problem {
	order := locality.Order(r.ctx, r.graph, team)
	if order == nil {
		return p
	}
	g := locality.Renumbered(r.ctx, r.graph, order, r.opt.NumThreads())
	if g == nil { // the run has ended
		return p
	}
	r.order, r.graph, r.free = order, g, valuesOf(r.free, order)
	if locality.Differ(r.mass, team) {
		r.mass = valuesOf(r.mass, order)
	}
	p.Starts = slices.Clone(p.Starts)
	for s, f := range p.Starts {
		p.Starts[s] = valuesOf(f, order)
	}
	r.userStarts = p.Starts
	p.Fixed, p.Labels = valuesOf(p.Fixed, order), valuesOf(p.Labels, order)
	return p
}

// valuesOf returns the values of the given vertices, or nil if x is nil.
func valuesOf[T any](x []T, vertices []int32) []T {
	if x == nil {
		return nil
	}
	values := make([]T, len(vertices))
	for a, i := range vertices {
		values[a] = x[i]
	}
	return values
}

// restore puts the labels and the final iterate of vertices in the given order back in that of the input. A nil order is that of
// the input.
func (r *Result) restore(order []int32) {
	if order != nil {
		r.Labels, r.F = restored(r.Labels, order), restored(r.F, order)
	}
}

// restored returns the values x_a of vertices order[a] in the order of the input, or nil if x is nil.
func restored[T any](x []T, order []int32) []T {
	if x == nil {
		return nil
	}
	values := make([]T, len(x))
	for a, i := range order {
		values[i] = x[a]
	}
	return values
}
