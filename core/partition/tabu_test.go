package partition

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// On small graphs with hubs, where no cut into equal parts is good, most seeds find the same weight.
func TestSeedsFindTheSameSmallBisections(t *testing.T) {
	testgraph.SkipUnderRace(t)
	runs, same := 0, 0
	for number := range uint64(10) {
		g := testgraph.Hubs(rand.New(rand.NewPCG(number, 5)), 100, 3)
		lowest, found := math.Inf(1), []float64{}
		for seed := range uint64(4) {
			opt := with("objective", CutObjective)
			opt.Seed = seed
			cut := mustRunAny(t, Problem{Graph: g}, opt).CutWeight
			lowest, found = min(lowest, cut), append(found, cut)
		}
		for _, cut := range found {
			runs++
			if cut <= lowest {
				same++
			}
		}
	}
	assert.GreaterOrEqual(t, float64(same), 0.8*float64(runs))
}

// A tabu search follows the direct search on small graphs, and no search that the options or the problem determine.
func TestWhereATabuSearchFollows(t *testing.T) {
	g := testgraph.Hubs(rand.New(rand.NewPCG(1, 5)), 100, 3)
	large := testgraph.Hubs(rand.New(rand.NewPCG(1, 5)), tabuVertices+1, 3)
	cut, three, fast := with("objective", CutObjective), with("n_clusters", 3), with("objective", CutObjective)
	asymmetric, rough, random := with("objective", CutObjective), with("objective", CutObjective), with("n_clusters", 3)
	fast.Effort, asymmetric.Asymmetry, rough.Polish, random.Init = FastEffort, 2, NoPolish, Random
	for name, c := range map[string]struct {
		problem Problem
		options Options
		want    bool
	}{
		"two parts, cut":   {Problem{Graph: g}, cut, true},
		"two parts, value": {Problem{Graph: g}, Defaults(), false},
		"three parts":      {Problem{Graph: g}, three, true},
		"large":            {Problem{Graph: large}, cut, false},
		"fast":             {Problem{Graph: g}, fast, false},
		"asymmetric":       {Problem{Graph: g}, asymmetric, false},
		"no polish":        {Problem{Graph: g}, rough, false},
		"random start":     {Problem{Graph: g}, random, false},
		"labels":           {Problem{Graph: g, Labels: make([]int32, 100)}, cut, false},
	} {
		r := newRecursion(t.Context(), c.problem.Graph, testgraph.Ones(c.problem.Graph.N()), c.options, nil, nil)
		assert.Equal(t, c.want, r.searchesByTabu(c.problem), name)
	}
}
