package mincut

import (
	"context"

	"github.com/tvcut/tvcut/core/cut"
)

// leastGain is the share of C by which a step must lower it: rounding alone is no improvement.
const leastGain = 1e-12

// Improve lowers C(S) = cut(S, Sᶜ)/min(λ m(S), m(Sᶜ)) of S = {low} until no set lowers the energy linearised at
// its indicator, and returns C. One step is
//
//	v ∈ ∂B(f),  f = 1 on Sᶜ and 0 on S;   T = argmin_T TV(1_T) − C(S) ⟨v, 1_T⟩,   Sᶜ ← T.
//
// B is convex, so B(1_T) ≥ ⟨v, 1_T⟩, and C falls wherever the minimum lies below 0, its value at Sᶜ itself. With
// λ = 1 it is "Improve" of R. Andersen and K. Lang, "An algorithm for improving graph partitions", SODA 2008, which
// for subsets of S alone is MQI of K. Lang and S. Rao, IPCO 2004. The steps are those of Dinkelbach's method, and few. When
// ctx ends, low is the best so far.
func Improve(ctx context.Context, e *cut.Energy, low []bool) float64 {
	value := e.Value(low)
	if !(value > 0) || len(low) < 3 {
		return value
	}
	solver := NewSolver(e.Graph)
	high, supply := make([]bool, len(low)), make([]float64, len(low))
	for {
		for i, in := range low {
			high[i] = !in
		}
		linearise(e, low, value, supply)
		if !solver.Cut(ctx, supply, high) {
			return value
		}
		for i, in := range high {
			high[i] = !in
		}
		better := e.Value(high)
		if !(better < value*(1-leastGain)) {
			return value
		}
		value = better
		copy(low, high)
	}
}

// linearise writes b_i = C m_i v_i for the v of S = {low}: with λ m(S) < m(Sᶜ) the median is that of Sᶜ and v = −λ on S,
// otherwise it is that of S and v = 1 on Sᶜ; on the other side v is what makes Σ m_i v_i = 0.
func linearise(e *cut.Energy, low []bool, value float64, b []float64) {
	inside := 0.0
	for i, in := range low {
		if in {
			inside += e.Mass[i]
		}
	}
	outside := e.Total - inside
	onLow, onHigh := -outside/inside, 1.0
	if e.Lambda*inside < outside {
		onLow, onHigh = -e.Lambda, e.Lambda*inside/outside
	}
	for i, in := range low {
		v := onHigh
		if in {
			v = onLow
		}
		b[i] = value * e.Mass[i] * v // C m v
	}
}
