package partition

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
)

// paths returns a graph whose components are paths of the given lengths, which are numbered one after the other.
func paths(t *testing.T, lengths ...int) *graph.CSR {
	var edges []graph.Edge
	n := 0
	for _, length := range lengths {
		for i := 1; i < length; i++ {
			edges = append(edges, graph.Edge{I: n + i - 1, J: n + i, W: 1})
		}
		n += length
	}
	g, err := graph.FromEdges(n, edges)
	require.NoError(t, err)
	return g
}

// If the components can be packed within the bounds, no edge is cut.
func TestComponentsThatFitAreNotCut(t *testing.T) {
	for _, c := range []struct {
		name    string
		lengths []int
		k       int
	}{
		{"one for each part", []int{10, 10, 10}, 3},
		{"pairs", []int{7, 6, 5, 3, 4, 5}, 3},
		{"five in two parts", []int{8, 7, 6, 5, 4}, 2},
		{"several in each part", []int{9, 2, 2, 8, 3, 5, 1}, 3},
	} {
		for _, goal := range []string{"value", "cut"} {
			opt := with("n_clusters", c.k, "max_imbalance", 0.01, "objective", goal)
			r, err := Run(t.Context(), Problem{Graph: paths(t, c.lengths...)}, opt, nil)
			require.NoError(t, err, c.name)
			require.Zero(t, r.Value, "%s, objective %s", c.name, goal)
		}
	}
}
