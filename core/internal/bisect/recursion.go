package bisect

import (
	"context"
	"math"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/multilevel"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/tree"
)

// Recursion cuts a graph into two parts or, by repeated cuts in two, into k. It counts its steps.
type Recursion struct {
	Observe func(Progress)                        // called on the caller's goroutine; may be nil
	Step    func(name string, run func() float64) // runs a step of Halve, which returns C of its cut; nil: it is just run
	Profile *multilevel.Profile                   // of the search for two parts; nil: none is kept
	Parts   int                                   // number of bisections so far
	NInner  int                                   // inner steps of all bisections
	NOuter  int                                   // outer steps of all bisections for k > 2

	ctx       context.Context
	graph     *graph.CSR
	mass      []float64
	totalMass float64 // M = Σ m_i
	opt       Options
	starts    [][]float64 // the caller's f⁰
	component []int32     // connected component of each vertex; nil: not known, or there is one
	count     int         // number of connected components; 0: not known
	extractor graph.Extractor

	kind      Kind // of the current call of Cut
	firstPart int  // number of its first bisection
}

// Kind is the kind of repeated cuts in two.
type Kind int

// The kinds.
const (
	Asymmetric Kind = iota // separate one of k parts from the rest at a time, or one in 1 + maxAsymmetry of more: see asymmetry
	Symmetric              // cut parts into halves: λ = 1
)

// New returns a recursion on a graph. The caller's starts, of the descent for two parts, replace those of the options; there may
// be none.
func New(ctx context.Context, g *graph.CSR, mass []float64, opt Options, starts [][]float64) *Recursion {
	return &Recursion{ctx: ctx, graph: g, mass: mass, totalMass: objective.Total(mass), opt: opt, starts: starts}
}

// SetComponents tells the recursion the connected component of each vertex, nil if there is one, and their number.
func (r *Recursion) SetComponents(component []int32, count int) {
	r.component, r.count = component, count
}

// maxAsymmetry is the largest λ of a bisection under Asymmetric. Without it the depth of the recursion is up to k and its time of
// order k NNZ; with it the depth is of order log k, and the values are the same on average.
const maxAsymmetry = 7

// asymmetry returns the λ for the bisection of a part of mass m. Under Asymmetric it is
//
//	λ = min(max(k m/M − 1, 1/k), maxAsymmetry),
//
// for which a side of mass max(M/k, m/(1 + maxAsymmetry)) balances the rest of the part: one k-th of the graph, or several. If the
// mass of the part is about M/k, λ is small, so that C is high and the part is split late. The lower limit 1/k keeps λ positive.
func (r *Recursion) asymmetry(m float64) float64 {
	if r.opt.K > 2 && r.kind == Asymmetric {
		k := float64(r.opt.K)
		return min(max(k*m/r.totalMass-1, 1/k), maxAsymmetry)
	}
	return r.opt.Lambda
}

// bisector returns a bisector for a connected graph.
func (r *Recursion) bisector(g *graph.CSR, mass []float64) *bisector {
	b := &bisector{ctx: r.ctx, graph: g, mass: mass, lambda: r.asymmetry(objective.Total(mass)), opt: r.opt, userStarts: r.starts,
		part: r.Parts, stream: r.Parts - r.firstPart, bisections: 2*r.opt.K - 3, within: [2]float64{0, 1},
		observe: r.Observe, totalInner: r.NInner}
	r.Parts++
	return b
}

// Halve cuts a connected graph into two parts, and returns C of the cut.
func (r *Recursion) Halve() (*Solution, float64) {
	bisector := r.bisector(r.graph, r.mass)
	bisector.profile, bisector.observeStep = r.Profile, r.Step
	b := bisector.bisect()
	r.addToProfile(b.low, b.value)
	return &Solution{Labels: sideLabels(b.low), Energy: b.energy, Trace: b.trace, F: b.f, Starts: b.startValues,
		NOuter: len(b.trace) - 1, NInner: b.nInner, NInnerTotal: b.totalInner, Status: b.status}, b.value
}

// addToProfile records a cut.
func (r *Recursion) addToProfile(low []bool, value float64) {
	if r.Profile != nil {
		r.Profile.Add(r.mass, low, value)
	}
}

// Cut repeatedly splits the part whose bisection has the smallest C until there are k parts.
func (r *Recursion) Cut(kind Kind) *Solution {
	r.kind, r.firstPart = kind, r.Parts
	all := make([]int32, r.graph.N())
	for i := range all {
		all[i] = int32(i)
	}
	parts := []part{{vertices: all}}
	res := &Solution{Labels: make([]int32, r.graph.N()), Status: Optimal}
	var splits []int
	for len(parts) < r.opt.K {
		if r.ctx.Err() != nil {
			parts, splits = splitAnyhow(parts, splits, r.opt.K)
			res.Status = Worst(res.Status, Interruption(r.ctx))
			break
		}
		next := 0
		for a := range parts {
			if parts[a].low == nil && parts[a].head == 0 {
				parts[a] = r.split(parts[a].vertices)
				res.Status = Worst(res.Status, parts[a].status)
				r.NOuter += parts[a].nOuter
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
	res.Merges = tree.FromSplits(splits)
	return res
}

// split returns the part of the given vertices with its bisection. If the part is connected, it is bisected. If exactly one
// of its components is a cluster, this component is bisected and the others join the high side. Otherwise the part is cut
// between components.
func (r *Recursion) split(vertices []int32) part {
	if len(vertices) > 1 && r.ctx.Err() != nil { // any cut will do: the result must have k parts
		return part{vertices: vertices, head: 1, status: Interruption(r.ctx)}
	}
	p := part{vertices: vertices, low: make([]bool, len(vertices)), value: math.Inf(1), status: Optimal}
	if len(vertices) < 2 {
		return p
	}
	g, mass := r.graph, r.mass
	if len(vertices) < g.N() { // the first part is the graph, in the order of its vertices
		g, mass = r.extractor.Subgraph(g, vertices), graph.Values(mass, vertices)
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
	minSize := max(2, int(r.opt.Plan.Parts.SmallComponent*float64(r.graph.N())/float64(r.opt.K)))
	clusters := slices.DeleteFunc(slices.Clone(members), func(m []int32) bool { return len(m) < minSize })
	if len(clusters) == 1 {
		r.bisectComponent(&p, g, mass, clusters[0])
		return p
	}
	for i, a := range AlongComponents(component, count, mass, []float64{0.5, 0.5}).Labels {
		p.low[i] = a == 0
	}
	p.value, p.smallComponents = 0, len(clusters) == 0
	return p
}

// bisectComponent splits a part by the bisection of one component of its graph g, or of g if component is nil. All other
// vertices are on the high side.
func (r *Recursion) bisectComponent(p *part, g *graph.CSR, mass []float64, component []int32) {
	connected, own := g, mass
	if component != nil {
		connected, own = graph.Subgraph(g, component), graph.Values(mass, component)
	}
	bisector := r.bisector(connected, own)
	b := bisector.bisect()
	if component == nil {
		copy(p.low, b.low)
	}
	for a, v := range component {
		p.low[v] = b.low[a]
	}
	r.NInner, p.status, p.nOuter = b.totalInner, b.status, len(b.trace)-1
	if p.value = b.value; component != nil || r.ctx.Err() == nil {
		p.value = objective.Value(g, mass, sideLabels(p.low), 2, bisector.lambda)
	}
}
