package partition

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// keptMass returns the mass of the vertices that have the same number in both partitions, when the part a of the first one gets
// the number number[a].
func keptMass(labels, start, number []int32, mass []float64) float64 {
	kept := 0.0
	for i, a := range labels {
		if number[a] == start[i] {
			kept += mass[i]
		}
	}
	return kept
}

// permutations calls f with every permutation of the numbers 0 … k−1.
func permutations(k int, f func([]int32)) {
	number := make([]int32, k)
	for a := range number {
		number[a] = int32(a)
	}
	var from func(int)
	from = func(at int) {
		if at == k {
			f(number)
		}
		for b := at; b < k; b++ {
			number[at], number[b] = number[b], number[at]
			from(at + 1)
			number[at], number[b] = number[b], number[at]
		}
	}
	from(0)
}

// No other numbers of the parts keep more mass in the parts of the start, among those that keep the numbers of fixed vertices and
// the target shares.
func TestNumbersKeepTheMostMassOfTheStart(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 11))
		n, k := 12+rng.IntN(8), 2+rng.IntN(4)
		p := Problem{Graph: testgraph.Random(rng, n, 0.3), Labels: testgraph.Striped(n, k), VertexWeight: make([]float64, n)}
		rng.Shuffle(n, func(i, j int) { p.Labels[i], p.Labels[j] = p.Labels[j], p.Labels[i] })
		for i := range p.VertexWeight {
			p.VertexWeight[i] = 1 + rng.Float64()
		}
		given := []any{"n_clusters", k, "min_share", 0.0}
		if seed%3 == 1 {
			p.Fixed = slices.Repeat([]int32{-1}, n)
			p.Fixed[0] = p.Labels[0]
		}
		if seed%3 == 2 { // parts 0 and 1 have equal shares, and the others have their own
			p.PartWeights = make([]float64, k)
			for r := range p.PartWeights {
				p.PartWeights[r] = float64(max(r, 1))
			}
			total := objective.Total(p.PartWeights)
			for r := range p.PartWeights {
				p.PartWeights[r] /= total
			}
			given = append(given, "max_imbalance", 1.5)
		}
		r, err := Run(t.Context(), p, with(given...), nil)
		require.NoError(t, err)
		same := make([]int32, k)
		for a := range same {
			same[a] = int32(a)
		}
		kept := keptMass(r.Labels, p.Labels, same, p.VertexWeight)
		permutations(k, func(number []int32) {
			for a, b := range number {
				if a != int(b) && (p.PartWeights != nil && p.PartWeights[a] != p.PartWeights[b] || p.numbered(k)[a]) {
					return
				}
			}
			require.LessOrEqual(t, keptMass(r.Labels, p.Labels, number, p.VertexWeight), kept*(1+1e-12), "seed %d", seed)
		})
		require.InEpsilonSlice(t, objective.Sizes(p.VertexWeight, r.Labels, k), r.Masses, 1e-12)
		for i, a := range p.Fixed {
			require.True(t, a < 0 || r.Labels[i] == a)
		}
	}
}

// A partition that no search improves keeps all its numbers, whatever they are.
func TestNumbersStayOnAnUnchangedProblem(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 12))
		k := 2 + rng.IntN(5)
		p := Problem{Graph: testgraph.Cliques(k, 6, 0.1), Labels: make([]int32, 6*k)}
		number := rng.Perm(k)
		for i := range p.Labels {
			p.Labels[i] = int32(number[i/6])
		}
		for _, given := range [][]any{{}, {"min_share", 0.5}, {"objective", "cut"}, {"strategy", "symmetric"}, {"balance", "normalized"}} {
			r, err := Run(t.Context(), p, with(append([]any{"n_clusters", k}, given...)...), nil)
			require.NoError(t, err)
			assert.Equal(t, p.Labels, r.Labels, "%v", given)
			require.Len(t, r.Merges, k-1)
		}
	}
}
