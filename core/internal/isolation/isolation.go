// Package isolation measures how clearly the parts of a partition are separated from one another. Clusters that are there have
// weak links to the rest of the graph, and no link within them is as weak. The small parts of low value that most networks have,
// such as a few vertices of low degree, are linked to the rest as firmly as many other sets of vertices within the large parts.
package isolation

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/direct"
	"github.com/tvcut/tvcut/core/internal/objective"
)

// tries is the number of tries of the search for the weakest link within a part.
const tries = 2

// side is the largest mass that both sides of a cut within a part must have, relative to the part. A part that is light compared
// with Partition.Least must not fall into pieces either.
const side = 1. / 3

// Partition is a partition of a graph into K parts.
type Partition struct {
	Graph   *graph.CSR
	Mass    []float64 // m_i > 0
	Labels  []int32   // part of each vertex
	K       int
	Least   float64 // least mass of the sides of a cut within a part, unless the part is lighter than Least/side
	Seed    uint64  // of the searches
	Threads int     // goroutines; the result does not depend on it
}

// Gap returns the ratio of the weakest link within a part and the strongest link of a part to the rest,
//
//	min_r min_S cut(S, A_r∖S)/min(m(S), m(A_r∖S)) / max_r cut(A_r, A_rᶜ)/min(m(A_r), m(A_rᶜ)),
//
// where both sides of S and A_r∖S have a mass of at least min(Least, m(A_r)/3). The first factor is that of the cuts which a
// search finds, so that it may be too large. The gap is +Inf if nothing links the parts and no part falls into pieces, and 0 if a part does or is
// empty. Gap stops at the first part whose gap is below enough, and then returns that, which is an upper bound. It returns 0 if
// ctx ends.
func (p *Partition) Gap(ctx context.Context, enough float64) float64 {
	t := objective.NewTally(p.Graph, p.Mass, p.Labels, p.K)
	outer, order := 0.0, make([]int32, p.K)
	for r := range order {
		order[r] = int32(r)
		if t.Count[r] == 0 {
			return 0
		}
		outer = max(outer, objective.Ratio(t.Cuts[r], 1, t.Size[r], t.Total-t.Size[r]))
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(t.Size[b], t.Size[a]) })
	members := p.members(t.Count)
	gap := math.Inf(1)
	for _, r := range order {
		inner := p.weakest(ctx, members[r], int(r))
		if ctx.Err() != nil || inner == 0 {
			return 0
		}
		if gap = min(gap, inner/outer); gap < enough {
			break
		}
	}
	return gap
}

// members returns the vertices of each part, of which there are count[r] in part r.
func (p *Partition) members(count []int) [][]int32 {
	members := make([][]int32, p.K)
	for r, c := range count {
		members[r] = make([]int32, 0, c)
	}
	for i, r := range p.Labels {
		members[r] = append(members[r], int32(i))
	}
	return members
}

// weakest returns the lowest C found of a cut within the part of the given vertices and number, or +Inf if it finds none.
func (p *Partition) weakest(ctx context.Context, vertices []int32, number int) float64 {
	mass := make([]float64, len(vertices))
	for a, i := range vertices {
		mass[a] = p.Mass[i]
	}
	total := objective.Total(mass)
	least := min(p.Least, side*total)
	if len(vertices) < 2 {
		return math.Inf(1)
	}
	q := &direct.Problem{
		Criterion: objective.Criterion{K: 2, Lambda: 1, Total: total},
		Bounds:    objective.NewBounds([]float64{0.5, 0.5}, total, 2*least/total, math.Inf(1)),
		Target:    []float64{total / 2, total / 2}, Graph: graph.Subgraph(p.Graph, vertices), Mass: mass,
	}
	if fallsApart(q) {
		return 0
	}
	labels := direct.Search(ctx, q, direct.Options{Seed: p.Seed, Part: number, Tries: tries, Threads: p.Threads})
	if labels == nil {
		return 0 // ctx has ended
	}
	violation, value := q.Score(labels)
	if violation > 0 {
		return math.Inf(1)
	}
	return value
}

// fallsApart reports whether one component of the graph can be separated within the bounds, so that nothing is cut.
func fallsApart(q *direct.Problem) bool {
	component, count := graph.Components(q.Graph)
	if count == 1 {
		return false
	}
	size := make([]float64, count)
	for i, c := range component {
		size[c] += q.Mass[i]
	}
	return slices.ContainsFunc(size, func(m float64) bool {
		return q.Bounds.Holds(0, m) && q.Bounds.Holds(1, q.Criterion.Total-m)
	})
}
