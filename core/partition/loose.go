package partition

import (
	"math"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/bisect"
	"github.com/tvcut/tvcut/core/internal/deadline"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/tree"
	"github.com/tvcut/tvcut/core/internal/units"
)

// kept is a problem without the vertices of loose pieces, which are lighter than some share of an equal share. Such a piece tells
// nothing about the clusters: it is no cluster itself, and no weight links it to one.
type kept struct {
	problem  Problem
	vertices []int32 // numbers of the vertices in the whole graph; nil: all

	graph *graph.CSR // in the units of the search; nil: not yet known
	mass  []float64
}

// without returns the problem without pieces lighter than share·M/k.
func (c *chooser) without(share float64) *kept {
	k := c.opt.NClusters
	if c.last == nil {
		c.last = &kept{problem: c.whole}
	}
	if c.pieces == nil {
		return c.last
	}
	vertices, loose := c.pieces.Kept(share * c.pieces.Total / float64(k))
	switch n := len(vertices); {
	case n == c.last.problem.Graph.N(): // pieces of one share are among those of a larger one
		return c.last
	case loose > c.opt.plan.Isolation.Loose*c.pieces.Total || n < k:
		return c.last
	}
	p := c.whole
	p.Graph, p.VertexWeight = graph.Subgraph(c.whole.Graph, vertices), graph.Values(c.whole.VertexWeight, vertices)
	if p.numPositive() < k {
		return c.last
	}
	c.last = &kept{problem: p, vertices: vertices}
	return c.last
}

// inUnits returns the graph and the masses of a balance in the units of the search.
func (k *kept) inUnits(opt *Options, balance Balance) (*graph.CSR, []float64) {
	if k.graph == nil {
		team := units.Team(k.problem.Graph, opt.NumThreads())
		defer team.Close()
		var exp int
		k.graph, exp = units.Normalise(k.problem.Graph, team)
		k.mass, _ = k.problem.measure(k.graph, balance, exp)
	}
	return k.graph, k.mass
}

// extended returns the result for the whole graph: each loose piece joins the part that is farthest below its target, in
// descending order of mass.
func (c *chooser) extended(k *kept, res *Result) *Result {
	s, err := prepare(c.ctx, c.whole, c.opt, earlier{}, nil)
	if err != nil {
		panic(err) // the problem is valid, and without bounds
	}
	labels := c.extend(k, res.Labels)
	whole := &Result{Labels: labels, merges: res.merges, Status: Converged, NInnerTotal: res.NInnerTotal, ownStages: res.ownStages}
	if res.Status == TimeLimit || res.Status == Stopped {
		whole.Status = res.Status
	}
	if whole.merges == nil { // isolation.Separate changed the parts
		whole.merges = tree.Agglomerate(deadline.Extended(c.ctx), s.graph, s.mass, labels, c.opt.NClusters)
	}
	if c.opt.NClusters == 2 {
		cut := bisect.Solution{Labels: labels}
		cut.Describe(s.graph, s.mass, c.opt.Asymmetry)
		whole.F, whole.Energy, whole.Trace, whole.Starts = cut.F, cut.Energy, cut.Trace, cut.Starts
	} else {
		whole.NOuter, whole.NInner = res.NOuter, res.NInner
	}
	s.finish(c.whole, whole, false)
	c.stages = append(c.stages, whole.Stages...)
	return whole
}

// extend returns labels of the whole graph for those of the vertices that are kept.
func (c *chooser) extend(k *kept, labels []int32) []int32 {
	if k.vertices == nil {
		return slices.Clone(labels)
	}
	mass, _ := c.whole.measure(c.whole.Graph, c.opt.Balance, 0)
	return c.pieces.Extend(k.vertices, labels, mass, c.whole.shares(c.opt.NClusters))
}

// alongComponents returns the mass of the smallest part of the partition of value 0 into whole components, of which there are
// at least as many as parts.
func (p Problem) alongComponents(opt *Options) float64 {
	component, count := graph.Components(p.Graph)
	mass, massExp := p.measure(p.Graph, opt.Balance, 0)
	labels := bisect.AlongComponents(component, count, mass, p.shares(opt.NClusters)).Labels
	return math.Ldexp(slices.Min(objective.Sizes(mass, labels, opt.NClusters)), massExp)
}
