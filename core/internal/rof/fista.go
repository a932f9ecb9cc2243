package rof

import (
	"math"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/parallel"
)

// FISTA is the accelerated projected gradient method on the dual problem, which is to
//
//	minimise (μ/2) Σ_i m_i u_i(p)²  over  p_ij = −p_ji, |p_ij| ≤ w_ij,    u(p) = g − Kᵀp/(μ m).
//
// Its iteration is
//
//	p_ij ← clip(y_ij + s_ij (u_i(y) − u_j(y)), −w_ij, w_ij)
//	t_next = (1 + √(1 + 4t²))/2,  β = (t − 1)/t_next
//	y = p + β (p − p_prev)
//
// from A. Beck and M. Teboulle, "A fast iterative shrinkage-thresholding algorithm for linear inverse problems", SIAM
// J. Imaging Sci. 2 (2009), applied to the dual as in their "Fast gradient-based algorithms for constrained total
// variation image denoising and deblurring problems", IEEE Trans. Image Process. 18 (2009). Where D(p) falls, t returns
// to 1: the function scheme of B. O'Donoghue and E. Candès, "Adaptive restart for accelerated gradient schemes", Found.
// Comput. Math. 15 (2015).
//
// The steps are diagonal, s_ij = μ w_ij/(deg_i/m_i + deg_j/m_j). They majorise the Hessian K (μM)⁻¹ Kᵀ of −D: by the
// inequality of Cauchy and Schwarz (Σ_j p_ij)² ≤ deg_i Σ_j p_ij²/w_ij, and therefore
//
//	Σ_i (Kᵀp)_i²/(μ m_i)  ≤  Σ_{i<j} (p_ij²/w_ij) (deg_i/(μ m_i) + deg_j/(μ m_j))  =  Σ_{i<j} p_ij²/s_ij.
type FISTA struct {
	graph *graph.CSR
	rows  *parallel.Rows
	mass  []float64

	step    []float64 // s/μ on half-edges
	p, last []float64 // p and p_prev on half-edges
	div     []float64 // Kᵀp
	u, prev []float64 // u(p) and u(p_prev)
	bar     []float64 // u(y)
	target  []float64 // g
	inv     []float64 // 1/(μ m)
	mu      float64   // μ
	t, beta float64
	change  float64 // ‖u_i − u_{i−1}‖²

	gradient, momentum parallel.Body // bound once so that a step allocates nothing
}

var _ Method = (*FISTA)(nil)

// NewFISTA returns a solver for problems on g with measure mass. The dual variable starts at 0. rows are the row
// blocks of g.
func NewFISTA(g *graph.CSR, mass []float64, rows *parallel.Rows) *FISTA {
	f := &FISTA{graph: g, rows: rows, mass: mass, mu: 1, t: 1}
	for _, v := range []*[]float64{&f.step, &f.p, &f.last} {
		*v = make([]float64, g.NNZ())
	}
	for _, v := range []*[]float64{&f.div, &f.u, &f.prev, &f.bar, &f.inv} {
		*v = make([]float64, g.N())
	}
	ratio := f.bar // deg/m
	for i := range ratio {
		ratio[i] = g.Degree(i) / mass[i]
	}
	for i := range ratio {
		idx, w := g.Row(i)
		step := f.step[g.Indptr[i]:g.Indptr[i+1]]
		for k, j := range idx {
			if w[k] > 0 {
				step[k] = w[k] / (ratio[i] + ratio[j]) // s_ij/μ = w_ij/(deg_i/m_i + deg_j/m_j)
			}
		}
	}
	f.gradient, f.momentum = f.gradientRows, f.momentumRows
	return f
}

// Start implements Method. The first iterate is u(p) for the p that the problem before ended at, which is feasible for
// every g and μ; u0 is not used. The momentum is dropped.
func (f *FISTA) Start(p *Problem, _ []float64) {
	f.target, f.mu = p.Target, p.Mu
	for i, d := range f.div {
		f.inv[i] = min(1/(p.Mu*f.mass[i]), math.MaxFloat64)
		f.u[i] = f.primal(i, d)
	}
	copy(f.last, f.p)
	copy(f.prev, f.u)
	copy(f.bar, f.u)
	f.t, f.beta, f.change = 1, 0, 0
}

// Steps implements Method.
func (f *FISTA) Steps(n int) {
	for range n {
		s := f.rows.Sum(f.gradient)
		f.p, f.last = f.last, f.p
		f.u, f.prev = f.prev, f.u
		f.change = s[1]
		if !(s[0] <= 0) { // D(p) < D(p_prev)
			f.t = 1
		}
		next := (1 + math.Sqrt(1+4*f.t*f.t)) / 2 // t_next = (1 + √(1 + 4t²))/2
		f.beta = (f.t - 1) / next                // β = (t − 1)/t_next
		f.t = next
		f.rows.Sum(f.momentum)
	}
}

// gradientRows writes the next p to last and u(p) to prev. It returns Σ m (u_new² − u²) = (D(p) − D(p_new)) 2/μ and
// Σ m (u_new − u)².
func (f *FISTA) gradientRows(lo, hi int) parallel.Sums {
	var s parallel.Sums
	mu, beta, bar := f.mu, f.beta, f.bar
	for i := lo; i < hi; i++ {
		idx, w := f.graph.Row(i)
		from, to := f.graph.Indptr[i], f.graph.Indptr[i+1]
		p, last, step := f.p[from:to], f.last[from:to], f.step[from:to]
		w, p, last, step = w[:len(idx)], p[:len(idx)], last[:len(idx)], step[:len(idx)]
		at, d := bar[i], 0.0
		for k, j := range idx {
			y := p[k] + beta*(p[k]-last[k])    // y = p + β (p − p_prev)
			q := y + step[k]*(mu*(at-bar[j]))  // y_ij + s_ij (u_i(y) − u_j(y))
			last[k] = max(min(q, w[k]), -w[k]) // clip(…, −w_ij, w_ij)
			d += last[k]
		}
		u := f.primal(i, d)
		x := u - f.u[i]
		s[0] += f.mass[i] * x * (u + f.u[i])
		s[1] += f.mass[i] * x * x
		f.prev[i], f.div[i] = u, d
	}
	return s
}

// largestPrimal bounds |u_i(p)|: with masses near the smallest float64 u(p) would overflow, and differences be NaN.
const largestPrimal = 0x1p300

// primal returns u_i(p) = g_i − d_i/(μ m_i) for d = Kᵀp.
func (f *FISTA) primal(i int, d float64) float64 {
	return max(min(f.target[i]-d*f.inv[i], largestPrimal), -largestPrimal)
}

// momentumRows writes u(y) = u(p) + β (u(p) − u(p_prev)), which holds since u is affine.
func (f *FISTA) momentumRows(lo, hi int) parallel.Sums {
	for i := lo; i < hi; i++ {
		f.bar[i] = f.u[i] + f.beta*(f.u[i]-f.prev[i])
	}
	return parallel.Sums{}
}

// Primal implements Method.
func (f *FISTA) Primal(u []float64) { copy(u, f.u) }

// Dual implements Method.
func (f *FISTA) Dual() []float64 { return slices.Clone(f.p) }

// Divergence implements Method.
func (f *FISTA) Divergence(d []float64) { copy(d, f.div) }

// Change implements Method.
func (f *FISTA) Change() float64 { return math.Sqrt(f.change) }
