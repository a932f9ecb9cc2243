package partition

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/consensus"
	"github.com/tvcut/tvcut/core/internal/plan"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

func TestPartsAreNumberedByFixedVertices(t *testing.T) {
	for _, c := range []struct {
		name                            string
		k                               int
		labels, fixed, propagated, want []int32
	}{
		{"one fixed vertex in each part", 3, []int32{0, 0, 1, 1, 2, 2}, []int32{2, -1, 0, -1, -1, 1}, []int32{2, 2, 2, 2, 2, 2},
			[]int32{2, 2, 0, 0, 1, 1}},
		{"two numbers in one part, which shares more mass with one of them", 2, []int32{0, 0, 0, 0, 1, 1}, []int32{1, -1, 0, -1, -1, -1},
			[]int32{1, 1, 0, 1, 0, 0}, []int32{1, 1, 0, 1, 0, 0}},
		{"the number of fixed vertices precedes shared mass", 2, []int32{0, 0, 0, 1, 1, 1}, []int32{0, 0, 1, -1, -1, -1},
			[]int32{1, 1, 1, 0, 0, 0}, []int32{0, 0, 1, 1, 1, 1}},
	} {
		numberParts(c.labels, c.fixed, c.propagated, testgraph.Ones(len(c.labels)), c.k)
		assert.Equal(t, c.want, c.labels, c.name)
	}
}

// If the fixed vertices agree with the partition found without them, the value with them is not higher.
func TestFixedVerticesThatAgreeDoNotRaiseTheValue(t *testing.T) {
	testgraph.SkipUnderRace(t)
	for _, k := range []int{2, 4} {
		for seed := range uint64(3) {
			g := testgraph.Random(rand.New(rand.NewPCG(seed, 0)), plan.Default().Starts.SmallGraph, 0.004)
			opt := with("n_clusters", k, "n_starts", 1, "random_state", seed, "min_share", 0.0)
			free, err := Run(t.Context(), Problem{Graph: g}, opt, nil)
			require.NoError(t, err)
			fixed := make([]int32, plan.Default().Starts.SmallGraph)
			for i := range fixed {
				fixed[i] = -1
			}
			for a := range int32(k) {
				fixed[slices.Index(free.Labels, a)] = a
			}
			held, err := Run(t.Context(), Problem{Graph: g, Fixed: fixed}, opt, nil)
			require.NoError(t, err)
			assert.LessOrEqual(t, held.Value, free.Value*(1+1e-12), "k = %d, seed %d", k, seed)
		}
	}
}

// A search with fixed vertices ends soon after a time limit, with a partition that keeps them.
func TestTimeLimitKeepsFixedVertices(t *testing.T) {
	g := largeMesh()
	for _, k := range []int{2, 5} {
		p := Problem{Graph: g, Fixed: make([]int32, g.N())}
		for i := range p.Fixed {
			p.Fixed[i] = -1
			if i%100 == 0 {
				p.Fixed[i] = int32(i * k / g.N())
			}
		}
		for _, limit := range []float64{0.001, 0.05} {
			r, err := Run(t.Context(), p, with("n_clusters", k, "time_limit", limit, "n_starts", 1000, "min_share", 0.0), nil)
			require.NoError(t, err)
			assert.Equal(t, TimeLimit, r.Status)
			for i, a := range p.Fixed {
				require.True(t, a < 0 || r.Labels[i] == a, "vertex %d", i)
			}
		}
	}
}

// The cut with fixed vertices is that for λ: of four cliques in a chain, one is on the side of the first fixed vertex or of the
// last, although two have the lowest value for λ = 1.
func TestFixedVerticesWithAsymmetry(t *testing.T) {
	g := testgraph.Cliques(4, 20, 0.5)
	p := Problem{Graph: g, Fixed: slices.Repeat([]int32{-1}, g.N())}
	p.Fixed[0], p.Fixed[g.N()-1] = 1, 0
	for _, init := range []Init{Auto, Multilevel, Spectral, Random} {
		for _, lambda := range []float64{3, 1. / 3} {
			r := mustRunAny(t, p, with("asymmetry", lambda, "init", init))
			assert.InEpsilon(t, 0.5/(20*max(1, lambda)), r.Value, 1e-9, "%v, λ = %g", init, lambda)
			assert.Equal(t, []int32{1, 0}, []int32{r.Labels[0], r.Labels[g.N()-1]})
		}
	}
}

// The numbers are those that a table of all pairs of a part and a number gives.
func TestNumbersAreThoseOfATableOfAllPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 3))
	for range 200 {
		n, k := 1+rng.IntN(30), 1+rng.IntN(12)
		labels, fixed, propagated, mass := make([]int32, n), make([]int32, n), make([]int32, n), make([]float64, n)
		all := make([]consensus.Overlap, k*k)
		for at := range all {
			all[at].Part, all[at].Number = int32(at/k), int32(at%k)
		}
		for i := range labels {
			labels[i], fixed[i], propagated[i] = int32(rng.IntN(k)), int32(rng.IntN(2*k)-k), int32(rng.IntN(k))
			mass[i] = float64(1 + rng.IntN(3))
			all[int(labels[i])*k+int(propagated[i])].Mass += mass[i]
			if fixed[i] = max(fixed[i], -1); fixed[i] >= 0 {
				all[int(labels[i])*k+int(fixed[i])].Count++
			}
		}
		want := make([]int32, n)
		number := consensus.Match(all, k)
		for i, a := range labels {
			if want[i] = fixed[i]; want[i] < 0 {
				want[i] = number[a]
			}
		}
		numberParts(labels, fixed, propagated, mass, k)
		require.Equal(t, want, labels)
	}
}

// A table of all pairs would need more memory than there is.
func TestVeryManyPartsAreNumbered(t *testing.T) {
	const k = 200000
	labels, fixed, propagated := make([]int32, k), slices.Repeat([]int32{-1}, k), make([]int32, k)
	for i := range labels {
		labels[i], propagated[i] = int32(i), int32(k-1-i)
	}
	fixed[0], fixed[k/2] = 0, k/2
	numberParts(labels, fixed, propagated, testgraph.Ones(k), k)
	propagated[0], propagated[k-1] = 0, k-1 // part 0 has the number of its fixed vertex, and part k−1 takes one that is left
	propagated[k/2], propagated[k/2-1] = k/2, k/2-1
	assert.Equal(t, propagated, labels)
}
