package spectral

import (
	"context"

	"github.com/tvcut/tvcut/core/graph"
)

// Limits of LowerBound: values of σ that are tried, and multiplications of all factorizations together.
const (
	maxTrials = 40
	maxWork   = 1 << 34
)

// stiffness is the ratio of a weight to λ₂ max(m_i, m_j) above which the weight hardly matters for λ₂.
const stiffness = 0x1p36

// LowerBound returns a proved lower bound of the second smallest eigenvalue λ₂ of L x = λ D_m x near the given estimate of λ₂,
// which may be wrong. The bound is 0, which always holds, if rounding errors allow no better. ok is false if ctx ended or if
// the proof would need more memory or time than the limits allow, as on most graphs with more than some 10⁵ vertices or
// without small separators.
//
// The proof is a triangular factorization for a number σ, whose signs count the eigenvalues below σ: see isBelow. If it
// fails for σ near the estimate, it is tried for smaller σ. If the rounding errors of very heavy edges are larger than λ₂,
// their weights are lowered first, which can only lower λ₂.
func LowerBound(ctx context.Context, g *graph.CSR, mass []float64, estimate float64) (bound float64, ok bool) {
	f := newFactor(ctx, g, mass)
	if f == nil {
		return 0, false
	}
	bound = f.search(ctx, estimate)
	if bound == 0 && estimate > 0 && ctx.Err() == nil {
		if f = newFactor(ctx, limited(g, mass, stiffness*estimate), mass); f != nil {
			bound = f.search(ctx, estimate)
		}
	}
	return bound, ctx.Err() == nil
}

// search returns the first positive bound found for decreasing σ, or 0.
func (f *factor) search(ctx context.Context, estimate float64) float64 {
	sigma := min(estimate, 2*f.largest*f.unit) // λ₂ ≤ 2 max deg_i/m_i
	if !(sigma > 0) {
		sigma = 2 * f.largest * f.unit
	}
	steps := []float64{1, 0.97, 0.93, 0.8, 0.6} // the factors from one σ to the next; then ¼
	work := 0.0
	for trial := range maxTrials {
		shrink := 0.25
		if trial < len(steps) {
			shrink = steps[trial]
		}
		sigma *= shrink
		if work += f.work; work > maxWork || ctx.Err() != nil {
			break
		}
		below, margin := f.isBelow(ctx, sigma)
		switch bound := sigma - margin; {
		case below && bound > 0.9*sigma, below && bound > 0 && trial >= len(steps):
			return bound * (1 - 4*roundoff)
		case below && trial >= len(steps): // away from an eigenvalue the margin hardly depends on σ
			return 0
		}
	}
	return 0
}

// limited returns the graph with no weight above limit·max(m_i, m_j).
func limited(g *graph.CSR, mass []float64, limit float64) *graph.CSR {
	h := &graph.CSR{Indptr: g.Indptr, Indices: g.Indices, Data: make([]float64, g.NNZ())}
	for i, m := range mass {
		for e := g.Indptr[i]; e < g.Indptr[i+1]; e++ {
			h.Data[e] = min(g.Data[e], limit*max(m, mass[g.Indices[e]]))
		}
	}
	return h
}
