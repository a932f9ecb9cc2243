package partition

import (
	"context"
	"math"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/random"
	"github.com/tvcut/tvcut/core/internal/spectral"
)

// How far λ₂ is followed: a bound within a percent of its best is as good as that best, which is seldom within
// a factor of two of the optimum.
const (
	boundTol     = 0.01
	boundMaxIter = 3000
)

// lowerBound returns a lower bound of the value of every partition of g into k parts, from the second smallest
// eigenvalue λ₂ of L x = λ₂ D_m x: (k−1) λ₂/(1+λ). For two parts and λ = 1 it is the easy half of Cheeger's
// inequality, C ≥ λ₂/2: cut(S) M/(m(S) m(Sᶜ)) ≥ λ₂ is the Rayleigh quotient of the indicator of S, and m(S) m(Sᶜ)
// ≥ M min(λ m(S), m(Sᶜ))/(1+λ); for k parts the same holds for each with λ = k−1. It is 0 where λ₂ was not
// found in time.
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
