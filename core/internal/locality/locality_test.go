package locality

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// together returns the graph whose components are those of two graphs.
func together(a, b *graph.CSR) *graph.CSR {
	var edges []graph.Edge
	for at, g := range []*graph.CSR{a, b} {
		for i := range g.N() {
			idx, w := g.Row(i)
			for e, j := range idx {
				if i < int(j) {
					edges = append(edges, graph.Edge{I: at*a.N() + i, J: at*a.N() + int(j), W: w[e]})
				}
			}
		}
	}
	g, err := graph.FromEdges(a.N()+b.N(), edges)
	if err != nil {
		panic(err)
	}
	return g
}

// repeated returns the graph in which every entry of a row is there so many times, with weight 1.
func repeated(g *graph.CSR, times int) *graph.CSR {
	r := &graph.CSR{Indptr: make([]int64, g.N()+1), Data: testgraph.Ones(times * g.NNZ())}
	for i := range g.N() {
		idx, _ := g.Row(i)
		r.Indices = append(r.Indices, slices.Repeat(idx, times)...)
		r.Indptr[i+1] = int64(len(r.Indices))
	}
	return r
}

func TestOrder(t *testing.T) {
	rng, mesh := rand.New(rand.NewPCG(3, 0)), testgraph.Grid(240, 240)
	large := repeated(testgraph.Shuffled(rng, mesh), 1+1<<24/mesh.NNZ())
	otherWeights := slices.Clone(large.Data)
	otherWeights[len(otherWeights)-1] = 2
	team := parallel.NewTeam(3)
	t.Cleanup(team.Close)
	for name, c := range map[string]struct {
		g          *graph.CSR
		renumbered bool
	}{
		"mesh in its order":    {mesh, false},
		"mesh in random order": {testgraph.Shuffled(rng, mesh), true},
		"small":                {testgraph.Shuffled(rng, testgraph.Grid(60, 60)), false},
		"no geometry":          {testgraph.Sparse(rng, 60000, 180000), false},
		"star and a mesh":      {testgraph.Shuffled(rng, together(testgraph.Star(30000), mesh)), false},
		"no edges":             {&graph.CSR{Indptr: make([]int64, 60001)}, false},
		"large, equal weights": {large, true},
		"large, other weights": {&graph.CSR{Indptr: large.Indptr, Indices: large.Indices, Data: otherWeights}, false},
	} {
		t.Run(name, func(t *testing.T) {
			order := Order(t.Context(), c.g, nil)
			require.Equal(t, c.renumbered, order != nil)
			require.Equal(t, order, Order(t.Context(), c.g, team), "three threads")
			if order == nil {
				return
			}
			for i, v := range slices.Sorted(slices.Values(order)) {
				require.EqualValues(t, i, v)
			}
			r := Renumbered(t.Context(), c.g, order, 2)
			assert.Less(t, meanDistance(r, nil), meanDistance(c.g, nil)/minGain)
			assert.Nil(t, Order(t.Context(), r, nil), "the numbers of neighbours are close")
			ended, stop := context.WithCancel(t.Context())
			stop()
			assert.Nil(t, Order(ended, c.g, nil))
			assert.Nil(t, Renumbered(ended, c.g, order, 2))
		})
	}
}

func TestRenumberedIsTheSubgraphOnAllVertices(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 0))
	for round := range 20 {
		g := testgraph.Sparse(rng, 2+rng.IntN(9000), 9000)
		if round%4 == 0 {
			copy(g.Data, testgraph.Ones(g.NNZ()))
		}
		order := testgraph.Permutation(rng, g.N())
		for _, threads := range []int{1, 3} {
			require.Equal(t, graph.Subgraph(g, order), Renumbered(t.Context(), g, order, threads))
		}
	}
}
