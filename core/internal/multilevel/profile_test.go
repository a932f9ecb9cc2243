package multilevel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/coarsen"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/plan"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// Every point of a profile is the share and the C of some cut, and at least the lowest C of all cuts in its interval.
func TestProfilePointsAreCuts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for range 40 {
		n := 4 + rng.IntN(8)
		g, mass := testgraph.Random(rng, n, 0.5), testgraph.Mass(rng, n)
		requireCuts(t, g, mass, func(profile *Profile) float64 {
			_, value := Cut(t.Context(), g, mass, 1, Options{Profile: profile})
			return value
		})
	}
}

// Cuts of levels with rounded weights are not recorded.
func TestProfilePointsOfRoundedLevelsAreCuts(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	for range 40 {
		n := 10 + rng.IntN(3)
		g, mass := testgraph.Random(rng, n, 0.5), testgraph.Mass(rng, n)
		requireCuts(t, g, mass, func(profile *Profile) float64 {
			s := newSearch(t.Context(), g, mass, 1, Options{CutSearch: plan.CutSearch{Tries: 2}, Profile: profile, Coarsest: 2})
			s.saving, s.atOnce, s.inner = coarsen.Rebuilding, 1, 1
			s.run()
			return s.best.value
		})
	}
}

// No cut of a graph has a lower C than the best one, also if weights differ so much that sums of them lose small ones.
func TestProfileOfWeightsOfManyMagnitudesIsNotBelowTheOptimum(t *testing.T) {
	const n = 8
	for seed := range uint64(1000) {
		rng := rand.New(rand.NewPCG(seed, 99))
		g := testgraph.Random(rng, n, 0.4)
		weights := map[[2]int32]float64{}
		for i := range int32(n) {
			for e := g.Indptr[i]; e < g.Indptr[i+1]; e++ {
				j := g.Indices[e]
				if i < j {
					weights[[2]int32{i, j}] = math.Exp(-55 * rng.Float64()) // 24 decades
				}
				g.Data[e] = weights[[2]int32{min(i, j), max(i, j)}]
			}
		}
		profile, least := &Profile{}, math.Inf(1)
		Cut(t.Context(), g, testgraph.Ones(n), 1, Options{Profile: profile})
		for set := 1; set < 1<<n-1; set++ {
			low := make([]bool, n)
			for i := range low {
				low[i] = set>>i&1 == 1
			}
			inside := objective.Inside(testgraph.Ones(n), low)
			least = min(least, objective.Ratio(objective.Weight(g, low), 1, inside, n-inside))
		}
		_, values := profile.Points()
		for _, value := range values {
			require.GreaterOrEqual(t, value, least*(1-1e-10), "seed %d", seed)
		}
	}
}

// requireCuts requires that the points of the profile of a search that returns C are cuts.
func requireCuts(t *testing.T, g *graph.CSR, mass []float64, search func(profile *Profile) float64) {
	t.Helper()
	profile := &Profile{}
	value := search(profile)
	n := g.N()
	var all Profile
	found := map[string]bool{}
	key := func(share, value float64) string { return fmt.Sprintf("%.9g %.9g", share, value) }
	for set := 1; set < 1<<n-1; set++ {
		low := make([]bool, n)
		for i := range low {
			low[i] = set>>i&1 == 1
		}
		inside := objective.Inside(mass, low)
		outside := objective.Total(mass) - inside
		c := objective.Ratio(objective.Weight(g, low), 1, inside, outside)
		all.Add(mass, low, c)
		found[key(min(inside, outside)/(inside+outside), c)] = true
	}
	shares, values := profile.Points()
	require.NotEmpty(t, shares)
	for k := range shares {
		assert.True(t, found[key(shares[k], values[k])], "share %g, C %g", shares[k], values[k])
		assert.GreaterOrEqual(t, values[k], all.values[bin(shares[k])]*(1-1e-9))
	}
	assert.InEpsilon(t, value, slices.Min(values), 1e-9)
}

func TestPointsAscendWithinHalf(t *testing.T) {
	profile := &Profile{}
	g := testgraph.Grid(20, 30)
	Cut(t.Context(), g, testgraph.Ones(g.N()), 1, Options{Profile: profile})
	shares, values := profile.Points()
	assert.Greater(t, len(shares), 30)
	assert.IsIncreasing(t, shares)
	assert.LessOrEqual(t, shares[len(shares)-1], 0.5)
	assert.GreaterOrEqual(t, shares[0], 1./600)
	assert.Len(t, values, len(shares))
}

func TestTheProfileDoesNotDependOnThreads(t *testing.T) {
	g := testgraph.Grid(15, 40)
	mass := testgraph.Ones(g.N())
	run := func(threads int) Profile {
		var p Profile
		opt := Options{CutSearch: plan.CutSearch{Tries: 6}, Threads: threads, Steps: 40, Profile: &p}
		low, _ := Cut(t.Context(), g, mass, 1, opt)
		before := p
		Evolve(t.Context(), g, mass, 1, low, opt)
		for b, share := range before.shares {
			if share > 0 {
				assert.LessOrEqual(t, p.values[b], before.values[b])
			}
		}
		return p
	}
	want := run(1)
	for threads := 2; threads <= 3; threads++ {
		assert.Equal(t, want, run(threads))
	}
}

func TestAsymmetricCutsHaveNoProfile(t *testing.T) {
	profile := &Profile{}
	g := testgraph.Grid(5, 6)
	Cut(t.Context(), g, testgraph.Ones(g.N()), 2, Options{Profile: profile})
	shares, _ := profile.Points()
	assert.Empty(t, shares)
}

func TestBinsOfShares(t *testing.T) {
	assert.Equal(t, 0, bin(0.5))
	assert.Equal(t, binsPerOctave, bin(0.25))
	assert.Equal(t, 1, bin(0.499))
	assert.Equal(t, 2*binsPerOctave, bin(0.125))
	assert.Equal(t, binsPerOctave*octaves-1, bin(1e-300))
}

// The order in which cuts are recorded and profiles merged does not count, also among cuts of equal C.
func TestProfileDoesNotDependOnTheOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	type cut struct{ value, inside float64 }
	var cuts []cut
	for range 500 {
		cuts = append(cuts, cut{float64(1 + rng.IntN(3)), 1 + 499*rng.Float64()})
	}
	var want Profile
	for _, c := range cuts {
		want.add(c.value, [2]float64{c.inside, 1000 - c.inside})
	}
	for range 20 {
		rng.Shuffle(len(cuts), func(x, y int) { cuts[x], cuts[y] = cuts[y], cuts[x] })
		var halves [2]Profile
		for at, c := range cuts {
			halves[at%2].add(c.value, [2]float64{c.inside, 1000 - c.inside})
		}
		halves[0].Merge(&halves[1])
		require.Equal(t, want, halves[0])
	}
}
