package partition

import (
	"math"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/bisect"
	"github.com/tvcut/tvcut/core/internal/direct"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/tree"
	"github.com/tvcut/tvcut/core/internal/units"
)

// pieces are the pieces of a graph and their masses.
type pieces struct {
	of    []int32   // piece of each vertex
	size  []float64 // mass of each piece
	total float64   // mass of all
	mass  []float64 // of each vertex, with the balance of the options
	sum   float64   // of these
}

// newPieces returns the pieces of the graph of p, or nil if there is one. Their masses are those of the given balance.
func newPieces(p Problem, opt *Options, balance Balance) *pieces {
	of, count := graph.Pieces(p.Graph)
	if count == 1 {
		return nil
	}
	s := &pieces{of: of, size: make([]float64, count)}
	s.mass, _ = p.measure(p.Graph, opt.Balance, 0)
	mass, _ := p.measure(p.Graph, balance, 0)
	s.sum, s.total = objective.Total(s.mass), objective.Total(mass)
	for i, c := range of {
		s.size[c] += mass[i]
	}
	return s
}

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
	k, whole := c.opt.NClusters, &kept{problem: c.whole}
	if c.last == nil {
		c.last = whole
	}
	if c.pieces == nil {
		return c.last
	}
	s, least, light := c.pieces, share*c.pieces.total/float64(k), 0.0
	for _, m := range s.size {
		if m < least {
			light += m
		}
	}
	vertices := make([]int32, 0, len(s.of))
	for i, p := range s.of {
		if s.size[p] >= least {
			vertices = append(vertices, int32(i))
		}
	}
	switch n := len(vertices); {
	case n == c.last.problem.Graph.N(): // pieces of one share are among those of a larger one
		return c.last
	case light > c.opt.plan.Isolation.Loose*s.total || n < k:
		return c.last
	}
	p := c.whole
	p.Graph, p.VertexWeight = graph.Subgraph(c.whole.Graph, vertices), graph.Values(c.whole.VertexWeight, vertices)
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

// loose returns the vertices that are not kept.
func (p Problem) loose(k *kept) []int32 {
	if k.vertices == nil {
		return nil
	}
	loose, next := make([]int32, 0, p.Graph.N()-len(k.vertices)), 0
	for i := range int32(p.Graph.N()) {
		if next < len(k.vertices) && k.vertices[next] == i {
			next++
			continue
		}
		loose = append(loose, i)
	}
	return loose
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
		whole.merges = tree.Agglomerate(s.graph, s.mass, labels, c.opt.NClusters)
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
	s, whole := c.pieces, slices.Repeat([]int32{-1}, c.whole.Graph.N())
	deficit, used := make([]float64, c.opt.NClusters), make([]bool, c.opt.NClusters)
	for r, t := range c.whole.shares(c.opt.NClusters) {
		deficit[r] = t * s.sum
	}
	for a, i := range k.vertices {
		r := labels[a]
		whole[i], used[r] = r, true
		deficit[r] -= s.mass[i]
	}
	number, size := map[int32]int32{}, []float64(nil) // of the loose pieces
	loose := c.whole.loose(k)
	for _, i := range loose {
		at, known := number[s.of[i]]
		if !known {
			at = int32(len(size))
			number[s.of[i]], size = at, append(size, 0)
		}
		size[at] += s.mass[i]
	}
	part := slices.Repeat([]int32{-1}, len(size))
	direct.Fill(part, size, deficit, used)
	for _, i := range loose {
		whole[i] = part[number[s.of[i]]]
	}
	return whole
}

// alongComponents returns the mass of the smallest part of the partition of value 0 into whole components, of which there are
// at least as many as parts.
func (p Problem) alongComponents(opt *Options) float64 {
	component, count := graph.Components(p.Graph)
	mass, massExp := p.measure(p.Graph, opt.Balance, 0)
	labels := bisect.AlongComponents(component, count, mass, p.shares(opt.NClusters)).Labels
	return math.Ldexp(slices.Min(objective.Sizes(mass, labels, opt.NClusters)), massExp)
}
