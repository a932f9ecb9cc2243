package rof

import (
	"math"

	"github.com/tvcut/tvcut/core/graph"
)

// Primal returns P(u) = TV(u) + (μ/2) Σ m_i (u_i − g_i)².
func (p *Problem) Primal(u []float64) float64 {
	return TV(p.Graph, u) + p.Fit(u)
}

// Gap returns the primal–dual gap P(u) − D(p) ≥ 0. It bounds the error of u:
// (μ/2) Σ m_i (u_i − u*_i)² ≤ gap, u* the solution.
func (p *Problem) Gap(u, divergence []float64) float64 {
	return p.Primal(u) - p.Dual(divergence)
}

// Divergence returns Kᵀp, (Kᵀp)_i = Σ_j p_ij, where (Ku)_ij = u_i − u_j on every edge.
func Divergence(g *graph.CSR, p []float64) []float64 {
	d := make([]float64, g.N())
	for i := range d {
		for _, pij := range p[g.Indptr[i]:g.Indptr[i+1]] {
			d[i] += pij
		}
	}
	return d
}

// TV returns Σ_{i<j} w_ij |u_i − u_j|, each undirected edge once.
func TV(g *graph.CSR, u []float64) float64 {
	tv := 0.0
	for i := range g.N() {
		idx, w := g.Row(i)
		for k, j := range idx {
			if int(j) > i {
				tv += w[k] * math.Abs(u[i]-u[j])
			}
		}
	}
	return tv
}
