package partition

import (
	"math"

	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/random"
	"github.com/tvcut/tvcut/core/internal/spectral"
)

// Limits of the eigensolver. More accuracy than one percent would be of no use: the exact bound is rarely within a factor of
// two of the optimum.
const (
	boundTol     = 0.01
	boundMaxIter = 3000
)

// boundRounding lowers a bound by more than the rounding errors of its last multiplications and divisions.
const boundRounding = 0x1p-50

// conclude sets LowerBound if the options ask for it, and Status, which also says if the context ended before there was a bound.
func (r *recursion) conclude(res *Result, p Problem, u *units, proved, exact bool) {
	if r.opt.LowerBound {
		res.LowerBound = r.lowerBound(p, u, res.Value, proved, exact)
	}
	res.settle(proved, r.opt.Objective)
	if r.opt.LowerBound && !res.LowerBound.Present {
		res.endedBy(r.ctx)
	}
}

// lowerBound returns Result.LowerBound for a partition of the given value: the value if it is proved to be optimal, or bound.
func (r *recursion) lowerBound(p Problem, u *units, value float64, proved, exact bool) Optional[float64] {
	if proved && r.opt.Objective == ValueObjective {
		return Some(value)
	}
	return r.bound(p, u, exact)
}

// bound returns a proved lower bound on the value of every partition into k parts,
//
//	(k−1) λ₂/(1+λ),
//
// where λ₂ is the second smallest eigenvalue of L x = λ₂ D_m x. For two parts and λ = 1 it is C ≥ λ₂/2, the easy half of
// Cheeger's inequality: λ₂ is at most cut(S, Sᶜ) M/(m(S) m(Sᶜ)), the Rayleigh quotient of the centred indicator of S, and
// m(S) m(Sᶜ) ≥ M min(λ m(S), m(Sᶜ))/(1+λ). For k parts the same inequality holds for each part with λ = k−1.
//
// The bound is 0 with fixed vertices, for one part, and if the graph is not connected. It is absent if λ₂ cannot be bounded
// within the limits of spectral.LowerBound or before the context ends, and if the weights or masses span more magnitudes
// than the safe range, so that the weights of the search are not exactly those of the input.
func (r *recursion) bound(p Problem, u *units, exact bool) Optional[float64] {
	if r.opt.NClusters == 1 || r.count > 1 || p.Fixed != nil {
		return Some(0.0)
	}
	if !exact || r.ctx.Err() != nil {
		return Optional[float64]{}
	}
	rows := parallel.NewRows(r.graph.Indptr, r.opt.NumThreads())
	defer rows.Close()
	f := spectral.NewFiedler(r.graph, r.mass, rows, random.New(r.opt.Seed, random.Bound, 0, 0))
	f.Solve(r.ctx, boundTol, boundMaxIter)
	lambda2, ok := spectral.LowerBound(r.ctx, r.graph, r.mass, f.Estimate())
	if !ok {
		return Optional[float64]{}
	}
	bound := lambda2 * float64(r.opt.NClusters-1) / (1 + r.opt.Asymmetry) * (1 - boundRounding)
	return Some(math.Ldexp(bound, u.exp-u.massExp))
}
