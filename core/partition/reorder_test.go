package partition

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/locality"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/portfolio"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// What belongs to vertex order[a] of the input belongs to vertex a of the search, also what no search of the test below is given.
func TestReorderKeepsWhatBelongsToAVertex(t *testing.T) {
	const side = 240
	rng := rand.New(rand.NewPCG(2, 0))
	g := testgraph.Shuffled(rng, testgraph.Grid(side, side))
	n := g.N()
	free, labels, mass, start := make([]int32, n), make([]int32, n), make([]float64, n), make([]float64, n)
	for i := range n {
		free[i], labels[i], mass[i], start[i] = rng.Int32N(2), rng.Int32N(2), 1+rng.Float64(), rng.Float64()
	}
	for name, m := range map[string][]float64{"masses": mass, "equal masses": testgraph.Ones(n)} {
		opt, starts := Defaults(), [][]float64{start}
		s := &prepared{ctx: t.Context(), opt: &opt, graph: g}
		s.search = portfolio.Problem{Graph: g, Mass: m, Free: free, Fixed: labels, Labels: labels, Starts: starts}
		s.reorder(nil)
		require.NotNil(t, s.order)
		for a, i := range s.order {
			require.Equal(t, free[i], s.search.Free[a])
			require.Equal(t, labels[i], s.search.Fixed[a])
			require.Equal(t, labels[i], s.search.Labels[a])
			require.Equal(t, start[i], s.search.Starts[0][a])
			require.Equal(t, m[i], s.search.Mass[a], name)
		}
		assert.Equal(t, start, starts[0], "the input is not changed")
		found := &Result{Labels: s.search.Free, F: s.search.Starts[0]}
		found.restore(s.order)
		assert.Equal(t, free, found.Labels)
		assert.Equal(t, start, found.F)
	}
}

// A search in another order of the vertices takes everything that belongs to a vertex from the input and returns it to the
// order of the input.
func TestReorderedSearch(t *testing.T) {
	const side = 240
	rng := rand.New(rand.NewPCG(1, 0))
	order := testgraph.Permutation(rng, side*side)
	g := graph.Subgraph(testgraph.Grid(side, side), order)
	require.NotNil(t, locality.Order(t.Context(), g, nil))
	n := g.N()
	fixed, labels, start, weight := make([]int32, n), make([]int32, n), make([]float64, n), testgraph.Ones(n)
	for a, i := range order {
		fixed[a], start[a] = -1, float64(i%side)+rng.Float64()
		if i%side >= side/2 {
			labels[a], weight[a] = 1, 3
		}
	}
	fixed[7], fixed[8], fixed[n-1] = 1, 0, 1
	for name, c := range map[string]struct {
		p    Problem
		opt  Options
		most float64 // weight of the cut
	}{
		"value, two parts":           {Problem{}, with("n_clusters", 2), 1.02 * side},
		"weight, four parts":         {Problem{}, with("n_clusters", 4, "objective", "cut", "max_imbalance", 0.03), 2.1 * side},
		"descent from a given start": {Problem{Starts: [][]float64{start}}, with("n_clusters", 2, "max_outer", 3), 1.02 * side},
		"fixed vertices":             {Problem{Fixed: fixed}, with("n_clusters", 2), 1.1 * side},
		"given labels":               {Problem{Labels: labels}, with("n_clusters", 2), side},
		"vertex weights": {Problem{VertexWeight: weight, PartWeights: []float64{0.2, 0.8}},
			with("n_clusters", 2, "max_imbalance", 0.05), 1.1 * side},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.p.Graph = g
			r, err := Run(t.Context(), c.p, c.opt, nil)
			require.NoError(t, err)
			mass := c.p.VertexWeight
			if mass == nil {
				mass = testgraph.Ones(n)
			}
			assert.Equal(t, objective.Sizes(mass, r.Labels, c.opt.NClusters), r.Masses)
			assert.InEpsilon(t, objective.Value(g, mass, r.Labels, c.opt.NClusters, 1), r.Value, 1e-12)
			assert.LessOrEqual(t, r.CutWeight, c.most)
			if c.opt.MaxImbalance.Present {
				assert.LessOrEqual(t, r.Imbalance, c.opt.MaxImbalance.Value*(1+1e-12))
			}
			switch {
			case c.p.Labels != nil:
				assert.Greater(t, agreeing(c.p.Labels, r.Labels), n/2, "parts are numbered as in the given partition")
			case c.p.PartWeights == nil && c.p.Fixed == nil:
				assert.Zero(t, r.Labels[0], "parts are numbered by their first vertex")
			}
			for i, a := range c.p.Fixed {
				require.True(t, a < 0 || r.Labels[i] == a)
			}
			if r.F != nil {
				rows := parallel.NewRows(g.Indptr, 1)
				defer rows.Close()
				assert.InEpsilon(t, r.Energy, objective.NewEnergy(g, mass, 1, rows).Of(r.F), 1e-9)
			}
		})
	}
}

// agreeing returns how many vertices have the same part in both partitions.
func agreeing(a, b []int32) int {
	count := 0
	for i := range a {
		if a[i] == b[i] {
			count++
		}
	}
	return count
}
