package coarsen

import (
	"context"
	"math/rand/v2"

	"github.com/tvcut/tvcut/core/graph"
)

const (
	communityPasses = 2    // passes over the vertices of one level
	minMovedShare   = 0.01 // share of the vertices that a pass must move for another pass to follow
	minMerged       = 0.01 // share of the vertices that contraction must remove for another level to follow
)

// Communities returns the community of every vertex, in a division of high modularity found by the method of V. D. Blondel,
// J.-L. Guillaume, R. Lambiotte and E. Lefebvre, "Fast unfolding of communities in large networks", J. Stat. Mech. 2008.
// A resolution γ > 1 multiplies the expected weights, and so gives smaller communities than the modularity, γ = 1: J. Reichardt and
// S. Bornholdt, "Statistical mechanics of community detection", Physical Review E 74, 016110 (2006), eq. 5.
// Contraction within communities does not join different clusters: see T. Heuer and S. Schlag, "Improving coarsening schemes
// for hypergraph partitioning by exploiting community structure", SEA 2017. Communities also returns the graph of the
// communities, which is valid until the next call of the builder. In a graph with too many half-edges to contract, every vertex
// is a community.
func (b *Builder) Communities(ctx context.Context, g *graph.CSR, resolution float64, rng *rand.Rand) (community []int32,
	between *graph.CSR) {
	return b.CommunitiesFrom(ctx, g, nil, resolution, rng)
}

// CommunitiesFrom returns communities as Communities does, but no vertices with the same number in groups, of numbers below n, are in
// different communities. Groups of vertices that several divisions have in one community lead to a higher modularity than single
// vertices: M. Ovelgönne and A. Geyer-Schulz, "An ensemble learning strategy for graph clustering", in "Graph partitioning and graph
// clustering", AMS 2013.
func (b *Builder) CommunitiesFrom(ctx context.Context, g *graph.CSR, groups []int32, resolution float64,
	rng *rand.Rand) (community []int32, between *graph.CSR) {
	volume, total := g.Degrees(), 0.0
	for _, d := range volume {
		total += d
	}
	b.spare, b.mode, b.rounded = graph.CSR{}, inGraph, false
	community = make([]int32, g.N())
	for i := range community {
		community[i] = int32(i)
	}
	for level := 0; ; level++ {
		if !canContract(g) {
			return community, g
		}
		b.load(g, nil, volume, nil)
		var count int
		if level == 0 && groups != nil {
			b.clusters.reset(b.mass)
			copy(b.clusters.of, groups)
			count = b.clusters.count()
		} else {
			count = moveLocally(ctx, b, total/resolution, rng)
		}
		if float64(count) > (1-minMerged)*float64(g.N()) || ctx.Err() != nil {
			return community, g
		}
		next := b.contract(ctx, level, count)
		for i, c := range community {
			community[i] = next.parent[c]
		}
		g, volume = &next.graph, next.mass
	}
}

// moveLocally moves vertices to communities of their neighbours while that raises modularity, and returns the number of
// communities. total is the sum of all volumes, divided by the resolution.
func moveLocally(ctx context.Context, b *Builder, total float64, rng *rand.Rand) int {
	shuffle(b.order, 0, shuffleBlock, rng)
	b.clusters.reset(b.mass)
	for range communityPasses {
		moved := 0
		for at, i := range b.order {
			if at%lookEvery == 0 && ctx.Err() != nil {
				return b.clusters.count()
			}
			if moveToBest(b, i, total) {
				moved++
			}
		}
		if float64(moved) < minMovedShare*float64(len(b.order)) {
			break
		}
	}
	return b.clusters.count()
}

// moveToBest moves vertex i to the community C for which
//
//	w(i, C) − vol(i) vol(C)/total
//
// is largest, the part of the modularity that depends on its community, and reports whether that is another one.
func moveToBest(b *Builder, i int32, total float64) bool {
	c := &b.clusters
	meet(b, i)
	own, volume := c.of[i], b.mass[i]
	c.weight[own] -= volume
	best, gain := own, c.toward[own]-volume*c.weight[own]/total
	for _, a := range c.met {
		if x := c.toward[a] - volume*c.weight[a]/total; x > gain {
			best, gain = a, x
		}
	}
	for _, a := range c.met {
		c.toward[a] = 0
	}
	c.weight[best] += volume
	c.of[i] = best
	return best != own
}
