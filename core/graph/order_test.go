package graph_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
)

// bandwidth returns the mean of |place(i) − place(j)| over the edges of g.
func bandwidth(g *graph.CSR, order []int32) float64 {
	place := make([]int, len(order))
	for at, v := range order {
		place[v] = at
	}
	sum := 0.0
	for i := range g.N() {
		idx, _ := g.Row(i)
		for _, j := range idx {
			sum += float64(max(place[i]-place[j], place[j]-place[i]))
		}
	}
	return sum / float64(g.NNZ())
}

func TestOrderIsADeterministicPermutationOfSmallBandwidth(t *testing.T) {
	const side = 60
	rng := rand.New(rand.NewPCG(1, 0))
	shuffled := rng.Perm(side*side + 3) // a grid numbered at random, and three isolated vertices
	var edges []graph.Edge
	for i := range side * side {
		if (i+1)%side != 0 {
			edges = append(edges, graph.Edge{I: shuffled[i], J: shuffled[i+1], W: 1})
		}
		if i+side < side*side {
			edges = append(edges, graph.Edge{I: shuffled[i], J: shuffled[i+side], W: 1})
		}
	}
	g, err := graph.FromEdges(side*side+3, edges)
	require.NoError(t, err)
	order := g.Order()

	given := make([]int32, g.N())
	for i := range given {
		given[i] = int32(i)
	}
	sorted := slices.Sorted(slices.Values(order))
	assert.Equal(t, given, sorted, "the order is a permutation")
	assert.Less(t, bandwidth(g, order), bandwidth(g, given)/2)
	assert.Equal(t, order, g.Order(), "the order is deterministic")
}
