package multiclass

import (
	"context"
	"math"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/mincut"
)

// Exchange lowers the energy Σ_r cut(A_r, A_rᶜ)/B(A_r), B(A) = min((k−1) m(A), m(Aᶜ)), of a partition into k parts by
// letting two parts at a time exchange vertices, until no two can gain by it, and returns the energy. Vertices with
// seeds[i] ≥ 0 stay. For the parts r and s it minimises over the new A_r
//
//	Σ_{x∈{r,s}} (1/B(A_x)) (cut(A_x, A_xᶜ) − E_x ⟨v_x, 1_{A_x}⟩),   v_x ∈ ∂B at the old A_x, E_x = cut/B,
//
// the inner problem of Flow over partitions alone, which is a minimum cut: the αβ-swap of Y. Boykov, O. Veksler and
// R. Zabih, "Fast approximate energy minimization via graph cuts", IEEE PAMI 23 (2001). What does not lower the energy
// itself is not kept. When ctx ends, labels are the best so far.
func Exchange(ctx context.Context, g *graph.CSR, mass []float64, labels, seeds []int32, k int) float64 {
	t := newTally(g, mass, g.Degrees(), seeds, k, labels)
	changed := make([]int, k) // the round of exchanges in which a part last changed
	for round := 1; ; round++ {
		for a := range k {
			for b := range a {
				if max(changed[a], changed[b]) < round-1 || ctx.Err() != nil {
					continue
				}
				for t.exchange(ctx, int32(a), int32(b)) {
					changed[a], changed[b] = round, round
				}
			}
		}
		if slices.Max(changed) < round {
			return t.energy()
		}
	}
}

// exchange makes one exchange between two parts and says whether the energy fell.
func (t *tally) exchange(ctx context.Context, a, b int32) bool {
	var vertices []int32
	for i, c := range t.labels {
		if c == a || c == b {
			vertices = append(vertices, int32(i))
		}
	}
	sub := graph.Subgraph(t.graph, vertices)
	high := make([]bool, len(vertices))
	for at, i := range vertices {
		high[at] = t.labels[i] == a
	}
	if sub.NNZ() == 0 || !mincut.NewSolver(sub).Cut(ctx, t.supply(sub, vertices, a, b), high, math.MaxInt) {
		return false
	}
	before, kept := t.energy(), make([]int32, len(vertices))
	for at, i := range vertices {
		kept[at], t.labels[i] = t.labels[i], b
		if high[at] {
			t.labels[i] = a
		}
	}
	t.sum()
	if t.energy() < before*(1-1e-12) { // rounding alone is no gain; NaN where a part is empty
		return true
	}
	for at, i := range vertices {
		t.labels[i] = kept[at]
	}
	t.sum()
	return false
}

// supply returns what each vertex of the parts a and b pulls toward a, in units of the weights between them: with
// β_x = 1/B(A_x), an edge between a and b costs w (β_a + β_b), one to a third part w β_a or w β_b, whichever of the
// two its end is in, and membership in x saves β_x E_x m_i v_x.
func (t *tally) supply(sub *graph.CSR, vertices []int32, a, b int32) []float64 {
	betaA, betaB := 1/t.balance(t.size[a]), 1/t.balance(t.size[b])
	inner, pull := sub.Degrees(), make([]float64, len(vertices))
	for at, i := range vertices {
		outer := t.deg[i] - inner[at]
		save := func(x int32, beta float64) float64 {
			return beta * (beta*t.cuts[x]*t.mass[i]*t.slope(x, t.labels[i] == x) - outer)
		}
		pull[at] = (save(a, betaA) - save(b, betaB)) / (betaA + betaB)
		if t.seeds != nil && t.seeds[i] >= 0 { // more than all its edges can outweigh
			pull[at] = 2*inner[at] + 1
			if t.labels[i] == b {
				pull[at] = -pull[at]
			}
		}
	}
	return pull
}

// slope returns v_x on part x, or outside of it: the element of ∂B(1_{A_x}) with Σ m_i v_i = 0 and
// Σ_{A_x} m_i v_i = B(A_x).
func (t *tally) slope(x int32, inside bool) float64 {
	if inside {
		return t.balance(t.size[x]) / t.size[x]
	}
	return -t.balance(t.size[x]) / (t.total - t.size[x])
}
