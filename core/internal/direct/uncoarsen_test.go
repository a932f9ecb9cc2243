package direct

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/coarsen"
	"github.com/tvcut/tvcut/core/internal/plan"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

func TestCoarseLevelIsTheFinestWithinTheLimits(t *testing.T) {
	within := func(h *coarsen.Hierarchy, level int) bool {
		return len(h.Levels[level].Mass) <= 10000 && 20*h.Levels[level].NNZ() <= h.Levels[0].NNZ()
	}
	for name, g := range map[string]*graph.CSR{
		"grid": testgraph.Grid(200, 200), "long grid": testgraph.Grid(30, 5000), "random": testgraph.Random(rand.New(rand.NewPCG(1, 0)), 3000, 0.01),
	} {
		opt := coarsen.Options{Coarsest: 50, Clusters: true}
		h := new(coarsen.Builder).Build(t.Context(), g, testgraph.Ones(g.N()), opt, rand.New(rand.NewPCG(2, 0)))
		if level := coarseLevel(h); level > 0 {
			assert.True(t, within(h, level), name)
			assert.False(t, within(h, level-1), name)
			assert.Less(t, level, len(h.Levels)-1, name)
		} else {
			assert.Equal(t, "random", name, "a level of a grid is within the limits")
		}
	}
}

// The state of a random partition is replaced by a better one, and that of a good partition gets no worse.
func TestSearchAgainNeverMakesThePartitionWorse(t *testing.T) {
	testgraph.SkipUnderRace(t)
	for name, p := range cases(rand.New(rand.NewPCG(1, 0))) {
		if p.Criterion.K == 2 || p.Criterion.K == p.Graph.N() {
			continue
		}
		for seed := range seeds() {
			try := newTry(t.Context(), p, Options{PartsSearch: plan.PartsSearch{CoarseTries: 2}, Seed: seed}, 1).numbered(0)
			s := newState(t.Context(), p, try.work, try.randomLabels(p))
			s.connect()
			violation, value := s.violation(), s.value()
			for round := range 2 {
				try.searchAgain(p, s)
				requireValid(t, p, s.labels, "%s, seed %d", name, seed)
				requireSums(t, p, s)
				require.False(t, s.violation() > violation*(1+tiny), "%s, seed %d", name, seed)
				if s.violation() == violation {
					require.LessOrEqual(t, s.value(), value+1e-9*(1+value), "%s, seed %d", name, seed)
				}
				if round == 0 {
					assert.Less(t, s.violation()+s.value(), violation+value, "%s, seed %d", name, seed)
				}
				violation, value = s.violation(), s.value()
			}
		}
	}
}

// A search with coarse tries keeps bounds and fixed vertices, and is the same for any number of threads. Without fixed vertices
// it differs from the search without them.
func TestCutWithCoarseTries(t *testing.T) {
	testgraph.SkipUnderRace(t)
	n := 130 * 130
	plain := equalParts(testgraph.Grid(130, 130), testgraph.Ones(n), 6, 0.8, 0.03)
	plain.Criterion.Edges = true
	fixed := equalParts(testgraph.Grid(130, 130), testgraph.Ones(n), 4, 0.8, 0.1)
	fixFirst(rand.New(rand.NewPCG(3, 0)), fixed)
	for name, p := range map[string]*Problem{"weight between parts": plain, "value with fixed vertices": fixed} {
		opt := Options{PartsSearch: plan.PartsSearch{Tries: 2, CoarseTries: 2}, Seed: 5, Threads: 1}
		labels := Cut(t.Context(), p, opt)
		requireValid(t, p, labels, name)
		assert.Zero(t, violation(p, labels), name)
		opt.Threads = 3
		assert.True(t, slices.Equal(labels, Cut(t.Context(), p, opt)), "%s: the threads change the partition", name)
		opt.CoarseTries = 0
		differs := !slices.Equal(labels, Cut(t.Context(), p, opt))
		assert.True(t, differs || p.Fixed != nil, "%s: no coarse level was searched", name)
	}
}
