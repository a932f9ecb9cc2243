package rof

import (
	"math"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/par"
)

// ChambollePock is the primal–dual algorithm of Chambolle and Pock, "A first-order primal-dual
// algorithm for convex problems with applications to imaging", J. Math. Imaging Vision 40 (2011),
// Algorithm 1 with over-relaxation 1, with the diagonal step sizes of Pock and Chambolle, "Diagonal
// preconditioning for first order primal-dual algorithms in convex optimization", ICCV 2011 (α = 1), which
// need no operator norm.
//
// Each edge is stored on both of its half-edges with p_ij = −p_ji. One iteration is then one pass over
// the rows that writes only its own rows, so it gives the same bits on any number of threads.
type ChambollePock struct {
	graph *graph.CSR
	rows  *par.Rows
	mass  []float64 // m_i
	deg   []float64 // deg_i = Σ_j w_ij
	sigma float64   // σ_ij = sigma/w_ij for K scaled by w; here σ w² = sigma·w_ij
	inv   []float64 // 1/τ_i; not τ_i, which overflows for very light vertices
	muG   []float64 // μ m_i g_i
	mu    float64

	x    []float64 // u, the primal iterate
	bar  []float64 // x̄ = 2x − x_prev
	next []float64 // the x̄ being written
	dual []float64 // p, on half-edges

	iterate par.Body // the method values, bound once so that an iteration allocates nothing
	change  par.Body
}

// NewChambollePock returns a solver for problems on g with measure mass. It holds five vectors of
// length n and one of length nnz; the dual variable starts at 0. rows are the row blocks of g.
func NewChambollePock(g *graph.CSR, mass []float64, rows *par.Rows) *ChambollePock {
	n := g.N()
	c := &ChambollePock{
		graph: g, rows: rows, mass: mass, deg: g.Degrees(),
		inv: make([]float64, n), muG: make([]float64, n),
		x: make([]float64, n), bar: make([]float64, n), next: make([]float64, n),
		dual: make([]float64, g.NNZ()),
	}
	c.iterate = c.iterateRows
	c.change = c.changeRows
	c.SetStepRatio(1)
	return c
}

// SetStepRatio rescales the steps to σ·s and τ/s, s > 0. Any s converges; a large one favours the dual.
func (c *ChambollePock) SetStepRatio(s float64) {
	c.sigma = s / 2 // σ_ij = s/(2 w_ij): row ij of K has Σ |K| = 2 w_ij
	for i, d := range c.deg {
		c.inv[i] = s * d // τ_i = 1/(s deg_i): column i of K has Σ |K| = deg_i
	}
}

// Start implements Method.
func (c *ChambollePock) Start(p *Problem, u0 []float64) {
	c.mu = p.Mu
	for i, g := range p.Target {
		c.muG[i] = p.Mu * c.mass[i] * g
	}
	copy(c.x, u0)
	copy(c.bar, u0)
}

// Step implements Method.
func (c *ChambollePock) Step() {
	c.rows.Sum(c.iterate)
	c.bar, c.next = c.next, c.bar
}

func (c *ChambollePock) iterateRows(lo, hi int) par.Sums {
	indptr, indices, weights := c.graph.Indptr, c.graph.Indices, c.graph.Data
	bar, x, dual, sigma := c.bar, c.x, c.dual, c.sigma
	for i := lo; i < hi; i++ {
		a, b := indptr[i], indptr[i+1]
		idx, w, p := indices[a:b], weights[a:b], dual[a:b]
		w, p = w[:len(idx)], p[:len(idx)]
		bi, div := bar[i], 0.0
		for k, j := range idx {
			wij := w[k]
			q := p[k] + sigma*wij*(bi-bar[j]) // p_ij + σ w_ij² (x̄_i − x̄_j)
			q = max(min(q, wij), -wij)        // clip to [−w_ij, w_ij]
			p[k] = q
			div += q
		}
		// (x − τ(Kᵀp − μ m g))/(1 + τ μ m), times 1/τ above and below: u_i = g_i where no edge holds i
		xi := (c.inv[i]*x[i] - div + c.muG[i]) / (c.inv[i] + c.mu*c.mass[i])
		c.next[i] = 2*xi - x[i] // x̄ = 2x − x_prev
		x[i] = xi
	}
	return par.Sums{}
}

// Primal implements Method.
func (c *ChambollePock) Primal() []float64 { return c.x }

// Dual implements Method.
func (c *ChambollePock) Dual() []float64 { return c.dual }

// Change implements Method: x̄ = 2x − x_prev, hence x − x_prev = x̄ − x.
func (c *ChambollePock) Change() float64 { return math.Sqrt(c.rows.Sum(c.change)[0]) }

func (c *ChambollePock) changeRows(lo, hi int) par.Sums {
	var s par.Sums
	for i := lo; i < hi; i++ {
		d := c.bar[i] - c.x[i]
		s[0] += c.mass[i] * d * d
	}
	return s
}
