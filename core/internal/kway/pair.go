package kway

import (
	"context"
	"math"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/mincut"
	"github.com/tvcut/tvcut/core/internal/objective"
)

// pairExchange is two parts that exchange vertices with each other. For the parts r and s it minimises over the new A_r
//
//	Σ_{x∈{r,s}} (1/B(A_x)) (cut(A_x, A_xᶜ) − E_x ⟨v_x, 1_{A_x}⟩),   v_x ∈ ∂B at the old A_x, E_x = cut/B,
//
// the inner problem of Flow over partitions alone, which is a minimum cut: the αβ-swap of Y. Boykov, O. Veksler and
// R. Zabih, "Fast approximate energy minimization via graph cuts", IEEE PAMI 23 (2001). What does not lower the energy
// itself is not kept. What it gains depends on no third part, and it only reads the partition.
type pairExchange struct {
	*partition
	parts    [2]int32
	vertices []int32    // of one part and of the other
	first    []bool     // whether each is in the first of the two
	cuts     [2]float64 // cut(A_x, A_xᶜ) of the two
	size     [2]float64 // m(A_x)
	count    [2]int
	gained   bool
}

func (p *partition) newPairExchange(parts [2]int32, members [][]int32) *pairExchange {
	d := &pairExchange{partition: p, parts: parts, vertices: slices.Concat(members[parts[0]], members[parts[1]])}
	d.first = make([]bool, len(d.vertices))
	for at, i := range d.vertices {
		d.first[at] = p.Labels[i] == parts[0]
	}
	for s, x := range parts {
		d.cuts[s], d.size[s], d.count[s] = p.Cuts[x], p.Size[x], p.Count[x]
	}
	return d
}

// run makes exchanges as long as they lower the energy.
func (d *pairExchange) run(ctx context.Context) {
	solver := mincut.NewSolver(d.Graph, d.vertices, nil)
	if solver == nil || solver.Graph().NNZ() == 0 {
		return
	}
	sub := solver.Graph()
	inner := sub.Degrees()
	for {
		first := slices.Clone(d.first)
		if !solver.Cut(ctx, d.supply(inner), first, math.MaxInt) || !d.offer(sub, inner, first) {
			return
		}
		d.gained = true
	}
}

// supply returns what each vertex pulls toward the first part, in units of the weights between the two: with
// β_x = 1/B(A_x), an edge between them costs w (β_r + β_s), one to a third part w β_r or w β_s, whichever of the
// two its end is in, and membership in x saves β_x E_x m_i v_x. inner are degrees among the two.
func (d *pairExchange) supply(inner []float64) []float64 {
	beta := [2]float64{1 / d.Balance(d.size[0]), 1 / d.Balance(d.size[1])}
	pull := make([]float64, len(d.vertices))
	for at, i := range d.vertices {
		outer := d.deg[i] - inner[at]
		save := func(s int) float64 {
			return beta[s] * (beta[s]*d.cuts[s]*d.Mass[i]*d.Slope(d.size[s], side(d.first[at]) == s) - outer)
		}
		pull[at] = (save(0) - save(1)) / (beta[0] + beta[1])
		if d.isFixed(int(i)) { // more than all its edges can outweigh
			pull[at] = 2*inner[at] + 1
			if !d.first[at] {
				pull[at] = -pull[at]
			}
		}
	}
	return pull
}

// side returns the number of the part, 0 for the first and 1 for the second.
func side(first bool) int {
	if first {
		return 0
	}
	return 1
}

// offer takes the vertices with first as those of the first part if that lowers the energy, and says whether it does.
func (d *pairExchange) offer(sub *graph.CSR, inner []float64, first []bool) bool {
	between := objective.Weight(sub, first)
	cuts, size, count := [2]float64{between, between}, [2]float64{}, [2]int{}
	for at, i := range d.vertices {
		s := side(first[at])
		cuts[s] += d.deg[i] - inner[at] // edges to third parts
		size[s] += d.Mass[i]
		count[s]++
	}
	energy := func(cuts, size [2]float64) float64 { return d.Ratio(cuts[0], size[0]) + d.Ratio(cuts[1], size[1]) }
	if !objective.Lowers(energy(cuts, size), energy(d.cuts, d.size)) { // +Inf where a part is empty
		return false
	}
	d.cuts, d.size, d.count, d.first = cuts, size, count, first
	return true
}
