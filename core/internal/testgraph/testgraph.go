// Package testgraph returns small graphs, measures and vectors for tests.
package testgraph

import (
	"math/rand/v2"

	"github.com/tvcut/tvcut/core/graph"
)

// must returns g and panics on an error, which valid edges cannot cause.
func must(g *graph.CSR, err error) *graph.CSR {
	if err != nil {
		panic(err)
	}
	return g
}

// Random returns a connected graph on n vertices. It has a random spanning tree and each other edge with probability
// density. Weights are uniform in (0, 1].
func Random(rng *rand.Rand, n int, density float64) *graph.CSR {
	var edges []graph.Edge
	weight := func() float64 { return 1 - rng.Float64() }
	for i := 1; i < n; i++ {
		parent := rng.IntN(i)
		edges = append(edges, graph.Edge{I: parent, J: i, W: weight()})
		for j := range i {
			if j != parent && rng.Float64() < density {
				edges = append(edges, graph.Edge{I: j, J: i, W: weight()})
			}
		}
	}
	return must(graph.FromEdges(n, edges))
}

// Sparse returns a graph on n vertices with about m edges between random ends and with random weights in [0, 1).
func Sparse(rng *rand.Rand, n, m int) *graph.CSR {
	edges := make([]graph.Edge, m)
	for e := range edges {
		edges[e] = graph.Edge{I: rng.IntN(n), J: rng.IntN(n), W: rng.Float64()}
	}
	return must(graph.FromEdges(n, edges))
}

// Complete returns the complete graph on n vertices with unit weights.
func Complete(n int) *graph.CSR {
	var edges []graph.Edge
	for i := range n {
		for j := range i {
			edges = append(edges, graph.Edge{I: j, J: i, W: 1})
		}
	}
	return must(graph.FromEdges(n, edges))
}

// Path returns the path 0 – 1 – … – n−1 with unit weights.
func Path(n int) *graph.CSR {
	var edges []graph.Edge
	for i := 1; i < n; i++ {
		edges = append(edges, graph.Edge{I: i - 1, J: i, W: 1})
	}
	return must(graph.FromEdges(n, edges))
}

// Star returns the star with centre 0 and n−1 leaves, with unit weights.
func Star(n int) *graph.CSR {
	var edges []graph.Edge
	for i := 1; i < n; i++ {
		edges = append(edges, graph.Edge{I: 0, J: i, W: 1})
	}
	return must(graph.FromEdges(n, edges))
}

// Grid returns the r × c grid with unit weights. Vertices are numbered row by row.
func Grid(r, c int) *graph.CSR {
	var edges []graph.Edge
	for i := range r * c {
		if (i+1)%c != 0 {
			edges = append(edges, graph.Edge{I: i, J: i + 1, W: 1})
		}
		if i+c < r*c {
			edges = append(edges, graph.Edge{I: i, J: i + c, W: 1})
		}
	}
	return must(graph.FromEdges(r*c, edges))
}

// Shuffled returns g with its vertices in random order.
func Shuffled(rng *rand.Rand, g *graph.CSR) *graph.CSR {
	return graph.Subgraph(g, Permutation(rng, g.N()))
}

// Permutation returns 0 … n−1 in random order.
func Permutation(rng *rand.Rand, n int) []int32 {
	order := make([]int32, n)
	for a, i := range rng.Perm(n) {
		order[a] = int32(i)
	}
	return order
}

// Barbell returns two complete graphs on n vertices each, joined by one edge of weight w between vertices n−1 and n. All
// other weights are 1. For small w the minimum of C is w/n, at the cut of that edge.
func Barbell(n int, w float64) *graph.CSR {
	var edges []graph.Edge
	for i := range n {
		for j := range i {
			edges = append(edges, graph.Edge{I: j, J: i, W: 1}, graph.Edge{I: n + j, J: n + i, W: 1})
		}
	}
	return must(graph.FromEdges(2*n, append(edges, graph.Edge{I: n - 1, J: n, W: w})))
}

// Cliques returns k complete graphs on n vertices each, with unit weights, whose vertices are numbered clique by clique.
// The first vertices of consecutive cliques are joined by edges of weight w.
func Cliques(k, n int, w float64) *graph.CSR {
	var edges []graph.Edge
	for c := range k {
		for i := range n {
			for j := range i {
				edges = append(edges, graph.Edge{I: c*n + j, J: c*n + i, W: 1})
			}
		}
		if c > 0 {
			edges = append(edges, graph.Edge{I: (c - 1) * n, J: c * n, W: w})
		}
	}
	return must(graph.FromEdges(k*n, edges))
}

// Ones returns the measure m = 1 on n vertices.
func Ones(n int) []float64 {
	mass := make([]float64, n)
	for i := range mass {
		mass[i] = 1
	}
	return mass
}

// Striped returns the parts 0 … k−1 of n vertices in turn.
func Striped(n, k int) []int32 {
	labels := make([]int32, n)
	for i := range labels {
		labels[i] = int32(i % k)
	}
	return labels
}

// Mass returns a measure on n vertices, uniform in [0.1, 2).
func Mass(rng *rand.Rand, n int) []float64 {
	mass := make([]float64, n)
	for i := range mass {
		mass[i] = 0.1 + 1.9*rng.Float64()
	}
	return mass
}

// Normal returns a vector of n independent standard normal values.
func Normal(rng *rand.Rand, n int) []float64 {
	f := make([]float64, n)
	for i := range f {
		f[i] = rng.NormFloat64()
	}
	return f
}

// Shapes returns graphs of different structure by name.
func Shapes(rng *rand.Rand) map[string]*graph.CSR {
	return map[string]*graph.CSR{
		"sparse":   Random(rng, 300, 0.01),
		"dense":    Random(rng, 150, 0.5),
		"star":     Star(400),
		"path":     Path(500),
		"grid":     Grid(20, 31),
		"complete": Complete(60),
		"cliques":  Cliques(20, 12, 0.1),
	}
}

// RandomSet returns a set {low} that contains each of n vertices with probability ½.
func RandomSet(rng *rand.Rand, n int) []bool {
	low := make([]bool, n)
	for i := range low {
		low[i] = rng.IntN(2) == 0
	}
	return low
}

// SparseBlocks returns a graph of two blocks of the given sizes, in which each vertex has four edges within its block, and
// half of the vertices of the first block have one to the second.
func SparseBlocks(rng *rand.Rand, first, second int) *graph.CSR {
	var edges []graph.Edge
	for _, block := range [][2]int{{0, first}, {first, second}} {
		for range 2 {
			for i, j := range rng.Perm(block[1]) {
				edges = append(edges, graph.Edge{I: block[0] + i, J: block[0] + j, W: 1})
			}
		}
	}
	to := rng.Perm(second)
	for k, i := range rng.Perm(first)[:first/2] {
		edges = append(edges, graph.Edge{I: i, J: first + to[k], W: 1})
	}
	g, err := graph.FromEdges(first+second, edges)
	if err != nil {
		panic(err)
	}
	return g
}

// Mesh returns a grid with random weights.
func Mesh(rows, columns int) *graph.CSR {
	rng := rand.New(rand.NewPCG(13, 0))
	g := Grid(rows, columns)
	for i := range g.N() {
		idx, w := g.Row(i)
		for k, j := range idx {
			if int(j) > i {
				w[k] = 0.2 + rng.Float64()
				back, mirror := g.Row(int(j))
				for e, b := range back {
					if int(b) == i {
						mirror[e] = w[k]
					}
				}
			}
		}
	}
	return g
}
