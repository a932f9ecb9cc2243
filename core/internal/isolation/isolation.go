// Package isolation measures how clearly the parts of a partition are separated from one another. Clusters that are there have
// weak links to the rest of the graph, and no link within them is as weak. The small parts of low value that most networks have,
// such as a few vertices of low degree, are linked to the rest as firmly as many other sets of vertices within the large parts.
package isolation

import (
	"context"
	"math"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
)

// Partition is a partition of a graph into K parts.
type Partition struct {
	Graph   *graph.CSR
	Mass    []float64 // m_i > 0
	Labels  []int32   // part of each vertex
	K       int
	Least   float64 // least mass of a part, and of the sides of a cut within a part that is not lighter than Least/side
	Seed    uint64  // of the searches
	Threads int     // goroutines; the result does not depend on it
}

// Separate returns the gap of a partition, the ratio of the weakest link within a part,
//
//	w = min_r min_S cut(S, A_r∖S)/min(m(S), m(A_r∖S)),
//
// and of the links of the parts to the rest, C_r = cut(A_r, A_rᶜ)/min(m(A_r), m(A_rᶜ)). The sides S and A_r∖S have a mass of at least
// min(Least, m(A_r)/3), and w is that of the cuts which a search finds, so that it may be too large. If w ≥ max_r C_r, the gap is the
// ratio of w and the highest C_r but ⌊K/4⌋: of many clusters some are always close to one another. Otherwise it is w/max_r C_r. It is
// +Inf if nothing links these parts and no part falls into pieces, and 0 if a part does, is empty or is lighter than Least.
//
// As long as a part has a link within it that is weaker than the strongest link to the rest, Separate cuts this part, and unites the
// two of the K + 1 parts that the strongest link joins, if the links of the parts to the rest then are weaker. It returns the
// partition with the gap. If ctx ends, the gap is 0.
func Separate(ctx context.Context, p Partition) (labels []int32, gap float64) {
	halves := make([]*half, p.K) // of the parts; nil: not yet known
	links, holds := p.links()
	for round := 0; ; round++ {
		weakest := p.weakest(ctx, halves)
		if ctx.Err() != nil {
			return p.Labels, 0
		}
		strongest := links[p.K-1]
		if gap = quotient(halves[weakest].value, strongest); gap >= 1 {
			gap = quotient(halves[weakest].value, links[p.K-1-p.K/closeShare])
			break
		}
		if round == rounds {
			break
		}
		next := p.rearranged(halves, weakest)
		after, ok := next.links()
		if !(after[p.K-1] < strongest) {
			break
		}
		p, links, holds = next, after, ok
	}
	if !holds {
		return p.Labels, 0
	}
	return p.Labels, gap
}

const (
	rounds     = 8 // largest number of cuts and unions of parts
	closeShare = 4 // one in closeShare parts may be linked to the rest more than the gap says
)

// quotient returns inner/outer, 0 for 0/0.
func quotient(inner, outer float64) float64 {
	if inner == 0 || math.IsInf(outer, 1) {
		return 0
	}
	return inner / outer
}

// links returns cut(A_r, A_rᶜ)/min(m(A_r), m(A_rᶜ)) of all parts in ascending order, which is +Inf if a part is empty, and whether no
// part is lighter than Least.
func (p *Partition) links() (sorted []float64, holds bool) {
	t := objective.NewTally(p.Graph, p.Mass, p.Labels, p.K)
	sorted = make([]float64, p.K)
	for r, m := range t.Size {
		if sorted[r] = objective.Ratio(t.Cuts[r], 1, m, t.Total-m); t.Count[r] == 0 {
			sorted[r] = math.Inf(1)
		}
	}
	slices.Sort(sorted)
	return sorted, !math.IsInf(sorted[p.K-1], 1) && slices.Min(t.Size) >= p.Least*(1-objective.Rounding)
}

// rearranged returns the partition in which a part is cut, and of the K + 1 parts the two are united that the strongest link joins.
// It forgets the halves of the parts that change.
func (p *Partition) rearranged(halves []*half, part int) Partition {
	next, cut := *p, halves[part]
	next.Labels = slices.Clone(p.Labels)
	for a, i := range cut.vertices {
		if cut.labels[a] == 1 {
			next.Labels[i] = int32(p.K)
		}
	}
	first, second := next.strongestPair()
	for i, r := range next.Labels {
		switch {
		case r == second:
			next.Labels[i] = first
		case int(r) == p.K:
			next.Labels[i] = second
		}
	}
	for _, r := range []int32{first, second, int32(part)} {
		if int(r) < p.K {
			halves[r] = nil
		}
	}
	return next
}

// strongestPair returns the two of K + 1 parts with the highest C of the cut between them, the smaller number first.
func (p *Partition) strongestPair() (a, b int32) {
	size, between := objective.Sizes(p.Mass, p.Labels, p.K+1), map[[2]int32]float64{}
	for i, r := range p.Labels {
		idx, w := p.Graph.Row(i)
		for e, j := range idx {
			if s := p.Labels[j]; r < s {
				between[[2]int32{r, s}] += w[e]
			}
		}
	}
	best, first, second := -1.0, int32(0), int32(1)
	for pair, weight := range between {
		link := objective.Ratio(weight, 1, size[pair[0]], size[pair[1]])
		if link > best || link == best && slices.Compare(pair[:], []int32{first, second}) < 0 {
			best, first, second = link, pair[0], pair[1]
		}
	}
	return first, second
}
