package partition

import (
	"context"
	"math"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/random"
	"github.com/tvcut/tvcut/core/internal/spectral"
)

// Limits of the eigensolver. More accuracy than one percent would not pay: the exact bound is rarely within a factor of
// two of the optimum.
const (
	boundTol     = 0.01
	boundMaxIter = 3000
)

// lowerBound returns a lower bound of the value of every partition of g into k parts,
//
//	(k−1) λ₂/(1+λ),
//
// where λ₂ is the second smallest eigenvalue of L x = λ₂ D_m x. For two parts and λ = 1 it is C ≥ λ₂/2, the easy half of
// Cheeger's inequality: λ₂ is at most cut(S, Sᶜ) M/(m(S) m(Sᶜ)), the Rayleigh quotient of the centred indicator of S, and
// m(S) m(Sᶜ) ≥ M min(λ m(S), m(Sᶜ))/(1+λ). For k parts the same inequality holds for each part with λ = k−1. lowerBound
// returns 0 if λ₂ was not found within the limits.
func lowerBound(ctx context.Context, g *graph.CSR, mass []float64, opt Options) float64 {
	rows := parallel.NewRows(g.Indptr, opt.threads())
	defer rows.Close()
	f := spectral.NewFiedler(g, mass, rows, random.New(opt.Seed, random.Bound, 0, 0))
	f.Solve(ctx, boundTol, boundMaxIter)
	bound := f.Bound() * float64(opt.NClusters-1) / (1 + opt.Asymmetry)
	if math.IsNaN(bound) {
		return 0
	}
	return bound
}
