package direct

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/plan"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// cases returns problems on graphs of different structure, by name. Partitions within the bounds exist.
func cases(rng *rand.Rand) map[string]*Problem {
	wide := testgraph.Mass(rng, 400)
	for i := range wide {
		wide[i] = math.Exp(rng.Float64() * math.Log(100))
	}
	shares := []float64{0.4, 0.3, 0.2, 0.1}
	problems := map[string]*Problem{
		"random":             equalParts(testgraph.Random(rng, 500, 0.01), testgraph.Ones(500), 5, 0.8, 0.05),
		"grid":               equalParts(testgraph.Grid(20, 25), testgraph.Ones(500), 7, 0.8, 0.05),
		"two parts":          equalParts(testgraph.Grid(20, 25), testgraph.Ones(500), 2, 0.9, 0.03),
		"star":               equalParts(testgraph.Star(400), testgraph.Ones(400), 4, 0.8, 0.05),
		"disconnected":       equalParts(scattered(rng, 600), testgraph.Ones(600), 6, 0.8, 0.05),
		"isolated vertices":  equalParts(withIsolated(testgraph.Grid(15, 15), 100), testgraph.Ones(325), 4, 0.8, 0.05),
		"masses from 1–100":  equalParts(testgraph.Random(rng, 400, 0.01), wide, 3, 0.8, 0.1),
		"unequal shares":     withShares(testgraph.Grid(20, 20), testgraph.Ones(400), shares, 0.8, 0.05),
		"one vertex each":    equalParts(testgraph.Path(9), testgraph.Ones(9), 9, 0.5, 0.5),
		"weight, many parts": equalParts(testgraph.Grid(20, 30), testgraph.Mass(rng, 600), 20, 0.5, 0.1),
	}
	problems["weight, many parts"].Criterion.Edges = true
	fixed := equalParts(testgraph.Grid(20, 25), testgraph.Ones(500), 4, 0.8, 0.05)
	fixFirst(rng, fixed)
	problems["fixed vertices"] = fixed
	pair := equalParts(testgraph.Random(rng, 300, 0.02), testgraph.Ones(300), 2, 0.8, 0.1)
	fixFirst(rng, pair)
	problems["two parts with fixed vertices"] = pair
	return problems
}

// withIsolated returns g with further vertices without edges.
func withIsolated(g *graph.CSR, count int) *graph.CSR {
	indptr := slices.Clone(g.Indptr)
	for range count {
		indptr = append(indptr, int64(g.NNZ()))
	}
	return &graph.CSR{Indptr: indptr, Indices: g.Indices, Data: g.Data}
}

func TestCutKeepsTheBounds(t *testing.T) {
	for name, p := range cases(rand.New(rand.NewPCG(1, 0))) {
		for seed := range uint64(testgraph.Rounds(3)) {
			labels := Cut(t.Context(), p, Options{PartsSearch: plan.PartsSearch{Tries: 2}, Seed: seed, Threads: 1})
			requireValid(t, p, labels, "%s, seed %d", name, seed)
			require.Zero(t, violation(p, labels), "%s, seed %d", name, seed)
			excess, value := p.Score(labels)
			require.Zero(t, excess)
			require.InDelta(t, criterion(p, labels), value, 1e-9, name)
		}
	}
}

func TestTriesStopAfterPatienceFailures(t *testing.T) {
	p := equalParts(testgraph.Cliques(2, 30, 0.1), testgraph.Ones(60), 2, 0.8, 0.03)
	for _, patience := range []int{1, 3} {
		for _, threads := range []int{1, 3} {
			var fractions []float64
			opt := Options{PartsSearch: plan.PartsSearch{Tries: 1000, Patience: patience}, Threads: threads, Observe: func(_, fraction float64) {
				fractions = append(fractions, fraction)
			}}
			require.Equal(t, 1+patience, triesMade(t, p, opt), "the first try finds the cliques, and no later one finds less")
			fractions = nil
			labels := Cut(t.Context(), p, opt)
			require.NotEqual(t, labels[0], labels[59])
			last := len(fractions) - 1
			require.GreaterOrEqual(t, last, 1+patience, "a report of each try, and of the end")
			require.Less(t, fractions[last-1], 0.1)
			require.Equal(t, 1.0, fractions[last])
		}
	}
}

// triesMade returns how many tries a search made.
func triesMade(t *testing.T, p *Problem, opt Options) int {
	s := newSearch(t.Context(), p, opt.limited(), opt.Tries)
	s.run()
	return s.tally.tries
}

func TestTriesStopOnceEnoughOfThemAgree(t *testing.T) {
	p := equalParts(testgraph.Cliques(4, 30, 0.1), testgraph.Ones(120), 4, 0.8, 0.03)
	for _, agreement := range []int{1, 2, 5} {
		for _, threads := range []int{1, 3} {
			require.Equal(t, agreement, triesMade(t, p, Options{PartsSearch: plan.PartsSearch{Tries: 100, Agreement: agreement}, Threads: threads}), "all find the cliques")
		}
	}
}

// The search ends with the first try, from the least number on, after which σ/(t x̄) of the criteria of all tries is low.
func TestTriesStopAtLowSpread(t *testing.T) {
	const tries, least = 12, 3
	ended := map[int]bool{}
	for name, p := range cases(rand.New(rand.NewPCG(6, 0))) {
		each := newSearch(t.Context(), p, Options{PartsSearch: plan.PartsSearch{Tries: tries}, Threads: 1}.limited(), tries).startTries(t.Context())
		var criteria []float64
		for number := range tries {
			criteria = append(criteria, each.Get(number, number).value)
		}
		each.Close()
		for _, limit := range []float64{0, 0.001, 0.01, 0.1} {
			if testing.Short() && limit < 0.01 { // where most tries are made
				continue
			}
			want := tries
			for made := tries - 1; made >= least; made-- {
				mean, deviation := stat.MeanStdDev(criteria[:made], nil)
				if !(deviation/(float64(made)*mean) >= limit) {
					want = made
				}
			}
			opt := Options{PartsSearch: plan.PartsSearch{Tries: tries, Least: least, MinSpread: limit}, Threads: 2}
			require.Equal(t, want, triesMade(t, p, opt), "%s, %g", name, limit)
			ended[want] = true
		}
	}
	assert.Greater(t, len(ended), 3, "different numbers of tries are tested")
}

func TestCutDoesNotDependOnTheThreads(t *testing.T) {
	for name, p := range cases(rand.New(rand.NewPCG(2, 0))) {
		want := Cut(t.Context(), p, Options{PartsSearch: plan.PartsSearch{Tries: 3}, Seed: 7, Threads: 1})
		for _, threads := range []int{2, 4} {
			require.Equal(t, want, Cut(t.Context(), p, Options{PartsSearch: plan.PartsSearch{Tries: 3}, Seed: 7, Threads: threads}), "%s, threads %d", name, threads)
		}
	}
}

// Refine returns a partition within the bounds as far as the given one, and of no higher criterion.
func TestRefineIsNoWorse(t *testing.T) {
	lowered, seeds := 0, testgraph.Rounds(3)
	for seed := range uint64(seeds) {
		rng := rand.New(rand.NewPCG(3, seed))
		for name, p := range cases(rng) {
			for _, given := range [][]int32{Spread(p), testgraph.Partition(rng, p.Graph.N(), p.Criterion.K, p.Fixed),
				Cut(t.Context(), p, Options{PartsSearch: plan.PartsSearch{Tries: 1}, Seed: seed, Threads: 1})} {
				kept := slices.Clone(given)
				found := Refine(t.Context(), p, Options{PartsSearch: plan.PartsSearch{Tries: 1}, Seed: seed, Threads: 1}, given)
				require.Equal(t, kept, given, "Refine does not change its input")
				requireValid(t, p, found, name)
				before, after := violation(p, given), violation(p, found)
				require.LessOrEqual(t, after, before+1e-9, name)
				if after == before {
					require.LessOrEqual(t, criterion(p, found), criterion(p, given)*(1+1e-9), name)
				}
				if after < before || criterion(p, found) < criterion(p, given) {
					lowered++
				}
			}
		}
	}
	assert.Greater(t, lowered, 2*8*seeds)
}

// ring returns complete graphs of 25 vertices each in a ring, joined by edges of weight 0.5, and their partition.
func ring(cliques int) (g *graph.CSR, want []int32) {
	const n = 25
	var edges []graph.Edge
	for c := range cliques {
		for i := range n {
			for j := range i {
				edges = append(edges, graph.Edge{I: c*n + j, J: c*n + i, W: 1})
			}
			want = append(want, int32(c))
		}
		if cliques > 2 || c == 0 {
			edges = append(edges, graph.Edge{I: c*n + 1, J: (c + 1) % cliques * n, W: 0.5})
		}
	}
	g, err := graph.FromEdges(cliques*n, edges)
	if err != nil {
		panic(err)
	}
	return g, want
}

// renumbered returns a partition whose parts are numbered in the order of their first vertices.
func renumbered(labels []int32) []int32 {
	number, now := map[int32]int32{}, make([]int32, len(labels))
	for i, a := range labels {
		if _, ok := number[a]; !ok {
			number[a] = int32(len(number))
		}
		now[i] = number[a]
	}
	return now
}

func TestCutFindsCliques(t *testing.T) {
	for _, cliques := range []int{2, 4} {
		g, want := ring(cliques)
		for _, edges := range []bool{false, true} {
			for seed := range uint64(5) {
				p := equalParts(g, testgraph.Ones(g.N()), cliques, 0.5, 0.2)
				p.Criterion.Edges = edges
				labels := Cut(t.Context(), p, Options{PartsSearch: plan.PartsSearch{Tries: 1}, Seed: seed, Threads: 1})
				require.Equal(t, want, renumbered(labels), "%d cliques, edges %v, seed %d", cliques, edges, seed)
			}
		}
	}
}

// exhaustive returns the lowest criterion of all partitions into two parts within the bounds.
func exhaustive(p *Problem) float64 {
	n, lowest := p.Graph.N(), math.Inf(1)
	labels := make([]int32, n)
	for set := 1; set < 1<<(n-1); set++ {
		for i := range labels {
			labels[i] = int32(set >> i & 1)
		}
		if violation(p, labels) == 0 {
			lowest = min(lowest, criterion(p, labels))
		}
	}
	return lowest
}

// On small graphs the cut in two is almost always a best one.
func TestCutInTwoAgainstAllCuts(t *testing.T) {
	optimal := 0
	const runs = 40
	for seed := range uint64(runs) {
		rng := rand.New(rand.NewPCG(4, seed))
		p := equalParts(testgraph.Random(rng, 11, 0.3), testgraph.Ones(11), 2, 0.5, 0.3)
		p.Criterion.Edges = seed%2 == 0
		value := criterion(p, Cut(t.Context(), p, Options{PartsSearch: plan.PartsSearch{Tries: 2}, Seed: seed, Threads: 1}))
		lowest := exhaustive(p)
		require.GreaterOrEqual(t, value, lowest*(1-1e-12), "seed %d", seed)
		if value <= lowest*(1+1e-9) {
			optimal++
		}
	}
	assert.GreaterOrEqual(t, optimal, runs-2)
}
