package partition

import (
	"context"
	"math"
	"slices"

	"github.com/tvcut/tvcut/core/cut"
	"github.com/tvcut/tvcut/core/graph"
)

// recursion cuts a graph into two parts or, by cutting parts again, into k.
type recursion struct {
	ctx     context.Context
	graph   *graph.CSR
	opt     Options
	initial [][]float64
	observe func(Progress)
	parts   int // bisections begun
	total   int // inner steps of all of them
}

// part is a set of vertices with the bisection that would split it next.
type part struct {
	vertices []int32
	low      []bool
	value    float64 // C of that bisection within the part; +Inf for a single vertex
	specks   bool    // it falls apart into specks, and is split only when nothing else is left
	status   cut.Status
	nOuter   int // outer steps that bisection took
}

// before says whether p is split before q: smallest C first, heaps of specks late, single vertices never.
func (p *part) before(q *part) bool {
	if p.specks != q.specks && !math.IsInf(p.value, 1) && !math.IsInf(q.value, 1) {
		return q.specks
	}
	return p.value < q.value
}

// race returns the race that bisects a connected graph.
func (r *recursion) race(g *graph.CSR) *race {
	b := &race{ctx: r.ctx, graph: g, opt: r.opt, initial: r.initial, part: r.parts, observe: r.observe, total: r.total}
	r.parts++
	return b
}

// twoWay cuts a connected graph in two.
func (r *recursion) twoWay() *Result {
	b := r.race(r.graph).bisect()
	res := &Result{Labels: make([]int32, len(b.low)), Energy: b.energy, Trace: b.trace, F: b.f, Starts: b.starts,
		NOuter: len(b.trace) - 1, NInner: b.nInner, NInnerTotal: b.total, Status: b.status}
	for i, low := range b.low {
		if !low {
			res.Labels[i] = 1
		}
	}
	return res
}

// kWay splits the part whose own bisection has the smallest C until there are k parts.
func (r *recursion) kWay() *Result {
	all := make([]int32, r.graph.N())
	for i := range all {
		all[i] = int32(i)
	}
	parts := []part{r.split(all)}
	status, nOuter := parts[0].status, parts[0].nOuter
	var splits []split
	for len(parts) < r.opt.NClusters {
		next := 0
		for a := range parts {
			if parts[a].before(&parts[next]) {
				next = a
			}
		}
		var low, high []int32
		for a, v := range parts[next].vertices {
			if parts[next].low[a] {
				low = append(low, v)
			} else {
				high = append(high, v)
			}
		}
		splits = append(splits, split{part: next, value: parts[next].value})
		parts[next] = r.split(low)
		parts = append(parts, r.split(high))
		for _, p := range []part{parts[next], parts[len(parts)-1]} {
			status, nOuter = worse(status, p.status), nOuter+p.nOuter
		}
	}
	res := &Result{Labels: make([]int32, r.graph.N()), Merges: merges(splits),
		NOuter: nOuter, NInner: r.total, NInnerTotal: r.total, Status: status}
	for a, p := range parts {
		for _, v := range p.vertices {
			res.Labels[v] = int32(a)
		}
	}
	return res
}

// worse returns the status that tells more of a k-way partition: a limit that was met, if any was.
func worse(a, b cut.Status) cut.Status {
	for _, s := range []cut.Status{cut.Cancelled, cut.TimeLimit, cut.MaxOuter} {
		if a == s || b == s {
			return s
		}
	}
	return a
}

// speck is the share of a part of even size below which a component is no cluster of its own: it costs
// nothing to cut off, and would be cut off before any cluster is.
const speck = 0.05

// split finds the bisection of a part. Components too small to be clusters go with the high side.
func (r *recursion) split(vertices []int32) part {
	p := part{vertices: vertices, low: make([]bool, len(vertices)), value: math.Inf(1), status: cut.Optimal}
	if len(vertices) < 2 {
		return p
	}
	g := graph.Subgraph(r.graph, vertices)
	component, count := graph.Components(g)
	least := int(speck * float64(r.graph.N()) / float64(r.opt.NClusters))
	members := make([][]int32, count)
	for i, c := range component {
		members[c] = append(members[c], int32(i))
	}
	large := slices.DeleteFunc(slices.Clone(members), func(m []int32) bool { return len(m) < max(least, 2) })
	if count > 1 && len(large) != 1 {
		for i, a := range alongComponents(component, count).Labels {
			p.low[i] = a == 0
		}
		p.value, p.specks = 0, len(large) == 0
		return p
	}
	core := members[0]
	if count > 1 {
		core = large[0]
	}
	b := r.race(graph.Subgraph(g, core)).bisect()
	r.total = b.total
	for a, v := range core {
		p.low[v] = b.low[a]
	}
	p.value, p.status, p.nOuter = b.value, b.status, len(b.trace)-1
	return p
}

// alongComponents returns the cut of value 0 that puts whole components on either side, as evenly as
// placing them one by one, largest first, on the smaller side makes it.
func alongComponents(component []int32, count int) *Result {
	size := make([]int, count)
	for _, c := range component {
		size[c]++
	}
	order := make([]int, count)
	for c := range order {
		order[c] = c
	}
	slices.SortStableFunc(order, func(a, b int) int { return size[b] - size[a] })
	side := make([]int32, count)
	var filled [2]int
	for _, c := range order {
		if filled[1] < filled[0] {
			side[c] = 1
		}
		filled[side[c]] += size[c]
	}
	res := &Result{Labels: make([]int32, len(component)), F: make([]float64, len(component)),
		Trace: []float64{0}, Status: cut.Optimal}
	for i, c := range component {
		res.Labels[i] = side[c]
		res.F[i] = float64(side[c])
	}
	return res
}
