package mincut

import (
	"context"
	"math"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/memory"
	"github.com/tvcut/tvcut/core/internal/objective"
)

const (
	minBand    = 2       // least size of a band, in multiples of the number of border vertices
	bandGrowth = 4       // size of the next band, in multiples of the size of the last
	minBudget  = 1 << 21 // half-edges that may be scanned on any graph, which take a few milliseconds
)

// Improve lowers C(S) = cut(S, Sᶜ)/min(λ m(S), m(Sᶜ)) of S = {low}, in place, until no set of vertices lowers the energy
// linearised at the indicator of Sᶜ. It returns C(S), and critical = true if that is proved. One step is
//
//	v ∈ ∂B(f),  f = 1 on Sᶜ and 0 on S;   T = argmin_T TV(1_T) − C(S) ⟨v, 1_T⟩,   Sᶜ ← T.
//
// B is convex, so B(1_T) ≥ ⟨v, 1_T⟩. Hence C falls whenever the minimum is below 0, the value at T = Sᶜ. With λ = 1 this
// is "Improve" of R. Andersen and K. Lang, "An algorithm for improving graph partitions", SODA 2008; restricted to
// subsets of S it is MQI of K. Lang and S. Rao, IPCO 2004. It is an instance of Dinkelbach's method, which needs few
// steps.
//
// Vertices change sides only within a band around the border, as in P. Sanders and C. Schulz, "Engineering multilevel
// graph partitioning algorithms", ESA 2011. The band grows when a step in it does not lower C. When reach is exhausted
// or ctx ends, low is the best set found so far.
func Improve(ctx context.Context, e *objective.Energy, low []bool, reach Reach) (value float64, critical bool) {
	value = e.Value(low)
	if !(value > 0) || math.IsInf(value, 0) || len(low) < 3 {
		return value, value == 0 || len(low) < 3
	}
	if ctx.Err() != nil { // a band and its solver would take time for nothing
		return value, false
	}
	im := &improvement{energy: e, low: low, value: value, budget: reach.Effort*e.Graph.NNZ() + minBudget}
	defer memory.Collect(e.Graph)
	defer func() { *im = improvement{} }()
	n := float64(len(low))
	size := int(reach.From * n)
	for {
		size = im.band(size)
		whole := size == len(low)
		before := im.budget
		found, better := im.step(ctx)
		switch {
		case !found, ctx.Err() != nil, !better && float64(size) >= reach.To*n:
			return im.value, found && !better && whole
		case better:
		case float64(before-im.budget)*min(bandGrowth, n/float64(size)) > float64(im.budget):
			return im.value, false // a step in the next band is expected to exceed the budget
		default:
			size *= bandGrowth
		}
	}
}

// Reach limits the size of the bands in which Improve searches, and its work. On graphs with long paths, such as large
// meshes, a minimum cut of the whole graph can take too long.
type Reach struct {
	From, To float64 // shares of the vertices, in [0, 1]: size of the first band, and size from which bands do not grow
	Effort   int     // half-edges that may be scanned, in multiples of those of the graph
}

// improvement is one call of Improve.
type improvement struct {
	energy   *objective.Energy
	low      []bool
	value    float64 // C(S)
	onLow    float64 // v_i on S
	onHigh   float64 // v_i on Sᶜ
	vertices []int32 // the band, in the numbering of the solver unless inPlace
	inPlace  bool    // whether the solver has the numbering of the graph, all of whose vertices are in the band
	inBand   []bool  // for every vertex, whether it is in the band; nil: all are
	solver   *Solver // on the band; nil if that has too many half-edges for a Solver
	budget   int     // half-edges that may still be scanned
}

// band builds a band of at least the given size around the border, with its solver, and returns its size. The vertices of
// each side are sorted by their distance from the border, along which the flow runs. Once the band is the whole graph, it
// is not built again.
func (im *improvement) band(size int) int {
	n := len(im.low)
	if len(im.vertices) == n && 2*size > n {
		return n
	}
	g := im.energy.Graph
	im.solver, im.vertices = nil, nil
	im.vertices = bySide(graph.Band(g, im.low, size, minBand, im.energy.Rows().Team()), im.low)
	im.mark()
	memory.Collect(g)
	if im.inPlace = len(im.vertices) == n && memory.IsLarge(g); im.inPlace {
		im.solver = NewSolverOfAll(g, im.vertices, im.energy.Rows())
	} else {
		im.solver = NewSolver(g, im.vertices, im.energy.Rows())
	}
	return len(im.vertices)
}

// mark marks the vertices of the band, unless these are all.
func (im *improvement) mark() {
	n := len(im.low)
	switch {
	case len(im.vertices) == n:
		im.inBand = nil
		return
	case im.inBand == nil:
		im.inBand = make([]bool, n)
	}
	clear(im.inBand)
	for _, i := range im.vertices {
		im.inBand[i] = true
	}
}

// step makes one step within the band. It reports whether the minimum cut was found and whether it lowers C.
func (im *improvement) step(ctx context.Context) (found, better bool) {
	if im.solver == nil {
		return false, false
	}
	im.linearise()
	supply, high := im.bandSupply(), make([]bool, len(im.vertices))
	for a := range high {
		high[a] = !im.low[im.vertex(a)]
	}
	found = im.solver.Cut(ctx, supply, high, im.budget)
	im.budget -= im.solver.Work
	if !found {
		return false, false
	}
	im.exchange(high)
	value := im.energy.Value(im.low)
	if !objective.Lowers(value, im.value) {
		im.exchange(high)
		return true, false
	}
	im.value = value
	return true, true
}

// exchange exchanges the side S of the vertices of the band and the complement of high.
func (im *improvement) exchange(high []bool) {
	for a, in := range high {
		i := im.vertex(a)
		im.low[i], high[a] = !in, !im.low[i]
	}
}

// vertex returns the number in the graph of a vertex of the solver.
func (im *improvement) vertex(a int) int32 {
	if im.inPlace {
		return int32(a)
	}
	return im.vertices[a]
}

// bandSupply returns the supply of the vertices of the band, in memory of the solver. Vertices outside keep their sides: an edge
// to one of them in high adds its weight to the supply, and an edge to one in low subtracts it.
func (im *improvement) bandSupply() []float64 {
	supply := im.solver.Supply()
	for a := range supply {
		i := im.vertex(a)
		supply[a] = im.supply(i)
		if im.inBand == nil {
			continue
		}
		idx, w := im.energy.Graph.Row(int(i))
		for k, j := range idx {
			switch {
			case im.inBand[j]:
			case im.low[j]:
				supply[a] -= w[k]
			default:
				supply[a] += w[k]
			}
		}
	}
	return supply
}

// linearise sets the values of the v ∈ ∂B at the indicator of Sᶜ, S = {low}.
func (im *improvement) linearise() {
	e := im.energy
	inside, outside := e.Sides(im.low)
	im.onLow, im.onHigh = objective.Slope(e.Lambda, inside, outside)
}

// supply returns C m_i v_i.
func (im *improvement) supply(i int32) float64 {
	v := im.onHigh
	if im.low[i] {
		v = im.onLow
	}
	return im.value * im.energy.Mass[i] * v // C m v
}

// bySide returns the given vertices with those of low first, otherwise in the same order.
func bySide(vertices []int32, low []bool) []int32 {
	sorted := make([]int32, 0, len(vertices))
	for _, side := range []bool{true, false} {
		for _, i := range vertices {
			if low[i] == side {
				sorted = append(sorted, i)
			}
		}
	}
	return sorted
}
