// Package descent lowers the balanced-cut energy E of a graph by total-variation descent: the outer loop of Bresson,
// Laurent, Uminsky and von Brecht, "An Adaptive Total Variation Algorithm for Computing the Balanced Cut of a Graph"
// ("the paper"), with its three rules that end an inner solve, and the descent of k parts at once.
package descent

import (
	"context"
	"math"

	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/rof"
)

// Options are the parameters of one descent. Every field must be set: the defaults are those of
// package partition.
type Options struct {
	Rule             // what ends an inner solve
	Tol      float64 // TOL ≥ 0: converged when E falls by at most Tol·E in an outer step
	MaxOuter int     // outer steps at most
	MaxInner int     // inner steps at most in one outer step
	Patience int     // outer steps without a better level set after which f jumps to the best; 0: never
	Scale    float64 // s > 0: iterates are kept at ‖f‖ = s·√M
}

// gapEvery is how often, in inner steps, the duality gap at u = f is looked at. The gap costs about one
// inner step or two, so that it takes some 2% of the time.
const gapEvery = 100

// Descent is the outer loop from one start: a state f and a step f → f⁺. Its energy never rises.
type Descent struct {
	energy  *objective.Energy
	solver  rof.Method
	sweeper *objective.Sweeper
	opt     Options
	size    float64 // ‖f‖

	f, g         []float64             // the iterate, and f + v
	v            objective.Subgradient // of B at f
	next         []float64             // what is read of the running solve, and then f⁺
	e, tv        float64               // E(f), TV(f)
	problem      rof.Problem
	primal       float64  // P(f), the ROF objective at u = f
	tests        Schedule // which of them the adaptive rules are tested at
	critical     bool     // the running solve has shown f to be critical
	side         []bool   // a level set that may become Best
	stalled      int      // outer steps since the best level set last improved
	adaptiveSums parallel.Body

	Trace  []float64 // E(f⁰), E(f¹), …, one entry an outer step: never rises
	NInner int       // inner steps made so far
	Best   []bool    // the level set S = {f ≤ c} with the smallest C met so far
	Value  float64   // C(Best)
}

// NewDescent prepares a descent of e by the given solver. It may be started more than once.
func NewDescent(e *objective.Energy, solver rof.Method, opt Options) *Descent {
	n := e.Graph.N()
	d := &Descent{
		energy: e, solver: solver, sweeper: objective.NewSweeper(e), opt: opt,
		size: opt.Scale * math.Sqrt(e.Total),
		f:    make([]float64, n), g: make([]float64, n), next: make([]float64, n),
		Best: make([]bool, n), side: make([]bool, n),
	}
	d.adaptiveSums = d.adaptiveRows
	return d
}

// Start begins at f⁰ = f0, which must not be constant.
func (d *Descent) Start(f0 []float64) {
	d.Value, d.stalled = math.Inf(1), 0
	d.Trace, d.NInner = nil, 0
	largest := 0.0
	for _, x := range f0 {
		largest = max(largest, math.Abs(x))
	}
	for i, x := range f0 {
		d.next[i] = x / largest // E does not see the size of f, but squares of very large values overflow
	}
	d.sweep(d.next)
	d.energy.Center(d.next, d.size)
	d.e = math.Inf(1)
	d.moveTo(d.next)
}

// F returns the current iterate, valid until the next step.
func (d *Descent) F() []float64 { return d.f }

// Energy returns E(f) of the current iterate.
func (d *Descent) Energy() float64 { return d.e }

// Explore makes outer steps until the descent ends or its best level set stands still for Patience
// steps. observe, if not nil, is called after every step.
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

// Follow carries a descent that Explore left with the given status to its end: while its best level set
// S has C(S) < E(f), f jumps to the indicator of S, which lowers E, and explores from there. It ends where
// no level set beats f itself.
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
	if status == Stalled { // no jump lowers E: f is its best level set, to rounding
		return Converged
	}
	return status
}

// jump moves f to the indicator of the complement of Best if that lowers E.
func (d *Descent) jump() bool {
	objective.Indicate(d.Best, d.next)
	d.energy.Center(d.next, d.size)
	d.stalled = 0
	return d.moveTo(d.next)
}

// moveTo makes u the iterate if E(u) < E(f), and says whether it did. u must be centred. It is the only
// place where f changes, so E never rises.
func (d *Descent) moveTo(u []float64) bool {
	tv := d.energy.TV(u)
	e := tv / d.energy.Balance(u, 0)
	if !(e < d.e) { // also where u is constant and E is NaN
		return false
	}
	copy(d.f, u)
	d.e, d.tv = e, tv
	d.Trace = append(d.Trace, e)
	return true
}

// Step makes one outer step, f → f⁺ (Algorithms 1 to 3 of the paper). It returns Running if E fell by
// more than Tol·E.
func (d *Descent) Step(ctx context.Context) Status {
	d.v = d.energy.Subgradient(d.f)
	for i, fi := range d.f {
		d.g[i] = fi + d.v.At(fi) // g = f + v, v ∈ ∂B(f), Σ m_i v_i = 0
	}
	d.problem = rof.Problem{Graph: d.energy.Graph, Mass: d.energy.Mass, Target: d.g, Mu: d.e}
	d.primal, d.critical = d.tv+d.problem.Fit(d.f), false // P(f), with TV(f) at hand
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
	d.energy.Center(d.next, d.size) // f⁺ = (h − med h)/‖h − med h‖ · s√M
	if !d.moveTo(d.next) {
		return NoDescent
	}
	if before-d.e <= d.opt.Tol*before {
		return Converged
	}
	return Running
}

// stop ends an inner solve after step i: by the rule, or because f is seen to be critical.
func (d *Descent) stop(i int, m rof.Method) (done bool, due int) {
	if i%gapEvery == 0 {
		m.Divergence(d.next)
		if d.critical = d.primal-d.problem.Dual(d.next) <= d.opt.Tol*d.tv; d.critical {
			return true, 0
		}
	}
	if d.opt.Method == Fixed {
		return d.fixed(m), i + 1
	}
	if i == d.tests.Due {
		lack := d.adaptive
		if d.opt.Method == AdaptiveMedian {
			lack = d.adaptiveMedian
		}
		done = d.tests.Passed(i, lack(m))
	}
	return done, min(d.tests.Due, (i/gapEvery+1)*gapEvery)
}

// sweep keeps the best level set of u if it beats the best so far. The sweep adds and takes away weights
// as it goes and so finds C up to rounding only; Value is summed afresh.
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
