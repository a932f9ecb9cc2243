package graph_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// large returns a graph that several threads check, with a row that is long.
func large(t *testing.T) *graph.CSR {
	t.Helper()
	const side = 150
	var edges []graph.Edge
	for i := range side * side {
		if i%side > 0 {
			edges = append(edges, graph.Edge{I: i - 1, J: i, W: float64(1 + i%7)})
		}
		if i >= side {
			edges = append(edges, graph.Edge{I: i - side, J: i, W: 0.5})
		}
		if i%50 == 30 {
			edges = append(edges, graph.Edge{I: 7777, J: i, W: 3})
		}
	}
	g, err := graph.FromEdges(side*side, edges)
	require.NoError(t, err)
	require.Greater(t, g.NNZ(), 1<<16)
	return g
}

func TestSeveralThreadsAcceptGraphs(t *testing.T) {
	graphs := []*graph.CSR{large(t), testgraph.Random(rand.New(rand.NewPCG(3, 0)), 400, 0.9), testgraph.Grid(2, 2)}
	for _, g := range graphs {
		for _, threads := range []int{-1, 1, 2, 3, 1000} {
			found, err := graph.NewParallel(g.Indptr, g.Indices, g.Data, threads)
			require.NoError(t, err)
			assert.Equal(t, g, found)
		}
	}
}

// Whatever is wrong, and wherever, several threads report what one thread reports.
func TestSeveralThreadsRefuseWhatOneRefuses(t *testing.T) {
	g, rng := large(t), rand.New(rand.NewPCG(4, 0))
	changes := map[string]func(g *graph.CSR, at int){
		"value":      func(g *graph.CSR, at int) { g.Data[at] += 1 },
		"NaN":        func(g *graph.CSR, at int) { g.Data[at] = math.NaN() },
		"infinite":   func(g *graph.CSR, at int) { g.Data[at] = math.Inf(1) },
		"negative":   func(g *graph.CSR, at int) { g.Data[at] = -1 },
		"neighbour":  func(g *graph.CSR, at int) { g.Indices[at]++ },
		"outside":    func(g *graph.CSR, at int) { g.Indices[at] = int32(g.N()) },
		"below 0":    func(g *graph.CSR, at int) { g.Indices[at] = -1 },
		"order":      func(g *graph.CSR, at int) { g.Indices[at], g.Indices[at-1] = g.Indices[at-1], g.Indices[at] },
		"row starts": func(g *graph.CSR, at int) { g.Indptr[1+at%(g.N()-1)]++ },
		"end":        func(g *graph.CSR, at int) { g.Indptr[g.N()]-- },
		"length":     func(g *graph.CSR, at int) { g.Data = g.Data[:len(g.Data)-1] },
		"overflow": func(g *graph.CSR, at int) {
			for e := range g.Data {
				g.Data[e] = math.MaxFloat64
			}
		},
	}
	for name, change := range changes {
		for range testgraph.Rounds(20) {
			bad := &graph.CSR{Indptr: slices.Clone(g.Indptr), Indices: slices.Clone(g.Indices), Data: slices.Clone(g.Data)}
			change(bad, 1+rng.IntN(g.NNZ()-1))
			_, want := graph.New(bad.Indptr, bad.Indices, bad.Data)
			require.Error(t, want, name)
			for _, threads := range []int{2, 3} {
				_, err := graph.NewParallel(bad.Indptr, bad.Indices, bad.Data, threads)
				require.Equal(t, want.Error(), err.Error(), "%s, %d threads", name, threads)
			}
		}
	}
}
