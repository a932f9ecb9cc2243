package partition

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
)

// recursion cuts a graph into two parts or, by cutting parts again, into k.
type recursion struct {
	ctx     context.Context
	graph   *graph.CSR
	mass    []float64
	whole   float64 // M = Σ m_i
	opt     Options
	own     [][]float64 // the user's own starts
	observe func(Progress)

	strategy Strategy // Asymmetric or Symmetric, the one under way
	earlier  int      // bisections of those before it
	parts    int      // bisections begun
	total    int      // inner steps of all of them, and of refinements
	nOuter   int      // outer steps of them
}

func newRecursion(ctx context.Context, g *graph.CSR, mass []float64, opt Options, own [][]float64, observe func(Progress)) *recursion {
	return &recursion{ctx: ctx, graph: g, mass: mass, whole: objective.Total(mass), opt: opt, own: own, observe: observe}
}

// asymmetry returns the λ with which a part of mass m is bisected. Under Asymmetric it is k m/M − 1: a side of
// the mass M/k of one cluster then balances what is left of the part. It gets small for a part of about one
// cluster, whose cuts are then dear, and is kept from vanishing for those below.
func (r *recursion) asymmetry(m float64) float64 {
	if r.opt.NClusters > 2 && r.strategy == Asymmetric {
		k := float64(r.opt.NClusters)
		return max(1/k, k*m/r.whole-1)
	}
	return r.opt.Asymmetry
}

// part is a set of vertices with the bisection that would split it next.
type part struct {
	vertices []int32
	low      []bool
	value    float64 // C of that bisection within the part; +Inf for a single vertex
	specks   bool    // it falls apart into specks, and is split only when nothing else is left
	status   Status
	nOuter   int // outer steps that bisection took
}

// before says whether p is split before q: smallest C first, heaps of specks late, single vertices never.
func (p *part) before(q *part) bool {
	if p.specks != q.specks && !math.IsInf(p.value, 1) && !math.IsInf(q.value, 1) {
		return q.specks
	}
	return p.value < q.value
}

// bisector returns the bisector of a connected graph.
func (r *recursion) bisector(g *graph.CSR, mass []float64) *bisector {
	b := &bisector{ctx: r.ctx, graph: g, mass: mass, lambda: r.asymmetry(objective.Total(mass)), opt: r.opt, own: r.own,
		part: r.parts, stream: r.parts - r.earlier, observe: r.observe, total: r.total}
	r.parts++
	return b
}

// massOf returns the masses of some vertices.
func massOf(mass []float64, vertices []int32) []float64 {
	m := make([]float64, len(vertices))
	for a, v := range vertices {
		m[a] = mass[v]
	}
	return m
}

// twoWay cuts a connected graph in two.
func (r *recursion) twoWay() *Result {
	b := r.bisector(r.graph, r.mass).bisect()
	return &Result{Labels: sideLabels(b.low), Energy: b.energy, Trace: b.trace, F: b.f, Starts: b.starts,
		NOuter: len(b.trace) - 1, NInner: b.nInner, NInnerTotal: b.total, Status: b.status}
}

// sideLabels returns 0 for the vertices of the low side and 1 for the others.
func sideLabels(low []bool) []int32 {
	labels := make([]int32, len(low))
	for i, in := range low {
		if !in {
			labels[i] = 1
		}
	}
	return labels
}

// kWay splits the part whose own bisection has the smallest C until there are k parts.
func (r *recursion) kWay(strategy Strategy) *Result {
	r.strategy, r.earlier = strategy, r.parts
	all := make([]int32, r.graph.N())
	for i := range all {
		all[i] = int32(i)
	}
	parts := []part{{vertices: all}}
	res := &Result{Labels: make([]int32, r.graph.N()), Status: Optimal}
	var splits []int
	for len(parts) < r.opt.NClusters {
		next := 0
		for a := range parts {
			if parts[a].low == nil {
				parts[a] = r.split(parts[a].vertices)
				res.Status = worse(res.Status, parts[a].status)
				r.nOuter += parts[a].nOuter
			}
			if parts[a].before(&parts[next]) {
				next = a
			}
		}
		splits = append(splits, next)
		low, high := parts[next].sides()
		parts[next] = part{vertices: low}
		parts = append(parts, part{vertices: high})
	}
	for a, p := range parts {
		for _, v := range p.vertices {
			res.Labels[v] = int32(a)
		}
	}
	res.Merges = merges(splits)
	return res
}

// sides returns the vertices of the two sides of the part's bisection.
func (p *part) sides() (low, high []int32) {
	for a, v := range p.vertices {
		if p.low[a] {
			low = append(low, v)
		} else {
			high = append(high, v)
		}
	}
	return low, high
}

// worse returns the status that promises less.
func worse(a, b Status) Status {
	order := []Status{Optimal, Critical, Converged, NoDescent, MaxOuter, TimeLimit, Stopped}
	return order[max(slices.Index(order, a), slices.Index(order, b))]
}

// speck is the share of a part of even size below which a component is no cluster of its own: it costs
// nothing to cut off, and would be cut off before any cluster is.
const speck = 0.05

// split finds the bisection of a part. Components too small to be clusters go with the high side.
func (r *recursion) split(vertices []int32) part {
	p := part{vertices: vertices, low: make([]bool, len(vertices)), value: math.Inf(1), status: Optimal}
	if len(vertices) < 2 {
		return p
	}
	if r.ctx.Err() != nil { // too late for a good cut, but k parts were asked for
		p.low[0], p.value, p.status = true, 0, interruption(r.ctx)
		return p
	}
	g, mass := graph.Subgraph(r.graph, vertices), massOf(r.mass, vertices)
	component, count := graph.Components(g)
	members := make([][]int32, count)
	for i, c := range component {
		members[c] = append(members[c], int32(i))
	}
	least := max(2, int(speck*float64(r.graph.N())/float64(r.opt.NClusters)))
	clusters := slices.DeleteFunc(slices.Clone(members), func(m []int32) bool { return len(m) < least })
	switch {
	case count == 1:
		r.bisectWithin(&p, g, mass, members[0])
	case len(clusters) == 1:
		r.bisectWithin(&p, g, mass, clusters[0])
	default:
		for i, a := range alongComponents(component, count, mass).Labels {
			p.low[i] = a == 0
		}
		p.value, p.specks = 0, len(clusters) == 0
	}
	return p
}

// bisectWithin splits a part by the bisection of one component of its graph g; the rest stays high.
func (r *recursion) bisectWithin(p *part, g *graph.CSR, mass []float64, component []int32) {
	bisector := r.bisector(graph.Subgraph(g, component), massOf(mass, component))
	b := bisector.bisect()
	for a, v := range component {
		p.low[v] = b.low[a]
	}
	r.total, p.status, p.nOuter = b.total, b.status, len(b.trace)-1
	p.value = objective.Value(g, mass, sideLabels(p.low), 2, bisector.lambda)
}

// alongComponents returns the cut of value 0 that puts whole components on either side, as evenly as
// placing them one by one, heaviest first, on the lighter side makes it.
func alongComponents(component []int32, count int, mass []float64) *Result {
	size := make([]float64, count)
	for i, c := range component {
		size[c] += mass[i]
	}
	order := make([]int, count)
	for c := range order {
		order[c] = c
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(size[b], size[a]) })
	side := make([]int32, count)
	var filled [2]float64
	for _, c := range order {
		if filled[1] < filled[0] {
			side[c] = 1
		}
		filled[side[c]] += size[c]
	}
	res := &Result{Labels: make([]int32, len(component)), F: make([]float64, len(component)),
		Trace: []float64{0}, Status: Optimal}
	for i, c := range component {
		res.Labels[i] = side[c]
		res.F[i] = float64(side[c])
	}
	return res
}
