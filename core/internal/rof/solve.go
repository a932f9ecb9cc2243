package rof

import "context"

// Method is an iterative solver for ROF problems on one graph: a state and a step, which Solve drives. This package has
// three: ChambollePock, FISTA and SplitBregman.
type Method interface {
	// Start begins a problem at u = u0. The method keeps its dual variable from the previous problem: the warm start.
	Start(p *Problem, u0 []float64)
	// Steps makes n iterations u_{i−1} → u_i.
	Steps(n int)
	// Primal writes the iterate u_i to u.
	Primal(u []float64)
	// Dual returns the dual variable p on half-edges: p_ij = −p_ji, |p_ij| ≤ w_ij.
	Dual() []float64
	// Divergence writes (Kᵀp)_i = Σ_j p_ij to d. The duality gap follows from it at the cost of one step.
	Divergence(d []float64)
	// Change returns ‖u_i − u_{i−1}‖ in the norm ‖a‖² = Σ m_i a_i².
	Change() float64
}

// Stop reports after step i whether the iterate is good enough. If it is not, due > i is the step after which Solve calls
// it again. It may call any method of m except Start and Steps.
type Stop func(i int, m Method) (done bool, due int)

// checkEvery is the number of half-edges that Solve processes between two checks of ctx: about a hundredth of a second.
const checkEvery = 1 << 24

// Status says why Solve ended.
type Status int

// The ways Solve ends.
const (
	Stopped   Status = iota + 1 // stop returned true
	Capped                      // maxIter iterations were made
	Cancelled                   // the context ended
)

// String implements fmt.Stringer.
func (s Status) String() string {
	switch s {
	case Stopped:
		return "stopped"
	case Capped:
		return "capped"
	case Cancelled:
		return "cancelled"
	}
	return "unknown"
}

// Solve starts m at u0 and makes steps until stop returns true, maxIter iterations are made, or ctx ends. It calls stop
// after the first step and then when stop asked for it. It returns the number of iterations and why it ended; m.Primal
// gives the iterate.
func Solve(ctx context.Context, m Method, p *Problem, u0 []float64, maxIter int, stop Stop) (int, Status) {
	m.Start(p, u0)
	most := max(1, checkEvery/max(1, p.Graph.NNZ()))
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
