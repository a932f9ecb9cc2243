package rof

import (
	"math"

	"github.com/tvcut/tvcut/core/internal/parallel"
)

// conjugateSteps is the number of conjugate gradient steps in one iteration of SplitBregman. With fewer the error of the
// linear system slows the outer iteration on meshes, whose Laplacian is badly conditioned.
const conjugateSteps = 5

// conjugate is the conjugate gradient method for (μM + ρL) δ = r, preconditioned by the diagonal: M. Hestenes and E.
// Stiefel, "Methods of conjugate gradients for solving linear systems", J. Res. Nat. Bur. Standards 49 (1952). It adds
// δ to the u of its SplitBregman.
type conjugate struct {
	*SplitBregman
	r     []float64 // the residual
	z     []float64 // the residual over the diagonal
	q     []float64 // the direction
	aq    []float64 // (μM + ρL) q
	rz    float64   // Σ r z
	alpha float64   // α, the step along q
	beta  float64   // β, the share of the last direction in the next

	apply, advance, direction parallel.Body
}

func (c *conjugate) init(s *SplitBregman) {
	c.SplitBregman = s
	for _, v := range []*[]float64{&c.r, &c.z, &c.q, &c.aq} {
		*v = make([]float64, s.graph.N())
	}
	c.apply, c.advance, c.direction = c.applyRows, c.advanceRows, c.directionRows
}

// begin sets the residual of vertex i and returns its share in Σ r z.
func (c *conjugate) begin(i int, r float64) float64 {
	z := r / c.diag[i]
	c.r[i], c.z[i], c.q[i] = r, z, z
	return r * z
}

// solve makes the steps. It ends early where the residual is 0 or not a finite number.
func (c *conjugate) solve() {
	for k := range conjugateSteps {
		if k > 0 {
			c.rows.Sum(c.direction)
		}
		curvature := c.rows.Sum(c.apply)[0]
		c.alpha = c.rz / curvature // α = Σ r z / Σ q (μM + ρL) q
		if !(c.alpha > 0 && c.alpha <= math.MaxFloat64) {
			return
		}
		rz := c.rows.Sum(c.advance)[0]
		c.beta, c.rz = rz/c.rz, rz // β = Σ r_new z_new / Σ r z
	}
}

// applyRows writes (μM + ρL) q and returns Σ q (μM + ρL) q.
func (c *conjugate) applyRows(lo, hi int) parallel.Sums {
	var t parallel.Sums
	q := c.q
	for i := lo; i < hi; i++ {
		idx, w := c.graph.Row(i)
		w = w[:len(idx)]
		sum := 0.0
		for k, j := range idx {
			sum += w[k] * q[j]
		}
		c.aq[i] = c.diag[i]*q[i] - c.rho*sum
		t[0] += q[i] * c.aq[i]
	}
	return t
}

// advanceRows returns Σ r z of the new residual.
func (c *conjugate) advanceRows(lo, hi int) parallel.Sums {
	var t parallel.Sums
	for i := lo; i < hi; i++ {
		c.u[i] += c.alpha * c.q[i]  // u ← u + α q
		c.r[i] -= c.alpha * c.aq[i] // r ← r − α (μM + ρL) q
		c.z[i] = c.r[i] / c.diag[i]
		t[0] += c.r[i] * c.z[i]
	}
	return t
}

func (c *conjugate) directionRows(lo, hi int) parallel.Sums {
	for i := lo; i < hi; i++ {
		c.q[i] = c.z[i] + c.beta*c.q[i] // q ← z + β q
	}
	return parallel.Sums{}
}
