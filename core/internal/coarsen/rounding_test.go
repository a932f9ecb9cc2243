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

const roundingError = 0x1p-9 // largest relative error of a rounded weight

func TestRoundedWeightsAreNear(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for range 10000 {
		w := math.Ldexp(1+rng.Float64(), rng.IntN(150)-100)
		assert.InEpsilon(t, w, unrounded(rounded(w)), roundingError)
	}
	for _, w := range []float64{0, smallestRounded, 1, 1.5, 511, 1022, largestRounded, 0x1p126} {
		assert.Equal(t, w, unrounded(rounded(w)), "a weight of 9 significant bits")
	}
}

// roundedGraphs returns graphs whose weights Rebuilding rounds.
func roundedGraphs() map[string]*graph.CSR {
	grid := testgraph.Grid(150, 120)
	return map[string]*graph.CSR{
		"uniform": weighted(grid, func(x float64) float64 { return 0.1 + x }),
		"wide":    weighted(grid, func(x float64) float64 { return math.Exp(-80 * x) }),
		"integer": weighted(grid, func(x float64) float64 { return math.Floor(1 + 1e6*x) }),
		"random":  testgraph.Random(rand.New(rand.NewPCG(2, 0)), 3000, 0.004),
	}
}

// contracted returns the weights w_IJ = Σ_{i∈I, j∈J} w_ij of the edges between the vertices of a coarse graph.
func contracted(g *graph.CSR, parent []int32) map[[2]int32]float64 {
	weights := map[[2]int32]float64{}
	for i := range g.N() {
		idx, w := g.Row(i)
		for k, j := range idx {
			if parent[i] != parent[j] {
				weights[[2]int32{parent[i], parent[j]}] += w[k]
			}
		}
	}
	return weights
}

// The weights of level l differ from those of the contracted finest graph by a factor of at most (1 + 2⁻⁹)^(2l), as levels may be
// left out, and those of the finest and of the rebuilt level by rounding errors of float64.
func TestRoundedLevelsAreNearTheContractedGraph(t *testing.T) {
	for name, g := range roundedGraphs() {
		mass := testgraph.Ones(g.N())
		h := new(Builder).Build(t.Context(), g, mass, Options{Coarsest: 60, Saving: Rebuilding}, rand.New(rand.NewPCG(3, 0)))
		require.Greater(t, len(h.Levels), rebuilt+3)
		parents := [][]int32{make([]int32, g.N())}
		for i := range parents[0] {
			parents[0][i] = int32(i)
		}
		for _, l := range h.Levels[:len(h.Levels)-1] {
			coarser := make([]int32, g.N())
			for i, p := range parents[len(parents)-1] {
				coarser[i] = l.Parent[p]
			}
			parents = append(parents, coarser)
		}
		for level := len(h.Levels) - 1; level >= 0; level-- {
			l := h.At(level)
			assert.Equal(t, level > rebuilt, l.Rounded, "%s, level %d", name, level)
			limit := math.Pow(1+roundingError, 2*float64(level)) - 1
			if !l.Rounded {
				limit = 1e-14
			}
			want := contracted(g, parents[level])
			require.Len(t, want, l.Graph.NNZ())
			for i := range l.Graph.N() {
				idx, w := l.Graph.Row(i)
				for k, j := range idx {
					exact := want[[2]int32{int32(i), j}]
					require.LessOrEqual(t, math.Abs(w[k]-exact), limit*exact, "%s, level %d", name, level)
				}
			}
		}
	}
}

// Rounded levels depend neither on the number of threads nor on what the builder has built before.
func TestRoundingDoesNotDependOnTheBuilder(t *testing.T) {
	grid := testgraph.Grid(150, 120)
	whole := weighted(grid, func(float64) float64 { return 300 })
	levels := func(b *Builder, g *graph.CSR, saving Saving) []Level {
		opt := Options{Coarsest: 60, Saving: saving}
		h := b.Build(t.Context(), g, testgraph.Ones(g.N()), opt, rand.New(rand.NewPCG(4, 0)))
		found := make([]Level, len(h.Levels))
		for level := len(h.Levels) - 1; level >= 0; level-- {
			l := *h.At(level) // whose memory serves the next level
			l.Graph = &graph.CSR{Indptr: slices.Clone(l.Graph.Indptr), Indices: slices.Clone(l.Graph.Indices), Data: slices.Clone(l.Graph.Data)}
			found[level] = l
		}
		return found
	}
	for name, g := range roundedGraphs() {
		want := levels(&Builder{}, g, Rebuilding)
		exact := levels(&Builder{}, whole, Rebuilding)
		for _, threads := range []int{1, 3} {
			team := parallel.NewTeam(threads)
			b := &Builder{Team: team}
			for range 2 {
				levels(b, g, Packing)
				assert.Equal(t, want, levels(b, g, Rebuilding), "%s, %d threads", name, threads)
				assert.Equal(t, exact, levels(b, whole, Rebuilding), "%s, %d threads: weights that fit 16 bits", name, threads)
			}
			team.Close()
		}
	}
}

// Weights whose sums could leave the range of float32 are not rounded.
func TestWeightsOutOfRangeAreNotRounded(t *testing.T) {
	grid := testgraph.Grid(150, 120)
	for _, extreme := range []float64{1e-40, 1e30} {
		g := weighted(grid, func(x float64) float64 {
			if x < 0.5 {
				return 1 / (1 + x)
			}
			return extreme
		})
		h := new(Builder).Build(t.Context(), g, testgraph.Ones(g.N()), Options{Coarsest: 60, Saving: Rebuilding}, rand.New(rand.NewPCG(5, 0)))
		require.Greater(t, len(h.Levels), 3)
		for _, l := range h.Levels {
			assert.False(t, l.Rounded)
		}
	}
}
