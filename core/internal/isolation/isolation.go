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

// Separate returns the gap of a partition. It compares the links C_r of the parts to the rest and the weakest links w_r within them,
//
//	C_r = cut(A_r, A_rᶜ)/min(m(A_r), m(A_rᶜ)),  w_r = min_S cut(S, A_r∖S)/min(m(S), m(A_r∖S)).
//
// The sides S and A_r∖S have a mass of at least min(Least, m(A_r)/3), and w_r is that of the cut which a search finds, so that it may
// be too large.
//
// As long as a part has a link within it that is weaker than the strongest link of a part to the rest, so that All < 1, Separate cuts
// this part, and unites the two of the K + 1 parts that the strongest link joins, if the links of the parts to the rest then are weaker.
// It returns the last partition if its All is at least 1, and otherwise the first of those with the largest Most. If ctx ends, the gap
// is 0.
func Separate(ctx context.Context, p Partition) (labels []int32, gap Gap) {
	halves := make([]*half, p.K) // of the parts; nil: not yet known
	links, holds := p.links()
	labels = p.Labels
	for round := 0; ; round++ {
		weakest := p.weakest(ctx, halves)
		if ctx.Err() != nil {
			return labels, Gap{}
		}
		found := p.gap(halves, links)
		if holds && (found.All >= 1 || found.Most > gap.Most) {
			labels, gap = p.Labels, found
		}
		if found.All >= 1 || round == rounds {
			return labels, gap
		}
		next := p.rearranged(halves, weakest)
		after, ok := next.links()
		if !(slices.Max(after) < slices.Max(links)) {
			return labels, gap
		}
		p, links, holds = next, after, ok
	}
}

// rounds is the largest number of cuts and unions of parts.
const rounds = 8

// Gap says how clearly the parts of a partition are separated, in the symbols of Separate. A ratio is +Inf if its C_r is 0 and no part
// in it falls into pieces, and 0 if one does. Both are 0 if a part is empty or lighter than Least.
type Gap struct {
	All  float64 // min_r w_r/max_r C_r
	Most float64 // the smallest min{w_s: s = r or cut(A_r, A_s) > 0}/C_r but ⌊K/2⌋ − 1: of many clusters, some are close to others
}

// gap returns the gap of the partition, none of whose parts is empty.
func (p *Partition) gap(halves []*half, links []float64) Gap {
	within, weakest := make([]float64, p.K), make([]float64, p.K) // w_r, and the least of those of r and the parts that are linked to it
	for r, h := range halves {
		within[r], weakest[r] = h.value, h.value
	}
	for i, r := range p.Labels {
		idx, w := p.Graph.Row(i)
		for e, j := range idx {
			if w[e] > 0 {
				weakest[r] = min(weakest[r], within[p.Labels[j]])
			}
		}
	}
	for r, link := range links {
		weakest[r] = quotient(weakest[r], link)
	}
	slices.Sort(weakest)
	return Gap{All: quotient(slices.Min(within), slices.Max(links)), Most: weakest[max(0, p.K/2-1)]}
}

// quotient returns inner/outer, 0 for 0/0.
func quotient(inner, outer float64) float64 {
	if inner == 0 || math.IsInf(outer, 1) {
		return 0
	}
	return inner / outer
}

// links returns cut(A_r, A_rᶜ)/min(m(A_r), m(A_rᶜ)) of each part, +Inf if it is empty, and whether none is empty or lighter than Least.
func (p *Partition) links() (link []float64, holds bool) {
	t := objective.NewTally(p.Graph, p.Mass, p.Labels, p.K)
	link, holds = make([]float64, p.K), slices.Min(t.Size) >= p.Least*(1-objective.Rounding)
	for r, m := range t.Size {
		if link[r] = objective.Ratio(t.Cuts[r], 1, m, t.Total-m); t.Count[r] == 0 {
			link[r], holds = math.Inf(1), false
		}
	}
	return link, holds
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
