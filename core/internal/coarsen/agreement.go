package coarsen

import (
	"slices"

	"github.com/tvcut/tvcut/core/graph"
)

// ContractAgreed contracts what the cuts {a} and {b} agree on, except near where they differ: the vertices that both cuts
// put on the same side, and that are more than the given number of edges away from the borders and from the vertices on
// different sides, become one vertex for each side. All other vertices stay as they are, so that every cut between them
// exists in the smaller graph. ContractAgreed returns the hierarchy of the two graphs, or nil if the smaller one would
// have more than the share most of the vertices. The rows of the smaller graph ascend, and w_ij = w_ji exactly.
func ContractAgreed(g *graph.CSR, mass []float64, a, b []bool, rings int, most float64) *Hierarchy {
	block := make([]int32, g.N())
	for i := range block {
		if a[i] {
			block[i] |= 1
		}
		if b[i] {
			block[i] |= 2
		}
	}
	vertices := withinRings(g, disputed(g, block), rings)
	if float64(len(vertices)) > most*float64(g.N()) {
		return nil
	}
	slices.Sort(vertices)
	return contractedOutside(g, mass, vertices, block)
}

// disputed returns the vertices on different sides of two cuts, and those with a neighbour in another block. Bit 0 of the
// block of a vertex is its side in the first cut, bit 1 that in the second.
func disputed(g *graph.CSR, block []int32) []int32 {
	var vertices []int32
	for i, own := range block {
		found := own == 1 || own == 2
		idx, _ := g.Row(i)
		for k := 0; k < len(idx) && !found; k++ {
			found = block[idx[k]] != own
		}
		if found {
			vertices = append(vertices, int32(i))
		}
	}
	return vertices
}

// withinRings returns the vertices at a distance of at most the given number of edges from the given vertices.
func withinRings(g *graph.CSR, vertices []int32, rings int) []int32 {
	in := make([]bool, g.N())
	for _, i := range vertices {
		in[i] = true
	}
	at := 0
	for range rings {
		for end := len(vertices); at < end; at++ {
			idx, _ := g.Row(int(vertices[at]))
			for _, j := range idx {
				if !in[j] {
					in[j] = true
					vertices = append(vertices, j)
				}
			}
		}
	}
	return vertices
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
