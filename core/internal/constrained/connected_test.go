package constrained

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// members returns the vertices of a part.
func members(labels []int32, part int32) (vertices []int32) {
	for i, a := range labels {
		if a == part {
			vertices = append(vertices, int32(i))
		}
	}
	return vertices
}

// numPieces returns the number of connected components of the graph that vertices induce.
func numPieces(g *graph.CSR, vertices []int32) int {
	if len(vertices) == 0 {
		return 0
	}
	_, count := graph.Components(graph.Subgraph(g, vertices))
	return count
}

// A vertex leaves its part if and only if the part has no more pieces without it. What hangs on it are the pieces but the largest.
func TestLeaves(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range testgraph.Rounds(200) {
		p := randomProblem(rng, 14, 2)
		p.Graph = testgraph.Sparse(rng, 14, 16)
		s := newState(context.Background(), p, testgraph.Partition(rng, 14, 2, nil))
		for i := range int32(14) {
			own := members(s.labels, s.labels[i])
			rest := slices.DeleteFunc(slices.Clone(own), func(j int32) bool { return j == i })
			if s.count[s.labels[i]] == 1 {
				continue
			}
			assert.Equal(t, numPieces(p.Graph, rest) <= numPieces(p.Graph, own), s.leaves(i))
			if s.leaves(i) {
				continue
			}
			hanging := hanging(s, i)
			kept := slices.DeleteFunc(slices.Clone(rest), func(j int32) bool { return slices.Contains(hanging, j) })
			assert.Equal(t, numPieces(p.Graph, own), numPieces(p.Graph, kept), "vertex %d with %v", i, hanging)
		}
	}
}

// connect leaves no surplus piece, and each component has a part if there are enough of them.
func TestConnect(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for range testgraph.Rounds(300) {
		n, k := 8+rng.IntN(20), 2+rng.IntN(5)
		p := &Problem{Graph: testgraph.Sparse(rng, n, n), Criterion: objective.Criterion{K: k, Lambda: 1, Edges: true}, Connected: true}
		p.Columns = randomColumns(rng, n, k)
		p.Criterion.Total = objective.Total(p.Columns[0].Mass)
		component, count := graph.Components(p.Graph)
		p.Component = component
		labels := testgraph.Partition(rng, n, k, nil)
		p.connect(labels)
		require.Zero(t, countSurplus(p, labels))
		for r := range int32(k) {
			if pieces := numPieces(p.Graph, members(labels, r)); count <= k {
				assert.Equal(t, 1, pieces, "part %d of %d in %d components", r, k, count)
			} else {
				assert.GreaterOrEqual(t, pieces, 1)
			}
		}
	}
}

// On meshes, the search keeps parts connected and balanced, and cuts about as little as without the constraint.
func TestConnectedMesh(t *testing.T) {
	for _, k := range []int{2, 7, 16} {
		g := testgraph.Grid(30, 40)
		n := g.N()
		shares := slices.Repeat([]float64{1 / float64(k)}, k)
		p := &Problem{Graph: g, Criterion: objective.Criterion{K: k, Lambda: 1, Edges: true, Total: float64(n)}, Connected: true,
			Columns: []Column{{testgraph.Ones(n), objective.NewBounds(shares, float64(n), 0, 0.03)}}}
		found := Search(context.Background(), p, options(1), [][]int32{testgraph.Striped(n, k)})
		require.Zero(t, found.Score.Broken)
		for r := range int32(k) {
			assert.Equal(t, 1, numPieces(g, members(found.Labels, r)))
		}
		again := Search(context.Background(), p, options(1), [][]int32{testgraph.Striped(n, k)})
		assert.Equal(t, found, again, "the search is deterministic")
	}
}

// A search that the context ends returns a partition.
func TestExpired(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	p := randomProblem(rng, 100, 5)
	for looks := range int64(testgraph.Rounds(40)) {
		found := Search(testgraph.NewExpiring(looks), p, options(1), [][]int32{testgraph.Partition(rng, 100, 5, p.Fixed)})
		require.Len(t, found.Labels, 100)
	}
}
