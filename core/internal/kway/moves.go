// Package kway lowers the energy of a partition into k parts by moves of single vertices.
package kway

import (
	"context"
	"math"

	"github.com/tvcut/tvcut/core/internal/objective"
)

// partition is a k-way partition under refinement.
type partition struct {
	*objective.Tally
	deg   []float64 // weighted degree of each vertex
	fixed []int32   // part of vertex i where it is given, else −1; nil: none is given
}

// isFixed reports whether vertex i must keep its part.
func (p *partition) isFixed(i int) bool { return p.fixed != nil && p.fixed[i] >= 0 }

// uncheckedPasses is the number of passes of MoveVertices after which it recomputes cuts and masses in every pass.
const uncheckedPasses = 64

// MoveVertices lowers the energy of a partition, in place, by moves of single vertices to the part of a neighbour. It
// makes passes over all vertices until a pass moves none or ctx ends. Vertices with fixed[i] ≥ 0 keep their part, and so does
// the only vertex of a part. deg[i] is the weighted degree of vertex i.
//
// Moves update cuts and masses by differences. With weights of many magnitudes these lose all digits, and vertices could move
// in a cycle for ever. After uncheckedPasses, MoveVertices therefore ends with the first pass that does not lower the energy
// computed from all edges.
func MoveVertices(ctx context.Context, t *objective.Tally, deg []float64, fixed []int32) {
	p := &partition{Tally: t, deg: deg, fixed: fixed}
	toward, energy := make([]float64, t.K), math.Inf(1)
	for pass, moved := 1, true; moved && ctx.Err() == nil; pass++ {
		if pass > uncheckedPasses {
			t.Sum()
			now := t.Energy()
			if !objective.Lowers(now, energy) {
				return
			}
			energy = now
		}
		moved = false
		for i := range t.Labels {
			if !p.isFixed(i) && t.Count[t.Labels[i]] > 1 && p.moveIfBetter(i, toward) {
				moved = true
			}
		}
	}
}

// moveIfBetter moves vertex i to the part in which the energy is lowest and reports whether that is another part. toward
// is working space of length k; it must be all zeros on entry and is all zeros on return.
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

// move moves vertex i to the part in which the energy is lowest and reports whether that is another part. toward[b] is the
// weight of the edges from i to part b.
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
