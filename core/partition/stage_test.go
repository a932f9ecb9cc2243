package partition

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// namesOf returns the names of the stages in their order.
func namesOf(r *Result) []string {
	names := make([]string, len(r.Stages))
	for t, s := range r.Stages {
		names[t] = s.Name
	}
	return names
}

func TestStages(t *testing.T) {
	g := testgraph.Grid(20, 18)
	fixed := make([]int32, g.N())
	for i := range fixed {
		fixed[i] = -1
	}
	fixed[0], fixed[g.N()-1] = 0, 1
	labels := append(make([]int32, g.N()-1), 1)
	for _, c := range []struct {
		p     Problem
		opt   Options
		names []string
	}{
		{Problem{Graph: g}, with("n_clusters", 1), []string{"whole graph"}},
		{Problem{Graph: g}, with(), []string{"multilevel search", "minimum cuts", "modularity"}},
		{Problem{Graph: g}, with("effort", FastEffort), []string{"multilevel search", "modularity"}},
		{Problem{Graph: g}, Paper(), []string{"total-variation descent"}},
		{Problem{Graph: g}, with("init", Random), []string{"total-variation descent", "minimum cuts"}},
		{Problem{Graph: g}, with("polish", NoPolish), []string{"multilevel search", "total-variation descent", "modularity"}},
		{Problem{Graph: g}, with("n_clusters", 4), []string{"direct search", "modularity"}},
		{Problem{Graph: g}, with("objective", CutObjective), []string{"direct search"}},
		{Problem{Graph: g}, with("n_clusters", 4, "effort", BestEffort), []string{"direct search", "evolution", "modularity"}},
		{Problem{Graph: g}, with("n_clusters", 4, "strategy", Symmetric), []string{"cuts in two", "refinement", "multiclass total-variation descent", "modularity"}},
		{Problem{Graph: g, Labels: labels}, with(), []string{"refinement of the given partition"}},
		{Problem{Graph: g, Fixed: fixed}, with("min_share", 0.0), []string{"direct search", "search without fixed vertices"}},
		{Problem{Graph: g}, with("lower_bound", true), []string{"multilevel search", "minimum cuts", "lower bound", "modularity"}},
		{Problem{Graph: testgraph.Cliques(3, 9, 0)}, with("n_clusters", 3), []string{"connected components"}},
		{Problem{Graph: testgraph.Path(5)}, with("n_clusters", 5), []string{"single vertices"}},
		{Problem{Graph: testgraph.Path(9)}, with(), []string{"multilevel search", "minimum cuts", "exhaustive search"}},
		{Problem{Graph: testgraph.Grid(7, 4)}, with(), []string{"multilevel search", "minimum cuts", "branch and bound"}},
		{Problem{Graph: testgraph.Grid(7, 9)}, with("n_clusters", 5), []string{"direct search", "evolution", "modularity"}},
	} {
		r := mustRunAny(t, c.p, c.opt)
		assert.Equal(t, c.names, namesOf(r))
		checkStages(t, r, c.opt)
	}
}

// checkStages checks that exactly one stage gave the result, whose criterion it left, and that no stage raises the criterion.
func checkStages(t *testing.T, r *Result, opt Options) {
	t.Helper()
	gave, want := 0, r.Value
	if opt.Objective == CutObjective {
		want = r.CutWeight
	}
	for _, s := range r.Stages {
		assert.LessOrEqual(t, s.After, s.Before, s.Name)
		if !s.Gave {
			continue
		}
		gave++
		assert.True(t, s.Search == r.Choice || s.Search == Lowest && r.Choice == Isolated, "the partition of lowest value may be isolated")
		if want > 0 && !math.IsInf(want, 1) && s.Name != "separation of the parts" && s.Search != Consensus && r.Evidence.Loose == 0 {
			assert.InEpsilon(t, want, s.After, 1e-9, s.Name)
		}
	}
	assert.Equal(t, 1, gave, "stages that gave the result: %+v", r.Stages)
}

// The criteria are in the units of the input, and one stage gave the result, whatever the options.
func TestOneStageGaveTheResult(t *testing.T) {
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 31))
		k := 2 + rng.IntN(3)
		g := testgraph.Random(rng, 20+rng.IntN(40), 0.1).Scaled([]int{0, 400, -300}[rng.IntN(3)])
		opt := with("n_clusters", k)
		opt.Objective, opt.Effort = Objective(rng.IntN(2)), Effort(rng.IntN(3))
		if rng.IntN(2) == 0 {
			opt.MinShare = Some(0.3)
		}
		require.NoError(t, opt.Set("plan", "Starts.BestSteps=5"))
		checkStages(t, mustRunAny(t, Problem{Graph: g}, opt), opt)
	}
}

// Without a lower bound on the parts, the stages of all searches are told, each with the choice that it was made for.
func TestStagesOfAllSearches(t *testing.T) {
	g, _ := unequal(rand.New(rand.NewPCG(8, 3)), []int{300, 100, 30}, 0.01, 12)
	r := mustRunAny(t, Problem{Graph: g}, with("n_clusters", 3))
	require.Equal(t, Isolated, r.Choice)
	assert.True(t, ran(r, "separation of the parts"))
	checkStages(t, r, with("n_clusters", 3))
	g = planted(rand.New(rand.NewPCG(9, 0)), 3, 40, 2)
	r = mustRunAny(t, Problem{Graph: g}, with("n_clusters", 3))
	require.Equal(t, Consensus, r.Choice)
	searches := map[Choice]bool{}
	for _, s := range r.Stages {
		searches[s.Search] = true
		if s.Gave {
			assert.Equal(t, "consensus", s.Name)
		}
		assert.False(t, math.IsNaN(s.Before) || math.IsNaN(s.After))
	}
	assert.Equal(t, map[Choice]bool{Lowest: true, Isolated: true, Consensus: true, Communities: true}, searches)
	checkStages(t, r, with("n_clusters", 3))
}

// A partition that no step of a stage has told is that of the stage: from fixed vertices without refinement, and where C of every
// cut is too large for a float64.
func TestAStageGaveWhatItsStepsDidNotFind(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 32))
		n, k := 30, 2+rng.IntN(2)
		p := Problem{Graph: testgraph.Random(rng, n, 0.15), Fixed: slices.Repeat([]int32{-1}, n)}
		for a := range k {
			p.Fixed[a] = int32(a)
		}
		opt := with("n_clusters", k, "init", Random, "max_refine", 0)
		opt.Strategy = Every
		checkStages(t, mustRunAny(t, p, opt), opt)
	}
	for _, k := range []int{2, 3} {
		p := Problem{Graph: testgraph.Complete(40).Scaled(1000), VertexWeight: slices.Repeat([]float64{0x1p-1000}, 40)}
		opt := with("n_clusters", k, "min_share", 0.0)
		r := mustRunAny(t, p, opt)
		require.True(t, math.IsInf(r.Value, 1))
		checkStages(t, r, opt)
	}
}
