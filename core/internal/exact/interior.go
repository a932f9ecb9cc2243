package exact

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Parameters of the interior-point method.
const (
	maxSteps    = 30
	gapTol      = 1e-4 // gap at which the method stops, relative to v max D
	firstT      = 10   // first t, relative to v max D
	shrink      = 0.8  // of a step that leaves the interior
	inside      = 0.95 // share of the largest step that is taken
	longSteps   = 1.8  // sum of the two step lengths above which the target is halved
	longestStep = 1.95 // the same, once more
)

// interior is a pair of iterates of the primal–dual method of C. Helmberg, F. Rendl, R. J. Vanderbei and H. Wolkowicz, "An
// interior-point method for semidefinite programming", SIAM J. Optimization 6 (1996), for the primal problem
//
//	min ⟨C, X⟩   with X_ii = 1, ⟨A, X⟩ + s = 0, X positive semidefinite, s ≥ 0
//
// and its dual, the relaxation. The conditions of optimality are ZX = μI and st = μ for μ → 0. Iterates X need not satisfy
// ⟨A, X⟩ + s = 0 before the end. Every dual iterate gives a valid bound.
type interior struct {
	*relaxation
	x, z, inverse  *mat.SymDense // X, Z and Z⁻¹
	s, mu          float64
	zp, zq, xp, xq mat.VecDense // Z⁻¹p, Z⁻¹q, Xp and Xq
}

// direction is the change of an iterate.
type direction struct {
	x    *mat.SymDense
	s, t float64
	y    []float64
}

// solve maximises the bound until it is 0, which excludes the whole range, or the gap is small. It also ends where rounding
// errors prevent further steps.
func (r *relaxation) solve() {
	it := r.start()
	for range maxSteps {
		d, ok := it.direction()
		if !ok {
			return
		}
		primal, dual := it.move(d)
		if dual == 0 {
			return
		}
		gap := it.gap()
		if gap < gapTol*r.unit || r.bound() >= 0 {
			return
		}
		it.mu = gap / float64(2*(r.n+1))
		if primal+dual > longSteps {
			it.mu /= 2
		}
		if primal+dual > longestStep {
			it.mu /= 2
		}
	}
}

// start returns the iterates X = I, s = 1 and a y for which Z is diagonally dominant.
func (r *relaxation) start() *interior {
	it := &interior{relaxation: r, x: mat.NewSymDense(r.n, nil), s: 1}
	r.t = firstT * r.unit
	z := r.slack(r.y, r.t)
	for i := range r.n {
		it.x.SetSym(i, i, 1)
		row := 0.0
		for j := range r.n {
			if j != i {
				row += math.Abs(z.At(i, j))
			}
		}
		r.y[i] = z.At(i, i) - 1.1*row - 1e-3*r.unit
	}
	it.z = r.slack(r.y, r.t)
	it.mu = it.gap() / float64(2*(r.n+1))
	return it
}

// gap returns ⟨X, Z⟩ + st.
func (it *interior) gap() float64 {
	sum := it.s * it.t
	for i := range it.n {
		for j := range it.n {
			sum += it.x.At(i, j) * it.z.At(i, j)
		}
	}
	return sum
}

// direction returns the step of Newton's method. With dZ = −Diag(dy) + dt A and
//
//	dX = μZ⁻¹ − X − Z⁻¹ dZ X   (its symmetric part),   ds = μ/t − s − (s/t) dt,
//
// X + dX and s + ds satisfy the constraints of the primal problem if
//
//	(Z⁻¹∘X) dy − g dt            = 1 − μ diag(Z⁻¹)
//	−gᵀdy + (⟨A, Z⁻¹AX⟩ + s/t) dt = μ (⟨A, Z⁻¹⟩ + 1/t),   g = diag(Z⁻¹AX).
//
// A has rank two, so that all terms with A are products of vectors. It returns false if Z or the system is not positive definite
// in floating-point arithmetic.
func (it *interior) direction() (d direction, ok bool) {
	var cholesky mat.Cholesky
	it.inverse = mat.NewSymDense(it.n, nil)
	if !cholesky.Factorize(it.z) || cholesky.InverseTo(it.inverse) != nil {
		return d, false
	}
	it.zp.MulVec(it.inverse, it.p)
	it.zq.MulVec(it.inverse, it.q)
	it.xp.MulVec(it.x, it.p)
	it.xq.MulVec(it.x, it.q)
	system, right := it.system()
	var solution mat.VecDense
	if !cholesky.Factorize(system) || cholesky.SolveVecTo(&solution, right) != nil {
		return d, false
	}
	d.t, d.y = solution.AtVec(it.n), solution.RawVector().Data[:it.n]
	d.s = it.mu/it.t - it.s - it.s/it.t*d.t // μ/t − s − (s/t) dt
	scaled, product := mat.DenseCopyOf(it.x), mat.Dense{}
	for i, dy := range d.y {
		for j := range it.n {
			scaled.Set(i, j, dy*it.x.At(i, j))
		}
	}
	product.Mul(it.inverse, scaled) // Z⁻¹ Diag(dy) X
	d.x = mat.NewSymDense(it.n, nil)
	for i := range it.n {
		for j := i; j < it.n; j++ {
			d.x.SetSym(i, j, it.mu*it.inverse.At(i, j)-it.x.At(i, j)+
				(product.At(i, j)+product.At(j, i))/2-d.t*(it.zax(i, j)+it.zax(j, i))/2) // μZ⁻¹ − X − Z⁻¹ dZ X
		}
	}
	return d, true
}

// zax returns (Z⁻¹AX)_ij.
func (it *interior) zax(i, j int) float64 {
	return (it.zp.AtVec(i)*it.xq.AtVec(j) + it.zq.AtVec(i)*it.xp.AtVec(j)) / 2
}

// system returns the matrix and the right-hand side of the equations for dy and dt.
func (it *interior) system() (*mat.SymDense, *mat.VecDense) {
	n := it.n
	m, right := mat.NewSymDense(n+1, nil), mat.NewVecDense(n+1, nil)
	for i := range n {
		for j := i; j < n; j++ {
			m.SetSym(i, j, it.inverse.At(i, j)*it.x.At(i, j)) // Z⁻¹∘X
		}
		m.SetSym(i, n, -it.zax(i, i))                // −g
		right.SetVec(i, 1-it.mu*it.inverse.At(i, i)) // 1 − μ diag(Z⁻¹)
	}
	pzp, pzq, qzq := mat.Dot(it.p, &it.zp), mat.Dot(it.p, &it.zq), mat.Dot(it.q, &it.zq)
	pxp, pxq, qxq := mat.Dot(it.p, &it.xp), mat.Dot(it.p, &it.xq), mat.Dot(it.q, &it.xq)
	m.SetSym(n, n, (2*pzq*pxq+pzp*qxq+qzq*pxp)/4+it.s/it.t) // ⟨A, Z⁻¹AX⟩ + s/t
	right.SetVec(n, it.mu*(pzq+1/it.t))                     // μ (⟨A, Z⁻¹⟩ + 1/t)
	return m, right
}

// move makes the longest steps for which both iterates stay in the interior, and returns their lengths. The length of the dual
// step is 0 if there is none.
func (it *interior) move(d direction) (primal, dual float64) {
	x, y := mat.NewSymDense(it.n, nil), make([]float64, it.n)
	set := func(length float64) bool {
		for i := range it.n {
			for j := i; j < it.n; j++ {
				x.SetSym(i, j, it.x.At(i, j)+length*d.x.At(i, j))
			}
		}
		return it.s+length*d.s > 0 && isPositive(x)
	}
	primal = longest(set)
	set(primal)
	it.x, it.s = x, it.s+primal*d.s
	dual = longest(func(length float64) bool {
		for i := range y {
			y[i] = it.y[i] + length*d.y[i]
		}
		return it.t+length*d.t > 0 && isPositive(it.slack(y, it.t+length*d.t))
	})
	for i := range y {
		it.y[i] += dual * d.y[i]
	}
	it.t += dual * d.t
	it.z = it.slack(it.y, it.t)
	return primal, dual
}

// longest returns a length of at most 1 that is allowed, 0 if there is none that is not tiny. A length below 1 stays away from
// the longest one that is allowed.
func longest(allowed func(length float64) bool) float64 {
	const tiny = 1e-4
	for length := 1.0; length > tiny; length *= shrink {
		if allowed(length) {
			if length < 1 {
				length *= inside
			}
			return length
		}
	}
	return 0
}

// isPositive reports whether a matrix is positive definite.
func isPositive(m *mat.SymDense) bool {
	var cholesky mat.Cholesky
	return cholesky.Factorize(m)
}
