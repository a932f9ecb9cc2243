// Package rof solves the Rudin–Osher–Fatemi problem on a weighted graph,
//
//	minimise over u:  TV(u) + (μ/2) Σ_i m_i (u_i − g_i)²,   TV(u) = Σ_{i<j} w_ij |u_i − u_j|,
//
// by methods that share one driver, Solve. It knows nothing of cuts.
package rof

import "github.com/tvcut/tvcut/core/graph"

// Problem is one ROF problem: the paper's eq. (5) with a vertex measure m.
// (Bresson, Laurent, Uminsky, von Brecht, "An Adaptive Total Variation Algorithm for Computing the
// Balanced Cut of a Graph"; its TV counts every edge twice.)
type Problem struct {
	Graph  *graph.CSR
	Mass   []float64 // m_i > 0, length n
	Target []float64 // g, length n
	Mu     float64   // μ > 0
}

// Fit returns the second term of P(u) = TV(u) + (μ/2) Σ m_i (u_i − g_i)².
func (p *Problem) Fit(u []float64) float64 {
	fit := 0.0
	for i, ui := range u {
		d := ui - p.Target[i]
		fit += p.Mass[i] * d * d
	}
	return p.Mu / 2 * fit
}

// Dual returns D(p) = Σ g_i d_i − d_i²/(2 μ m_i), where d = Kᵀp is the divergence of a dual variable p on
// half-edges with p_ij = −p_ji and |p_ij| ≤ w_ij. For every such p and every u, D(p) ≤ P(u).
func (p *Problem) Dual(divergence []float64) float64 {
	total := 0.0
	for i, d := range divergence {
		total += p.Target[i]*d - d*d/(2*p.Mu*p.Mass[i])
	}
	return total
}
