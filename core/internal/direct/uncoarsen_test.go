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
	for name, p := range cases(rand.New(rand.NewPCG(1, 0))) {
		if p.Criterion.K == 2 || p.Criterion.K == p.Graph.N() {
			continue
		}
		for seed := range uint64(testgraph.Rounds(3)) {
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

// tightGrid returns the problem of cutting a grid into k parts of exactly equal mass.
func tightGrid(rows, columns, k int) *Problem {
	return weightProblem(testgraph.Grid(rows, columns), k, 0)
}

// Upper bounds on coarse levels are those of the problem or have room for the heaviest vertex and at most Room. The room shrinks from
// level to level, and the finest level has the bounds of the problem.
func TestRoomOnCoarseLevels(t *testing.T) {
	const room = 0.03
	p := tightGrid(60, 60, 8)
	for _, excess := range []float64{0, 0.01, 0.05} {
		for r, target := range p.Target {
			p.Bounds.Most[r] = (1 + excess) * target
		}
		try := newTry(t.Context(), p, Options{PartsSearch: plan.PartsSearch{Room: room}}, 1).numbered(0)
		h := try.coarsen(p, coarsen.Options{}, 200)
		require.Greater(t, len(h.Levels), 2)
		assert.Equal(t, p.Bounds, try.boundsAt(p, h, 0))
		for level := 1; level < len(h.Levels); level++ {
			bounds, finer, heaviest := try.boundsAt(p, h, level), try.boundsAt(p, h, level-1), slices.Max(h.Levels[level].Mass)
			assert.Equal(t, p.Bounds.Least, bounds.Least)
			for r, most := range bounds.Most {
				highest := max(p.Bounds.Most[r], (1+room)*p.Target[r])
				assert.LessOrEqual(t, most, highest*(1+tiny))
				assert.GreaterOrEqual(t, most, finer.Most[r])
				assert.GreaterOrEqual(t, most, min(highest, p.Bounds.Most[r]+heaviest)*(1-tiny))
			}
		}
		coarsest := try.coarsest(p, h)
		assert.InDelta(t, max(1+excess, 1+room), coarsest.Bounds.Most[0]/p.Target[0], 1e-9)
	}
}

// With room on coarse levels, the masses are equal at the end, also if the context ends on one of them.
func TestCutWithRoomKeepsTheBounds(t *testing.T) {
	p := tightGrid(40, 40, 8)
	for seed := range uint64(testgraph.Rounds(3)) {
		opt := Options{PartsSearch: plan.PartsSearch{Tries: 1, Room: 0.03}, Seed: seed, Threads: 1}
		for _, looks := range []int64{10, 20, 40, 80, 160, 320, 1 << 40} {
			labels := Cut(testgraph.NewExpiring(looks), p, opt)
			requireValid(t, p, labels)
			require.Zero(t, violation(p, labels), "seed %d, after %d looks", seed, looks)
		}
	}
}

// Cuts of a grid into equal parts are lower with room on coarse levels: by about 5 % on average. The standard deviation of a pair is
// 7 %, so that a few seeds would show nothing.
func TestRoomLowersTheCut(t *testing.T) {
	if testing.Short() {
		t.Skip("the ratio of a few cuts depends on the seeds")
	}
	p := tightGrid(40, 40, 8)
	sum, without := 0.0, 0.0
	for seed := range uint64(64) {
		opt := Options{PartsSearch: plan.PartsSearch{Tries: 1, Room: 0.03}, Seed: seed, Threads: 1}
		sum += criterion(p, Cut(t.Context(), p, opt))
		opt.Room = 0
		without += criterion(p, Cut(t.Context(), p, opt))
	}
	assert.Less(t, sum, 0.95*without)
}

// A graph whose hierarchy frees the memory of coarser levels is cut within its bounds.
func TestCutOfAGraphWhoseCoarseLevelsAreFreed(t *testing.T) {
	g := testgraph.Grid(520, 520)
	require.NotEqual(t, coarsen.NoSaving, coarsen.SavingFor(g))
	for _, imbalance := range []float64{0, 0.03} {
		p := weightProblem(g, 4, imbalance)
		labels := Cut(t.Context(), p, Options{PartsSearch: plan.PartsSearch{Tries: 1, LocalOnly: true, Room: 0.03}, Threads: 2})
		violation, weight := p.Score(labels)
		assert.Zero(t, violation, imbalance)
		assert.LessOrEqual(t, weight, 1.5*1040, imbalance)
	}
}
