package kway

import "github.com/tvcut/tvcut/core/internal/objective"

// partition is a k-way partition under refinement.
type partition struct {
	*objective.Tally
	deg   []float64 // weighted degree of each vertex
	fixed []int32   // vertices held where ≥ 0; nil: none
}

// isFixed reports whether vertex i must stay in its part.
func (p *partition) isFixed(i int) bool { return p.fixed != nil && p.fixed[i] >= 0 }

// MoveVertices lowers the energy of a partition by moving single vertices to the part of a neighbour as long as that
// lowers it, in passes over all vertices. Vertices with fixed[i] ≥ 0 and the last vertex of a part stay. deg are the
// weighted degrees.
func MoveVertices(t *objective.Tally, deg []float64, fixed []int32) {
	p := &partition{Tally: t, deg: deg, fixed: fixed}
	toward := make([]float64, t.K)
	for moved := true; moved; {
		moved = false
		for i := range t.Labels {
			if !p.isFixed(i) && t.Count[t.Labels[i]] > 1 && p.moveIfBetter(i, toward) {
				moved = true
			}
		}
	}
}

// moveIfBetter moves vertex i where the energy is lowest and reports whether it moved. toward must be all zeros, and
// is again afterwards.
func (p *partition) moveIfBetter(i int, toward []float64) bool {
	idx, w := p.Graph.Row(i)
	border := false
	for e, j := range idx {
		toward[p.Labels[j]] += w[e]
		border = border || p.Labels[j] != p.Labels[i]
	}
	moved := border && p.move(i, toward)
	for _, j := range idx {
		toward[p.Labels[j]] = 0
	}
	return moved
}

// move puts vertex i, with the given weights toward each part, where the energy is lowest, and reports whether that
// is another part than before.
func (p *partition) move(i int, toward []float64) bool {
	a, m, deg := p.Labels[i], p.Mass[i], p.deg[i]
	leftCut := p.Cuts[a] - deg + 2*toward[a]
	gain := p.Ratio(p.Cuts[a], p.Size[a]) - p.Ratio(leftCut, p.Size[a]-m)
	least := objective.Rounding * p.Ratio(p.Cuts[a], p.Size[a])
	best := a
	for b := range int32(p.K) {
		if b == a || toward[b] == 0 {
			continue
		}
		loss := p.Ratio(p.Cuts[b]+deg-2*toward[b], p.Size[b]+m) - p.Ratio(p.Cuts[b], p.Size[b])
		if gain-loss > least {
			best, least = b, gain-loss
		}
	}
	if best == a {
		return false
	}
	p.Cuts[a], p.Size[a], p.Count[a] = leftCut, p.Size[a]-m, p.Count[a]-1
	p.Cuts[best] += deg - 2*toward[best]
	p.Size[best] += m
	p.Count[best]++
	p.Labels[i] = best
	return true
}
