package rof

import (
	"math"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/parallel"
)

// SplitBregman is the split Bregman method, which is ADMM on TV with the differences d = Ku split off and the penalties
// ρ w_ij:
//
//	u ← the solution of (μM + ρL) u = μM g + ρ Kᵀ W (d − b),   L = Kᵀ W K
//	d ← shrink(Ku + b, 1/ρ)
//	b ← b + Ku − d
//
// from T. Goldstein and S. Osher, "The split Bregman method for L1-regularized problems", SIAM J. Imaging Sci. 2
// (2009). The new b is Ku + b clipped to ±1/ρ, so that p = ρ W b is always dual feasible. d follows from p and the p
// before it, ρW(d − b) = ρWKu − (2p − p_prev), and is not stored. What is iterated is
//
//	u ← u + δ,  (μM + ρL) δ = μM (g − u) − Kᵀ(2p − p_prev)
//	p_ij ← clip(p_ij + ρ w_ij (u_i − u_j), −w_ij, w_ij).
//
// δ is approximated by a few steps of the conjugate gradient method from δ = 0, preconditioned by the diagonal of μM + ρL.
type SplitBregman struct {
	graph *graph.CSR
	rows  *parallel.Rows
	mass  []float64
	deg   []float64

	b         []float64 // p_ij/w_ij on half-edges, ρ times the b_ij of the paper
	div       []float64 // Kᵀp
	u, prev   []float64 // u_i and u_{i−1}
	target    []float64 // g
	diag      []float64 // the diagonal of μM + ρL
	mu, rho   float64
	change    float64 // ‖u_i − u_{i−1}‖²
	conjugate conjugate

	shrink, scale parallel.Body // bound once so that a step allocates nothing
}

var _ Method = (*SplitBregman)(nil)

// NewSplitBregman returns a solver for problems on g with measure mass. The dual variable starts at 0. rows are the row
// blocks of g.
func NewSplitBregman(g *graph.CSR, mass []float64, rows *parallel.Rows) *SplitBregman {
	s := &SplitBregman{graph: g, rows: rows, mass: mass, deg: g.Degrees(), b: make([]float64, g.NNZ())}
	for _, v := range []*[]float64{&s.div, &s.u, &s.prev, &s.diag} {
		*v = make([]float64, g.N())
	}
	s.conjugate.init(s)
	s.shrink, s.scale = s.shrinkRows, s.scaleRows
	return s
}

// Start implements Method. It keeps p and sets ρ from u0.
func (s *SplitBregman) Start(p *Problem, u0 []float64) {
	s.target, s.mu, s.change = p.Target, p.Mu, 0
	for i, d := range s.deg {
		s.u[i] = u0[i]
		if d == 0 {
			s.u[i] = p.Target[i] // no edge holds i
		}
	}
	s.rho = s.penalty(s.u, s.target)
	copy(s.prev, s.u)
	c := &s.conjugate
	c.rz = 0
	for i, d := range s.deg {
		s.diag[i] = s.mu*s.mass[i] + s.rho*d
		if s.diag[i] == 0 { // both have underflowed
			s.diag[i] = 1
		}
		c.rz += c.begin(i, s.mu*s.mass[i]*(s.target[i]-s.u[i])-s.div[i]) // p_prev = p
	}
}

// penalty returns the ρ at which the shrinkage threshold 1/ρ is the root mean square of the differences that the method
// starts from,
//
//	ρ² = Σ_{i<j} w_ij / Σ_{i<j} w_ij (u_i − u_j)²,
//
// so that p_ij takes about one step to cross its range. u is the first of the candidates that is not constant. From one
// problem to the next ρ changes by a factor of two at most, as in the residual balancing of S. Boyd et al.,
// "Distributed optimization and statistical learning via the alternating direction method of multipliers", Found. Trends
// Mach. Learn. 3 (2011), Section 3.4.1: where u0 is constant but for rounding, its differences have no scale.
func (s *SplitBregman) penalty(candidates ...[]float64) float64 {
	for _, u := range candidates {
		copy(s.prev, u)
		t := s.rows.Sum(s.scale)
		rho := math.Sqrt(t[0] / t[1])
		switch {
		case !(t[1] > 0) || math.IsInf(rho, 1):
			continue
		case s.rho == 0:
			return rho
		}
		return max(min(rho, 2*s.rho), s.rho/2)
	}
	if s.rho == 0 {
		return 1 // u = g is the solution
	}
	return s.rho
}

// scaleRows returns Σ w_ij and Σ w_ij (u_i − u_j)² for the u in prev.
func (s *SplitBregman) scaleRows(lo, hi int) parallel.Sums {
	var t parallel.Sums
	for i := lo; i < hi; i++ {
		idx, w := s.graph.Row(i)
		w = w[:len(idx)]
		at, row := s.prev[i], 0.0
		for k, j := range idx {
			x := at - s.prev[j]
			row += w[k] * x * x
		}
		t[0] += s.deg[i]
		t[1] += row
	}
	return t
}

// Steps implements Method.
func (s *SplitBregman) Steps(n int) {
	for range n {
		s.conjugate.solve()
		t := s.rows.Sum(s.shrink)
		s.conjugate.rz, s.change = t[0], t[1]
	}
}

// shrinkRows moves p and begins the next linear system. It returns Σ r z of it, and ‖u_i − u_{i−1}‖².
func (s *SplitBregman) shrinkRows(lo, hi int) parallel.Sums {
	var t parallel.Sums
	rho, u := s.rho, s.u
	for i := lo; i < hi; i++ {
		idx, w := s.graph.Row(i)
		b := s.b[s.graph.Indptr[i]:s.graph.Indptr[i+1]]
		w, b = w[:len(idx)], b[:len(idx)]
		at, d, moved := u[i], 0.0, 0.0
		for k, j := range idx {
			q := max(min(b[k]+rho*(at-u[j]), 1), -1) // p_ij/w_ij ← clip(p_ij/w_ij + ρ (u_i − u_j), −1, 1)
			d += w[k] * q
			moved += w[k] * (q - b[k])
			b[k] = q
		}
		s.div[i] = d
		t[0] += s.conjugate.begin(i, s.mu*s.mass[i]*(s.target[i]-at)-(d+moved)) // r = μM (g − u) − Kᵀ(2p − p_prev)
		x := at - s.prev[i]
		t[1] += s.mass[i] * x * x
		s.prev[i] = at
	}
	return t
}

// Primal implements Method.
func (s *SplitBregman) Primal(u []float64) { copy(u, s.u) }

// Dual implements Method.
func (s *SplitBregman) Dual() []float64 {
	p := make([]float64, len(s.b))
	for k, w := range s.graph.Data {
		p[k] = w * s.b[k]
	}
	return p
}

// Divergence implements Method.
func (s *SplitBregman) Divergence(d []float64) { copy(d, s.div) }

// Change implements Method.
func (s *SplitBregman) Change() float64 { return math.Sqrt(s.change) }
