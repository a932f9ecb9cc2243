package tabu

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// problem returns a problem with masses and bounds. With edges the criterion is the weight of the cut.
func problem(g *graph.CSR, mass []float64, k int, edges bool, share, imbalance float64) *Problem {
	total, shares := objective.Total(mass), slices.Repeat([]float64{1 / float64(k)}, k)
	return &Problem{Criterion: objective.Criterion{K: k, Lambda: 1, Total: total, Edges: edges},
		Bounds: objective.NewBounds(shares, total, share, imbalance), Graph: g, Mass: mass}
}

// criterion computes the criterion from its definition, +Inf for a partition with an empty part or outside the bounds.
func criterion(p *Problem, labels []int32) float64 {
	k := p.Criterion.K
	cut, size := make([]float64, k), make([]float64, k)
	for i, a := range labels {
		size[a] += p.Mass[i]
		idx, w := p.Graph.Row(i)
		for e, j := range idx {
			if labels[j] != a {
				cut[a] += w[e]
			}
		}
	}
	sum := 0.0
	for r, m := range size {
		if m == 0 || m < p.Bounds.Least[r] || m > p.Bounds.Most[r] {
			return math.Inf(1)
		}
		if p.Criterion.Edges {
			sum += cut[r] / 2
		} else if cut[r] > 0 {
			sum += cut[r] / min(m, (p.Criterion.Total-m)/float64(k-1)) / 2
		}
	}
	return sum
}

// visit calls f for all partitions.
func visit(p *Problem, f func(labels []int32, value float64)) {
	labels := make([]int32, p.Graph.N())
	for {
		f(labels, criterion(p, labels))
		i := 0
		for ; i < len(labels); i++ {
			if labels[i]++; int(labels[i]) < p.Criterion.K {
				break
			}
			labels[i] = 0
		}
		if i == len(labels) {
			return
		}
	}
}

// criteria are the criteria and bounds of the tests.
var criteria = []struct {
	name             string
	edges            bool
	share, imbalance float64
	weighted         bool
}{
	{"value", false, 0, math.Inf(1), false},
	{"value, masses", false, 0, math.Inf(1), true},
	{"value, lower bounds", false, 0.5, math.Inf(1), false},
	{"cut, upper bounds", true, 0, 0.35, false},
}

// cases calls f for graphs of all families and kinds of weights under all criteria, for two and three parts, each with a
// partition within the bounds.
func cases(t *testing.T, n int, f func(name string, p *Problem, start []int32, rng *rand.Rand)) {
	for at, family := range testgraph.Families {
		for kind, weights := range testgraph.WeightKinds {
			for number, c := range criteria {
				for k := 2; k <= 3; k++ {
					rng := rand.New(rand.NewPCG(uint64(at), uint64(100*k+10*kind+number)))
					g, mass := testgraph.Family(rng, family, weights, n), testgraph.Ones(n)
					if c.weighted {
						mass = testgraph.Mass(rng, n)
					}
					p := problem(g, mass, k, c.edges, c.share, c.imbalance)
					start := make([]int32, n) // parts of equal numbers of vertices
					for i, v := range rng.Perm(n) {
						start[v] = int32(i % k)
					}
					require.False(t, math.IsInf(criterion(p, start), 1))
					f(fmt.Sprintf("%s, %s, %s, k = %d", family, weights, c.name, k), p, start, rng)
				}
			}
		}
	}
}

// From an arbitrary partition, the search finds the optimum of an exhaustive search.
func TestImproveFindsTheOptimum(t *testing.T) {
	cases(t, 8, func(name string, p *Problem, start []int32, rng *rand.Rand) {
		best := math.Inf(1)
		visit(p, func(_ []int32, value float64) { best = min(best, value) })
		given := slices.Clone(start)
		found := Improve(t.Context(), p, start, rng)
		assert.Equal(t, given, start, "%s: the given partition is not changed", name)
		assert.LessOrEqual(t, criterion(p, found), best*(1+1e-9), name)
	})
}

// The blocks of reduced are not separated by any partition of lower criterion.
func TestReducedKeepsBetterPartitions(t *testing.T) {
	contractions := 0
	cases(t, 7, func(name string, p *Problem, start []int32, _ *rand.Rand) {
		given := criterion(p, start)
		block, count := p.reduced(given)
		contractions += p.Graph.N() - count
		visit(p, func(labels []int32, value float64) {
			if value >= given*(1-1e-6) {
				return
			}
			for i, a := range block {
				for j, b := range block {
					require.False(t, a == b && labels[i] != labels[j], "%s: %v has %g < %g", name, labels, value, given)
				}
			}
		})
	})
	assert.Positive(t, contractions)
}

// Contraction keeps criteria and masses.
func TestContractedKeepsTheCriterion(t *testing.T) {
	cases(t, 12, func(name string, p *Problem, start []int32, rng *rand.Rand) {
		block, count := p.random(rng, 6, start)
		q, coarse := p.contracted(block, count), restricted(start, block, count)
		require.GreaterOrEqual(t, count, 6)
		for i, b := range block {
			require.Equal(t, start[i], coarse[b])
		}
		assert.InEpsilon(t, 1+criterion(p, start), 1+criterion(q, coarse), 1e-9, name)
	})
}

// The same numbers give the same bits, the value never rises, and fixed vertices keep their parts.
func TestImproveKeepsFixedVertices(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 1))
		n, k := 20+rng.IntN(40), 3+rng.IntN(3)
		fixed := slices.Repeat([]int32{-1}, n)
		for r := range 2 * k {
			fixed[r] = int32(r % k)
		}
		p := problem(testgraph.Random(rng, n, 0.2), testgraph.Mass(rng, n), k, seed%2 == 0, 0.1, math.Inf(1))
		p.Fixed = fixed
		start := testgraph.Partition(rng, n, k, fixed)
		found := Improve(t.Context(), p, start, rand.New(rand.NewPCG(seed, 2)))
		assert.Equal(t, fixed[:2*k], found[:2*k])
		assert.LessOrEqual(t, criterion(p, found), criterion(p, start))
		assert.Equal(t, found, Improve(t.Context(), p, start, rand.New(rand.NewPCG(seed, 2))))
	}
}

// After many moves, the sums that are updated are those of the labels, also for weights of many magnitudes.
func TestMovesKeepTheSums(t *testing.T) {
	cases(t, 15, func(name string, p *Problem, start []int32, rng *rand.Rand) {
		s := newSearch(p, slices.Clone(start), rng)
		s.sum()
		for range 200 {
			if i := rng.IntN(s.n); s.count[s.labels[i]] > 1 {
				if b := int32(rng.IntN(s.k)); b != s.labels[i] {
					s.move(i, b)
				}
			}
		}
		_, value := p.score(s.labels)
		assert.InDelta(t, value, s.value, 1e-6*value, name)
	})
}

func TestImproveReturnsWhatItCannotImprove(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	g := testgraph.Random(rng, 20, 0.3)
	start := testgraph.Partition(rng, 20, 3, nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	assert.Equal(t, start, Improve(ctx, problem(g, testgraph.Ones(20), 3, false, 0, math.Inf(1)), start, rng), "cancelled")
	heavy := make([]int32, 20)
	heavy[0], heavy[1] = 1, 2
	assert.Equal(t, heavy, Improve(t.Context(), problem(g, testgraph.Ones(20), 3, false, 0.5, math.Inf(1)), heavy, rng), "out of bounds")
}
