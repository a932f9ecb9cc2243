package rof

import "context"

// Method is an iterative solver for ROF problems on one graph. It is a state and a step; Solve drives
// it. ChambollePock, FISTA and SplitBregman are those of this package.
type Method interface {
	// Start begins a problem at u = u0. What the method kept from the problem before, such as its
	// dual variable, is its warm start.
	Start(p *Problem, u0 []float64)
	// Steps makes n iterations u_{i−1} → u_i.
	Steps(n int)
	// Primal writes the iterate u_i to u.
	Primal(u []float64)
	// Dual returns the dual variable p on half-edges: p_ij = −p_ji, |p_ij| ≤ w_ij.
	Dual() []float64
	// Divergence writes Σ_j p_ij of every vertex for that p to d, from which the duality gap is had at the cost
	// of a step.
	Divergence(d []float64)
	// Change returns ‖u_i − u_{i−1}‖ in the norm ‖a‖² = Σ m_i a_i².
	Change() float64
}

// Stop says after step i whether the iterate is good enough, and if it is not, after which step it wants to be asked
// again, at least i + 1. It may read anything of the method.
type Stop func(i int, m Method) (done bool, due int)

// atOnce is the number of half-edges that may be gone through before ctx is looked at: some hundredth of a second.
const atOnce = 1 << 24

// Status says why Solve ended.
type Status int

// The ways Solve ends.
const (
	Stopped   Status = iota + 1 // stop said so
	Capped                      // maxIter iterations were made
	Cancelled                   // the context was done
)

// Solve starts m at u0 and steps until stop says the iterate is good enough, maxIter iterations are made, or ctx is
// done. stop is asked after the first step. Solve returns the number of iterations made and why it ended. The
// iterate is m.Primal().
func Solve(ctx context.Context, m Method, p *Problem, u0 []float64, maxIter int, stop Stop) (int, Status) {
	m.Start(p, u0)
	most := max(1, atOnce/max(1, p.Graph.NNZ()))
	for i, due := 0, 1; i < maxIter; {
		if ctx.Err() != nil {
			return i, Cancelled
		}
		n := min(due-i, maxIter-i, most)
		m.Steps(n)
		if i += n; i < due {
			continue
		}
		done := false
		if done, due = stop(i, m); done {
			return i, Stopped
		}
		due = max(due, i+1)
	}
	return maxIter, Capped
}
