package mincut

import (
	"context"
	"math"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
)

const (
	firstBand = 2       // vertices of the first band, over those at the border
	wider     = 4       // vertices of the next band, over those of the last
	least     = 1 << 21 // half-edges that may always be looked at: some milliseconds
)

// Improve lowers C(S) = cut(S, Sᶜ)/min(λ m(S), m(Sᶜ)) of S = {low} until no set lowers the energy linearised at
// its indicator, and returns C, and whether that is so. One step is
//
//	v ∈ ∂B(f),  f = 1 on Sᶜ and 0 on S;   T = argmin_T TV(1_T) − C(S) ⟨v, 1_T⟩,   Sᶜ ← T.
//
// B is convex, so B(1_T) ≥ ⟨v, 1_T⟩, and C falls wherever the minimum lies below 0, its value at Sᶜ itself. With
// λ = 1 it is "Improve" of R. Andersen and K. Lang, "An algorithm for improving graph partitions", SODA 2008, which
// for subsets of S alone is MQI of K. Lang and S. Rao, IPCO 2004. The steps are those of Dinkelbach's method, and few.
//
// Sides change only within a band around the border, as in the flows of P. Sanders and C. Schulz, "Engineering
// multilevel graph partitioning algorithms", ESA 2011, which gets wider where it helps no more. When reach or ctx ends,
// low is the best so far.
func Improve(ctx context.Context, e *objective.Energy, low []bool, reach Reach) (value float64, critical bool) {
	value = e.Value(low)
	if !(value > 0) || math.IsInf(value, 0) || len(low) < 3 {
		return value, value == 0 || len(low) < 3
	}
	im := &improvement{energy: e, low: low, value: value, supply: make([]float64, len(low)),
		in: make([]bool, len(low)), left: reach.Effort*e.Graph.NNZ() + least}
	n := float64(len(low))
	size := int(reach.From * n)
	for {
		size = im.band(size)
		whole := size == len(low)
		before := im.left
		ended, better := im.step(ctx)
		switch {
		case !ended, !better && float64(size) >= reach.To*n:
			return im.value, ended && whole
		case better:
		case float64(before-im.left)*min(wider, n/float64(size)) > float64(im.left): // what the next band takes at least
			return im.value, false
		default:
			size *= wider
		}
	}
}

// Reach says how far from the border sides may change, and how hard to look. Where paths are long, as in a large
// mesh, the minimum cut of a whole graph can take longer than it is worth.
type Reach struct {
	From, To float64 // share of the vertices in the first band, and that at which bands get no wider
	Effort   int     // half-edges that may be looked at, over those of the graph
}

// improvement is one call of Improve.
type improvement struct {
	energy   *objective.Energy
	low      []bool
	value    float64   // C(S)
	supply   []float64 // C m_i v_i
	vertices []int32   // of the band, as the solver has them
	in       []bool    // the same, marked
	solver   *Solver   // on the band; nil where it has more half-edges than one can number
	left     int       // half-edges that may still be looked at
}

// band makes the band around the border and its solver, of at least the given size, and returns its size. The
// vertices of either side stand in the order of their distance from the border, in which the flow goes through them;
// the whole graph is only ordered once.
func (im *improvement) band(size int) int {
	n := len(im.low)
	if len(im.vertices) == n && 2*size > n {
		return n
	}
	im.vertices = apart(graph.Band(im.energy.Graph, im.low, size, firstBand), im.low)
	clear(im.in)
	for _, i := range im.vertices {
		im.in[i] = true
	}
	im.solver = NewSolver(im.energy.Graph, im.vertices, im.energy.Rows())
	return len(im.vertices)
}

// step makes one step within the band. It says whether the minimum cut was found, and whether it is better.
func (im *improvement) step(ctx context.Context) (ended, better bool) {
	if im.solver == nil {
		return false, false
	}
	im.linearise()
	supply, high := im.within(), make([]bool, len(im.vertices))
	for a, i := range im.vertices {
		high[a] = !im.low[i]
	}
	ended = im.solver.Cut(ctx, supply, high, im.left)
	im.left -= im.solver.Work
	if !ended {
		return false, false
	}
	side := append([]bool(nil), im.low...)
	for a, i := range im.vertices {
		side[i] = !high[a]
	}
	value := im.energy.Value(side)
	if !objective.Lowers(value, im.value) {
		return true, false
	}
	copy(im.low, side)
	im.value = value
	return true, true
}

// within returns the supply of the band, to which edges to other vertices add what those on either side pull.
func (im *improvement) within() []float64 {
	supply := make([]float64, len(im.vertices))
	for a, i := range im.vertices {
		supply[a] = im.supply[i]
		if len(supply) == len(im.low) {
			continue
		}
		idx, w := im.energy.Graph.Row(int(i))
		for k, j := range idx {
			switch {
			case im.in[j]:
			case im.low[j]:
				supply[a] -= w[k]
			default:
				supply[a] += w[k]
			}
		}
	}
	return supply
}

// linearise sets supply to C m_i v_i for the v ∈ ∂B of S = {low}.
func (im *improvement) linearise() {
	e := im.energy
	inside := objective.Inside(e.Mass, im.low)
	onLow, onHigh := objective.Slope(e.Lambda, inside, e.Total-inside)
	for i, in := range im.low {
		v := onHigh
		if in {
			v = onLow
		}
		im.supply[i] = im.value * e.Mass[i] * v // C m v
	}
}

// apart returns those of the vertices on the low side and then the others, each in their order.
func apart(vertices []int32, low []bool) []int32 {
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
