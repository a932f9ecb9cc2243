// Package spectral computes the second smallest eigenvalue and the Fiedler vector of the Laplacian of a graph with
// vertex masses, and a proved lower bound of the eigenvalue, which gives a lower bound of every balanced cut.
package spectral

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/parallel"
)

// Fiedler is the state of an eigensolver. On a connected graph it computes the smallest eigenvalue λ₂ > 0 and its
// eigenvector x of
//
//	L x = λ₂ D_m x,  (Lx)_i = Σ_j w_ij (x_i − x_j),
//
// with D_m the diagonal matrix of the masses. The method is the locally optimal preconditioned conjugate gradient method
// of A. V. Knyazev, "Toward the optimal preconditioned eigensolver", SIAM J. Sci. Comput. 23 (2001), with one vector and
// the diagonal of L as preconditioner: each step minimises the Rayleigh quotient over the span of the iterate, the
// preconditioned residual and the previous direction.
type Fiedler struct {
	Quotient float64 // Rayleigh quotient ρ = xᵀLx ≥ λ₂ of the iterate, at xᵀD_m x = 1
	Residual float64 // ‖Lx − ρ D_m x‖ in the norm of D_m⁻¹; some eigenvalue lies within this distance of ρ

	graph     *graph.CSR
	mass, deg []float64
	total     float64 // M = Σ m_i
	rows      *parallel.Rows
	basis     [3][]float64 // iterate x, preconditioned residual, previous direction: D_m-orthonormal
	images    [3][]float64 // L times each basis vector
	size      int          // number of basis vectors in use
}

// NewFiedler returns a solver whose first iterate is a random vector drawn from rng. mass holds n values m_i > 0. rows
// are the row blocks of g.
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
	f.orthonormalize(0)
	f.update([]float64{1})
	return f
}

// Vector returns the iterate x, of length n, valid until the next step.
func (f *Fiedler) Vector() []float64 { return f.basis[0] }

// Estimate returns an estimate of λ₂ from below, ρ − ‖Lx − ρ D_m x‖, or ρ while the residual is larger than a tenth of ρ. Some
// eigenvalue lies within the residual of ρ, but nothing says that it is λ₂: see LowerBound.
func (f *Fiedler) Estimate() float64 {
	if f.Residual > f.Quotient/10 {
		return f.Quotient
	}
	return f.Quotient - f.Residual
}

// Solve makes steps until the residual is at most tol·ρ, Step returns false, maxIter steps are made or ctx ends.
func (f *Fiedler) Solve(ctx context.Context, tol float64, maxIter int) {
	for range maxIter {
		if f.Residual <= tol*f.Quotient || ctx.Err() != nil || !f.Step() {
			return
		}
	}
}

// Step makes one step. It returns false, and leaves the iterate as it is, if the preconditioned residual lies in the span
// of the constants and the iterate up to rounding.
func (f *Fiedler) Step() bool {
	hasPrevious := f.size == 3 // the first step has no previous direction
	w, x, lx := f.basis[1], f.basis[0], f.images[0]
	for i := range w {
		w[i] = 0
		if f.deg[i] > 0 {
			w[i] = (lx[i] - f.Quotient*f.mass[i]*x[i]) / f.deg[i] // diag(L)⁻¹ (Lx − ρ D_m x)
		}
	}
	f.size = 1
	if !f.orthonormalize(1) {
		return false
	}
	if hasPrevious {
		f.orthonormalize(2)
	}
	f.update(f.rayleighRitz())
	return true
}

// orthonormalize makes basis vector k D_m-orthogonal to the constants and to the basis vectors before it, scales it to
// norm 1 and computes its image. It returns false if the vector is linearly dependent on them up to rounding.
//
// The orthogonalization is done twice: the rounding errors that remain after the first pass would grow from step to step.
func (f *Fiedler) orthonormalize(k int) bool {
	v := f.basis[k]
	first := f.norm(v)
	for range 2 {
		mean := 0.0
		for i, m := range f.mass {
			mean += m * v[i]
		}
		mean /= f.total
		floats.AddConst(-mean, v)
		for j := range k {
			c := f.inner(f.basis[j], v)
			floats.AddScaled(v, -c, f.basis[j])
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

// rayleighRitz returns the coefficients of the vector with the smallest Rayleigh quotient in the span of the basis: the
// first eigenvector of the matrix b_jᵀ L b_k.
func (f *Fiedler) rayleighRitz() []float64 {
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
	if norm := mat.Norm(a, 1); math.IsNaN(norm) || math.IsInf(norm, 0) || !eigen.Factorize(a, true) {
		return []float64{1, 0, 0}[:f.size]
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	return mat.Col(nil, 0, &vectors)
}

// update makes Σ_k c_k b_k the iterate and Σ_{k≥1} c_k b_k the previous direction, and computes Quotient and Residual.
func (f *Fiedler) update(c []float64) {
	for i := range f.deg {
		direction, image := 0.0, 0.0
		for k := 1; k < len(c); k++ {
			direction += c[k] * f.basis[k][i]
			image += c[k] * f.images[k][i]
		}
		f.basis[0][i] = c[0]*f.basis[0][i] + direction
		f.images[0][i] = c[0]*f.images[0][i] + image
		f.basis[2][i] = direction
	}
	if len(c) > 1 {
		f.size = 3
	}
	f.Quotient, f.Residual = 0, 0
	for i, x := range f.basis[0] {
		f.Quotient += x * f.images[0][i] // ρ = xᵀLx
	}
	for i, x := range f.basis[0] {
		if r := f.images[0][i] - f.Quotient*f.mass[i]*x; r != 0 {
			f.Residual += r * r / f.mass[i]
		}
	}
	f.Residual = math.Sqrt(f.Residual) // ‖Lx − ρ D_m x‖ in the norm of D_m⁻¹
}

// inner returns aᵀ D_m b.
func (f *Fiedler) inner(a, b []float64) float64 {
	s := 0.0
	for i, m := range f.mass {
		s += m * a[i] * b[i]
	}
	return s
}

// norm returns (vᵀ D_m v)^½.
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
