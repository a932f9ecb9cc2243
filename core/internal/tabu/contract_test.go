package tabu

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// Random contractions go on until the wanted number of blocks or until no edge can be contracted. Blocks are connected, have no
// fixed vertex beside another vertex, are no heavier than a part, and are within one part of the given partition.
func TestRandomBlocks(t *testing.T) {
	fewer, blocked := 0, 0
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 6))
		n, k := 8+rng.IntN(20), 2+rng.IntN(3)
		imbalance := []float64{math.Inf(1), 0.1}[rng.IntN(2)]
		p := problem(testgraph.Random(rng, n, 0.2), testgraph.Mass(rng, n), k, true, 0, imbalance)
		p.Fixed = slices.Repeat([]int32{-1}, n)
		p.Fixed[rng.IntN(n)] = 0
		var within []int32
		if rng.IntN(2) == 0 {
			within = testgraph.Partition(rng, n, k, nil)
		}
		wanted := 1 + rng.IntN(n)
		block, count := p.random(rng, wanted, within)
		require.GreaterOrEqual(t, count, wanted, "seed %d", seed)
		requireBlocks(t, p, block, count, within)
		if count > wanted {
			blocked++
			requireMaximal(t, p, block, count, within)
		} else if count < n {
			fewer++
		}
	}
	assert.Greater(t, fewer, 50)
	assert.Greater(t, blocked, 30)
}

// masses returns the masses of the blocks and whether they hold a fixed vertex.
func masses(p *Problem, block []int32, count int) (mass []float64, fixed []bool) {
	mass, fixed = make([]float64, count), make([]bool, count)
	for i, a := range block {
		mass[a] += p.Mass[i]
		fixed[a] = fixed[a] || p.Fixed[i] >= 0
	}
	return mass, fixed
}

func requireBlocks(t *testing.T, p *Problem, block []int32, count int, within []int32) {
	mass, fixed := masses(p, block, count)
	for a := range int32(count) {
		var members []int32
		for i, b := range block {
			if b == a {
				members = append(members, int32(i))
			}
		}
		require.NotEmpty(t, members)
		_, parts := graph.Components(graph.Subgraph(p.Graph, members))
		require.Equal(t, 1, parts, "a block is connected")
		if len(members) == 1 {
			continue
		}
		require.False(t, fixed[a], "a fixed vertex is alone")
		require.LessOrEqual(t, mass[a], slices.Max(p.Bounds.Most)*(1+1e-12))
		for _, i := range members {
			require.True(t, within == nil || within[i] == within[members[0]])
		}
	}
}

// requireMaximal checks that no edge between two blocks could be contracted.
func requireMaximal(t *testing.T, p *Problem, block []int32, count int, within []int32) {
	mass, fixed := masses(p, block, count)
	most := slices.Max(p.Bounds.Most) * (1 - 1e-12)
	for i, a := range block {
		idx, _ := p.Graph.Row(i)
		for _, j := range idx {
			b := block[j]
			allowed := a != b && !fixed[a] && !fixed[b] && (within == nil || within[i] == within[j])
			require.False(t, allowed && mass[a]+mass[b] <= most, "edge %d, %d", i, j)
		}
	}
}
