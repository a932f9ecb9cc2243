package rof

import "context"

// Method is an iterative solver for ROF problems on one graph. It is a state and a step; Solve drives
// it. A new solver (FISTA, ADMM, Uzawa) is one file with a type that implements Method.
type Method interface {
	// Start begins a problem at u = u0. What the method kept from the problem before, such as its
	// dual variable, is its warm start.
	Start(p *Problem, u0 []float64)
	// Step makes one iteration u_{i−1} → u_i.
	Step()
	// Primal returns the iterate u_i, valid until the next Step.
	Primal() []float64
	// Dual returns the dual variable p on half-edges: p_ij = −p_ji, |p_ij| ≤ w_ij.
	Dual() []float64
	// Divergence returns Σ_j p_ij of every vertex for that p, from which the duality gap is had at the cost
	// of a step, valid until the next Step.
	Divergence() []float64
	// Change returns ‖u_i − u_{i−1}‖ in the norm ‖a‖² = Σ m_i a_i².
	Change() float64
}

// Stop says after a step whether the iterate is good enough. It may read anything of the method.
type Stop func(m Method) bool

// Status says why Solve ended.
type Status int

// The ways Solve ends.
const (
	Stopped   Status = iota + 1 // the stop predicate held
	Capped                      // maxIter iterations were made
	Cancelled                   // the context was done
)

// Solve starts m at u0 and steps until stop holds, maxIter iterations are made, or ctx is done. It
// returns the number of iterations made and why it ended. The iterate is m.Primal().
func Solve(ctx context.Context, m Method, p *Problem, u0 []float64, maxIter int, stop Stop) (int, Status) {
	m.Start(p, u0)
	for i := 1; i <= maxIter; i++ {
		if ctx.Err() != nil {
			return i - 1, Cancelled
		}
		m.Step()
		if stop(m) {
			return i, Stopped
		}
	}
	return maxIter, Capped
}
