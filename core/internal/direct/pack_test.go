package direct

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// packable reports by an exhaustive search whether a partition within the bounds exists.
func packable(p *Problem) bool {
	n, k := p.Graph.N(), p.Criterion.K
	labels := make([]int32, n)
	var place func(i int) bool
	place = func(i int) bool {
		if i == n {
			_, _, count := sums(p, labels)
			for _, c := range count {
				if c == 0 {
					return false
				}
			}
			return violation(p, labels) == 0
		}
		for r := range int32(k) {
			labels[i] = r
			if (p.Fixed == nil || p.Fixed[i] < 0 || p.Fixed[i] == r) && place(i+1) {
				return true
			}
		}
		return false
	}
	return place(0)
}

// Pack finds a partition if and only if one exists, and otherwise proves that none does.
func TestPackAgainstExhaustiveSearch(t *testing.T) {
	possible, impossible := 0, 0
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 0))
		n, k := 3+rng.IntN(6), 2+rng.IntN(2)
		mass := make([]float64, n)
		for i := range mass {
			mass[i] = float64(1 + rng.IntN(12))
		}
		p := equalParts(testgraph.Path(n), mass, k, rng.Float64(), 0.3*rng.Float64())
		if seed%3 == 0 {
			p.Fixed = make([]int32, n)
			for i := range p.Fixed {
				p.Fixed[i] = int32(rng.IntN(k+3)) - 3
				p.Fixed[i] = max(p.Fixed[i], -1)
			}
		}
		labels, proved := Pack(p)
		if packable(p) {
			possible++
			requireValid(t, p, labels, "seed %d", seed)
			require.Zero(t, violation(p, labels), "seed %d", seed)
			require.False(t, proved, "seed %d", seed)
		} else {
			impossible++
			require.Nil(t, labels, "seed %d", seed)
			require.True(t, proved, "seed %d", seed)
		}
	}
	assert.Greater(t, possible, 80)
	assert.Greater(t, impossible, 80)
}

// Unit masses of many vertices are packed, and bounds without room for all of them are proved to be impossible.
func TestPackOfManyVertices(t *testing.T) {
	for _, n := range []int{maxPacked + 1, 100, 1000} {
		for _, k := range []int{2, 3, 7} {
			slack := float64(k) / float64(n) // one vertex for each part
			p := equalParts(testgraph.Path(n), testgraph.Ones(n), k, 1-slack, slack)
			labels, proved := Pack(p)
			requireValid(t, p, labels, "n %d, k %d", n, k)
			require.Zero(t, violation(p, labels))
			require.False(t, proved)
			p = equalParts(testgraph.Path(n), testgraph.Ones(n), k, 0, -0.1)
			labels, proved = Pack(p)
			require.Nil(t, labels, "no partition exists")
			require.True(t, proved, "there is no room")
		}
	}
}

// The heaviest of many vertices are packed by backtracking: in descending order, each into the lighter part, the masses 3, 3, 2, 2, 2
// would make parts of 7 and 5.
func TestPackOfHeavyVertices(t *testing.T) {
	mass := testgraph.Ones(200)
	for at, m := range []float64{3000, 3000, 2000, 2000, 2000} {
		mass[7*at] = m
	}
	p := equalParts(testgraph.Path(200), mass, 2, 0, 0.01)
	labels, _ := Pack(p)
	requireValid(t, p, labels)
	require.Zero(t, violation(p, labels))
	mass[0] += 1000
	p = equalParts(testgraph.Path(200), mass, 2, 0, 0.01)
	labels, proved := Pack(p)
	require.Nil(t, labels, "an odd number of thousands")
	require.True(t, proved, "by the heaviest vertices alone")
}

// A search that is given up proves nothing: an odd number of equal masses cannot be halved, but the search is too long.
func TestPackGivesUpWithoutProof(t *testing.T) {
	mass := testgraph.Ones(41)
	p := equalParts(testgraph.Path(41), mass, 2, 0, 0)
	labels, proved := Pack(p)
	assert.Nil(t, labels)
	assert.False(t, proved)
}

// randomShares returns shares of the mass such that each part of n vertices of mass 1 has a target of at least 1.
func randomShares(rng *rand.Rand, n, k int) []float64 {
	shares, sum := make([]float64, k), 0.0
	for r := range shares {
		shares[r] = rng.ExpFloat64()
		sum += shares[r]
	}
	for r := range shares {
		shares[r] = (1 + float64(n-k)*shares[r]/sum) / float64(n)
	}
	return shares
}

// On vertices of mass 1 the parts have their targets up to one vertex, also on graphs that are not connected.
func TestSpreadReachesTheTargets(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 1))
		k := 2 + rng.IntN(12)
		n := k + rng.IntN(20*k)
		g := testgraph.Random(rng, n, 0.05)
		if seed%2 == 0 {
			g = scattered(rng, n)
		}
		p := withShares(g, testgraph.Ones(n), randomShares(rng, n, k), 0, math.Inf(1))
		labels := Spread(p)
		requireValid(t, p, labels, "seed %d", seed)
		_, size, _ := sums(p, labels)
		require.InDeltaSlice(t, p.Target, size, 1+1e-9, "seed %d, n %d, k %d", seed, n, k)
	}
}

// No part is empty for any masses and fixed vertices if there are enough free vertices, and fixed vertices keep their parts.
func TestSpreadLeavesNoPartEmpty(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 2))
		k := 2 + rng.IntN(6)
		n := k + rng.IntN(4*k)
		mass := testgraph.Mass(rng, n)
		for i := range mass {
			mass[i] = math.Pow(mass[i], 4)
		}
		g := scattered(rng, n)
		if seed%2 == 0 {
			edgeless, err := graph.FromEdges(n, nil)
			require.NoError(t, err)
			g = edgeless
		}
		p := withShares(g, mass, randomShares(rng, n, k), 0, math.Inf(1))
		requireValid(t, p, Spread(p), "seed %d, nothing fixed", seed)
		p.Fixed = make([]int32, n)
		for at, i := range rng.Perm(n) {
			p.Fixed[i] = -1
			if at >= k && rng.IntN(2) == 0 { // k vertices stay free
				p.Fixed[i] = int32(rng.IntN(k))
			}
		}
		requireValid(t, p, Spread(p), "seed %d", seed)
	}
}
