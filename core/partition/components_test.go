package partition

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
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

// fits reports by an exhaustive search whether components of the given lengths have a partition into nonempty parts of at
// most the given number of vertices.
func fits(lengths []int, size []int, most float64) bool {
	if len(lengths) == 0 {
		for _, m := range size {
			if m == 0 || float64(m) > most {
				return false
			}
		}
		return true
	}
	for r := range size {
		size[r] += lengths[0]
		found := fits(lengths[1:], size, most)
		size[r] -= lengths[0]
		if found {
			return true
		}
	}
	return false
}

// The value is 0 if and only if the components fit, and the parts keep the bounds in either case.
func TestComponentsAgainstExhaustivePacking(t *testing.T) {
	packed, cut := 0, 0
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 0))
		k := 2 + rng.IntN(2)
		lengths, n := make([]int, k+rng.IntN(5)), 0
		for c := range lengths {
			lengths[c] = 2 + rng.IntN(9)
			n += lengths[c]
		}
		most := 1.15 * float64(n) / float64(k)
		opt := with("n_clusters", k, "max_imbalance", 0.15, "random_state", int(seed))
		r, err := Run(t.Context(), Problem{Graph: paths(t, lengths...)}, opt, nil)
		if int(most)*k < n {
			require.Error(t, err, "seed %d", seed)
			continue
		}
		require.NoError(t, err, "seed %d", seed)
		count := make([]int, k)
		for _, a := range r.Labels {
			count[a]++
		}
		for _, m := range count {
			require.True(t, 0 < m && float64(m) <= most*(1+1e-9), "seed %d: %v, at most %g", seed, count, most)
		}
		if fits(lengths, make([]int, k), most) {
			require.Zero(t, r.Value, "seed %d: components %v", seed, lengths)
			packed++
		} else {
			require.Positive(t, r.Value, "seed %d: components %v", seed, lengths)
			cut++
		}
	}
	assert.Greater(t, packed, 10)
	assert.Greater(t, cut, 10)
}
