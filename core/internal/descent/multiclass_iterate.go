package descent

import (
	"math"

	"github.com/tvcut/tvcut/core/internal/parallel"
)

// fewColumns is the number of columns for which an iteration finds room on the stack.
const fewColumns = 32

// iterateRows makes one Chambolle–Pock iteration of some rows: for every column
//
//	q_ij ← clip(q_ij + (w_ij/2) (x̄_i − x̄_j), −w_ij, w_ij)
//	y_i  ← (deg_i x_i − Σ_j q_ij + μ_r m_i (F_i + v_i/α)) / (deg_i + μ_r m_i)
//
// and then x_i ← the point of the simplex nearest to y_i in the norm with weights (deg_i + μ_r m_i)/B(f_r).
func (d *Multiclass) iterateRows(lo, hi int) parallel.Sums {
	k := d.k
	var few [2 * fewColumns]float64 // on the stack: an iteration allocates nothing
	room := few[:]
	if k > fewColumns {
		room = make([]float64, 2*k)
	}
	div, share := room[:k], room[k:2*k]
	for i := lo; i < hi; i++ {
		bi := d.bar[i*k:][:k]
		clear(div)
		idx, w := d.graph.Row(i)
		first := int(d.graph.Indptr[i])
		for e, j := range idx {
			fluxes(d.q[(first+e)*k:][:k], bi, d.bar[int(j)*k:][:k], div, w[e])
		}
		d.move(i, div, share)
	}
	return parallel.Sums{}
}

// fluxes moves the dual variables of one half-edge and adds them to div. |q| and w are compared as the integers
// that their bits are, which orders them alike and costs no branch.
func fluxes(q, bi, bj, div []float64, w float64) {
	const sign = 1 << 63
	bi, bj, div = bi[:len(q)], bj[:len(q)], div[:len(q)]
	half, most := w/2, math.Float64bits(w)
	for r := range q {
		bits := math.Float64bits(q[r] + half*(bi[r]-bj[r])) // q + (w/2)(x̄_i − x̄_j)
		size := bits &^ sign
		p := math.Float64frombits(min(size, most) | bits&sign) // clip to [−w, w]
		q[r] = p
		div[r] += p
	}
}

// move writes row i of U and of its extrapolation.
func (d *Multiclass) move(i int, div, share []float64) {
	k, deg, m := d.k, d.deg[i], d.mass[i]
	x, next := d.x[i*k:][:k], d.next[i*k:][:k]
	if d.fixed != nil && d.fixed[i] >= 0 || deg+m == 0 {
		copy(next, x) // held where it is
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

// project replaces y by the point x of the simplex x ≥ 0, Σ x_r = 1 with the smallest Σ_r (x_r − y_r)²/share_r:
// x_r = max(0, y_r − c share_r) for the c that makes the sum 1. As long as some of those taken to be positive
// are not, they are taken to be 0; c only rises, so they stay so.
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
