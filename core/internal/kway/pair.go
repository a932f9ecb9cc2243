package kway

import (
	"context"
	"math"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/mincut"
	"github.com/tvcut/tvcut/core/internal/objective"
)

// pairExchange moves vertices between two parts r and s. It minimises over the new A_r
//
//	Σ_{x∈{r,s}} (1/B(A_x)) (cut(A_x, A_xᶜ) − E_x ⟨v_x, 1_{A_x}⟩),   v_x ∈ ∂B at the old A_x, E_x = cut/B,
//
// where A_r ∪ A_s is given. This is the inner problem of descent.Multiclass without its proximal term, restricted to
// partitions. It is a minimum-cut problem, the αβ-swap of Y. Boykov, O. Veksler and R. Zabih, "Fast approximate energy
// minimization via graph cuts", IEEE PAMI 23 (2001). A minimiser is accepted only if it lowers the energy of the
// partition. The change of the energy does not depend on the other parts, and the exchange only reads the partition.
type pairExchange struct {
	*partition
	parts    [2]int32
	vertices []int32    // the vertices of both parts
	first    []bool     // for each of them, whether it is in parts[0]
	cuts     [2]float64 // cut(A_x, A_xᶜ) of the two parts
	size     [2]float64 // m(A_x)
	count    [2]int     // vertices of A_x
	gained   bool       // whether an exchange was accepted
}

func (p *partition) newPairExchange(parts [2]int32, members [][]int32) *pairExchange {
	pe := &pairExchange{partition: p, parts: parts, vertices: slices.Concat(members[parts[0]], members[parts[1]])}
	pe.first = make([]bool, len(pe.vertices))
	for at, i := range pe.vertices {
		pe.first[at] = p.Labels[i] == parts[0]
	}
	for s, x := range parts {
		pe.cuts[s], pe.size[s], pe.count[s] = p.Cuts[x], p.Size[x], p.Count[x]
	}
	return pe
}

// run makes exchanges until one does not lower the energy or ctx ends.
func (pe *pairExchange) run(ctx context.Context) {
	if ctx.Err() != nil { // the subgraph would take time for nothing
		return
	}
	extractor, _ := pe.extractors.Get().(*graph.Extractor)
	sub, mirror := extractor.Mirrored(pe.Graph, pe.vertices)
	pe.extractors.Put(extractor)
	if sub == nil || sub.NNZ() == 0 { // nil: it has 2³¹ half-edges or more
		return
	}
	solver := mincut.NewSolverOn(sub, mirror)
	inner := sub.Degrees()
	for ctx.Err() == nil {
		first := slices.Clone(pe.first)
		if !solver.Cut(ctx, pe.supply(inner), first, math.MaxInt) || !pe.accept(sub, inner, first) {
			return
		}
		pe.gained = true
	}
}

// supply returns the supply of each vertex in the minimum-cut problem for the first part, divided by β_r + β_s, where
// β_x = 1/B(A_x): an edge between the two parts costs w (β_r + β_s), an edge from part x to a third part costs w β_x,
// and membership of vertex i in x saves β_x E_x m_i v_x. inner[a] is the weight of the edges from vertices[a] to the
// vertices of the two parts.
func (pe *pairExchange) supply(inner []float64) []float64 {
	beta := [2]float64{1 / pe.Balance(pe.size[0]), 1 / pe.Balance(pe.size[1])}
	supply := make([]float64, len(pe.vertices))
	for at, i := range pe.vertices {
		outer := pe.deg[i] - inner[at]
		save := func(s int) float64 {
			return beta[s] * (beta[s]*pe.cuts[s]*pe.Mass[i]*pe.Slope(pe.size[s], side(pe.first[at]) == s) - outer)
		}
		supply[at] = (save(0) - save(1)) / (beta[0] + beta[1])
		if pe.isFixed(int(i)) { // more than the weight of all its edges
			supply[at] = 2*inner[at] + 1
			if !pe.first[at] {
				supply[at] = -supply[at]
			}
		}
	}
	return supply
}

// side returns the index in parts: 0 for the first part and 1 for the second.
func side(first bool) int {
	if first {
		return 0
	}
	return 1
}

// accept makes {first} the first part if that lowers the energy, and reports whether it does.
func (pe *pairExchange) accept(sub *graph.CSR, inner []float64, first []bool) bool {
	between := objective.Weight(sub, first)
	cuts, size, count := [2]float64{between, between}, [2]float64{}, [2]int{}
	for at, i := range pe.vertices {
		s := side(first[at])
		cuts[s] += pe.deg[i] - inner[at] // edges to third parts
		size[s] += pe.Mass[i]
		count[s]++
	}
	energy := func(cuts, size [2]float64) float64 { return pe.Ratio(cuts[0], size[0]) + pe.Ratio(cuts[1], size[1]) }
	if !objective.Lowers(energy(cuts, size), energy(pe.cuts, pe.size)) { // the energy is +Inf if a part is empty
		return false
	}
	pe.cuts, pe.size, pe.count, pe.first = cuts, size, count, first
	return true
}
