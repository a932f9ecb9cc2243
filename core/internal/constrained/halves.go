package constrained

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/queue"
)

// halves is a recursive bisection within bounds on several masses (G. Karypis and V. Kumar, "Multilevel algorithms for multi-constraint
// graph partitioning", 1998): the vertices of a range of parts are cut into two such ranges, which keep their shares of all masses.
type halves struct {
	*Problem
	ctx    context.Context
	rng    *rand.Rand
	labels []int32
	share  [][]float64 // target share of part r in column c at [c][r]
	slack  []float64   // (1 + ε) of column c for each bisection, so that the product along a path of bisections is that of the bounds
}

// bisected returns a partition by recursive bisection.
func (p *Problem) bisected(ctx context.Context, rng *rand.Rand) []int32 {
	k := p.Criterion.K
	h := &halves{Problem: p, ctx: ctx, rng: rng, labels: make([]int32, p.Graph.N())}
	depth := math.Ceil(math.Log2(float64(k)))
	for _, c := range p.Columns {
		share, room, total := make([]float64, k), math.Inf(1), objective.Total(c.Mass)
		for r, most := range c.Bounds.Most {
			share[r] = 1 / float64(k)
			if !math.IsInf(most, 1) {
				share[r] = most
			}
		}
		sum := objective.Total(share)
		for r := range share {
			share[r] /= sum
			room = min(room, c.Bounds.Most[r]/(share[r]*total))
		}
		h.share, h.slack = append(h.share, share), append(h.slack, math.Pow(max(room, 1), 1/depth))
	}
	all := make([]int32, p.Graph.N())
	for i := range all {
		all[i] = int32(i)
	}
	h.split(all, 0, k)
	return h.labels
}

// split cuts vertices into the parts from first to last − 1.
func (h *halves) split(vertices []int32, first, last int) {
	middle := (first + last) / 2
	if last-first == 1 || len(vertices) < 2 || h.ctx.Err() != nil {
		for _, i := range vertices {
			h.labels[i] = int32(first)
		}
		return
	}
	p := h.half(vertices, first, middle, last)
	weight, share := weightsOf(p), 0.0
	for c := range h.Columns {
		share += objective.Total(h.share[c][first:middle]) / objective.Total(h.share[c][first:last]) / float64(len(h.Columns))
	}
	labels := bestGrown(p, h.ctx, h.rng, weight, share)
	var sides [2][]int32
	for at, a := range labels {
		sides[a] = append(sides[a], vertices[at])
	}
	h.split(sides[0], first, middle)
	h.split(sides[1], middle, last)
}

// half returns the problem of cutting vertices into those of the parts before middle and those of the others.
func (h *halves) half(vertices []int32, first, middle, last int) *Problem {
	p := &Problem{Graph: graph.Subgraph(h.Graph, vertices), Criterion: objective.Criterion{K: 2, Lambda: 1, Edges: true}}
	for c, column := range h.Columns {
		mass := graph.Values(column.Mass, vertices)
		total, parts := objective.Total(mass), objective.Total(h.share[c][first:last])
		b := objective.Bounds{Least: make([]float64, 2), Most: make([]float64, 2)}
		for side, share := range []float64{objective.Total(h.share[c][first:middle]), objective.Total(h.share[c][middle:last])} {
			b.Most[side] = h.slack[c] * total * share / parts
		}
		p.Columns = append(p.Columns, Column{mass, b})
	}
	p.Criterion.Total = objective.Total(p.Columns[0].Mass)
	if h.Fixed != nil {
		p.Fixed = graph.Values(h.Fixed, vertices)
		for i, a := range p.Fixed {
			switch {
			case a >= int32(middle):
				p.Fixed[i] = 1
			case a >= 0:
				p.Fixed[i] = 0
			}
		}
	}
	return p
}

// growths is the number of regions that are grown for each bisection.
const growths = 8

// bestGrown returns the best of several partitions into two parts, whose first part is grown from a random vertex and then refined.
func bestGrown(p *Problem, ctx context.Context, rng *rand.Rand, weight []float64, share float64) []int32 {
	var best []int32
	var lowest Score
	for range growths {
		if best != nil && ctx.Err() != nil {
			break
		}
		labels := grown(p, rng, weight, share)
		p.refine(ctx, p.Graph, labels)
		if score := p.Score(labels); best == nil || score.Precedes(lowest) {
			best, lowest = labels, score
		}
	}
	return best
}

// grown returns a partition into two parts whose first part is a region around a random vertex with about the given share of the
// weight. The vertex whose move changes the cut least joins it next.
func grown(p *Problem, rng *rand.Rand, weight []float64, share float64) []int32 {
	n := p.Graph.N()
	labels, want, q := make([]int32, n), share*objective.Total(weight), &queue.Queue{Place: queue.Places(n)}
	for i := range labels {
		labels[i] = 1
	}
	order := rng.Perm(n)
	for at, sum := 0, 0.0; sum < want && at < n; {
		if len(q.Items) == 0 {
			if labels[order[at]] == 1 {
				q.Push(int32(order[at]), 0)
			}
			at++
			continue
		}
		i := q.Items[0].Vertex
		q.Pop()
		if p.Fixed != nil && p.Fixed[i] == 1 {
			continue
		}
		labels[i] = 0
		sum += weight[i]
		idx, w := p.Graph.Row(int(i))
		for e, j := range idx {
			switch {
			case labels[j] == 0:
			case q.Place[j] >= 0:
				q.Add(j, 2*w[e])
			default:
				q.Push(j, 2*w[e]-p.Graph.Degree(int(j)))
			}
		}
	}
	for i, a := range p.Fixed {
		if a >= 0 {
			labels[i] = a
		}
	}
	return labels
}
