package exact

import (
	"math"
	"math/rand/v2"

	"github.com/tvcut/tvcut/core/graph"
)

type family struct {
	name  string
	edges func(rng *rand.Rand, n int) []graph.Edge
}

func unitEdges(pairs [][2]int) []graph.Edge {
	e := make([]graph.Edge, len(pairs))
	for k, p := range pairs {
		e[k] = graph.Edge{I: p[0], J: p[1], W: 1}
	}
	return e
}

func pairs(n int, keep func(i, j int) bool) []graph.Edge {
	var p [][2]int
	for j := range n {
		for i := range j {
			if keep(i, j) {
				p = append(p, [2]int{i, j})
			}
		}
	}
	return unitEdges(p)
}

func gnp(density float64) func(rng *rand.Rand, n int) []graph.Edge {
	return func(rng *rand.Rand, n int) []graph.Edge {
		return pairs(n, func(i, j int) bool { return rng.Float64() < density })
	}
}

var families = []family{
	{"path", func(_ *rand.Rand, n int) []graph.Edge { return pairs(n, func(i, j int) bool { return j == i+1 }) }},
	{"cycle", func(_ *rand.Rand, n int) []graph.Edge {
		return pairs(n, func(i, j int) bool { return j == i+1 || j == i+n-1 })
	}},
	{"star", func(_ *rand.Rand, n int) []graph.Edge { return pairs(n, func(i, j int) bool { return i == 0 }) }},
	{"tree", func(rng *rand.Rand, n int) []graph.Edge {
		var p [][2]int
		for j := 1; j < n; j++ {
			p = append(p, [2]int{rng.IntN(j), j})
		}
		return unitEdges(p)
	}},
	{"clique", func(_ *rand.Rand, n int) []graph.Edge { return pairs(n, func(i, j int) bool { return true }) }},
	{"grid", func(_ *rand.Rand, n int) []graph.Edge {
		c := int(math.Sqrt(float64(n)))
		return pairs(n, func(i, j int) bool { return j == i+c || j == i+1 && j%c != 0 })
	}},
	{"bipartite", func(_ *rand.Rand, n int) []graph.Edge { return pairs(n, func(i, j int) bool { return (i+j)%2 == 1 }) }},
	{"random .1", gnp(.1)}, {"random .2", gnp(.2)}, {"random .4", gnp(.4)}, {"random .7", gnp(.7)},
	{"geometric", func(rng *rand.Rand, n int) []graph.Edge {
		x, y := make([]float64, n), make([]float64, n)
		for i := range n {
			x[i], y[i] = rng.Float64(), rng.Float64()
		}
		return pairs(n, func(i, j int) bool { return math.Hypot(x[i]-x[j], y[i]-y[j]) < 1.6/math.Sqrt(float64(n)) })
	}},
	{"two cliques", func(_ *rand.Rand, n int) []graph.Edge {
		return pairs(n, func(i, j int) bool { return i < n/2 == (j < n/2) || i == 0 && j == n/2 })
	}},
	{"two components", func(rng *rand.Rand, n int) []graph.Edge {
		return pairs(n, func(i, j int) bool { return i < n/2 == (j < n/2) && rng.Float64() < .5 })
	}},
	{"isolated", func(rng *rand.Rand, n int) []graph.Edge {
		return pairs(n, func(i, j int) bool { return j < 2*n/3 && rng.Float64() < .4 })
	}},
}

type weighting struct {
	name   string
	weight func(rng *rand.Rand) float64
}

var weightings = []weighting{
	{"unit", func(*rand.Rand) float64 { return 1 }},
	{"uniform", func(rng *rand.Rand) float64 { return 1 - rng.Float64() }},
	{"ties", func(rng *rand.Rand) float64 { return float64(1 + rng.IntN(3)) }},
	{"zeros", func(rng *rand.Rand) float64 { return float64(rng.IntN(2)) }},
	{"heavy", func(rng *rand.Rand) float64 { return 1 / (1e-6 + rng.Float64()) }},
	{"decades", func(rng *rand.Rand) float64 { return math.Pow(10, 16*rng.Float64()-8) }},
}

func weighted(rng *rand.Rand, n int, f family, w weighting) *graph.CSR {
	edges := f.edges(rng, n)
	for k := range edges {
		edges[k].W = w.weight(rng)
	}
	g, err := graph.FromEdges(n, edges)
	if err != nil {
		panic(err)
	}
	return g
}
