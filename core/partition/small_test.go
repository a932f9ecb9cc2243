package partition

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/plan"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// On small graphs with hubs, where no cut into equal parts is good, most seeds find the same weight.
func TestSeedsFindTheSameSmallBisections(t *testing.T) {
	runs, same := 0, 0
	for number := range uint64(testgraph.Rounds(10)) {
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

// An evolution follows the direct search on small graphs, and no search that the options or the problem determine.
func TestWhereAnEvolutionFollowsOnSmallGraphs(t *testing.T) {
	g := testgraph.Hubs(rand.New(rand.NewPCG(1, 5)), 100, 3)
	large := testgraph.Hubs(rand.New(rand.NewPCG(1, 5)), plan.Default().Starts.SmallSearch+1, 3)
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
		"labels":           {Problem{Graph: g, Labels: append(make([]int32, 99), 1)}, cut, false},
	} {
		c.options.MinShare = Some(0.0)
		assert.Equal(t, c.want, ran(mustRunAny(t, c.problem, c.options), "evolution"), name)
	}
}

// The trace, the energy and the outer steps are those of the partition that the evolution returns, and no progress reports
// a weight below that of the result. Progress of a search within lower bounds is not compared: a part of that search is
// without them.
func TestEvolutionOfSmallGraphsKeepsTheResultConsistent(t *testing.T) {
	for number := range uint64(6) {
		for _, minShare := range []float64{0, 0.6} {
			opt := with("objective", CutObjective)
			opt.Seed, opt.MinShare = number, Some(minShare)
			if minShare > 0 {
				opt.Objective = ValueObjective
			}
			lowest := math.Inf(1)
			p := Problem{Graph: testgraph.Hubs(rand.New(rand.NewPCG(number, 6)), 60, 2)}
			r, err := Run(t.Context(), p, opt, func(p Progress) { lowest = min(lowest, p.Value) })
			require.NoError(t, err)
			require.Len(t, r.Trace, r.NOuter+1)
			assert.InEpsilon(t, r.Energy, r.Trace[r.NOuter], 1e-12)
			if minShare == 0 {
				assert.GreaterOrEqual(t, lowest, r.CutWeight*(1-1e-9))
			}
		}
	}
}
