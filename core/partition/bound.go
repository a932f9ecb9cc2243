package partition

import (
	"math"
	"time"

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
func (s *prepared) conclude(res *Result, proved bool) {
	if s.opt.LowerBound {
		start := time.Now()
		res.LowerBound = s.lowerBound(res.Value, proved)
		res.Stages = append(res.Stages, boundStage(start, res.Stages))
	}
	res.settle(proved, s.opt.Objective)
	if s.opt.LowerBound && !res.LowerBound.Present {
		res.endedBy(s.ctx)
	}
}

// lowerBound returns Result.LowerBound for a partition of the given value: the value if it is proved to be optimal, or bound.
func (s *prepared) lowerBound(value float64, proved bool) Optional[float64] {
	if proved && s.opt.Objective == ValueObjective {
		return Some(value)
	}
	return s.bound()
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
func (s *prepared) bound() Optional[float64] {
	g, mass := s.search.Graph, s.search.Mass
	if s.opt.NClusters == 1 || s.search.Components > 1 || s.search.Fixed != nil {
		return Some(0.0)
	}
	if s.units.Graph != s.graph || &s.units.Mass[0] != &s.mass[0] || s.ctx.Err() != nil {
		return Optional[float64]{}
	}
	rows := parallel.NewRows(g.Indptr, s.opt.NumThreads())
	defer rows.Close()
	f := spectral.NewFiedler(g, mass, rows, random.New(s.opt.Seed, random.Bound, 0, 0))
	f.Solve(s.ctx, boundTol, boundMaxIter)
	lambda2, ok := spectral.LowerBound(s.ctx, g, mass, f.Estimate())
	if !ok {
		return Optional[float64]{}
	}
	bound := lambda2 * float64(s.opt.NClusters-1) / (1 + s.opt.Asymmetry) * (1 - boundRounding)
	return Some(math.Ldexp(bound, s.units.Exp-s.units.MassExp))
}
