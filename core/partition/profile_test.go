package partition

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// On a path of n vertices with edges of weight w, the lowest C at share s is w/(s n).
func TestProfileOfAPath(t *testing.T) {
	const n, w = 64, 3.0
	var edges []graph.Edge
	for i := 1; i < n; i++ {
		edges = append(edges, graph.Edge{I: i - 1, J: i, W: w})
	}
	g, err := graph.FromEdges(n, edges)
	require.NoError(t, err)
	for _, effort := range []Effort{FastEffort, DefaultEffort, BestEffort} {
		o := Defaults()
		o.MinShare, o.Effort = Some(0.0), effort
		res, err := Run(t.Context(), Problem{Graph: g}, o, nil)
		require.NoError(t, err)
		require.NotEmpty(t, res.Profile.Shares)
		assert.InEpsilon(t, res.Value, slices.Min(res.Profile.Values), 1e-9)
		for k, share := range res.Profile.Shares {
			assert.GreaterOrEqual(t, res.Profile.Values[k], w/(share*n)*(1-1e-9))
		}
		assert.Equal(t, 0.5, res.Profile.Shares[len(res.Profile.Shares)-1])
	}
}

func TestProfileIsKeptWithTheDefaultFloor(t *testing.T) {
	g := testgraph.Barbell(20, 0.01)
	free := Defaults()
	free.MinShare = Some(0.0)
	without, err := Run(t.Context(), Problem{Graph: g}, free, nil)
	require.NoError(t, err)
	with, err := Run(t.Context(), Problem{Graph: g}, Defaults(), nil)
	require.NoError(t, err)
	assert.Equal(t, without.Profile, with.Profile)
	assert.NotEmpty(t, with.Profile.Values)
}

func TestOtherProblemsHaveNoProfile(t *testing.T) {
	for name, change := range map[string]func(*Options){
		"three parts": func(o *Options) { o.NClusters = 3 },
		"asymmetry":   func(o *Options) { o.Asymmetry = 2 },
		"descent":     func(o *Options) { o.Init = Random },
		"cut":         func(o *Options) { o.Objective = CutObjective },
	} {
		o := Defaults()
		change(&o)
		res, err := Run(t.Context(), Problem{Graph: testgraph.Grid(6, 8)}, o, nil)
		require.NoError(t, err)
		if name == "descent" {
			assert.LessOrEqual(t, len(res.Profile.Shares), 1, "only the cut that was found")
			continue
		}
		assert.Empty(t, res.Profile.Shares, name)
	}
}
