package partition

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// boundedCase is a small problem with bounds, and the data that the exhaustive search needs.
type boundedCase struct {
	problem Problem
	opt     Options
	mass    []float64
	shares  []float64
}

// randomBounded returns a random connected problem with at most 9 vertices, and 2 to 4 parts.
func randomBounded(rng *rand.Rand) boundedCase {
	n := 4 + rng.IntN(6)
	k := 2 + rng.IntN(3)
	g := testgraph.Random(rng, n, rng.Float64())
	c := boundedCase{problem: Problem{Graph: g}, opt: with("n_clusters", k), mass: testgraph.Ones(n), shares: make([]float64, k)}
	for r := range c.shares {
		c.shares[r] = 1 / float64(k)
	}
	if rng.IntN(2) == 0 {
		c.mass = testgraph.Mass(rng, n)
		c.problem.VertexWeight = c.mass
	}
	if rng.IntN(3) == 0 {
		c.problem.PartWeights, c.shares = make([]float64, k), make([]float64, k)
		sum := 0.0
		for r := range c.shares {
			c.shares[r] = 0.5 + rng.Float64()
			sum += c.shares[r]
		}
		for r := range c.shares {
			c.shares[r] /= sum
			c.problem.PartWeights[r] = c.shares[r]
		}
	}
	if rng.IntN(2) == 0 {
		c.opt.Objective = CutObjective
	}
	if rng.IntN(3) > 0 || c.opt.Objective == CutObjective {
		c.opt.MaxImbalance = Some(math.Round(100*rng.ExpFloat64()/3) / 100)
	}
	c.opt.MinShare = Some(0.0)
	if rng.IntN(2) == 0 {
		c.opt.MinShare = Some(math.Round(100*rng.Float64()) / 100)
	}
	if rng.IntN(4) == 0 {
		c.problem.Fixed = make([]int32, n)
		for i := range c.problem.Fixed {
			c.problem.Fixed[i] = -1
			if i < k {
				c.problem.Fixed[i] = int32(i)
			}
		}
	}
	if rng.IntN(2) == 0 {
		c.boundSizes(rng)
	}
	return c
}

// boundSizes draws MinSize and MaxSize, leaves out MinShare or MaxImbalance in some cases, and puts masses of the user out of the
// safe range in others.
func (c *boundedCase) boundSizes(rng *rand.Rand) {
	mean := objective.Total(c.mass) / float64(len(c.shares))
	least, most := math.Round(100*mean*rng.Float64())/100, math.Round(100*mean*(0.9+rng.ExpFloat64()))/100
	if rng.IntN(3) > 0 && least <= most {
		c.opt.MinSize = Some(least)
	}
	if rng.IntN(3) > 0 && most > 0 {
		c.opt.MaxSize = Some(most)
	}
	switch rng.IntN(3) {
	case 0:
		c.opt.MinShare = Optional[float64]{Present: !c.opt.MinSize.Present}
	case 1:
		c.opt.MaxImbalance.Present = c.opt.Objective == CutObjective && !c.opt.MaxSize.Present
	}
	if exp := []int{0, 0, -300, 300}[rng.IntN(4)]; c.problem.VertexWeight != nil {
		for i, m := range c.mass {
			c.mass[i] = math.Ldexp(m, exp)
		}
		c.opt.MinSize.Value, c.opt.MaxSize.Value = math.Ldexp(c.opt.MinSize.Value, exp), math.Ldexp(c.opt.MaxSize.Value, exp)
	}
}

// holds reports whether a partition has no empty part and keeps the bounds and the fixed vertices, up to a relative slack.
func (c *boundedCase) holds(labels []int32, slack float64) bool {
	size, count, total := make([]float64, len(c.shares)), make([]int, len(c.shares)), 0.0
	for i, a := range labels {
		size[a] += c.mass[i]
		count[a]++
		total += c.mass[i]
		if c.problem.Fixed != nil && c.problem.Fixed[i] >= 0 && c.problem.Fixed[i] != a {
			return false
		}
	}
	for r, m := range size {
		t := c.shares[r] * total
		if count[r] == 0 || m < max(c.opt.MinShare.Value*t, c.opt.MinSize.Value)*(1-slack) ||
			c.opt.MaxImbalance.Present && m > (1+c.opt.MaxImbalance.Value)*t*(1+slack) ||
			c.opt.MaxSize.Present && m > c.opt.MaxSize.Value*(1+slack) {
			return false
		}
	}
	return true
}

// value returns the objective of a partition from its definition.
func (c *boundedCase) value(labels []int32) float64 {
	if c.opt.Objective == ValueObjective {
		return testgraph.PartitionEnergy(c.problem.Graph, c.mass, labels, len(c.shares)) * float64(len(c.shares)-1) / 2
	}
	cut := 0.0
	for i, a := range labels {
		idx, w := c.problem.Graph.Row(i)
		for e, j := range idx {
			if labels[j] != a {
				cut += w[e] / 2
			}
		}
	}
	return cut
}

// best returns the lowest objective of all partitions within the bounds, +Inf if there is none.
func (c *boundedCase) best() float64 {
	lowest, labels := math.Inf(1), make([]int32, len(c.mass))
	var place func(i int)
	place = func(i int) {
		if i == len(labels) {
			if c.holds(labels, 1e-9) {
				lowest = min(lowest, c.value(labels))
			}
			return
		}
		for r := range c.shares {
			labels[i] = int32(r)
			place(i + 1)
		}
	}
	place(0)
	return lowest
}

// On small graphs with random bounds, masses, target shares and fixed vertices, Run refuses exactly the problems without a
// solution, keeps the bounds in all others and nearly always finds the optimum.
func TestBoundsExhaustively(t *testing.T) {
	cases := 2000
	if testing.Short() {
		cases = 150
	}
	hits, solved, refused := 0, 0, 0
	for seed := range cases {
		c := randomBounded(rand.New(rand.NewPCG(uint64(seed), 11)))
		c.opt.Seed = uint64(seed)
		best := c.best()
		r, err := Run(context.Background(), c.problem, c.opt, nil)
		if math.IsInf(best, 1) {
			var e *BoundsError
			require.True(t, errors.As(err, &e), "case %d has no solution; error %v", seed, err)
			refused++
			continue
		}
		require.NoError(t, err, "case %d", seed)
		require.True(t, c.holds(r.Labels, 2e-9), "case %d: %v of shares %v, %v, labels %v, fixed %v", seed, r.Masses, c.shares,
			c.opt.limits(), r.Labels, c.problem.Fixed)
		value := c.value(r.Labels)
		require.GreaterOrEqual(t, value, best*(1-1e-9), "case %d", seed)
		solved++
		if value <= best*(1+1e-9) {
			hits++
		}
	}
	t.Logf("%d cases: %d refused, all rightly; the optimum found in %d of the other %d (%.1f %%)",
		cases, refused, hits, solved, 100*float64(hits)/float64(solved))
	assert.GreaterOrEqual(t, float64(hits), 0.97*float64(solved))
}

// A bisection within bounds has a function f with the energy that it reports, like every other bisection.
func TestBoundedBisectionHasAFunction(t *testing.T) {
	graphs := uint64(20)
	if testing.Short() {
		graphs = 4
	}
	for seed := range graphs {
		rng := rand.New(rand.NewPCG(seed, 12))
		g, mass := testgraph.Random(rng, 40, 0.2), testgraph.Mass(rng, 40)
		opt := with("max_imbalance", 0.1, "asymmetry", math.Exp(rng.NormFloat64()), "objective", []string{"value", "cut"}[seed%2])
		r, err := Run(t.Context(), Problem{Graph: g, VertexWeight: mass}, opt, nil)
		require.NoError(t, err)
		require.Len(t, r.F, 40)
		rows := parallel.NewRows(g.Indptr, 1)
		require.InEpsilon(t, objective.NewEnergy(g, mass, opt.Asymmetry, rows).Of(r.F), r.Energy, 1e-9)
		require.GreaterOrEqual(t, r.Energy, r.Value*(1-1e-12))
		require.Equal(t, r.Energy, r.Trace[len(r.Trace)-1])
		rows.Close()
	}
}
