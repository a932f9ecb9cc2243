// Package descent lowers the balanced-cut energy E of a graph by total-variation descent: the outer loop of Bresson,
// Laurent, Uminsky and von Brecht, "An Adaptive Total Variation Algorithm for Computing the Balanced Cut of a Graph"
// ("the paper"), with the stopping rules of its three algorithms for the inner solve. It also contains the multiclass
// descent, which lowers the energy of k parts at once.
package descent

import (
	"context"
	"math"

	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/rof"
)

// Options are the parameters of a descent. Every field must be set; package partition has the defaults.
type Options struct {
	Rule             // stopping rule of the inner solve
	Tol      float64 // TOL ≥ 0: the descent has converged when an outer step lowers E by at most Tol·E
	MaxOuter int     // maximum number of outer steps
	MaxInner int     // maximum number of inner steps in an outer step
	Patience int     // outer steps without a better level set after which f jumps to the best one; 0: it never jumps
	Scale    float64 // s > 0: iterates are normalised to ‖f‖ = s·√M
}

// gapEvery is the number of inner steps between two computations of the duality gap at u = f. The gap costs as much as one
// or two inner steps, about 2% of the time.
const gapEvery = 100

// Descent is the outer loop from one start: a state f and a step f → f⁺. Its energy E(f) never rises.
type Descent struct {
	energy  *objective.Energy
	solver  rof.Method
	sweeper *objective.Sweeper
	opt     Options

	f, g         []float64             // the iterate, and f + v
	v            objective.Subgradient // of B at f
	next         []float64             // iterate or divergence of the current inner solve, and then f⁺
	e, tv        float64               // E(f), TV(f)
	problem      rof.Problem           // the current inner problem
	primal       float64               // P(f), the ROF objective at u = f
	tests        Schedule              // inner steps at which an adaptive rule is tested
	critical     bool                  // whether the current inner solve has shown that f is critical
	side         []bool                // candidate for Best
	stalled      int                   // outer steps since the best level set last improved
	adaptiveSums parallel.Body         // adaptiveRows; stored so that a test does not allocate

	Trace  []float64 // E(f⁰), E(f¹), …, strictly decreasing: one entry for the start, each step and each jump that lowered E
	NInner int       // number of inner steps so far
	Best   []bool    // the level set S = {f ≤ c} with the smallest C found so far
	Value  float64   // C(Best)
}

// NewDescent returns a descent of the energy e whose inner problems are solved by solver. Start must be called next; it
// may be called again for another start.
func NewDescent(e *objective.Energy, solver rof.Method, opt Options) *Descent {
	n := e.Graph.N()
	d := &Descent{
		energy: e, solver: solver, sweeper: objective.NewSweeper(e), opt: opt,
		f: make([]float64, n), g: make([]float64, n), next: make([]float64, n),
		Best: make([]bool, n), side: make([]bool, n),
	}
	d.adaptiveSums = d.adaptiveRows
	return d
}

// Start sets f⁰ = f0, centred and normalised. f0 has n entries, must not be constant and is not modified.
func (d *Descent) Start(f0 []float64) {
	d.Value, d.stalled = math.Inf(1), 0
	d.Trace, d.NInner = nil, 0
	largest := 0.0
	for _, x := range f0 {
		largest = max(largest, math.Abs(x))
	}
	for i, x := range f0 {
		d.next[i] = x / largest // E is scale-invariant; squares of very large values would overflow
	}
	d.sweep(d.next)
	d.energy.Center(d.next, d.opt.Scale)
	d.e = math.Inf(1)
	d.moveTo(d.next)
}

// F returns the current iterate f. The slice is valid until the next step.
func (d *Descent) F() []float64 { return d.f }

// Energy returns E(f) of the current iterate.
func (d *Descent) Energy() float64 { return d.e }

// Explore makes outer steps until the descent ends, or until Patience steps have not improved the best level set, and
// returns the reason. observe, if not nil, is called after every step.
func (d *Descent) Explore(ctx context.Context, observe func()) Status {
	for {
		if len(d.Trace) > d.opt.MaxOuter {
			return MaxOuter
		}
		status := d.Step(ctx)
		if observe != nil {
			observe()
		}
		if status != Running {
			return status
		}
		if d.opt.Patience > 0 && d.stalled >= d.opt.Patience {
			return Stalled
		}
	}
}

// Follow continues a descent that Explore ended with the given status. While the best level set S has C(S) < E(f), it
// replaces f by the indicator of Sᶜ, which lowers E, and calls Explore again. It returns the status of the last Explore,
// or Converged instead of Stalled. Follow does nothing for Patience = 0 and after Cancelled or MaxOuter.
func (d *Descent) Follow(ctx context.Context, status Status, observe func()) Status {
	for d.opt.Patience > 0 && status != Cancelled && status != MaxOuter {
		if len(d.Trace) > d.opt.MaxOuter {
			return MaxOuter
		}
		if !d.jump() {
			break
		}
		status = d.Explore(ctx, observe)
	}
	if status == Stalled { // no jump lowers E: up to rounding, f is the indicator of its best level set
		return Converged
	}
	return status
}

// jump replaces f by the indicator of the complement of Best if that lowers E, and reports whether it does.
func (d *Descent) jump() bool {
	objective.Indicate(d.Best, d.next)
	d.energy.Center(d.next, d.opt.Scale)
	d.stalled = 0
	return d.moveTo(d.next)
}

// moveTo makes u the iterate if E(u) < E(f), and reports whether it did. u must be centred. No other code changes f, so E
// never rises.
func (d *Descent) moveTo(u []float64) bool {
	tv := d.energy.TV(u)
	e := tv / d.energy.Balance(u, 0)
	if !(e < d.e) { // true also if u is constant, where E is NaN
		return false
	}
	copy(d.f, u)
	d.e, d.tv = e, tv
	d.Trace = append(d.Trace, e)
	return true
}

// Step makes one outer step f → f⁺ (Algorithms 1 to 3 of the paper). It returns Running if E fell by more than Tol·E. If the
// step does not lower E, f is unchanged and Step returns NoDescent.
func (d *Descent) Step(ctx context.Context) Status {
	d.v = d.energy.Subgradient(d.f)
	for i, fi := range d.f {
		d.g[i] = fi + d.v.At(fi) // g = f + v, v ∈ ∂B(f), Σ m_i v_i = 0
	}
	d.problem = rof.Problem{Graph: d.energy.Graph, Mass: d.energy.Mass, Target: d.g, Mu: d.e}
	d.primal, d.critical = d.tv+d.problem.Fit(d.f), false // P(f) = TV(f) + (E(f)/2) ‖f − g‖²
	d.tests = Schedule{Due: 1}
	n, status := rof.Solve(ctx, d.solver, &d.problem, d.f, d.opt.MaxInner, d.stop) // h ≈ argmin TV(u) + E(f)/2 ‖u − g‖²
	d.NInner += n
	switch {
	case status == rof.Cancelled:
		return Cancelled
	case d.critical:
		return Critical
	}
	before := d.e
	d.solver.Primal(d.next)
	d.sweep(d.next)
	d.energy.Center(d.next, d.opt.Scale) // f⁺ = (h − med h)/‖h − med h‖ · s√M
	if !d.moveTo(d.next) {
		return NoDescent
	}
	if before-d.e <= d.opt.Tol*before {
		return Converged
	}
	return Running
}

// stop is the rof.Stop of the inner solves: it ends a solve by the stopping rule, or because a duality gap at u = f of at most
// Tol·TV(f) shows that f is critical up to this tolerance.
func (d *Descent) stop(i int, m rof.Method) (done bool, due int) {
	if i%gapEvery == 0 {
		m.Divergence(d.next)
		if d.critical = d.primal-d.problem.Dual(d.next) <= d.opt.Tol*d.tv; d.critical {
			return true, 0
		}
	}
	if d.opt.Method == Fixed {
		return d.smallChange(m), i + 1
	}
	if i == d.tests.Due {
		shortfall := d.adaptive
		if d.opt.Method == AdaptiveMedian {
			shortfall = d.adaptiveMedian
		}
		done = d.tests.Passed(i, shortfall(m))
	}
	return done, min(d.tests.Due, (i/gapEvery+1)*gapEvery)
}

// sweep makes the best level set of u the new Best if its C is smaller. The sweeper's C has rounding errors, so Value is
// computed from all edges.
func (d *Descent) sweep(u []float64) {
	d.stalled++
	value, c := d.sweeper.Best(u)
	if !objective.Lowers(value, d.Value) {
		return
	}
	for i, ui := range u {
		d.side[i] = ui <= c
	}
	if value = d.energy.Value(d.side); objective.Lowers(value, d.Value) {
		d.Best, d.side = d.side, d.Best
		d.Value, d.stalled = value, 0
	}
}
