// Package spectral finds the second smallest eigenvalue of the Laplacian that matches a measure, which bounds
// every balanced cut from below.
package spectral

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/parallel"
)

// Fiedler is the search for the smallest λ₂ > 0 and its x with L x = λ₂ D_m x, (Lx)_i = Σ_j w_ij (x_i − x_j) and
// D_m the diagonal matrix of the measure, on a connected graph. It is the locally optimal conjugate gradient
// method of A. V. Knyazev, "Toward the optimal preconditioned eigensolver", SIAM J. Sci. Comput. 23 (2001),
// with one vector and the diagonal of L as preconditioner; every step takes the best of the span of the
// iterate, the preconditioned residual and the last direction.
type Fiedler struct {
	Theta    float64 // Rayleigh quotient xᵀLx ≥ λ₂ at xᵀD_m x = 1
	Residual float64 // ‖Lx − θ D_m x‖ in the norm of D_m⁻¹: an eigenvalue lies within it of θ

	graph     *graph.CSR
	mass, deg []float64
	total     float64
	rows      *parallel.Rows
	basis     [3][]float64 // x, the preconditioned residual, the last direction: D_m-orthonormal
	images    [3][]float64 // L of each
	size      int          // of them in use
}

// NewFiedler begins at a random vector, which it draws from rng. rows are the row blocks of g.
func NewFiedler(g *graph.CSR, mass []float64, rows *parallel.Rows, rng *rand.Rand) *Fiedler {
	n := g.N()
	f := &Fiedler{graph: g, mass: mass, deg: g.Degrees(), rows: rows}
	for k := range f.basis {
		f.basis[k], f.images[k] = make([]float64, n), make([]float64, n)
	}
	for i := range n {
		f.total += mass[i]
		f.basis[0][i] = rng.NormFloat64()
	}
	f.admit(0)
	f.rotate([]float64{1})
	return f
}

// Vector returns the iterate x, valid until the next step.
func (f *Fiedler) Vector() []float64 { return f.basis[0] }

// settled is the residual, over θ, from which on θ is taken to belong to λ₂ and to no larger eigenvalue.
const settled = 0.1

// Bound returns θ less the residual once that is small: some eigenvalue lies within the residual of θ, and since
// the search began at a random vector and θ only falls, it is λ₂. Before it returns 0, which is always true.
func (f *Fiedler) Bound() float64 {
	if f.Residual > settled*f.Theta {
		return 0
	}
	return f.Theta - f.Residual
}

// Solve steps until the residual is at most tol·θ, no direction is left, maxIter steps are made or ctx ends.
func (f *Fiedler) Solve(ctx context.Context, tol float64, maxIter int) {
	for range maxIter {
		if f.Residual <= tol*f.Theta || ctx.Err() != nil || !f.Step() {
			return
		}
	}
}

// Step makes one step and says whether there was a direction to go.
func (f *Fiedler) Step() bool {
	last := f.size == 3 // after the first step there is a last direction, in basis[2]
	w, x, lx := f.basis[1], f.basis[0], f.images[0]
	for i := range w {
		w[i] = 0
		if f.deg[i] > 0 {
			w[i] = (lx[i] - f.Theta*f.mass[i]*x[i]) / f.deg[i] // diag(L)⁻¹ (Lx − θ D_m x)
		}
	}
	f.size = 1
	if !f.admit(1) {
		return false
	}
	if last {
		f.admit(2)
	}
	f.rotate(f.ritz())
	return true
}

// admit makes basis vector k D_m-orthogonal to the constants and to those before it, of norm 1, with its
// image; it says whether enough was left. Twice, since once leaves rounding that the next steps would grow.
func (f *Fiedler) admit(k int) bool {
	v := f.basis[k]
	first := f.norm(v)
	for range 2 {
		mean := 0.0
		for i, m := range f.mass {
			mean += m * v[i]
		}
		mean /= f.total
		for i := range v {
			v[i] -= mean
		}
		for j := range k {
			c := f.inner(f.basis[j], v)
			for i, b := range f.basis[j] {
				v[i] -= c * b
			}
		}
	}
	norm := f.norm(v)
	if !(norm > 1e-12*first) {
		return false
	}
	for i := range v {
		v[i] /= norm
	}
	f.apply(v, f.images[k])
	f.size = k + 1
	return true
}

// ritz returns the coefficients of the vector of smallest Rayleigh quotient in the span of the basis.
func (f *Fiedler) ritz() []float64 {
	a := mat.NewSymDense(f.size, nil)
	for j := range f.size {
		for k := j; k < f.size; k++ {
			s := 0.0
			for i, b := range f.basis[j] {
				s += b * f.images[k][i]
			}
			a.SetSym(j, k, s)
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(a, true) {
		return []float64{1, 0, 0}[:f.size]
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	return mat.Col(nil, 0, &vectors)
}

// rotate makes the vector with coefficients c the iterate and what it gained the last direction.
func (f *Fiedler) rotate(c []float64) {
	for i := range f.deg {
		gain, image := 0.0, 0.0
		for k := 1; k < len(c); k++ {
			gain += c[k] * f.basis[k][i]
			image += c[k] * f.images[k][i]
		}
		f.basis[0][i] = c[0]*f.basis[0][i] + gain
		f.images[0][i] = c[0]*f.images[0][i] + image
		f.basis[2][i] = gain
	}
	if len(c) > 1 {
		f.size = 3
	}
	f.Theta, f.Residual = 0, 0
	for i, x := range f.basis[0] {
		f.Theta += x * f.images[0][i]
	}
	for i, x := range f.basis[0] {
		if r := f.images[0][i] - f.Theta*f.mass[i]*x; r != 0 {
			f.Residual += r * r / f.mass[i]
		}
	}
	f.Residual = math.Sqrt(f.Residual)
}

func (f *Fiedler) inner(a, b []float64) float64 {
	s := 0.0
	for i, m := range f.mass {
		s += m * a[i] * b[i]
	}
	return s
}

func (f *Fiedler) norm(v []float64) float64 { return math.Sqrt(f.inner(v, v)) }

// apply writes L v to out.
func (f *Fiedler) apply(v, out []float64) {
	f.rows.Sum(func(lo, hi int) parallel.Sums {
		for i := lo; i < hi; i++ {
			idx, w := f.graph.Row(i)
			s := 0.0
			for a, j := range idx {
				s += w[a] * (v[i] - v[j])
			}
			out[i] = s
		}
		return parallel.Sums{}
	})
}
