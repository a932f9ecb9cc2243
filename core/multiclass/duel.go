package multiclass

import (
	"context"
	"math"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/mincut"
)

// duel is two parts that exchange vertices with each other. For the parts r and s it minimises over the new A_r
//
//	Σ_{x∈{r,s}} (1/B(A_x)) (cut(A_x, A_xᶜ) − E_x ⟨v_x, 1_{A_x}⟩),   v_x ∈ ∂B at the old A_x, E_x = cut/B,
//
// the inner problem of Flow over partitions alone, which is a minimum cut: the αβ-swap of Y. Boykov, O. Veksler and
// R. Zabih, "Fast approximate energy minimization via graph cuts", IEEE PAMI 23 (2001). What does not lower the energy
// itself is not kept. What it gains depends on no third part, and it only reads the partition.
type duel struct {
	*tally
	parts    [2]int32
	vertices []int32    // of both parts, ascending
	side     []uint8    // which of the two each is in
	cuts     [2]float64 // cut(A_x, A_xᶜ) of the two
	size     [2]float64 // m(A_x)
	count    [2]int
	gained   bool
}

func (t *tally) newDuel(parts [2]int32, members [][]int32) *duel {
	d := &duel{tally: t, parts: parts, vertices: slices.Concat(members[parts[0]], members[parts[1]])}
	slices.Sort(d.vertices)
	d.side = make([]uint8, len(d.vertices))
	for at, i := range d.vertices {
		if t.labels[i] == parts[1] {
			d.side[at] = 1
		}
	}
	for s, x := range parts {
		d.cuts[s], d.size[s], d.count[s] = t.cuts[x], t.size[x], t.count[x]
	}
	return d
}

// run makes exchanges as long as they lower the energy.
func (d *duel) run(ctx context.Context) {
	sub := graph.Subgraph(d.graph, d.vertices)
	if sub.NNZ() == 0 || sub.NNZ() > math.MaxInt32 {
		return
	}
	inner, first := sub.Degrees(), make([]bool, len(d.vertices))
	solver := mincut.NewSolver(sub)
	for {
		pull := d.supply(inner)
		for at, s := range d.side {
			first[at] = s == 0
		}
		if !solver.Cut(ctx, pull, first, math.MaxInt) || !d.offer(sub, first) {
			return
		}
		d.gained = true
	}
}

// supply returns what each vertex pulls toward the first part, in units of the weights between the two: with
// β_x = 1/B(A_x), an edge between them costs w (β_r + β_s), one to a third part w β_r or w β_s, whichever of the
// two its end is in, and membership in x saves β_x E_x m_i v_x. inner are degrees among the two.
func (d *duel) supply(inner []float64) []float64 {
	beta := [2]float64{1 / d.balance(d.size[0]), 1 / d.balance(d.size[1])}
	pull := make([]float64, len(d.vertices))
	for at, i := range d.vertices {
		outer := d.deg[i] - inner[at]
		save := func(s uint8) float64 {
			return beta[s] * (beta[s]*d.cuts[s]*d.mass[i]*d.slope(d.size[s], d.side[at] == s) - outer)
		}
		pull[at] = (save(0) - save(1)) / (beta[0] + beta[1])
		if d.seeds != nil && d.seeds[i] >= 0 { // more than all its edges can outweigh
			pull[at] = 2*inner[at] + 1
			if d.side[at] == 1 {
				pull[at] = -pull[at]
			}
		}
	}
	return pull
}

// slope returns v_x on a part of the given size, or outside of it: the element of ∂B(1_{A_x}) with Σ m_i v_i = 0 and
// Σ_{A_x} m_i v_i = B(A_x).
func (t *tally) slope(size float64, inside bool) float64 {
	if inside {
		return t.balance(size) / size
	}
	return -t.balance(size) / (t.total - size)
}

// offer takes the vertices with first as those of the first part if that lowers the energy, and says whether it does.
func (d *duel) offer(sub *graph.CSR, first []bool) bool {
	var cuts, size [2]float64
	var count [2]int
	for at, i := range d.vertices {
		s := 1
		if first[at] {
			s = 0
		}
		count[s]++
		size[s] += d.mass[i]
		cuts[s] += d.deg[i]
		idx, w := sub.Row(at)
		for e, j := range idx {
			if first[j] == first[at] {
				cuts[s] -= w[e]
			}
		}
	}
	energy := func(cuts, size [2]float64) float64 { return d.ratio(cuts[0], size[0]) + d.ratio(cuts[1], size[1]) }
	if before := energy(d.cuts, d.size); !(energy(cuts, size) < before*(1-1e-12)) { // rounding alone is no gain; NaN where a part is empty
		return false
	}
	d.cuts, d.size, d.count = cuts, size, count
	for at, in := range first {
		d.side[at] = 1
		if in {
			d.side[at] = 0
		}
	}
	return true
}
