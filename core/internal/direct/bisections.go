package direct

import (
	"context"
	"math"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/memory"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/plan"
)

const (
	maxRoom       = 1.2 // largest mass of a side of a bisection, relative to its target, where the bounds allow more
	bisectedEvery = 8   // one in bisectedEvery tries bisects the whole graph where the bounds are tight,
	firstBisected = 2   // beginning with this one, so that large graphs, which have fewer tries, are not bisected
)

// bisects reports whether a try cuts the whole graph by recursive bisection. It does so where bounds are tight: there, cuts into k
// parts at once have no room to move whole regions, and bisections of grids are 2 to 13 % lower. It needs memory for copies of the
// graph, so only graphs whose garbage is left to the runtime are bisected.
func bisects(t *try, p *Problem) bool {
	return t.opt.Bisections > 0 && p.Criterion.K > 2 && t.number%bisectedEvery == firstBisected && t.opt.isTight(p) &&
		!memory.IsCollected(p.Graph)
}

// bisected cuts the whole graph by recursive bisection, each time by several tries, and refines the partition.
func bisected(t *try, p *Problem) []int32 {
	given := p.candidate(byBisections(t.ctx, p, func(half *Problem) []int32 { return Cut(t.ctx, half, within(t, t.opt.Bisections)) }))
	return t.joined(p, given, given, true).labels
}

// within returns the options of a search with the given number of tries that is a part of a try.
func within(t *try, tries int) Options {
	return Options{PartsSearch: plan.PartsSearch{Tries: tries, Room: t.opt.Room}, Seed: t.rng.Uint64(), Part: t.opt.Part,
		Threads: t.threads, NoExchange: t.opt.NoExchange, NoSweep: t.opt.NoSweep, NoTransfer: t.opt.NoTransfer}
}

// bisections is a recursive bisection of a graph.
type bisections struct {
	ctx     context.Context
	problem *Problem
	cut     func(half *Problem) []int32 // makes a cut in two, or nil if ctx has ended
	labels  []int32
	place   []int32 // of each vertex in a subgraph, −1 between bisections
}

// byBisections cuts a graph into the parts of a problem by recursive bisection. cut makes the cuts in two.
func byBisections(ctx context.Context, p *Problem, cut func(half *Problem) []int32) []int32 {
	n := p.Graph.N()
	b := &bisections{ctx: ctx, problem: p, cut: cut, labels: make([]int32, n), place: slices.Repeat([]int32{-1}, n)}
	all := make([]int32, n)
	for i := range all {
		all[i] = int32(i)
	}
	b.divide(all, 0, p.Criterion.K)
	return b.labels
}

// divide writes the labels of the given vertices, which it divides among the parts lo … hi−1. Each half of the parts gets
// the vertices of one side of a cut of low weight, whose masses are near the sums of the targets.
func (b *bisections) divide(vertices []int32, lo, hi int) {
	if hi-lo == 1 || len(vertices) == 0 {
		for _, v := range vertices {
			b.labels[v] = int32(lo)
		}
		return
	}
	if b.ctx.Err() != nil {
		b.problem.spread(vertices, b.place, lo, hi, b.labels)
		return
	}
	mid := (lo + hi) / 2
	var sides [2][]int32
	half := b.problem.half(vertices, b.place, lo, mid, hi)
	cut := b.cut(half)
	if cut == nil {
		cut = Spread(half)
	}
	for at, side := range cut {
		sides[side] = append(sides[side], vertices[at])
	}
	b.divide(sides[0], lo, mid)
	b.divide(sides[1], mid, hi)
}

// spread writes the labels of the given vertices, which Spread divides among the parts lo … hi−1. place is as in induced.
func (p *Problem) spread(vertices, place []int32, lo, hi int, labels []int32) {
	q := &Problem{Graph: induced(p.Graph, vertices, place), Mass: graph.Values(p.Mass, vertices), Target: p.Target[lo:hi]}
	if q.Criterion.K = hi - lo; p.Fixed != nil {
		q.Fixed = make([]int32, len(vertices))
		for at, v := range vertices {
			q.Fixed[at] = max(-1, p.Fixed[v]-int32(lo))
		}
	}
	for at, r := range Spread(q) {
		labels[vertices[at]] = int32(lo) + r
	}
}

// half returns the problem of cutting the given vertices in two, for the parts lo … mid−1 and mid … hi−1. Its upper bounds
// exceed the targets by a factor whose power for all levels of bisection is what the bounds of the parts allow. place is as in
// induced.
func (p *Problem) half(vertices, place []int32, lo, mid, hi int) *Problem {
	h := &Problem{Graph: induced(p.Graph, vertices, place), Mass: graph.Values(p.Mass, vertices)}
	if p.Fixed != nil {
		h.Fixed = make([]int32, len(vertices))
		for at, v := range vertices {
			switch r := int(p.Fixed[v]); {
			case r < 0:
				h.Fixed[at] = -1
			case r >= mid:
				h.Fixed[at] = 1
			}
		}
	}
	h.Criterion = objective.Criterion{K: 2, Lambda: 1, Total: objective.Total(h.Mass), Edges: true}
	allowed, wanted := math.Inf(1), objective.Total(p.Target[lo:hi])
	for r := lo; r < hi; r++ {
		allowed = min(allowed, p.Bounds.Most[r]/p.Target[r])
	}
	room := math.Pow(allowed*wanted/h.Criterion.Total, 1/math.Ceil(math.Log2(float64(hi-lo))))
	room = min(max(room, 1), maxRoom)
	first := objective.Total(p.Target[lo:mid]) / wanted * h.Criterion.Total
	h.Target = []float64{first, h.Criterion.Total - first}
	h.Bounds = objective.Bounds{Least: []float64{0, 0}, Most: []float64{room * h.Target[0], room * h.Target[1]}}
	return h
}

// induced returns the subgraph induced by the given vertices. Its rows keep their order, so they need not ascend. place must be
// −1 for every vertex of g, and is −1 again after the call. The time is therefore that of the subgraph and not of g.
func induced(g *graph.CSR, vertices, place []int32) *graph.CSR {
	for at, v := range vertices {
		place[v] = int32(at)
	}
	sub := &graph.CSR{Indptr: make([]int64, 1, len(vertices)+1)}
	for _, v := range vertices {
		idx, w := g.Row(int(v))
		for e, j := range idx {
			if place[j] >= 0 {
				sub.Indices, sub.Data = append(sub.Indices, place[j]), append(sub.Data, w[e])
			}
		}
		sub.Indptr = append(sub.Indptr, int64(len(sub.Indices)))
	}
	for _, v := range vertices {
		place[v] = -1
	}
	return sub
}
