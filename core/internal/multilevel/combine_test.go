package multilevel

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/plan"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

const stairRows, stairColumns, stairLeft, stairRight = 40, 80, 20, 60

// stairs returns the set of the first columns of a grid: a of them in the upper half of the rows, b in the lower half.
func stairs(a, b int) []bool {
	low := make([]bool, stairRows*stairColumns)
	for i := range low {
		limit := a
		if i/stairColumns >= stairRows/2 {
			limit = b
		}
		low[i] = i%stairColumns < limit
	}
	return low
}

// stairGraph returns a grid in which the edges across stairs(stairLeft, stairRight) are light. That cut is the optimum.
func stairGraph(t *testing.T) *graph.CSR {
	planted, edges := stairs(stairLeft, stairRight), []graph.Edge{}
	join := func(i, j int) {
		w := 1.0
		if planted[i] != planted[j] {
			w = 0.05
		}
		edges = append(edges, graph.Edge{I: i, J: j, W: w})
	}
	for i := range planted {
		if i%stairColumns+1 < stairColumns {
			join(i, i+1)
		}
		if i+stairColumns < len(planted) {
			join(i, i+stairColumns)
		}
	}
	g, err := graph.FromEdges(len(planted), edges)
	require.NoError(t, err)
	return g
}

// searchWith returns a search and the candidates of the given cuts.
func searchWith(ctx context.Context, g *graph.CSR, mass []float64, lambda float64, opt Options, cuts ...[]bool) (*search, []candidate) {
	s := newSearch(ctx, g, mass, lambda, opt)
	p := make([]candidate, len(cuts))
	for k, low := range cuts {
		s.refiner.Start(g, mass, low)
		p[k] = candidate{low: low, value: s.refiner.Value()}
	}
	return s, p
}

// The result has no higher C than either of the two cuts, and the C that is stated.
func TestJoinedCutIsNoWorseThanBoth(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 0))
	for k := range 30 {
		n := 100 + rng.IntN(400)
		g := testgraph.Random(rng, n, 6/float64(n))
		mass, lambda := testgraph.Mass(rng, n), []float64{1, 0.4, 3}[k%3]
		s, _ := searchWith(t.Context(), g, mass, lambda, Options{CutSearch: plan.CutSearch{Recombine: true}, Seed: uint64(k)})
		a, b := s.numbered(2*k, true), s.numbered(2*k+1, true)
		best := s.join(1, a, b)
		require.LessOrEqual(t, best.value, min(a.value, b.value)*(1+1e-12))
		require.InEpsilon(t, ratioOf(t, g, mass, lambda, best.low), best.value, 1e-12)
	}
}

func TestRecombinationDoesNotDependOnThreads(t *testing.T) {
	g, mass := hardGraph()
	run := func(threads int) ([]bool, float64) {
		return Cut(t.Context(), g, mass, 1, Options{CutSearch: plan.CutSearch{Tries: 8, Patience: 8, Recombine: true}, Threads: threads})
	}
	low, value := run(1)
	for _, threads := range []int{2, 3} {
		other, same := run(threads)
		assert.Equal(t, low, other)
		assert.Equal(t, math.Float64bits(value), math.Float64bits(same))
	}
}

// The tries end with the one after which Agreement of them have found the lowest C: which one follows from the C of all tries.
func TestTriesStopOnceEnoughAgree(t *testing.T) {
	const tries = 12
	hard, _ := hardGraph()
	for name, c := range map[string]struct {
		g         *graph.CSR
		agreement int
	}{
		"every try finds the optimum": {testgraph.Barbell(20, 1), 3},
		"some tries agree":            {testgraph.Grid(90, 100), 3},
		"all tries differ":            {hard, 2},
	} {
		t.Run(name, func(t *testing.T) {
			observed := func(agreement, threads int) (values []float64) {
				opt := Options{CutSearch: plan.CutSearch{Tries: tries, Agreement: agreement, Recombine: true}, Threads: threads}
				opt.Observe = func(value, _ float64) { values = append(values, value) }
				Cut(t.Context(), c.g, testgraph.Ones(c.g.N()), 1, opt)
				return values
			}
			all := observed(0, 1)
			require.Len(t, all, tries, "by default all tries are made")
			want := tries
			for made := tries; made > 0; made-- {
				if lowestFound(all[:made]) >= c.agreement {
					want = made
				}
			}
			for _, threads := range []int{1, 2, 3} {
				assert.Equal(t, all[:want], observed(c.agreement, threads))
			}
		})
	}
}

// lowestFound returns how many of the values are the lowest.
func lowestFound(values []float64) (count int) {
	lowest := candidate{value: slices.Min(values)}
	for _, value := range values {
		if lowest.sameValue(candidate{value: value}) {
			count++
		}
	}
	return count
}

// A context that ends before or during a recombination leaves a valid cut.
func TestRecombinationEndsWithTheContext(t *testing.T) {
	g := testgraph.Grid(300, 300)
	mass := testgraph.Ones(g.N())
	for _, after := range []time.Duration{time.Millisecond, 20 * time.Millisecond, 100 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(t.Context(), after)
		opt := Options{CutSearch: plan.CutSearch{Tries: 1 << 30, Patience: 1 << 30, Recombine: true}}
		low, value := Cut(ctx, g, mass, 1, opt)
		cancel()
		assert.InEpsilon(t, ratioOf(t, g, mass, 1, low), value, 1e-12)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	stair := stairGraph(t)
	s, c := searchWith(ctx, stair, testgraph.Ones(stair.N()), 1, Options{CutSearch: plan.CutSearch{Recombine: true}}, stairs(20, 50), stairs(30, 60))
	assert.InEpsilon(t, min(c[0].value, c[1].value), s.join(1, c[0], c[1]).value, 1e-12)
}

// Combine never raises the lowest C of the given cuts, and lowers it on some lattices with random weights.
func TestCombineLowersTheLowestC(t *testing.T) {
	lower := 0
	for seed := range uint64(8) {
		g := testgraph.Family(rand.New(rand.NewPCG(seed, 0)), "grid", "ties", 2500)
		mass, cuts, lowest := testgraph.Ones(g.N()), [][]bool(nil), math.Inf(1)
		for try := range uint64(4) {
			low, value := Cut(t.Context(), g, mass, 1, Options{CutSearch: plan.CutSearch{Tries: 1}, Seed: try})
			cuts, lowest = append(cuts, low), min(lowest, value)
		}
		low, value := Combine(t.Context(), g, mass, 1, cuts, Options{Steps: 4})
		require.LessOrEqual(t, value, lowest*(1+1e-12))
		require.InEpsilon(t, ratioOf(t, g, mass, 1, low), value, 1e-12)
		if value < lowest*(1-1e-9) {
			lower++
		}
		for _, threads := range []int{2, 3} {
			again, _ := Combine(t.Context(), g, mass, 1, cuts, Options{Steps: 4, Threads: threads})
			require.Equal(t, low, again)
		}
	}
	assert.Positive(t, lower)
}

// Combine returns the best of the given cuts if there is only one, or if the context has ended.
func TestCombineReturnsTheBestCut(t *testing.T) {
	g, optimum := stairGraph(t), stairs(stairLeft, stairRight)
	mass := testgraph.Ones(g.N())
	want := ratioOf(t, g, mass, 1, optimum)
	_, value := Combine(t.Context(), g, mass, 1, [][]bool{optimum}, Options{Steps: 4})
	assert.InEpsilon(t, want, value, 1e-12)
	ended, stop := context.WithCancel(t.Context())
	stop()
	low, value := Combine(ended, g, mass, 1, [][]bool{stairs(20, 50), optimum, stairs(32, 60)}, Options{Steps: 4})
	assert.InEpsilon(t, want, value, 1e-12)
	assert.Equal(t, optimum, low)
}
