package partition

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/multilevel"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/plan"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// newBisector returns an open bisector for a graph of unit masses.
func newBisector(t *testing.T, g *graph.CSR, opt Options) *bisector {
	t.Helper()
	r := newRecursion(t.Context(), g, testgraph.Ones(g.N()), opt, nil, nil).bisector(g, testgraph.Ones(g.N()))
	r.open()
	t.Cleanup(r.rows.Close)
	return r
}

func TestNarrowGraphs(t *testing.T) {
	testgraph.SkipUnderRace(t)
	mesh := largeMesh()
	for _, c := range []struct {
		name string
		g    *graph.CSR
		opt  Options
		want bool
	}{
		{"mesh", mesh, with(), true},
		{"number of tries given", mesh, with("n_starts", 3), false},
		{"one try", mesh, with("effort", FastEffort), false},
		{"asymmetric", mesh, with("asymmetry", 2), false},
		{"small mesh", testgraph.Grid(100, 100), with(), false},
		{"short paths", testgraph.Random(rand.New(rand.NewPCG(1, 2)), 30000, 1e-4), with(), false},
	} {
		assert.Equal(t, c.want, newBisector(t, c.g, c.opt).isNarrow(), c.name)
	}
}

// The cut of a narrow graph has no higher C than that of one try, which fast effort makes, and the same bits for any number of
// threads.
func TestCutsOfNarrowGraphs(t *testing.T) {
	graphs := []*graph.CSR{largeMesh()}
	if !testing.Short() {
		graphs = append(graphs, mesh(390, 390)) // of which the direct search makes the least number of tries
	}
	for _, g := range graphs {
		checkNarrow(t, g)
	}
}

func checkNarrow(t *testing.T, g *graph.CSR) {
	t.Helper()
	require.True(t, newBisector(t, g, with()).isNarrow())
	fast := runLarge(t, g, with("effort", FastEffort))
	res := runLarge(t, g, with("n_threads", 1))
	assert.LessOrEqual(t, res.Value, fast.Value)
	numbers := plan.Default()
	assert.Len(t, res.Starts, 1+numbers.Narrow.Tries(g.N()))
	for _, start := range res.Starts {
		assert.LessOrEqual(t, res.Value, start*(1+objective.Rounding))
	}
	for _, threads := range []int{2, 3} {
		other := runLarge(t, g, with("n_threads", threads))
		assert.Equal(t, res.Labels, other.Labels)
		assert.Equal(t, res.Starts, other.Starts)
	}
}

// A narrow graph whose best cut separates few vertices is cut there: a grid joined to a clique by one edge.
func TestSmallSidesOfNarrowGraphs(t *testing.T) {
	const rows, columns, clique = 170, 175, 30
	var edges []graph.Edge
	for i := range rows * columns {
		if i%columns+1 < columns {
			edges = append(edges, graph.Edge{I: i, J: i + 1, W: 1})
		}
		if i+columns < rows*columns {
			edges = append(edges, graph.Edge{I: i, J: i + columns, W: 1})
		}
	}
	for i := range clique {
		for j := range i {
			edges = append(edges, graph.Edge{I: rows*columns + j, J: rows*columns + i, W: 1})
		}
	}
	edges = append(edges, graph.Edge{I: 0, J: rows * columns, W: 1e-3})
	g, err := graph.FromEdges(rows*columns+clique, edges)
	require.NoError(t, err)
	require.True(t, newBisector(t, g, with()).isNarrow())
	res := runLarge(t, g, with("min_share", 0.0))
	assert.InEpsilon(t, 1e-3/clique, res.Value, 1e-12)
}

// Once the context has ended, the search returns the cut of its first try.
func TestNarrowSearchEndsWithTheContext(t *testing.T) {
	g := largeMesh()
	for looks := int64(1); looks < 1<<14; looks *= 4 {
		r := newBisector(t, g, with())
		r.ctx = testgraph.NewExpiring(looks)
		low, value := r.search(multilevel.Options{CutSearch: plan.CutSearch{Tries: 2, Recombine: true}, Threads: 2})
		inside := objective.Inside(r.mass, low)
		require.Positive(t, min(inside, float64(g.N())-inside), "%d looks", looks)
		require.InEpsilon(t, objective.Weight(g, low)/min(inside, float64(g.N())-inside), value, 1e-9, "%d looks", looks)
	}
}

// A search of a narrow graph whose best cut is that of the first try begins anew. If the context ends then, the cut of the
// first try is not lost. The best cut of this graph separates a cluster, which one light edge joins to a mesh.
func TestTheFirstTryOfANarrowGraphIsKept(t *testing.T) {
	const side, cluster = 180, 300
	var edges []graph.Edge
	mesh := testgraph.Grid(side, side)
	for i := range mesh.N() {
		idx, w := mesh.Row(i)
		for e, j := range idx {
			if i < int(j) {
				edges = append(edges, graph.Edge{I: i, J: int(j), W: w[e]})
			}
		}
	}
	for a := range cluster {
		for d := 1; d <= 3; d++ {
			edges = append(edges, graph.Edge{I: mesh.N() + a, J: mesh.N() + (a+d)%cluster, W: 1})
		}
	}
	g, err := graph.FromEdges(mesh.N()+cluster, append(edges, graph.Edge{I: 0, J: mesh.N(), W: 0.01}))
	require.NoError(t, err)
	for _, looks := range []int64{0, 1, 5, 30} {
		ctx := testgraph.NewExpiring(math.MaxInt64)
		lowest, armed := math.Inf(1), false
		mass := testgraph.Ones(g.N())
		r := newRecursion(ctx, g, mass, with("min_share", 0.0, "n_threads", 1), nil, func(p Progress) {
			lowest = min(lowest, p.Value)
			if p.Phase == SearchPhase && p.Fraction >= plan.Default().Narrow.Share && !armed {
				ctx.EndAfter(looks)
				armed = true
			}
		})
		r.count = 1
		labels := r.twoWay().Labels
		assert.True(t, ctx.Ended())
		assert.LessOrEqual(t, objective.Value(g, mass, labels, 2, 1), lowest*(1+1e-9), "%d looks", looks)
	}
}
