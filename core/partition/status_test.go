package partition

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

// mustRunAny runs with any problem.
func mustRunAny(t *testing.T, p Problem, opt Options) *Result {
	t.Helper()
	r, err := Run(t.Context(), p, opt, nil)
	require.NoError(t, err)
	return withoutTimes(r)
}

// The status is "optimal" where nothing is cut, for every number of parts and strategy.
func TestValueZeroIsOptimal(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 3))
	for _, lengths := range [][]int{{30, 25, 20}, {40, 3, 3, 30}, {20, 20, 20, 1}} {
		g := disjoint(lengths...)
		for _, strategy := range []string{"auto", "direct", "asymmetric", "symmetric", "every"} {
			for k := 2; k <= 4; k++ {
				fixed := slices.Repeat([]int32{-1}, g.N())
				at := 0
				for a, length := range lengths[:min(k, len(lengths))] { // components without a fixed vertex remain
					fixed[at+rng.IntN(length)] = int32(a)
					at += length
				}
				labels, _ := graph.Components(g)
				for i := range labels {
					labels[i] = min(labels[i], int32(k-1))
				}
				for _, p := range []Problem{{Graph: g}, {Graph: g, Fixed: fixed}, {Graph: g, Labels: labels}} {
					if k > len(lengths) && (p.Fixed != nil || p.Labels != nil) {
						continue
					}
					r := mustRunAny(t, p, with("n_clusters", k, "strategy", strategy, "min_share", 0.01*float64(k%2)))
					if r.Value == 0 {
						assert.Equal(t, Optimal, r.Status, "%v, %s, k = %d", lengths, strategy, k)
					} else {
						assert.NotEqual(t, Optimal, r.Status, "%v, %s, k = %d", lengths, strategy, k)
					}
				}
			}
		}
	}
}

// The second search, for parts of half their target mass, proves nothing for the smaller parts that the caller allows.
func TestTheSecondSearchProvesNothingForSmallerParts(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 3))
	optimal, higher := 0, 0
	for trial := range 300 {
		n, k := 4+rng.IntN(5), 2+trial%2
		p := Problem{Graph: testgraph.Random(rng, n, 0.3+0.4*rng.Float64())}
		if trial%3 > 0 {
			p.PartWeights = slices.Repeat([]float64{1 / float64(k)}, k)
		}
		lowest := mustRunAny(t, p, with("n_clusters", k, "min_share", 0))
		require.Equal(t, Optimal, lowest.Status)
		r := mustRunAny(t, p, with("n_clusters", k, "lower_bound", true))
		least := lowest.Value * (1 + 1e-9)
		assert.LessOrEqual(t, r.LowerBound.Value, least, "trial %d", trial)
		if r.Status == Optimal {
			assert.LessOrEqual(t, r.Value, least, "trial %d", trial)
			assert.Equal(t, r.Value, r.LowerBound.Value, "trial %d", trial)
			optimal++
		}
		if r.Value > least {
			higher++
		}
	}
	assert.Greater(t, optimal, 50)
	assert.Greater(t, higher, 20)
}

// A value that rounds to 0 or infinity in the units of the input proves nothing.
func TestAValueOutOfRangeIsNotOptimal(t *testing.T) {
	g := testgraph.Random(rand.New(rand.NewPCG(7, 3)), 60, 0.1)
	want := mustRunAny(t, Problem{Graph: g, VertexWeight: testgraph.Ones(60)}, with("lower_bound", true, "min_share", 0.4))
	require.NotEqual(t, Optimal, want.Status)
	for _, exp := range []int{-600, 600} {
		mass := slices.Repeat([]float64{math.Ldexp(1, -exp)}, 60)
		r := mustRunAny(t, Problem{Graph: g.Scaled(exp), VertexWeight: mass}, with("lower_bound", true, "min_share", 0.4))
		require.Equal(t, want.Labels, r.Labels)
		assert.Equal(t, want.Status, r.Status)
		assert.True(t, r.Value == 0 || math.IsInf(r.Value, 1))
	}
}

// Wherever the context ends, the result or the error is there, but not both.
func TestTheContextEndsBeforeTheExactSearch(t *testing.T) {
	p := Problem{Graph: testgraph.Grid(2, 2), VertexWeight: []float64{3, 3, 3, 1}}
	opt := with("max_imbalance", 0, "n_threads", 1)
	for looks := int64(0); ; looks++ {
		ctx := testgraph.NewExpiring(looks)
		res, err := run(ctx, p, opt, earlier{}, nil)
		require.Equal(t, res == nil, err != nil, "%d looks", looks)
		if !ctx.Ended() {
			break
		}
	}
}

// A partition with MinShare is not optimal just because its value and that of a proved partition without MinShare are both out
// of range.
func TestAConsensusOutOfRangeIsNotOptimal(t *testing.T) {
	cliques := testgraph.Cliques(2, 6, 0.5)
	edges := []graph.Edge{{I: 0, J: 12, W: 0.01}}
	for i := range cliques.N() {
		idx, w := cliques.Row(i)
		for e, j := range idx {
			edges = append(edges, graph.Edge{I: i, J: int(j), W: w[e] / 2})
		}
	}
	g, err := graph.FromEdges(13, edges)
	require.NoError(t, err)
	want := mustRunAny(t, Problem{Graph: g, VertexWeight: testgraph.Ones(13)}, Defaults())
	require.NotEqual(t, Optimal, want.Status)
	for _, exp := range []int{-600, 600} {
		mass := slices.Repeat([]float64{math.Ldexp(1, -exp)}, 13)
		r := mustRunAny(t, Problem{Graph: g.Scaled(exp), VertexWeight: mass}, Defaults())
		require.Equal(t, want.Labels, r.Labels)
		require.True(t, r.Value == 0 || math.IsInf(r.Value, 1))
		assert.Equal(t, want.Status, r.Status)
	}
}
