package partition

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// randomConstraints adds random constraints to a random problem with bounds, or with labels to start from and a price of migration.
func randomConstraints(rng *rand.Rand) boundedCase {
	c := randomBounded(rng)
	n, k := len(c.mass), len(c.shares)
	p := &c.problem
	c.opt.Connected = rng.IntN(2) == 0
	pair := func() [2]int32 { return [2]int32{int32(rng.IntN(n)), int32(rng.IntN(n))} }
	for range rng.IntN(3) {
		p.MustLink = append(p.MustLink, pair())
	}
	for range rng.IntN(4) {
		if q := pair(); q[0] != q[1] {
			p.CannotLink = append(p.CannotLink, q)
		}
	}
	for range rng.IntN(3) {
		p.Others = append(p.Others, Mass{Vertices: testgraph.Mass(rng, n), MaxImbalance: Some(math.Round(100*rng.ExpFloat64()) / 100)})
	}
	if rng.IntN(4) == 0 {
		p.Labels, p.Fixed, p.MustLink = testgraph.Partition(rng, n, k, nil), nil, nil
		c.opt.Migration = rng.Float64()
	}
	return c
}

// meets reports whether a partition meets the constraints beside the bounds on the first mass, with some slack.
func (c *boundedCase) meets(labels []int32, slack float64) bool {
	p := &c.problem
	for _, q := range p.MustLink {
		if labels[q[0]] != labels[q[1]] {
			return false
		}
	}
	for _, q := range p.CannotLink {
		if labels[q[0]] == labels[q[1]] {
			return false
		}
	}
	for _, m := range p.Others {
		size, total := make([]float64, len(c.shares)), 0.0
		for i, x := range m.Vertices {
			size[labels[i]] += x
			total += x
		}
		for r, x := range size {
			if x > (1+m.MaxImbalance.Value)*c.shares[r]*total*(1+slack) {
				return false
			}
		}
	}
	for r := range c.shares {
		var own []int32
		for i, a := range labels {
			if int(a) == r {
				own = append(own, int32(i))
			}
		}
		if _, count := graph.Components(graph.Subgraph(p.Graph, own)); c.opt.Connected && count > 1 {
			return false
		}
	}
	return true
}

// price returns the price of the mass that is not in its part in Labels.
func (c *boundedCase) price(labels []int32) float64 {
	sum := 0.0
	for i, a := range c.problem.Labels {
		if labels[i] != a {
			sum += c.opt.Migration * c.mass[i]
		}
	}
	return sum
}

// bestConstrained returns the lowest criterion with prices of all partitions that meet the constraints, +Inf if there is none.
func (c *boundedCase) bestConstrained() float64 {
	lowest, labels := math.Inf(1), make([]int32, len(c.mass))
	var place func(i int)
	place = func(i int) {
		if i < len(labels) {
			for r := range c.shares {
				labels[i] = int32(r)
				place(i + 1)
			}
			return
		}
		if !c.holds(labels, 1e-9) {
			return
		}
		if x := c.value(labels) + c.price(labels); x < lowest && c.meets(labels, 1e-9) {
			lowest = x
		}
	}
	place(0)
	return lowest
}

// On small graphs with random combinations of constraints, Run refuses exactly the problems without a solution, keeps the constraints in
// all others and nearly always finds the optimum.
func TestConstraintsExhaustively(t *testing.T) {
	cases := 1000
	if testing.Short() {
		cases = 100
	}
	hits, solved, refused := 0, 0, 0
	for seed := range cases {
		c := randomConstraints(rand.New(rand.NewPCG(uint64(seed), 21)))
		c.opt.Seed = uint64(seed)
		best := c.bestConstrained()
		r, err := Run(context.Background(), c.problem, c.opt, nil)
		if math.IsInf(best, 1) {
			_, input := errors.AsType[*InputError](err)
			_, bounds := errors.AsType[*BoundsError](err)
			_, constraint := errors.AsType[*ConstraintError](err)
			require.True(t, input || bounds || constraint, "case %d has no solution; error %v", seed, err)
			refused++
			continue
		}
		require.NoError(t, err, "case %d", seed)
		require.True(t, c.holds(r.Labels, 2e-9) && c.meets(r.Labels, 2e-9), "case %d: %v", seed, r.Labels)
		value := c.value(r.Labels) + c.price(r.Labels)
		require.GreaterOrEqual(t, value, best*(1-1e-9)-1e-12, "case %d", seed)
		solved++
		if value <= best*(1+1e-9)+1e-12 {
			hits++
		}
	}
	t.Logf("%d cases: %d refused, all rightly; the optimum found in %d of the other %d (%.1f %%)",
		cases, refused, hits, solved, 100*float64(hits)/float64(solved))
	assert.GreaterOrEqual(t, float64(hits), 0.97*float64(solved))
}

// Constraints that contradict one another are refused before any work, by the name of the argument.
func TestContradictions(t *testing.T) {
	g := testgraph.Path(4)
	for name, c := range map[string]struct {
		problem  Problem
		argument string
		k        int
	}{
		"no vertex":   {Problem{MustLink: [][2]int32{{0, 4}}}, "must_link", 2},
		"same vertex": {Problem{CannotLink: [][2]int32{{1, 1}}}, "cannot_link", 2},
		"both":        {Problem{MustLink: [][2]int32{{0, 1}, {1, 2}}, CannotLink: [][2]int32{{2, 0}}}, "cannot_link", 2},
		"too few":     {Problem{MustLink: [][2]int32{{0, 1}, {1, 2}}}, "must_link", 3},
		"fixed":       {Problem{MustLink: [][2]int32{{0, 3}}, Fixed: []int32{0, -1, -1, 1}}, "must_link", 2},
		"fixed apart": {Problem{CannotLink: [][2]int32{{0, 3}}, Fixed: []int32{1, -1, -1, 1}}, "cannot_link", 2},
		"labels":      {Problem{MustLink: [][2]int32{{0, 3}}, Labels: []int32{0, 0, 1, 1}}, "must_link", 2},
		"triangle":    {Problem{CannotLink: [][2]int32{{0, 1}, {1, 2}, {2, 0}}}, "cannot_link", 2},
		"one part":    {Problem{CannotLink: [][2]int32{{0, 1}}}, "cannot_link", 1},
		"odd cycle":   {Problem{MustLink: [][2]int32{{0, 3}}, CannotLink: [][2]int32{{0, 1}, {1, 2}, {2, 3}}}, "cannot_link", 2},
		"masses":      {Problem{Others: []Mass{{Vertices: []float64{1, 1}, MaxImbalance: Some(1.0)}}}, "vertex_weight", 2},
		"sizes":       {Problem{VertexSize: []float64{1, 1, 1, 1}}, "vertex_size", 2},
	} {
		t.Run(name, func(t *testing.T) {
			c.problem.Graph = g
			_, err := Run(t.Context(), c.problem, with("n_clusters", c.k), nil)
			e, ok := errors.AsType[*InputError](err)
			require.True(t, ok, "%v", err)
			assert.Equal(t, c.argument, e.Argument)
		})
	}
	_, err := Run(t.Context(), Problem{Graph: g}, with("migration", 1), nil)
	assert.ErrorContains(t, err, "migration")
	_, err = Run(t.Context(), Problem{Graph: g, Others: []Mass{{Vertices: testgraph.Ones(4)}}}, with(), nil)
	assert.ErrorContains(t, err, "max_imbalance")
}

// Three masses of 5000 among small ones do not fit into two parts of at most 1.03 times the mean. With soft bounds, the partition that
// misses them least is returned, and says by how much.
func TestSoftBounds(t *testing.T) {
	g, mass := testgraph.Grid(3, 20), testgraph.Ones(60)
	for _, i := range []int{5, 25, 50} {
		mass[i] = 5000
	}
	p, opt := Problem{Graph: g, VertexWeight: mass}, with("objective", "cut", "max_imbalance", 0.03)
	_, err := Run(t.Context(), p, opt, nil)
	require.Error(t, err)
	opt.Bounds = SoftBounds
	unmet := err.Error()
	r, err := Run(t.Context(), p, opt, nil)
	require.NoError(t, err)
	assert.InDelta(t, 10000+0.0, slices.Max(r.Masses), 60, "two of the three in one part")
	assert.InDelta(t, (slices.Max(r.Masses)-1.03*15057/2)/15057, r.Excess, 1e-6)
	assert.Contains(t, unmet, fmt.Sprintf("raise max_imbalance to %.4g", math.Ceil(1e4*r.Imbalance)/1e4))
	opt.MaxImbalance = Some(r.Imbalance)
	r, err = Run(t.Context(), p, opt, nil)
	require.NoError(t, err)
	assert.Zero(t, r.Excess)
}

// The same constraints give the same bits for any number of threads.
func TestConstraintsOnThreads(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 0))
	g := testgraph.Mesh(40, 45)
	p := Problem{Graph: g, Others: []Mass{{Vertices: testgraph.Mass(rng, g.N()), MaxImbalance: Some(0.05)}},
		MustLink: [][2]int32{{0, 900}}, CannotLink: [][2]int32{{1, 2}, {3, 1500}}}
	var first *Result
	for _, threads := range []int{1, 3} {
		opt := with("n_clusters", 5, "objective", "cut", "n_threads", threads)
		r, err := Run(t.Context(), p, opt, nil)
		require.NoError(t, err)
		if first == nil {
			first = r
		}
		assert.Equal(t, first.Labels, r.Labels)
		assert.Equal(t, first.CutWeight, r.CutWeight)
	}
}
