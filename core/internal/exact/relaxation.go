package exact

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// relaxation is the semidefinite relaxation of the minimum of F in a range. With x_i = 1 for i ∈ S and −1 for i ∉ S, and
// x_0 = 1,
//
//	F(S) = c + xᵀCx   and   (m(S) − least)(m(S) − most) = (pᵀx)(qᵀx) = xᵀAx ≤ 0.
//
// For every y, every t ≥ 0 and Z = C + tA − Diag(y),
//
//	F(S) ≥ c + Σ y_i + xᵀZx,
//
// because x_i² = 1. The relaxation maximises c + Σ y_i over all y and t for which Z is positive semidefinite. Vertices on fixed
// sides are part of x_0.
type relaxation struct {
	n        int // size of x
	constant float64
	c        *mat.SymDense // C
	p, q     *mat.VecDense // m(S) − least and m(S) − most, both divided by M
	unit     float64       // v max D, the unit of t

	y []float64
	t float64

	sum float64 // Σ of the absolute values of all terms of c and xᵀCx
}

// widening is the width by which ranges are widened in a relaxation, relative to the unit of the masses, so that there are
// feasible points inside.
const widening = 0.1

// variables returns for each vertex the entry of x and the sign with which it is the vertex's ±1, and the size of x.
func (t *tree) variables() (at []int, sign []float64, n int) {
	n = 1
	for _, side := range t.graph.side {
		switch side {
		case free:
			at, sign = append(at, n), append(sign, 1)
			n++
		default:
			at, sign = append(at, 0), append(sign, 1-2*float64(side))
		}
	}
	return at, sign, n
}

// newRelaxation returns the relaxation for the range of the tree: cut(S, Sᶜ) = Σ_{i<j} w_ij (1 − x_i x_j)/2, m(S) =
// Σ_i m_i (1 + x_i x_0)/2.
func (t *tree) newRelaxation() *relaxation {
	at, sign, n := t.variables()
	r := &relaxation{n: n, c: mat.NewSymDense(n, nil), p: mat.NewVecDense(n, nil), q: mat.NewVecDense(n, nil), y: make([]float64, n),
		unit: t.value * t.top()}
	weight, mass, total := t.graph.weight, t.graph.mass, t.rest[0]
	for i := range at {
		for j := range i {
			r.add(0, 0, weight[i][j]/2)
			r.add(at[i], at[j], -weight[i][j]/2*sign[i]*sign[j])
		}
		r.add(at[i], 0, -t.value*t.slope*mass[i]/2*sign[i])
		r.p.SetVec(at[i], r.p.AtVec(at[i])+sign[i]*mass[i]/2/t.total)
	}
	r.add(0, 0, -t.value*t.constant)
	r.add(0, 0, -t.value*t.slope*total/2)
	r.q.CopyVec(r.p)
	slack := widening * t.massUnit
	r.p.SetVec(0, r.p.AtVec(0)+(total/2-t.least+slack)/t.total)
	r.q.SetVec(0, r.q.AtVec(0)+(total/2-t.most-slack)/t.total)
	return r
}

// add adds z x_i x_j to c + xᵀCx.
func (r *relaxation) add(i, j int, z float64) {
	r.sum += math.Abs(z)
	if i == j {
		r.constant += z
		return
	}
	r.c.SetSym(i, j, r.c.At(i, j)+z/2)
}

// a returns A_ij.
func (r *relaxation) a(i, j int) float64 {
	return (r.p.AtVec(i)*r.q.AtVec(j) + r.p.AtVec(j)*r.q.AtVec(i)) / 2
}

// slack returns Z for given y and t.
func (r *relaxation) slack(y []float64, t float64) *mat.SymDense {
	z := mat.NewSymDense(r.n, nil)
	for i := range r.n {
		for j := i; j < r.n; j++ {
			z.SetSym(i, j, r.c.At(i, j)+t*r.a(i, j)) // C + tA
		}
		z.SetSym(i, i, z.At(i, i)-y[i]) // − Diag(y)
	}
	return z
}

// bound returns c + Σ y_i.
func (r *relaxation) bound() float64 {
	b := r.constant
	for _, y := range r.y {
		b += y
	}
	return b
}

// quadratic is a lower bound of F that rises with every decision: with Z = TᵀT for a lower triangular T,
//
//	F(S) ≥ c + Σ y_i + Σ_k (Σ_{j≤k} T_kj x_j)²,
//
// where the first d terms depend on the first d entries of x alone. All other terms are at least 0, so that the sum of the
// first terms is a bound for all S that agree in these entries. Searches for the shortest vectors of a lattice use the same
// bound: U. Fincke and M. Pohst, "Improved methods for calculating vectors of short length in a lattice, including a complexity
// analysis", Mathematics of Computation 44 (1985).
type quadratic struct {
	factor   [][]float64 // T
	root     float64     // c + Σ y_i + T_00²
	fixed    int         // vertices on fixed sides, which are the first
	rounding float64     // bound of the rounding error
}

// quadraticRounding bounds the rounding errors of Z, of its factor and of sums with the factor, relative to the sum of the
// absolute values of the terms of Z and c. These are at most 4 n² units of rounding for n = MaxVertices + 1.
const quadraticRounding = 1e-12

// relax solves the relaxation for the range of the tree.
func (t *tree) relax() *quadratic {
	r := t.newRelaxation()
	r.solve()
	return r.quadratic(t.graph.n() - (r.n - 1))
}

// quadratic returns the bound for the y and t of the relaxation. It is −∞ if Z is not positive definite.
func (r *relaxation) quadratic(fixed int) *quadratic {
	n, z := r.n, r.slack(r.y, r.t)
	q := &quadratic{factor: make([][]float64, n), root: math.Inf(-1), fixed: fixed}
	reverse, terms := mat.NewSymDense(n, nil), r.sum
	for i := range n {
		q.factor[i] = make([]float64, i+1)
		terms += math.Abs(r.y[i]) + z.At(i, i)
		for j := range n {
			reverse.SetSym(n-1-i, n-1-j, z.At(i, j))
			terms += r.t * math.Abs(r.a(i, j))
		}
	}
	q.rounding = quadraticRounding * terms
	var cholesky mat.Cholesky
	if !cholesky.Factorize(reverse) {
		return q
	}
	var l mat.TriDense
	cholesky.LTo(&l)
	for k := range n {
		for j := range k + 1 {
			q.factor[k][j] = l.At(n-1-j, n-1-k) // LLᵀ is Z with rows and columns in reverse order
		}
	}
	q.root = r.bound() + q.factor[0][0]*q.factor[0][0]
	return q
}

// term returns the term (Σ_{j≤k} T_kj x_j)² of the vertex d, given the sides of the vertices up to d; 0 for fixed vertices.
func (q *quadratic) term(d int, side *[MaxVertices]int8) float64 {
	if d < q.fixed {
		return 0
	}
	row := q.factor[d-q.fixed+1]
	sum := row[0]
	for j, t := range row[1:] {
		if side[q.fixed+j] == 0 {
			sum += t
		} else {
			sum -= t
		}
	}
	return sum * sum
}
