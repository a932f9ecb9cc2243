package partition

import (
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/locality"
	"github.com/tvcut/tvcut/core/internal/parallel"
)

// reorder renumbers the vertices of a large graph so that neighbours have close numbers, if locality.Order finds such an order.
// team runs the passes over all edges and vertices. The search then uses its own copy of the graph and, unless all are equal, of
// the masses.
func (s *prepared) reorder(team *parallel.Team) {
	order := locality.Order(s.ctx, s.graph, team)
	if order == nil {
		return
	}
	g := locality.Renumbered(s.ctx, s.graph, order, s.opt.NumThreads())
	if g == nil { // the run has ended
		return
	}
	p := &s.search
	s.order, p.Graph, p.Free = order, g, graph.Values(p.Free, order)
	if locality.Differ(p.Mass, team) {
		p.Mass = graph.Values(p.Mass, order)
	}
	p.Starts = slices.Clone(p.Starts)
	for at, f := range p.Starts {
		p.Starts[at] = graph.Values(f, order)
	}
	p.Fixed, p.Labels = graph.Values(p.Fixed, order), graph.Values(p.Labels, order)
}

// restore puts the labels and the final iterate of vertices in the given order back in that of the input. A nil order is that of
// the input.
func (r *Result) restore(order []int32) {
	if order != nil {
		r.Labels, r.F = locality.Restored(r.Labels, order), locality.Restored(r.F, order)
	}
}
