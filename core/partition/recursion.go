package partition

import (
	"context"
	"math"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
)

// recursion cuts a graph into two parts or, by recursive bisection, into k.
type recursion struct {
	ctx        context.Context
	graph      *graph.CSR
	mass       []float64
	totalMass  float64 // M = Σ m_i
	opt        Options
	userStarts [][]float64 // the user's f⁰
	observe    func(Progress)

	order     []int32 // vertices of the input in the order of the search; nil: the same order
	component []int32 // connected component of each vertex; nil if there is one
	count     int     // number of connected components
	massExp   int     // the masses are m_i·2^−massExp
	earlier

	profile   profile // of the multilevel search for two parts
	extractor graph.Extractor

	strategy   Strategy // current strategy, Asymmetric or Symmetric
	firstPart  int      // number of the first bisection of the current strategy
	parts      int      // number of bisections so far
	totalInner int      // inner steps of all bisections and refinements
	nOuter     int      // outer steps of all bisections and refinements
}

// earlier is what an earlier search found, and what is made of it.
type earlier struct {
	free      []int32 // a partition, which replaces the search by other strategies; nil: there is none
	consensus bool    // whether a consensus is sought
}

func newRecursion(ctx context.Context, g *graph.CSR, mass []float64, opt Options, userStarts [][]float64, observe func(Progress)) *recursion {
	return &recursion{ctx: ctx, graph: g, mass: mass, totalMass: objective.Total(mass), opt: opt, userStarts: userStarts,
		observe: observe}
}

// asymmetry returns the λ for the bisection of a part of mass m. Under Asymmetric it is
//
//	λ = max(k m/M − 1, 1/k),
//
// for which a side of mass M/k, one k-th of the graph, balances the rest of the part. If the mass of the part is about M/k, λ
// is small, so that C is high and the part is split late. The lower limit 1/k keeps λ positive.
func (r *recursion) asymmetry(m float64) float64 {
	if r.opt.NClusters > 2 && r.strategy == Asymmetric {
		k := float64(r.opt.NClusters)
		return max(1/k, k*m/r.totalMass-1)
	}
	return r.opt.Asymmetry
}

// part is a set of vertices with its bisection.
type part struct {
	vertices        []int32
	low             []bool  // side of each of the vertices; nil before the bisection, and if head > 0
	head            int     // if > 0, the low side is vertices[:head]
	value           float64 // C of the bisection within the part; +Inf for a single vertex
	smallComponents bool    // the part is a union of components too small to be clusters; it is split last
	status          Status
	nOuter          int // outer steps of the bisection
}

// precedes reports whether p is split before q: parts in ascending order of C, then parts of small components. Single
// vertices are never split.
func (p *part) precedes(q *part) bool {
	if len(p.vertices) < 2 || len(q.vertices) < 2 {
		return len(p.vertices) > len(q.vertices)
	}
	if p.smallComponents != q.smallComponents && !math.IsInf(p.value, 1) && !math.IsInf(q.value, 1) {
		return q.smallComponents
	}
	return p.value < q.value
}

// bisector returns a bisector for a connected graph.
func (r *recursion) bisector(g *graph.CSR, mass []float64) *bisector {
	b := &bisector{ctx: r.ctx, graph: g, mass: mass, lambda: r.asymmetry(objective.Total(mass)), opt: r.opt, userStarts: r.userStarts,
		part: r.parts, stream: r.parts - r.firstPart, bisections: 2*r.opt.NClusters - 3, step: [2]float64{0, 1},
		observe: r.observe, totalInner: r.totalInner}
	r.parts++
	return b
}

// twoWay cuts a connected graph into two parts.
func (r *recursion) twoWay() *Result {
	bisector := r.bisector(r.graph, r.mass)
	bisector.profile = r.profile.start(r.opt.Asymmetry)
	b := bisector.bisect()
	r.profile.add(r.mass, b.low, b.value)
	return &Result{Labels: sideLabels(b.low), Energy: b.energy, Trace: b.trace, F: b.f, Starts: b.startValues,
		NOuter: len(b.trace) - 1, NInner: b.nInner, NInnerTotal: b.totalInner, Status: b.status}
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

// kWay repeatedly splits the part whose bisection has the smallest C until there are k parts.
func (r *recursion) kWay(strategy Strategy) *Result {
	r.strategy, r.firstPart = strategy, r.parts
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
			if parts[a].low == nil && parts[a].head == 0 {
				parts[a] = r.split(parts[a].vertices)
				res.Status = worstStatus(res.Status, parts[a].status)
				r.nOuter += parts[a].nOuter
			}
			if parts[a].precedes(&parts[next]) {
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
	if p.head > 0 {
		return p.vertices[:p.head:p.head], p.vertices[p.head:]
	}
	count := 0
	for _, in := range p.low {
		if in {
			count++
		}
	}
	low, high = make([]int32, 0, count), make([]int32, 0, len(p.low)-count)
	for a, v := range p.vertices {
		if p.low[a] {
			low = append(low, v)
		} else {
			high = append(high, v)
		}
	}
	return low, high
}

// worstStatus returns the status that guarantees less about the partition.
func worstStatus(a, b Status) Status {
	order := []Status{Optimal, Critical, Converged, NoDescent, MaxOuter, TimeLimit, Stopped}
	return order[max(slices.Index(order, a), slices.Index(order, b))]
}

// split returns the part of the given vertices with its bisection. If the part is connected, it is bisected. If exactly one
// of its components is a cluster, this component is bisected and the others join the high side. Otherwise the part is cut
// between components.
func (r *recursion) split(vertices []int32) part {
	if len(vertices) > 1 && r.ctx.Err() != nil { // any cut will do: the result must have k parts
		return part{vertices: vertices, head: 1, status: interruption(r.ctx)}
	}
	p := part{vertices: vertices, low: make([]bool, len(vertices)), value: math.Inf(1), status: Optimal}
	if len(vertices) < 2 {
		return p
	}
	g, mass := r.graph, r.mass
	if len(vertices) < g.N() { // the first part is the graph, in the order of its vertices
		g, mass = r.extractor.Subgraph(g, vertices), valuesOf(mass, vertices)
	}
	component, count := []int32(nil), 1
	if g != r.graph || r.count != 1 {
		component, count = graph.Components(g)
	}
	if count == 1 {
		r.bisectComponent(&p, g, mass, nil)
		return p
	}
	members := make([][]int32, count)
	for i, c := range component {
		members[c] = append(members[c], int32(i))
	}
	minSize := max(2, int(r.opt.plan.Parts.SmallComponent*float64(r.graph.N())/float64(r.opt.NClusters)))
	clusters := slices.DeleteFunc(slices.Clone(members), func(m []int32) bool { return len(m) < minSize })
	if len(clusters) == 1 {
		r.bisectComponent(&p, g, mass, clusters[0])
		return p
	}
	for i, a := range alongComponents(component, count, mass, []float64{0.5, 0.5}).Labels {
		p.low[i] = a == 0
	}
	p.value, p.smallComponents = 0, len(clusters) == 0
	return p
}

// bisectComponent splits a part by the bisection of one component of its graph g, or of g if component is nil. All other
// vertices are on the high side.
func (r *recursion) bisectComponent(p *part, g *graph.CSR, mass []float64, component []int32) {
	connected, own := g, mass
	if component != nil {
		connected, own = graph.Subgraph(g, component), valuesOf(mass, component)
	}
	bisector := r.bisector(connected, own)
	b := bisector.bisect()
	if component == nil {
		copy(p.low, b.low)
	}
	for a, v := range component {
		p.low[v] = b.low[a]
	}
	r.totalInner, p.status, p.nOuter = b.totalInner, b.status, len(b.trace)-1
	if p.value = b.value; component != nil || r.ctx.Err() == nil {
		p.value = objective.Value(g, mass, sideLabels(p.low), 2, bisector.lambda)
	}
}
