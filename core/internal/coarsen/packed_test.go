package coarsen

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// add appends weights, stored by all threads, and reports whether they fit.
func add(p *packed, team *parallel.Team, weights []float64) (fits bool) {
	first := len(p.bytes) + len(p.words) + len(p.singles) // one of them has weights
	if !p.reserve(len(weights), leastWidth(weights)) {
		return false
	}
	team.Split(len(weights), func(lo, hi int) { p.set(int64(first+lo), weights[lo:hi]) })
	return true
}

func TestPackedWeightsAreTheWeights(t *testing.T) {
	const limit = 1 << 24 // from which on not all integers are in float32
	for _, c := range []struct {
		batches [][]float64
		width   width
	}{
		{nil, byteWidth},
		{[][]float64{{1, 2, 0}, {}, {255}}, byteWidth},
		{[][]float64{{1, 255}, {256, 3}, {65535}}, wordWidth},
		{[][]float64{{300, 2}, {1, 65536}, {limit}}, singleWidth},
		{[][]float64{{1}, {0.5, 2}, {0.375}}, singleWidth},
		{[][]float64{{1}, {math.MaxFloat32, math.SmallestNonzeroFloat32}}, singleWidth},
	} {
		p, all := packed{}, []float64(nil)
		p.reset(10, false)
		for _, batch := range c.batches {
			require.True(t, add(&p, nil, batch))
			all = append(all, batch...)
		}
		assert.Equal(t, c.width, p.width)
		for first := range all {
			weights := make([]float64, len(all)-first)
			p.unpack(int64(first), weights)
			assert.Equal(t, all[first:], weights)
		}
		for _, unfit := range []float64{0.1, limit + 1, math.MaxFloat64, 1e-300} {
			q := packed{}
			q.reset(len(all)+2, false)
			require.True(t, add(&q, nil, all))
			require.False(t, add(&q, nil, []float64{1, unfit}))
			weights := make([]float64, len(all))
			q.unpack(0, weights)
			assert.Equal(t, append([]float64{}, all...), weights, "the weights before %g", unfit)
		}
	}
}

// Several threads keep the same weights as one.
func TestPackingDoesNotDependOnThreads(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	team := parallel.NewTeam(3)
	defer team.Close()
	for _, most := range []int{200, 60000, 1 << 23} {
		for n := range 20 {
			weights := make([]float64, n)
			for k := range weights {
				weights[k] = float64(rng.IntN(most))
			}
			one, many := packed{}, packed{}
			one.reset(2*n, false)
			many.reset(2*n, false)
			for range 2 {
				require.True(t, add(&one, nil, weights))
				require.True(t, add(&many, team, weights))
			}
			require.Equal(t, one, many)
		}
	}
	p := packed{}
	p.reset(4, false)
	assert.False(t, add(&p, team, []float64{1, 2, 3, 0.1}))
}

// weighted returns g with the weight of each edge that the given function makes of a uniform number in [0, 1).
func weighted(g *graph.CSR, weight func(x float64) float64) *graph.CSR {
	w := &graph.CSR{Indptr: g.Indptr, Indices: g.Indices, Data: make([]float64, g.NNZ())}
	for i := range g.N() {
		for e := g.Indptr[i]; e < g.Indptr[i+1]; e++ {
			j := int(g.Indices[e])
			rng := rand.New(rand.NewPCG(uint64(min(i, j)), uint64(max(i, j))))
			w.Data[e] = weight(rng.Float64())
		}
	}
	return w
}

// weightedGraphs returns graphs whose weights fit 8, 16 and 32 bits on the finest level, and one with a last edge that does not.
func weightedGraphs() map[string]*graph.CSR {
	g := testgraph.Grid(150, 120)
	integers := func(most float64) *graph.CSR {
		return weighted(g, func(x float64) float64 { return math.Floor(1 + most*x) })
	}
	mixed := integers(1)
	last, i := g.NNZ()-1, int32(g.N()-1)
	mixed.Data[last] = 0.1
	idx, w := mixed.Row(int(g.Indices[last]))
	w[slices.Index(idx, i)] = 0.1
	return map[string]*graph.CSR{"8 bits": integers(3), "16 bits": integers(1000), "32 bits": integers(1e6), "mixed": mixed}
}
