package partition

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

func TestInvalidSharesMassesAndLabels(t *testing.T) {
	for _, c := range []struct {
		name     string
		p        Problem
		argument string
		vertex   int
		message  string
	}{
		{"shares, length", Problem{PartWeights: []float64{1}}, "part_weights", -1,
			"part_weights has 1 entries; give one share for each of the 2 parts"},
		{"shares, zero", Problem{PartWeights: []float64{1, 0}}, "part_weights", 1, "part_weights[1] must be > 0 and finite, got 0"},
		{"shares, NaN", Problem{PartWeights: []float64{math.NaN(), 1}}, "part_weights", 0,
			"part_weights[0] must be > 0 and finite, got NaN"},
		{"shares, sum", Problem{PartWeights: []float64{1, 2}}, "part_weights", -1,
			"part_weights must sum to 1, but the sum is 3; divide every entry by it"},
		{"masses, sum", Problem{VertexWeight: []float64{1e308, 1e308, 1, 1}}, "vertex_weight", -1,
			"vertex_weight must have a finite sum; divide all entries by the largest"},
		{"labels, length", Problem{Labels: []int32{0, 1}}, "init", -1, "init has 2 entries; give one for each of the 4 vertices"},
		{"labels, range", Problem{Labels: []int32{0, 1, 2, 0}}, "init", 2, "init[2] must be a part in [0, 1], got 2"},
		{"labels, negative", Problem{Labels: []int32{0, 1, 1, -1}}, "init", 3, "init[3] must be a part in [0, 1], got -1"},
		{"labels, empty part", Problem{Labels: []int32{0, 0, 0, 0}}, "init", -1,
			"init has no vertex in part 1; give every part at least one"},
		{"labels, fixed", Problem{Labels: []int32{0, 0, 1, 1}, Fixed: []int32{0, 1, -1, 1}}, "init", 1,
			"init[1] is 0, but the vertex is fixed in part 1; make both equal"},
		{"labels and starts", Problem{Labels: []int32{0, 0, 1, 1}, Starts: [][]float64{{1, 2, 3, 4}}}, "init", -1,
			"init has both labels and starts; leave one of them out"},
	} {
		c.p.Graph = testgraph.Path(4)
		r, err := Run(t.Context(), c.p, Defaults(), nil)
		assert.Nil(t, r, c.name)
		var e *InputError
		require.ErrorAs(t, err, &e, c.name)
		assert.Equal(t, c.argument, e.Argument, c.name)
		assert.Equal(t, c.vertex, e.Vertex, c.name)
		assert.EqualError(t, err, c.message, c.name)
	}
}

// The shares that the user gives are scaled to sum 1.
func TestSharesSumToOne(t *testing.T) {
	shares := Problem{PartWeights: []float64{0.3, 0.7 + 5e-7}}.shares(2)
	assert.InDelta(t, 1, shares[0]+shares[1], 1e-15)
	assert.InEpsilon(t, 0.3, shares[0], 1e-6)
	assert.Equal(t, []float64{0.25, 0.25, 0.25, 0.25}, Problem{}.shares(4))
}

// Sizes, CutWeight and Imbalance equal sums over all vertices and edges, for every kind of masses and at every scale.
func TestSizesCutWeightAndImbalance(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	for trial := range 24 {
		n, k, exp := 12+rng.IntN(10), 1+trial%4, []int{0, 0, -600, 400}[trial/6]
		g := testgraph.Random(rng, n, 0.4).Scaled(exp)
		p, mass := Problem{Graph: g}, testgraph.Ones(n)
		opt := with("n_clusters", k, "n_starts", 1)
		switch trial % 3 {
		case 1:
			p.VertexWeight = make([]float64, n)
			for i := range p.VertexWeight {
				p.VertexWeight[i] = math.Ldexp(0.5+rng.Float64(), exp)
			}
			mass = p.VertexWeight
		case 2:
			opt.Balance, mass = Normalized, g.Degrees()
		}
		r, err := Run(context.Background(), p, opt, nil)
		require.NoError(t, err)
		size, total, cut := make([]float64, k), 0.0, 0.0
		for i, a := range r.Labels {
			size[a] += mass[i]
			total += mass[i]
			idx, w := g.Row(i)
			for e, j := range idx {
				if r.Labels[j] != a {
					cut += w[e] / 2
				}
			}
		}
		largest := 0.0
		for _, m := range size {
			largest = max(largest, m)
		}
		require.InEpsilonSlice(t, size, r.Masses, 1e-12)
		require.InDelta(t, cut, r.CutWeight, 1e-12*cut)
		require.InDelta(t, largest*float64(k)/total-1, r.Imbalance, 1e-12)
	}
}

// The imbalance is relative to the target shares, and parts keep their numbers.
func TestImbalanceIsRelativeToTheShares(t *testing.T) {
	r, err := Run(t.Context(), Problem{Graph: testgraph.Path(10), PartWeights: []float64{0.25, 0.75}},
		with("max_imbalance", 0.2, "objective", "cut"), nil)
	require.NoError(t, err)
	assert.Equal(t, []float64{3, 7}, r.Masses)
	assert.InEpsilon(t, 3/2.5-1, r.Imbalance, 1e-12)
	assert.Equal(t, 1.0, r.CutWeight)
}

// A partition to start from is never made worse, and fixed vertices stay.
func TestLabelsAreImproved(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 0))
	for trial := range 20 {
		n, k := 30, 2+trial%3
		g, labels := testgraph.Random(rng, n, 0.2), testgraph.Striped(n, k)
		var fixed []int32
		if trial%2 == 1 {
			for i, a := range labels {
				fixed = append(fixed, -1)
				if i < k {
					fixed[i] = a
				}
			}
		}
		before := denseValue(g, labels, k)
		r, err := Run(t.Context(), Problem{Graph: g, Labels: labels, Fixed: fixed}, with("n_clusters", k), nil)
		require.NoError(t, err)
		assert.LessOrEqual(t, r.Value, before*(1+1e-12))
		assert.Equal(t, int32(1), labels[1], "Run does not change its input")
		assert.Len(t, r.Merges, k-1)
		for i, a := range fixed {
			assert.True(t, a < 0 || r.Labels[i] == a)
		}
	}
}

func TestPhases(t *testing.T) {
	seen := map[string]bool{}
	for k, init := range map[int]Init{2: Random, 3: Multilevel} {
		opt := with("n_clusters", k, "strategy", "asymmetric", "init", init)
		_, err := Run(t.Context(), Problem{Graph: testgraph.Grid(8, 8)}, opt, func(p Progress) {
			seen[p.Phase.String()] = true
			assert.True(t, 0 <= p.Fraction && p.Fraction <= 1)
		})
		require.NoError(t, err)
	}
	assert.Equal(t, map[string]bool{"search": true, "descent": true, "polish": true, "refinement": true}, seen)
}

// twoCliques returns two cliques of the given numbers of vertices, joined by an edge of weight 0.1.
func twoCliques(first, second int) *graph.CSR {
	edges := []graph.Edge{{I: first - 1, J: first, W: 0.1}}
	for i := range first + second {
		for j := range i {
			if i < first || j >= first {
				edges = append(edges, graph.Edge{I: i, J: j, W: 1})
			}
		}
	}
	g, err := graph.FromEdges(first+second, edges)
	if err != nil {
		panic(err)
	}
	return g
}

// Without bounds, too, the heaviest part is the one of the largest share, so that the imbalance says how far all are from their
// targets.
func TestPartsAreNumberedByTheirShares(t *testing.T) {
	g := twoCliques(10, 30)
	for _, first := range []int{10, 30} {
		for _, minShare := range []Optional[float64]{Some(0.0), {}} {
			p := Problem{Graph: g, PartWeights: []float64{float64(first) / 40, float64(40-first) / 40}}
			opt := Defaults()
			opt.MinShare = minShare
			r := mustRunAny(t, p, opt)
			assert.Equal(t, []float64{float64(first), float64(40 - first)}, r.Masses)
			assert.InDelta(t, 0, r.Imbalance, 1e-12)
			assert.InEpsilon(t, 0.1/10, r.Value, 1e-12)
		}
	}
}

// TestTinyTargets cuts off a corner of a grid, and a path at a grid, whose targets are lighter than vertices of a coarsest graph.
func TestTinyTargets(t *testing.T) {
	const side, length = 100, 10
	grid := testgraph.Grid(side, side)
	edges := []graph.Edge{{I: side * side / 2, J: side * side, W: 1}}
	for i := range grid.N() {
		idx, w := grid.Row(i)
		for e, j := range idx {
			edges = append(edges, graph.Edge{I: min(i, int(j)), J: max(i, int(j)), W: w[e] / 2})
		}
	}
	for i := range length - 1 {
		edges = append(edges, graph.Edge{I: side*side + i, J: side*side + i + 1, W: 1})
	}
	joined, err := graph.FromEdges(side*side+length, edges)
	require.NoError(t, err)
	for seed := range uint64(5) {
		for cut, g := range map[float64]*graph.CSR{2: grid, 1: joined} {
			opt := with("objective", CutObjective)
			opt.Seed = seed
			r, err := Run(context.Background(), Problem{Graph: g, PartWeights: []float64{0.999, 0.001}}, opt, nil)
			require.NoError(t, err)
			require.InDelta(t, cut, r.CutWeight, 1e-9, "seed %d", seed)
		}
	}
}
