package partition

import (
	"context"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/constrained"
	"github.com/tvcut/tvcut/core/internal/deadline"
	"github.com/tvcut/tvcut/core/internal/tree"
)

// linked finds the partition of a problem with pairs that must be linked. Each group of linked vertices is contracted into one vertex,
// so that a partition of the contracted graph has the same cuts and masses as that of the whole graph.
func linked(ctx context.Context, p Problem, opt Options, observe func(Progress)) (*Result, error) {
	checked := opt
	if checked.NClusters == AutoClusters {
		checked.NClusters = 1
	}
	if err := p.validate(checked); err != nil {
		return nil, err
	}
	group, count := linkedGroups(p)
	if count == p.Graph.N() { // no two vertices are linked
		p.MustLink = nil
		return solve(ctx, p, opt, observe)
	}
	together := p
	if opt.Connected {
		var err error
		if together, err = joined(p, &opt); err != nil {
			return nil, err
		}
		group, count = linkedGroups(together)
	}
	small := contracted(together, group, count, &opt)
	res, err := solve(ctx, small, opt, observe)
	if err != nil {
		return nil, err
	}
	return expanded(p, ctx, opt, res, group)
}

// contracted returns the problem whose vertices are the groups of vertices of p.
func contracted(p Problem, group []int32, count int, opt *Options) Problem {
	q := Problem{Graph: contract(p.Graph, group, count), PartWeights: p.PartWeights, groups: p.groups}
	mass := p.VertexWeight
	if mass == nil {
		mass, _ = p.measure(p.Graph, opt.Balance, 0)
	}
	q.VertexWeight = summed(mass, group, count)
	if opt.Objective == VolumeObjective {
		q.VertexSize = summed(volumeSizes(p), group, count)
	}
	for _, m := range p.Others {
		m.Vertices = summed(m.Vertices, group, count)
		q.Others = append(q.Others, m)
	}
	q.Fixed, q.Labels = ofGroups(p.Fixed, group, count), ofGroups(p.Labels, group, count)
	for _, f := range p.Starts {
		q.Starts = append(q.Starts, ofGroups(f, group, count))
	}
	for _, pair := range p.CannotLink {
		q.CannotLink = append(q.CannotLink, [2]int32{group[pair[0]], group[pair[1]]})
	}
	return q
}

// contract returns the graph whose vertices are groups of vertices of g. Weights between two groups are summed, those within are dropped.
func contract(g *graph.CSR, group []int32, count int) *graph.CSR {
	edges := make([]graph.Edge, 0, g.NNZ()/2)
	for i := range g.N() {
		idx, w := g.Row(i)
		for e, j := range idx {
			if int(j) > i && group[i] != group[j] {
				edges = append(edges, graph.Edge{I: int(group[i]), J: int(group[j]), W: w[e]})
			}
		}
	}
	small, err := graph.FromEdges(count, edges)
	if err != nil {
		panic(err) // sums of valid weights, whose total is finite
	}
	return small
}

// summed returns the sums over groups; nil for nil.
func summed(amounts []float64, group []int32, count int) []float64 {
	if amounts == nil {
		return nil
	}
	sum := make([]float64, count)
	for i, x := range amounts {
		sum[group[i]] += x
	}
	return sum
}

// ofGroups returns for each group the value of its first vertex that is not −1, if there is one; nil for nil.
func ofGroups[T int32 | float64](values []T, group []int32, count int) []T {
	if values == nil {
		return nil
	}
	of, known := make([]T, count), make([]bool, count)
	for i, x := range values {
		if g := group[i]; !known[g] {
			of[g], known[g] = x, x != -1
		}
	}
	return of
}

// expanded returns the result of the whole graph for that of the contracted one.
func expanded(p Problem, ctx context.Context, opt Options, res *Result, group []int32) (*Result, error) {
	opt.NClusters = len(res.Masses)
	opt.Bounds = SoftBounds // the bounds were checked
	s, err := prepare(ctx, p, opt, earlier{}, nil)
	if err != nil {
		return nil, err
	}
	whole := *res
	whole.Labels = make([]int32, len(group))
	for i, g := range group {
		whole.Labels[i] = res.Labels[g]
	}
	whole.F = nil
	if res.F != nil {
		whole.F = make([]float64, len(group))
		for i, g := range group {
			whole.F[i] = res.F[g]
		}
	}
	whole.merges = tree.Agglomerate(deadline.Extended(ctx), s.graph, s.mass, whole.Labels, opt.NClusters)
	whole.evaluate(p, s.units, s.opt)
	if opt.Objective == VolumeObjective {
		whole.Volume = constrained.Volume(p.Graph, volumeSizes(p), whole.Labels, opt.NClusters)
	}
	whole.Energy = max(res.Energy, whole.Value)
	return &whole, nil
}
