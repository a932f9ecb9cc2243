package coarsen

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// columnsBelow returns the cut of a grid whose side low are the first columns: a of them in the first rows, b in the others.
func columnsBelow(rows, columns, a, b int) []bool {
	low := make([]bool, rows*columns)
	for i := range low {
		limit := a
		if i/columns >= rows/2 {
			limit = b
		}
		low[i] = i%columns < limit
	}
	return low
}

// Every set of the contracted graph has the same cut and the same mass as the set of the original graph that it represents.
func TestContractionOfAgreementKeepsCutsAndMasses(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 0))
	g := testgraph.Grid(60, 80)
	mass := testgraph.Mass(rng, g.N())
	h := ContractAgreed(g, mass, columnsBelow(60, 80, 30, 30), columnsBelow(60, 80, 40, 40), 3, 1)
	l := h.Coarsest()
	assert.Equal(t, 60*(4+10+4)+2, l.Graph.N(), "ten columns of different sides, four on each side of them, and two vertices")
	checked, err := graph.New(l.Graph.Indptr, l.Graph.Indices, l.Graph.Data)
	require.NoError(t, err)
	for range 100 {
		coarse, fine := make([]bool, l.Graph.N()), make([]bool, g.N())
		for i := range coarse {
			coarse[i] = rng.IntN(2) == 1
		}
		Project(h, 0, coarse, fine)
		require.InEpsilon(t, objective.Weight(g, fine), objective.Weight(checked, coarse), 1e-12)
		require.InEpsilon(t, objective.Inside(mass, fine), objective.Inside(l.Mass, coarse), 1e-12)
	}
}

// Both cuts exist in the contracted graph, also where they agree on a part of their border.
func TestBothCutsExistAfterContraction(t *testing.T) {
	g := testgraph.Grid(60, 80)
	for _, shift := range []int{0, 1, 8} {
		a, b := columnsBelow(60, 80, 30, 50), columnsBelow(60, 80, 30, 50+shift)
		h := ContractAgreed(g, testgraph.Ones(g.N()), a, b, 0, 1)
		for _, low := range [][]bool{a, b} {
			fine := make([]bool, g.N())
			Project(h, 0, Restrict(h, low), fine)
			assert.Equal(t, low, fine)
		}
	}
}

func TestContractionThatKeepsTooMuchIsNotMade(t *testing.T) {
	g := testgraph.Grid(20, 40)
	a, b := columnsBelow(20, 40, 10, 10), columnsBelow(20, 40, 30, 30)
	assert.Nil(t, ContractAgreed(g, testgraph.Ones(g.N()), a, b, 2, 0.5))
	assert.NotNil(t, ContractAgreed(g, testgraph.Ones(g.N()), a, b, 2, 0.7), "26 of 40 columns")
	assert.Nil(t, ContractAgreed(g, testgraph.Ones(g.N()), a, b, 2, 0.64))
}
