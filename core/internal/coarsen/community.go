package coarsen

import (
	"context"
	"math/rand/v2"

	"github.com/tvcut/tvcut/core/graph"
)

const communityPasses = 5

// Communities returns communities of high modularity, found by the Louvain method.
func (b *Builder) Communities(ctx context.Context, g *graph.CSR, rng *rand.Rand) []int32 {
	n := g.N()
	volume := g.Degrees()
	inner := make([]float64, n) // weight inside a vertex does not matter for gains
	_ = inner
	total := 0.0
	for _, d := range volume {
		total += d
	}
	community := make([]int32, n)
	for i := range community {
		community[i] = int32(i)
	}
	first := true
	for level := 0; ; level++ {
		b.load(g, volume, nil)
		count := b.moveLocally(g, volume, total, rng)
		if float64(count) > 0.99*float64(g.N()) || ctx.Err() != nil {
			return community
		}
		next := b.contractClusters(level, count)
		if first {
			copy(community, next.parent)
			first = false
		} else {
			for i, c := range community {
				community[i] = next.parent[c]
			}
		}
		g, volume = &next.graph, next.mass
	}
}

// moveLocally moves vertices between communities while that raises modularity, and returns the number of communities.
func (b *Builder) moveLocally(g *graph.CSR, volume []float64, total float64, rng *rand.Rand) int {
	b.shuffle(rng)
	n := g.N()
	b.parent, b.weight, b.conn = resized(b.parent, n), resized(b.weight, n), resized(b.conn, n)
	for i := range b.parent {
		b.parent[i], b.weight[i], b.conn[i] = int32(i), volume[i], 0
	}
	for range communityPasses {
		movedCount := 0
		for _, i := range b.order {
			idx, w := g.Row(int(i))
			met := b.met[:0]
			for e, j := range idx {
				c := b.parent[j]
				if b.conn[c] == 0 {
					met = append(met, c)
				}
				b.conn[c] += w[e]
			}
			b.met = met
			own := b.parent[i]
			b.weight[own] -= volume[i]
			best, gain := own, b.conn[own]-volume[i]*b.weight[own]/total
			for _, c := range met {
				if x := b.conn[c] - volume[i]*b.weight[c]/total; x > gain*(1+1e-12)+1e-300 {
					best, gain = c, x
				}
			}
			for _, c := range met {
				b.conn[c] = 0
			}
			b.weight[best] += volume[i]
			if best != own {
				b.parent[i] = best
				movedCount++
			}
		}
		if float64(movedCount) < 0.01*float64(n) {
			break
		}
	}
	seen := make([]bool, n)
	count := 0
	for _, c := range b.parent {
		if !seen[c] {
			seen[c] = true
			count++
		}
	}
	return count
}
