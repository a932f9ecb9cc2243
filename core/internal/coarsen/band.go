package coarsen

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
)

// The band around the borders between blocks has at least bandFactor vertices for each vertex at a border, and at least
// minBandShare of all vertices.
const (
	bandFactor   = 4
	minBandShare = 1. / 16
)

// BuildBand builds a hierarchy for partitions along the blocks of opt. Vertices far from every border between blocks
// rarely change parts one by one. They are therefore contracted at once, into one vertex for each block, and only the
// band around the borders is coarsened level by level.
func (b *Builder) BuildBand(ctx context.Context, g *graph.CSR, mass []float64, opt Options, rng *rand.Rand) *Hierarchy {
	n := g.N()
	vertices := graph.Band(g, opt.Block, int(minBandShare*float64(n)), bandFactor, b.Team)
	if len(vertices) == n || ctx.Err() != nil { // once ctx has ended, the hierarchy is g alone
		return b.Build(ctx, g, mass, opt, rng)
	}
	slices.Sort(vertices)
	band := contractedOutside(g, mass, vertices, opt.Block)
	small := band.Coarsest()
	opt.Block = restrict(opt.Block, band.Levels[0].Parent, small.Graph.N())
	h := b.Build(ctx, small.Graph, small.Mass, opt, rng)
	h.Levels = append(band.Levels[:1], h.Levels...)
	return h
}

// contractedOutside returns the hierarchy of g and of the graph that contractOutside makes of it.
func contractedOutside(g *graph.CSR, mass []float64, vertices, block []int32) *Hierarchy {
	first := Level{Graph: g, Mass: mass}
	var second Level
	second.Graph, first.Parent = contractOutside(g, vertices, block)
	second.Mass = make([]float64, second.Graph.N())
	for i, p := range first.Parent {
		second.Mass[p] += mass[i] // m_I = Σ_{i∈I} m_i
	}
	return &Hierarchy{Levels: []Level{first, second}}
}

// contractOutside returns the graph in which all vertices of a block that are not among the given ones are contracted to
// one vertex, and the new number of every vertex. The given vertices must ascend. No edge between two other vertices may
// join two blocks.
func contractOutside(g *graph.CSR, vertices []int32, block []int32) (small *graph.CSR, parent []int32) {
	parent, count := numberContracted(vertices, block)
	kept := len(vertices)
	most := int64(0)
	for _, v := range vertices {
		most += g.Indptr[v+1] - g.Indptr[v]
	}
	small = &graph.CSR{Indptr: make([]int64, 1, count+1), Indices: make([]int32, 0, 2*most), Data: make([]float64, 0, 2*most)}
	rows, weights := make([][]int32, count-kept), make([][]float64, count-kept) // of the contracted vertices
	sums, met := make([]float64, count-kept), make([]bool, count-kept)
	for a, v := range vertices {
		idx, w := g.Row(int(v))
		for k, j := range idx {
			p := parent[j]
			if int(p) < kept {
				small.Indices, small.Data = append(small.Indices, p), append(small.Data, w[k])
				continue
			}
			sums[int(p)-kept] += w[k]
			met[int(p)-kept] = true
		}
		for b := range sums {
			if met[b] {
				small.Indices, small.Data = append(small.Indices, int32(kept+b)), append(small.Data, sums[b])
				rows[b], weights[b] = append(rows[b], int32(a)), append(weights[b], sums[b])
				sums[b], met[b] = 0, false
			}
		}
		small.Indptr = append(small.Indptr, int64(len(small.Indices)))
	}
	for b := range rows {
		small.Indices, small.Data = append(small.Indices, rows[b]...), append(small.Data, weights[b]...)
		small.Indptr = append(small.Indptr, int64(len(small.Indices)))
	}
	return small, parent
}

// numberContracted numbers the given vertices in their order, followed by one vertex for the other vertices of each
// block. It returns the new number of every vertex and the number of new vertices.
func numberContracted(vertices []int32, block []int32) (parent []int32, count int) {
	const outside = -1
	parent = make([]int32, len(block))
	for i := range parent {
		parent[i] = outside
	}
	for a, v := range vertices {
		parent[v] = int32(a)
	}
	count = len(vertices)
	contracted := map[int32]int32{}
	last, to, known := int32(0), int32(0), false // vertex for the block of the vertex before: looking it up takes longer than comparing
	for i, p := range parent {
		if p != outside {
			continue
		}
		if own := block[i]; !known || own != last {
			last = own
			if to, known = contracted[own]; !known {
				to, known = int32(count), true
				contracted[own] = to
				count++
			}
		}
		parent[i] = to
	}
	return parent, count
}
