package partition

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/testgraph"
	"github.com/tvcut/tvcut/core/internal/units"
)

// allowed are the conditions of a partition in bestPartition.
type allowed struct {
	fixed             []int32
	shares            []float64 // t_r; nil: all 1/k
	minShare, maximum float64   // minShare·t_r·M ≤ m(A_r) ≤ maximum·t_r·M
}

// bestPartition returns the lowest ½ Σ_r cut(A_r, A_rᶜ)/min(m(A_r), m(A_rᶜ)/(k−1)) and the lowest weight between parts over
// all numberings of vertices by parts, none of them empty, that are allowed; +Inf if there is none.
func bestPartition(g *graph.CSR, mass []float64, k int, c allowed) (value, weight float64) {
	n, total := g.N(), 0.0
	for _, m := range mass {
		total += m
	}
	value, weight = math.Inf(1), math.Inf(1)
	labels := make([]int32, n)
	for {
		size, count, ok := make([]float64, k), make([]int, k), true
		for i, a := range labels {
			size[a] += mass[i]
			count[a]++
			ok = ok && (c.fixed == nil || c.fixed[i] < 0 || c.fixed[i] == a)
		}
		for a := range k {
			target := total / float64(k)
			if c.shares != nil {
				target = total * c.shares[a]
			}
			ok = ok && count[a] > 0 && size[a] >= c.minShare*target*(1-1e-9) && size[a] <= c.maximum*target*(1+1e-9)
		}
		if ok {
			value = min(value, denseMassValue(g, mass, labels, k))
			weight = min(weight, objective.CutWeight(g, labels))
		}
		i := 0
		for ; i < n; i++ { // the next numbering
			if labels[i]++; int(labels[i]) < k {
				break
			}
			labels[i] = 0
		}
		if i == n {
			return value, weight
		}
	}
}

// denseMassValue returns ½ Σ_r cut(A_r, A_rᶜ)/min(m(A_r), m(A_rᶜ)/(k−1)).
func denseMassValue(g *graph.CSR, mass []float64, labels []int32, k int) float64 {
	value := 0.0
	for r := range int32(k) {
		cut, in, out := 0.0, 0.0, 0.0
		for i, a := range labels {
			if a != r {
				out += mass[i]
				continue
			}
			in += mass[i]
			idx, w := g.Row(i)
			for e, j := range idx {
				if labels[j] != r {
					cut += w[e]
				}
			}
		}
		if cut > 0 {
			value += cut / min(in, out/float64(k-1)) / 2
		}
	}
	return value
}

// On small graphs every result is optimal, and the status says so.
func TestSmallGraphsAreSolvedToOptimality(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for _, family := range testgraph.Families {
		for _, kind := range testgraph.WeightKinds {
			n := 4 + rng.IntN(5)
			k := 2 + rng.IntN(min(3, n-2))
			g := testgraph.Family(rng, family, kind, n)
			for _, balance := range []string{"ratio", "normalized"} {
				mass := testgraph.Ones(n)
				if balance == "normalized" {
					mass = units.PositiveDegrees(g)
				}
				want, _ := bestPartition(g, mass, k, allowed{maximum: math.Inf(1)})
				r := mustRunAny(t, Problem{Graph: g}, with("n_clusters", k, "balance", balance, "min_share", 0.0))
				require.LessOrEqual(t, r.Value, want*(1+1e-9), "%s, %s, %s, %d parts of %d vertices", family, kind, balance, k, n)
				assert.Equal(t, Optimal, r.Status)
			}
		}
	}
}

// Bounds, fixed vertices and target shares restrict the partitions among which the result is optimal.
func TestOptimaUnderConditions(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 3))
	for round := range 60 {
		n, k := 5+rng.IntN(3), 2+rng.IntN(2)
		g, mass := testgraph.Random(rng, n, 0.5), testgraph.Mass(rng, n)
		p, opt, c := Problem{Graph: g, VertexWeight: mass}, with("n_clusters", k, "min_share", 0.0), allowed{maximum: math.Inf(1)}
		if round%3 == 0 {
			opt.MinShare, opt.MaxImbalance = Some(0.4), Some(0.6)
			c.minShare, c.maximum = 0.4, 1.6
		}
		if round%2 == 0 {
			p.Fixed = slices.Repeat([]int32{-1}, n)
			for a := range k {
				p.Fixed[a] = int32(k - 1 - a)
			}
			c.fixed = p.Fixed
		}
		if round%5 == 0 {
			c.shares = []float64{0.2, 0.5, 0.3}[:k]
			if k == 2 {
				c.shares = []float64{0.3, 0.7}
			}
			p.PartWeights = c.shares
		}
		if round%4 == 1 {
			opt.Objective, opt.MaxImbalance, c.maximum = CutObjective, Some(1.0), 2
		}
		value, weight := bestPartition(g, mass, k, c)
		r, err := Run(t.Context(), p, opt, nil)
		if math.IsInf(value, 1) {
			var unmet *BoundsError
			require.ErrorAs(t, err, &unmet)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, Optimal, r.Status)
		if opt.Objective == CutObjective {
			require.InEpsilon(t, weight, r.CutWeight, 1e-9)
		} else {
			require.InEpsilon(t, value, r.Value, 1e-9)
		}
	}
}

// The value of a small graph does not depend on the numbers of its vertices.
func TestRelabelledSmallGraphs(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 3))
	for round := range 40 {
		n := 5 + rng.IntN(5)
		g, k := testgraph.Family(rng, []string{"tree", "clique", "sparse"}[round%3], "one heavy", n), 3+rng.IntN(2)
		number := rng.Perm(n)
		var edges []graph.Edge
		for i := range n {
			idx, w := g.Row(i)
			for e, j := range idx {
				if i < int(j) {
					edges = append(edges, graph.Edge{I: number[i], J: number[j], W: w[e]})
				}
			}
		}
		h, err := graph.FromEdges(n, edges)
		require.NoError(t, err)
		for _, balance := range []string{"ratio", "normalized"} {
			opt := with("n_clusters", k, "balance", balance, "min_share", 0.0)
			require.InEpsilon(t, mustRunAny(t, Problem{Graph: g}, opt).Value, mustRunAny(t, Problem{Graph: h}, opt).Value, 1e-12)
		}
	}
}

// What the user asked for in place of the search is not replaced by an exhaustive one, nor is a stopped run continued.
func TestExhaustiveSearchIsLeftOut(t *testing.T) {
	g := testgraph.Random(rand.New(rand.NewPCG(1, 1)), 8, 0.5)
	for _, opt := range []Options{with("init", "random"), with("init", "spectral"), with("polish", "none"), Paper()} {
		opt.MinShare = Some(0.0)
		assert.NotEqual(t, Optimal, mustRunAny(t, Problem{Graph: g}, opt).Status)
	}
	labels := []int32{0, 0, 0, 0, 1, 1, 1, 1}
	assert.NotEqual(t, Optimal, mustRunAny(t, Problem{Graph: g, Labels: labels}, with("min_share", 0.0)).Status)
	assert.Equal(t, TimeLimit, mustRunAny(t, Problem{Graph: g}, with("time_limit", 1e-9)).Status)
}

// Fixed vertices do not add to the number of partitions, but to the time for each.
func TestManyFixedVertices(t *testing.T) {
	const n, free = 1 << 16, 15
	g, err := graph.FromEdges(n, []graph.Edge{{I: 0, J: 1, W: 1}, {I: 1, J: 2, W: 1}})
	require.NoError(t, err)
	fixed := make([]int32, n)
	for i := range fixed {
		fixed[i] = int32(i % 2)
	}
	r := mustRunAny(t, Problem{Graph: g, Fixed: fixed}, Defaults())
	assert.Equal(t, Optimal, r.Status, "one partition")
	assert.True(t, ran(r, "exhaustive search"))
	for i := range free {
		fixed[i] = -1
	}
	assert.False(t, ran(mustRunAny(t, Problem{Graph: g, Fixed: fixed}, Defaults()), "exhaustive search"), "2¹⁵ partitions of 2¹⁶ vertices")
}
