package descent

import (
	"math"

	"github.com/tvcut/tvcut/core/internal/parallel"
)

// stackColumns is the number of columns up to which an iteration keeps its working space on the stack.
const stackColumns = 32

// iterateRows makes one Chambolle–Pock iteration of the rows lo … hi−1: for every column
//
//	q_ij ← clip(q_ij + (w_ij/2) (x̄_i − x̄_j), −w_ij, w_ij)
//	y_i  ← (deg_i x_i − Σ_j q_ij + μ_r m_i (F_i + v_i/α)) / (deg_i + μ_r m_i)
//
// and then x_i ← the point of the simplex nearest to y_i in the norm with weights (deg_i + μ_r m_i)/B(f_r).
func (d *Multiclass) iterateRows(lo, hi int) parallel.Sums {
	k := d.k
	var stack [2 * stackColumns]float64
	space := stack[:]
	if k > stackColumns {
		space = make([]float64, 2*k)
	}
	div, share := space[:k], space[k:2*k]
	for i := lo; i < hi; i++ {
		bi := d.bar[i*k:][:k]
		clear(div)
		idx, w := d.graph.Row(i)
		first := int(d.graph.Indptr[i])
		for e, j := range idx {
			updateDual(d.q[(first+e)*k:][:k], bi, d.bar[int(j)*k:][:k], div, w[e])
		}
		d.updateRow(i, div, share)
	}
	return parallel.Sums{}
}

// updateDual updates the dual variables of one half-edge in all columns and adds them to div. It compares the bit patterns
// of |q| and w as integers, which gives the same order as comparing the floats and needs no branch.
func updateDual(q, bi, bj, div []float64, w float64) {
	const sign = 1 << 63
	bi, bj, div = bi[:len(q)], bj[:len(q)], div[:len(q)]
	half, limit := w/2, math.Float64bits(w)
	for r := range q {
		bits := math.Float64bits(q[r] + half*(bi[r]-bj[r])) // q + (w/2)(x̄_i − x̄_j)
		size := bits &^ sign
		p := math.Float64frombits(min(size, limit) | bits&sign) // clip to [−w, w]
		q[r] = p
		div[r] += p
	}
}

// updateRow updates row i of U and of its extrapolation. div[r] must be Σ_j q_ij of column r. updateRow
// overwrites div and share.
func (d *Multiclass) updateRow(i int, div, share []float64) {
	k, deg, m := d.k, d.deg[i], d.mass[i]
	x, next := d.x[i*k:][:k], d.next[i*k:][:k]
	if d.fixed != nil && d.fixed[i] >= 0 || deg+m == 0 {
		copy(next, x) // a fixed vertex, or one on which the objective does not depend
		return
	}
	force := d.force[i*k:][:k]
	for r := range div {
		t := 1 / (deg + d.mu[r]*m)
		div[r] = (deg*x[r] - div[r] + force[r]) * t // y
		share[r] = t * d.balance[r]                 // 1/weight in the projection
	}
	project(div, share)
	for r, u := range div {
		next[r] = 2*u - x[r] // x̄ = 2x − x_prev
		x[r] = u
	}
}

// project replaces y by the point x of the simplex x ≥ 0, Σ x_r = 1 that minimises Σ_r (x_r − y_r)²/share_r. This is
// x_r = max(0, y_r − c share_r) for the c with Σ x_r = 1. Each pass computes c for the entries assumed positive and sets
// those with y_r ≤ c share_r to 0, until there are none. c never decreases, so entries set to 0 stay 0. project overwrites
// share.
func project(y, share []float64) {
	for {
		sum, total := -1.0, 0.0
		for r, s := range share {
			if s > 0 {
				sum += y[r]
				total += s
			}
		}
		c, again := sum/total, false
		for r, s := range share {
			if s > 0 && y[r] <= c*s {
				y[r], share[r], again = 0, 0, true
			}
		}
		if !again {
			for r, s := range share {
				if s > 0 {
					y[r] -= c * s
				}
			}
			return
		}
	}
}
