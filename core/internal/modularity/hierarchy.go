package modularity

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/tvcut/tvcut/core/internal/coarsen"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/parallel"
)

// hierarchy is the communities of a graph, and how they merge until no edge joins two of them.
type hierarchy struct {
	labels     []int32
	count      int     // communities
	merges     []merge // from count to least parts
	least      int     // number of parts that no edges join
	lightest   float64 // mass of the lightest of them
	total      float64 // mass of all vertices
	modularity float64 // of the communities
}

// hierarchies returns the hierarchies of all runs. Once ctx has ended, it begins none but the first.
func hierarchies(ctx context.Context, p Partition, o CountOptions) []*hierarchy {
	builders := make([]coarsen.Builder, max(1, min(o.Threads, o.Runs)))
	runs := parallel.NewAhead(o.Threads, o.Runs, func(worker, t int) *hierarchy {
		if t > 0 && ctx.Err() != nil {
			return nil
		}
		return newHierarchy(ctx, p, o.Tries, &builders[worker], o.Random(t))
	})
	defer runs.Close()
	var found []*hierarchy
	for t := 0; t < o.Runs && (t == 0 || ctx.Err() == nil); t++ {
		if h := runs.Get(t, o.Runs-1); h != nil {
			found = append(found, h)
		}
	}
	return found
}

// newHierarchy returns the hierarchy of the communities of highest modularity of several tries, and if there are two or more, of
// one from groups of vertices that are in one community in all tries.
func newHierarchy(ctx context.Context, p Partition, tries int, b *coarsen.Builder, rng *rand.Rand) *hierarchy {
	h := &hierarchy{total: objective.Total(p.Mass), modularity: math.Inf(-1)}
	groups := make([]int32, p.Graph.N())
	for t := range tries + min(tries-1, 1) { // one order has no groups
		var from []int32
		if t > 0 && ctx.Err() != nil {
			break
		}
		if t == tries {
			from = groups
		}
		community, between := b.CommunitiesFrom(ctx, p.Graph, from, 1, rng)
		p.Labels, p.K = community, between.N()
		labels := Raise(ctx, p, rng)
		count := renumber(labels)
		if q := Of(p.Graph, labels, count); q > h.modularity {
			h.labels, h.count, h.modularity = labels, count, q
		}
		intersect(groups, labels)
	}
	d := newDendrogram(p.Graph, p.Mass, h.labels, h.count)
	for done, ok := d.step(); ok && ctx.Err() == nil; done, ok = d.step() {
		h.merges = append(h.merges, done)
	}
	h.least, h.lightest = h.count-len(h.merges), math.Inf(1)
	for a, row := range d.rows {
		if row != nil {
			h.lightest = min(h.lightest, d.mass[a])
		}
	}
	return h
}

// intersect divides groups by labels.
func intersect(groups, labels []int32) {
	number := map[[2]int32]int32{}
	for i, a := range groups {
		pair := [2]int32{a, labels[i]}
		if _, known := number[pair]; !known {
			number[pair] = int32(len(number))
		}
		groups[i] = number[pair]
	}
}

// resolution returns s_k, the resolution at which two of k + 1 parts are merged, between floor and 1.
func (h *hierarchy) resolution(k int, floor float64) float64 {
	switch {
	case k >= h.count:
		return 1
	case k < h.least:
		return floor
	}
	return min(max(h.merges[h.count-k-1].resolution, floor), 1)
}

// plateau returns the plateau of k ≥ h.least parts: see Count.
func (h *hierarchy) plateau(k int, floor float64) float64 {
	lighter := h.lightest
	if k > h.least {
		lighter = h.merges[h.count-k].lighter
	}
	weight := math.Sqrt(min(1, float64(k)*lighter/h.total))
	return weight*math.Log(h.resolution(k, floor)/h.resolution(k-1, floor)) - math.Log(float64(k)/float64(k-1))
}

// parts returns the partition into k parts, or the nearest number that the hierarchy has.
func (h *hierarchy) parts(k int) ([]int32, int) {
	return cut(h.labels, h.count, h.merges[:h.count-min(max(k, h.least), h.count)])
}

// stability returns the mean adjusted Rand index of the partitions into k parts of all pairs of hierarchies, 0 if there are none.
func stability(found []*hierarchy, k int) float64 {
	sum, pairs := 0.0, 0
	partitions, counts := make([][]int32, len(found)), make([]int, len(found))
	for a, h := range found {
		partitions[a], counts[a] = h.parts(k)
		for b := range a {
			sum += adjustedRand(partitions[a], partitions[b], counts[a], counts[b])
			pairs++
		}
	}
	return sum / float64(max(pairs, 1))
}

// adjustedRand returns the adjusted Rand index of two partitions into k and l parts:
//
//	(S − E)/((S_1 + S_2)/2 − E),   S = Σ_ab C(n_ab, 2),   S_1 = Σ_a C(n_a, 2),   S_2 = Σ_b C(n_b, 2),   E = S_1 S_2/C(n, 2),
//
// where n_ab vertices are in part a of the first and part b of the second partition: L. Hubert and P. Arabie, "Comparing partitions",
// Journal of Classification 2 (1985), eq. 5. It is 1 for equal partitions, also where the formula is 0/0.
func adjustedRand(first, second []int32, k, l int) float64 {
	both, inFirst, inSecond := map[[2]int32]int{}, make([]int, k), make([]int, l)
	for i, a := range first {
		both[[2]int32{a, second[i]}]++
		inFirst[a]++
		inSecond[second[i]]++
	}
	pairs, pairsFirst, pairsSecond := 0.0, pairsIn(inFirst), pairsIn(inSecond)
	for _, n := range both { // sums of integers do not depend on the order
		pairs += float64(n) * float64(n-1) / 2
	}
	n := float64(len(first))
	expected := pairsFirst / (n * (n - 1) / 2) * pairsSecond
	most := (pairsFirst + pairsSecond) / 2
	if most == expected {
		return 1
	}
	return (pairs - expected) / (most - expected)
}

// pairsIn returns the number of pairs of vertices in the same part.
func pairsIn(counts []int) float64 {
	sum := 0.0
	for _, n := range counts {
		sum += float64(n) * float64(n-1) / 2
	}
	return sum
}
