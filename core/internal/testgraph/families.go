package testgraph

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
)

// Families are the names of the structures that Family knows.
var Families = []string{"path", "cycle", "star", "tree", "clique", "grid", "bipartite", "sparse", "dense", "two cliques",
	"disconnected", "isolated"}

// WeightKinds are the names of the distributions of weights that Family knows.
var WeightKinds = []string{"unit", "ties", "zeros", "one heavy", "16 decades"}

// Family returns a graph on n ≥ 3 vertices of the structure family with weights of the given kind. Vertices are numbered at
// random.
func Family(rng *rand.Rand, family, kind string, n int) *graph.CSR {
	number, pairs := rng.Perm(n), familyPairs(rng, family, n)
	edges := make([]graph.Edge, len(pairs))
	for at, p := range pairs {
		edges[at] = graph.Edge{I: number[p[0]], J: number[p[1]], W: weightOf(rng, kind)}
	}
	if kind == "one heavy" && len(edges) > 0 {
		edges[rng.IntN(len(edges))].W = math.Pow(10, 1+15*rng.Float64())
	}
	return must(graph.FromEdges(n, edges))
}

// weightOf returns one weight of the given kind.
func weightOf(rng *rand.Rand, kind string) float64 {
	switch kind {
	case "ties":
		return float64(1 + rng.IntN(3))
	case "zeros":
		return float64(rng.IntN(3))
	case "one heavy":
		return 1 - rng.Float64()
	case "16 decades":
		return math.Pow(10, 16*rng.Float64()-8)
	}
	return 1
}

// familyPairs returns the edges of a graph of the structure family.
func familyPairs(rng *rand.Rand, family string, n int) (pairs [][2]int) {
	density := map[string]float64{"sparse": 0.2, "dense": 0.7, "disconnected": 0.5, "isolated": 0.6, "clique": 1}[family]
	half, width := n/2, int(math.Sqrt(float64(n)))
	for i := 1; i < n; i++ {
		for j := range i {
			joined := false
			switch family {
			case "path":
				joined = j == i-1
			case "cycle":
				joined = j == i-1 || j == 0 && i == n-1
			case "star":
				joined = j == 0
			case "grid":
				joined = j == i-width || j == i-1 && i%width != 0
			case "bipartite":
				joined = (i < half) != (j < half)
			case "two cliques":
				joined = (i < half) == (j < half) || j == half-1 && i == half
			case "disconnected":
				joined = (i < half) == (j < half) && rng.Float64() < density
			case "isolated":
				joined = i < n-2 && rng.Float64() < density
			default:
				joined = rng.Float64() < density
			}
			if joined {
				pairs = append(pairs, [2]int{j, i})
			}
		}
		if family == "tree" || family == "sparse" || family == "dense" { // connected
			if p := [2]int{rng.IntN(i), i}; !slices.Contains(pairs, p) {
				pairs = append(pairs, p)
			}
		}
	}
	return pairs
}

// SmallWorld returns a ring of n vertices, each with edges to the next k, of which a share p leads to a random vertex
// instead. It is the graph of D. J. Watts and S. H. Strogatz, "Collective dynamics of 'small-world' networks", Nature 393
// (1998).
func SmallWorld(rng *rand.Rand, n, k int, p float64) *graph.CSR {
	var edges []graph.Edge
	for i := range n {
		for step := 1; step <= k; step++ {
			j := (i + step) % n
			if rng.Float64() < p {
				j = rng.IntN(n)
			}
			edges = append(edges, graph.Edge{I: i, J: j, W: 1})
		}
	}
	return must(graph.FromEdges(n, edges))
}

// Hubs returns a graph with integer weights that grows by preferential attachment: each vertex after the first is joined to
// up to d earlier ones, drawn in proportion to their degrees (A.-L. Barabási and R. Albert, "Emergence of scaling in random
// networks", Science 286, 1999).
func Hubs(rng *rand.Rand, n, d int) *graph.CSR {
	ends, edges := []int{0}, []graph.Edge{}
	for i := 1; i < n; i++ {
		joined := []int{}
		for range d {
			if j := ends[rng.IntN(len(ends))]; !slices.Contains(joined, j) {
				joined = append(joined, j)
				edges = append(edges, graph.Edge{I: i, J: j, W: float64(1 + rng.IntN(9))})
			}
		}
		for _, j := range joined {
			ends = append(ends, i, j)
		}
	}
	return must(graph.FromEdges(n, edges))
}
