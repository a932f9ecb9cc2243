package direct

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// randomBand returns a band between the pair of parts with the longest border. In some cases all parts have the same mass,
// so that the rates of B differ for a vertex that joins a part and one that leaves it.
func randomBand(t *testing.T, rng *rand.Rand, p *Problem) *band {
	equal := rng.IntN(3) == 0
	if equal {
		k := p.Criterion.K
		n := k * (4 + rng.IntN(5))
		*p = *equalParts(testgraph.Random(rng, n, 0.3), testgraph.Ones(n), k, 0, 0.5)
	}
	s := randomState(t, rng, p, rng.IntN(2) == 0)
	if equal {
		for at, i := range rng.Perm(len(s.labels)) {
			s.labels[i] = int32(at % s.K)
		}
		s.sum()
	}
	pairs, borders := pairsOf(s)
	require.NotEmpty(t, pairs)
	return newBand(s, pairs[0], borders[pairs[0]], 0.5+2*rng.Float64())
}

// linearised returns the criterion linearised at the masses of the current partition of b, without the terms of parts that
// an exchange does not change.
func linearised(b *band, p *Problem, labels []int32) float64 {
	cuts, _, _ := sums(p, labels)
	oldCuts, size, _ := sums(p, b.labels)
	sum := 0.0
	for _, x := range []int32{b.p.a, b.p.b} {
		balanced := balance(p.Criterion, size[x])
		left, right := b.Rates(size[x])
		slope := oldCuts[x] / (2 * balanced * balanced) // −∂/∂B of the term of part x
		sum += cuts[x] / (2 * balanced)
		for i := range labels {
			switch before, now := b.labels[i] == x, labels[i] == x; {
			case before && !now:
				sum += slope * left * p.Mass[i]
			case now && !before:
				sum -= slope * right * p.Mass[i]
			}
		}
	}
	return sum
}

// reassigned returns the partition in which the vertices of the band have random sides.
func reassigned(rng *rand.Rand, b *band) (labels []int32, high []bool) {
	labels, high = slices.Clone(b.labels), testgraph.RandomSet(rng, len(b.vertices))
	for at, i := range b.vertices {
		labels[i] = b.p.b
		if high[at] {
			labels[i] = b.p.a
		}
	}
	return labels, high
}

// For every reassignment of a band, cut(T, Tᶜ) − Σ_{i∈T} b_i in its subgraph, times β_a + β_b, equals the linearised
// criterion up to a constant.
func TestSupplyMatchesTheLinearisedCriterion(t *testing.T) {
	sizes := 0
	for seed := range uint64(150) {
		rng := rand.New(rand.NewPCG(seed, 0))
		p := randomProblem(rng)
		b := randomBand(t, rng, p)
		sub, _ := b.subgraph()
		supply := b.supply()
		betas := 1/(2*b.Balance(b.size[b.p.a])) + 1/(2*b.Balance(b.size[b.p.b]))
		reduced := func(high []bool) float64 {
			x := objective.Weight(sub, high)
			for at, in := range high {
				if in {
					x -= supply[at]
				}
			}
			return betas * x
		}
		now := make([]bool, len(b.vertices))
		for at, i := range b.vertices {
			now[at] = b.labels[i] == b.p.a
		}
		constant := linearised(b, p, b.labels) - reduced(now)
		for range 20 {
			labels, high := reassigned(rng, b)
			want := linearised(b, p, labels)
			require.InDelta(t, want, reduced(high)+constant, 1e-9*max(1, want), "seed %d", seed)
			if p.Criterion.Edges {
				require.InDelta(t, criterion(p, labels)-criterion(p, b.labels), want-linearised(b, p, b.labels), 1e-9, "seed %d", seed)
			}
		}
		sizes += len(b.vertices)
		b.close()
	}
	assert.Greater(t, sizes, 150*3, "bands have vertices")
}

// The subgraph of a band has the edges between its vertices, and the mirror of i → j is j → i.
func TestSubgraphOfABand(t *testing.T) {
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 1))
		p := randomProblem(rng)
		b := randomBand(t, rng, p)
		sub, mirror := b.subgraph()
		require.Equal(t, len(b.vertices), sub.N())
		require.Len(t, mirror, sub.NNZ())
		owner := make([]int32, sub.NNZ())
		for at, i := range b.vertices {
			want, got := map[int32]float64{}, map[int32]float64{}
			idx, w := p.Graph.Row(int(i))
			for e, j := range idx {
				if slices.Contains(b.vertices, j) {
					want[j] = w[e]
				}
			}
			idx, w = sub.Row(at)
			for e, other := range idx {
				got[b.vertices[other]] = w[e]
				owner[int(sub.Indptr[at])+e] = int32(at)
			}
			require.Len(t, idx, len(want), "seed %d: no edge appears twice", seed)
			require.Equal(t, want, got, "seed %d", seed)
		}
		for e, m := range mirror {
			require.Equal(t, int32(e), mirror[m], "seed %d", seed)
			require.Equal(t, owner[e], sub.Indices[m])
			require.Equal(t, owner[m], sub.Indices[e])
		}
		b.close()
		require.NotContains(t, slices.Collect(notAbsent(b.work.place)), true, "close removes all places")
	}
}

// notAbsent yields for each place whether it is in use.
func notAbsent(place []int32) func(yield func(bool) bool) {
	return func(yield func(bool) bool) {
		for _, at := range place {
			if !yield(at >= 0) {
				return
			}
		}
	}
}

// A band has only free vertices of its two parts, and on each side at most the given mass.
func TestBandKeepsItsLimits(t *testing.T) {
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 2))
		p := randomProblem(rng)
		fixFirst(rng, p)
		s := randomState(t, rng, p, true)
		pairs, borders := pairsOf(s)
		for _, q := range pairs {
			b := newBand(s, q, borders[q], 1)
			mass := map[int32]float64{}
			for at, i := range b.vertices {
				require.Equal(t, int32(at), s.work.place[i])
				require.Equal(t, int32(-1), p.Fixed[i])
				mass[s.labels[i]] += p.Mass[i]
			}
			for r, m := range mass {
				require.True(t, r == q.a || r == q.b)
				require.LessOrEqual(t, m, bandShare*s.size[r]+1e-12)
			}
			b.close()
		}
	}
}
