package partition

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// auto returns the default options with AutoClusters.
func auto(change ...func(*Options)) Options {
	o := Defaults()
	o.NClusters = AutoClusters
	for _, f := range change {
		f(&o)
	}
	return o
}

// The number of parts is that of the cliques, and the partition the same as for this number. Vertices in very small components do not
// count.
func TestAutoClustersFindsTheCliques(t *testing.T) {
	g := testgraph.Cliques(6, 12, 1)
	r, err := Run(t.Context(), Problem{Graph: g}, auto(), nil)
	require.NoError(t, err)
	require.Len(t, r.Masses, 6)
	given := Defaults()
	given.NClusters = 6
	want, err := Run(t.Context(), Problem{Graph: g}, given, nil)
	require.NoError(t, err)
	assert.Equal(t, want.Labels, r.Labels)
	assert.Equal(t, "number of clusters", r.Stages[0].Name)
	assert.Len(t, r.Stages, len(want.Stages)+1)
	assert.Positive(t, r.Evidence.Plateau)
	assert.InDelta(t, 1, r.Evidence.Stability, 1e-12)
	assert.Zero(t, want.Evidence.Plateau)

	var edges []graph.Edge
	for i := range g.N() {
		idx, w := g.Row(i)
		for e, j := range idx {
			if int(j) > i {
				edges = append(edges, graph.Edge{I: i, J: int(j), W: w[e]})
			}
		}
	}
	n := g.N()
	withSpecks, err := graph.FromEdges(n+7, append(edges, graph.Edge{I: n, J: n + 1, W: 1}, graph.Edge{I: n + 2, J: n + 3, W: 5}))
	require.NoError(t, err)
	r, err = Run(t.Context(), Problem{Graph: withSpecks}, auto(), nil)
	require.NoError(t, err)
	assert.Len(t, r.Masses, 6)
}

func TestAutoClustersOfGraphsWithoutClusters(t *testing.T) {
	empty, err := graph.FromEdges(30, nil)
	require.NoError(t, err)
	pairs, err := graph.FromEdges(4, []graph.Edge{{I: 0, J: 1, W: 1}, {I: 2, J: 3, W: 1}})
	require.NoError(t, err)
	for name, g := range map[string]*graph.CSR{"no edges": empty, "pairs": pairs, "complete": testgraph.Complete(20), "an edge": testgraph.Path(2)} {
		r, err := Run(t.Context(), Problem{Graph: g}, auto(), nil)
		require.NoError(t, err, name)
		assert.Len(t, r.Masses, 1, name)
	}
}

// A number of parts that is not known excludes what is given for the parts.
func TestAutoClustersIsRefusedWithGivenParts(t *testing.T) {
	g := testgraph.Path(4)
	for name, c := range map[string]struct {
		p Problem
		o Options
	}{
		"fixed":        {Problem{Graph: g, Fixed: []int32{0, -1, -1, 1}}, auto()},
		"part_weights": {Problem{Graph: g, PartWeights: []float64{0.5, 0.5}}, auto()},
		"init":         {Problem{Graph: g, Labels: []int32{0, 0, 1, 1}}, auto()},
		"asymmetry":    {Problem{Graph: g}, auto(func(o *Options) { o.Asymmetry = 2 })},
	} {
		_, err := Run(t.Context(), c.p, c.o, nil)
		var e *OptionError
		require.ErrorAs(t, err, &e, name)
		assert.EqualError(t, e, "n_clusters must be an integer with "+name+", got auto")
	}
	_, err := Run(t.Context(), Problem{Graph: g, VertexWeight: []float64{1, 1, 1, -1}}, auto(), nil)
	var e *InputError
	require.ErrorAs(t, err, &e)
	_, err = Run(t.Context(), Problem{Graph: g}, auto(func(o *Options) { o.Descent.Theta = 2 }), nil)
	assert.ErrorContains(t, err, "theta must be")
}

func TestAutoClustersEndsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, err := Run(ctx, Problem{Graph: testgraph.Cliques(6, 12, 1)}, auto(), nil)
	require.NoError(t, err)
	assert.Equal(t, Stopped, r.Status)
	assert.Len(t, r.Labels, 72)
}

func TestMemoryForAutoClusters(t *testing.T) {
	many, few := auto(), Defaults()
	few.NClusters = 3
	for _, n := range []int64{10, 100_000} {
		most, err := Memory(n, min(n*(n-1), 12*n), GraphKind{}, many)
		require.NoError(t, err)
		some, err := Memory(n, min(n*(n-1), 12*n), GraphKind{}, few)
		require.NoError(t, err)
		assert.GreaterOrEqual(t, most, some)
	}
}
