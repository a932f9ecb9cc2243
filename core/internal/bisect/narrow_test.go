package bisect

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

// options returns the options of a search for two parts of any mass.
func options() *Options {
	numbers := plan.Default()
	return &Options{K: 2, Lambda: 1, Effort: plan.Usual, Polish: true, Threads: 1, Plan: &numbers}
}

// newBisector returns an open bisector for a graph of unit masses.
func newBisector(t *testing.T, g *graph.CSR, opt *Options) *bisector {
	t.Helper()
	r := New(t.Context(), g, testgraph.Ones(g.N()), *opt, nil).bisector(g, testgraph.Ones(g.N()))
	r.open()
	t.Cleanup(r.rows.Close)
	return r
}

func TestNarrowGraphs(t *testing.T) {
	mesh := testgraph.Mesh(170, 175)
	given, fast, asymmetric, omitted := options(), options(), options(), options()
	given.Tries, fast.Effort, asymmetric.Lambda = 3, plan.Fast, 2
	require.NoError(t, omitted.Plan.Set("Omit=direct_search_for_two_parts"))
	for _, c := range []struct {
		name string
		g    *graph.CSR
		opt  *Options
		want bool
	}{
		{"mesh", mesh, options(), true},
		{"number of tries given", mesh, given, false},
		{"one try", mesh, fast, false},
		{"asymmetric", mesh, asymmetric, false},
		{"omitted stage", mesh, omitted, false},
		{"small mesh", testgraph.Grid(100, 100), options(), false},
		{"short paths", testgraph.Random(rand.New(rand.NewPCG(1, 2)), 30000, 1e-4), options(), false},
	} {
		assert.Equal(t, c.want, isNarrow(newBisector(t, c.g, c.opt)), c.name)
	}
}

// The better cut of the multilevel and of the direct search is kept, also if the context ends in between.
func TestTheBetterCutOfTwoSearchesIsKept(t *testing.T) {
	direct := 0
	for _, g := range []*graph.CSR{testgraph.Mesh(60, 70), testgraph.Grid(40, 50), testgraph.Grid(41, 77)} {
		for _, looks := range []int64{1, 1 << 8, math.MaxInt64} {
			opt := options()
			opt.Effort = plan.Fast
			r := newBisector(t, g, opt)
			_, first := multilevel.Cut(t.Context(), g, r.mass, 1, searchOptions(r))
			second := r.energy.Value(directCut(r, unbounded(r), searchOptions(r), 0))
			r.ctx = testgraph.NewExpiring(looks)
			low, value := search(r, searchOptions(r))
			require.InEpsilon(t, r.energy.Value(low), value, 1e-9, "%d looks", looks)
			if looks == math.MaxInt64 {
				require.InEpsilon(t, min(first, second), value, 1e-9)
			}
			if second < first {
				direct++
			}
		}
	}
	assert.Positive(t, direct, "the direct search has the lower C on some of the graphs")
}

// Once the context has ended, the search returns the cut of its first try.
func TestNarrowSearchEndsWithTheContext(t *testing.T) {
	g := testgraph.Mesh(170, 175)
	for looks := int64(1); looks < 1<<14; looks *= 4 {
		r := newBisector(t, g, options())
		r.ctx = testgraph.NewExpiring(looks)
		low, value := search(r, multilevel.Options{CutSearch: plan.CutSearch{Tries: 2, Recombine: true}, Threads: 2})
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
	for _, looks := range []int64{5, 0, 1, 30}[:testgraph.Rounds(4)] {
		ctx := testgraph.NewExpiring(math.MaxInt64)
		lowest, armed := math.Inf(1), false
		mass := testgraph.Ones(g.N())
		r := New(ctx, g, mass, *options(), nil)
		r.Observe = func(p Progress) {
			lowest = min(lowest, p.Value)
			if p.Phase == SearchPhase && p.Fraction >= plan.Default().Narrow.Share && !armed {
				ctx.EndAfter(looks)
				armed = true
			}
		}
		found, value := r.Halve()
		assert.True(t, ctx.Ended())
		assert.LessOrEqual(t, value, lowest*(1+1e-9), "%d looks", looks)
		assert.InEpsilon(t, objective.Value(g, mass, found.Labels, 2, 1), value, 1e-9, "%d looks", looks)
	}
}

// A graph with small separators has no spectral cut.
func TestSpectralCutsAreForGraphsWithShortPaths(t *testing.T) {
	for _, c := range []struct {
		g    *graph.CSR
		want bool
	}{{testgraph.Grid(60, 80), false}, {testgraph.SparseBlocks(rand.New(rand.NewPCG(3, 0)), 2000, 2000), true}} {
		assert.Equal(t, c.want, spectralCut(newBisector(t, c.g, options())) != nil)
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
	require.True(t, isNarrow(newBisector(t, g, options())))
	_, value := New(t.Context(), g, testgraph.Ones(g.N()), *options(), nil).Halve()
	assert.InEpsilon(t, 1e-3/clique, value, 1e-12)
}
