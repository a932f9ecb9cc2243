package isolation

import (
	"context"
	"math"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/direct"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/plan"
)

// side is the largest mass that both sides of a cut within a part must have, relative to the part. A part that is light compared
// with Partition.Least must not fall into pieces either.
const side = 1. / 3

// half is a cut of a part in two.
type half struct {
	vertices []int32 // of the part
	labels   []int32 // side of each of them
	value    float64 // C of the cut within the part; +Inf if no cut was found
}

// weakest finds the halves that are not known, and returns the part whose half has the lowest value.
func (p *Partition) weakest(ctx context.Context, halves []*half) int {
	members := make([][]int32, p.K)
	for i, r := range p.Labels {
		if halves[r] == nil {
			members[r] = append(members[r], int32(i))
		}
	}
	weakest := 0
	for r := range halves {
		if halves[r] == nil {
			halves[r] = p.halved(ctx, members[r], r)
		}
		if halves[r].value < halves[weakest].value {
			weakest = r
		}
	}
	return weakest
}

// halved returns the cut of lowest C that a search finds in the part of the given vertices and number. Once ctx has ended, it is
// any cut.
func (p *Partition) halved(ctx context.Context, vertices []int32, number int) *half {
	h := &half{vertices: vertices, labels: make([]int32, len(vertices)), value: math.Inf(1)}
	if len(vertices) < 2 || ctx.Err() != nil {
		return h
	}
	mass := make([]float64, len(vertices))
	for a, i := range vertices {
		mass[a] = p.Mass[i]
	}
	total := objective.Total(mass)
	q := &direct.Problem{
		Criterion: objective.Criterion{K: 2, Lambda: 1, Total: total},
		Bounds:    objective.NewBounds([]float64{0.5, 0.5}, total, 2*min(p.Least/total, side), math.Inf(1)),
		Target:    []float64{total / 2, total / 2}, Graph: graph.Subgraph(p.Graph, vertices), Mass: mass,
	}
	if labels := alone(q); labels != nil {
		h.labels, h.value = labels, 0
		return h
	}
	labels := direct.Search(ctx, q, direct.Options{PartsSearch: plan.PartsSearch{Tries: 1}, Seed: p.Seed, Part: number, Threads: p.Threads})
	if labels == nil {
		return h
	}
	if violation, value := q.Score(labels); violation == 0 {
		h.labels, h.value = labels, value
	}
	return h
}

// alone returns the cut between one component of the graph and the others if it is within the bounds, or nil.
func alone(q *direct.Problem) []int32 {
	component, count := graph.Components(q.Graph)
	if count == 1 {
		return nil
	}
	size := make([]float64, count)
	for i, c := range component {
		size[c] += q.Mass[i]
	}
	at := slices.IndexFunc(size, func(m float64) bool {
		return q.Bounds.Holds(0, m) && q.Bounds.Holds(1, q.Criterion.Total-m)
	})
	if at < 0 {
		return nil
	}
	for i, c := range component {
		component[i] = 0
		if int(c) == at {
			component[i] = 1
		}
	}
	return component
}
