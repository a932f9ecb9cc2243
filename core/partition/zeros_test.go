package partition

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// withZeros returns a random graph with random masses, some of them 0 and one positive, fixed vertices or none, and options.
func withZeros(seed uint64) (Problem, Options) {
	rng := rand.New(rand.NewPCG(seed, 21))
	n := 2 + rng.IntN(7)
	k := 2 + rng.IntN(min(3, n-1))
	p := Problem{Graph: testgraph.Random(rng, n, []float64{0.05, 0.3, 0.7}[rng.IntN(3)]), VertexWeight: make([]float64, n)}
	if rng.IntN(2) == 0 {
		p.Graph = testgraph.Sparse(rng, n, 1+rng.IntN(n))
	}
	for i := range p.VertexWeight {
		switch rng.IntN(4) {
		case 0, 1:
			p.VertexWeight[i] = float64(rng.IntN(2))
		case 2:
			p.VertexWeight[i] = rng.Float64()
		}
	}
	p.VertexWeight[rng.IntN(n)] = 1
	if rng.IntN(4) == 0 {
		p.Fixed = slices.Repeat([]int32{-1}, n)
		for i := range p.Fixed {
			if rng.IntN(4) == 0 {
				p.Fixed[i] = int32(rng.IntN(k))
			}
		}
	}
	given := []any{"n_clusters", k, "random_state", seed}
	if rng.IntN(2) == 0 {
		given = append(given, "objective", "cut", "max_imbalance", rng.Float64()*float64(k))
	} else if rng.IntN(2) == 0 {
		given = append(given, "min_share", rng.Float64())
	} else if rng.IntN(2) == 0 {
		given = append(given, "max_imbalance", rng.Float64())
	}
	switch rng.IntN(6) {
	case 0:
		given = append(given, "strategy", []string{"direct", "symmetric", "asymmetric"}[rng.IntN(3)])
	case 1:
		given = append(given, "polish", "none")
	case 2:
		given = append(given, "init", []string{"random", "spectral", "diffusion", "multilevel"}[rng.IntN(4)])
	case 3:
		given = append(given, "effort", []string{"fastest", "fast"}[rng.IntN(2)])
	case 4:
		given = append(given, "lower_bound", true)
	}
	if k == 2 && rng.IntN(3) == 0 {
		given = append(given, "asymmetry", math.Ldexp(rng.Float64()+0.1, rng.IntN(4)))
	}
	addStart(rng, &p, k)
	return p, with(given...)
}

// addStart may add a partition to start from, a start of the descent or target shares.
func addStart(rng *rand.Rand, p *Problem, k int) {
	n := p.Graph.N()
	switch rng.IntN(8) {
	case 0:
		if p.Fixed == nil {
			p.Labels = testgraph.Striped(n, k)
		}
	case 1:
		if p.Fixed == nil && k == 2 {
			p.Starts = [][]float64{testgraph.Normal(rng, n)}
		}
	case 2:
		p.PartWeights = testgraph.Mass(rng, k)
		total := objective.Total(p.PartWeights)
		for r := range p.PartWeights {
			p.PartWeights[r] /= total
		}
	}
}

// lowestOf returns the lowest criterion of all partitions that the options allow, or +Inf.
func lowestOf(p Problem, opt *Options) float64 {
	n, k := p.Graph.N(), opt.NClusters
	bounds := opt.limits().Bounds(p.shares(k), objective.Total(p.VertexWeight))
	lowest, labels := math.Inf(1), make([]int32, n)
	for at := range int(math.Pow(float64(k), float64(n))) {
		count, agrees := make([]int, k), true
		for i := range labels {
			labels[i], at = int32(at%k), at/k
			count[labels[i]]++
			agrees = agrees && (p.Fixed == nil || p.Fixed[i] < 0 || p.Fixed[i] == labels[i])
		}
		size := objective.Sizes(p.VertexWeight, labels, k)
		if !agrees || slices.Min(count) == 0 || bounds.Violation(size) > 0 {
			continue
		}
		switch {
		case opt.Objective == CutObjective:
			lowest = min(lowest, objective.CutWeight(p.Graph, labels))
		case slices.Min(size) > 0:
			lowest = min(lowest, objective.Value(p.Graph, p.VertexWeight, labels, k, opt.Asymmetry))
		}
	}
	return lowest
}

// Masses of 0: partitions are valid and within the bounds, nothing is NaN, refusals are right, and the optimum is mostly found.
func TestMassesOfZero(t *testing.T) {
	rounds, found, optimal := testgraph.Rounds(3000), 0, 0
	for seed := range uint64(rounds) {
		p, opt := withZeros(seed)
		lowest := lowestOf(p, &opt)
		r, err := Run(t.Context(), p, opt, nil)
		if err != nil {
			var input *InputError
			var bounds *BoundsError
			require.True(t, errors.As(err, &input) || errors.As(err, &bounds), "seed %d: %v", seed, err)
			require.True(t, math.IsInf(lowest, 1), "seed %d: %v, but the optimum is %g", seed, err, lowest)
			continue
		}
		k := opt.NClusters
		count := make([]int, k)
		for i, a := range r.Labels {
			count[a]++
			require.True(t, p.Fixed == nil || p.Fixed[i] < 0 || p.Fixed[i] == a)
		}
		require.Positive(t, slices.Min(count), "seed %d", seed)
		require.InDeltaSlice(t, objective.Sizes(p.VertexWeight, r.Labels, k), r.Masses, 1e-12, "seed %d", seed)
		require.Zero(t, opt.limits().Bounds(p.shares(k), objective.Total(p.VertexWeight)).Violation(r.Masses), "seed %d", seed)
		criterion := r.CutWeight
		if opt.Objective == ValueObjective {
			require.Positive(t, slices.Min(r.Masses), "seed %d", seed)
			criterion = r.Value
		}
		for _, x := range append([]float64{r.Value, r.CutWeight, r.Imbalance, r.Energy, r.LowerBound.Value}, append(r.F, r.Trace...)...) {
			require.False(t, math.IsNaN(x), "seed %d", seed)
		}
		if r.LowerBound.Present && opt.Objective == ValueObjective {
			require.LessOrEqual(t, r.LowerBound.Value, lowest*(1+1e-9), "seed %d", seed)
		}
		require.GreaterOrEqual(t, criterion, lowest*(1-1e-9), "seed %d", seed)
		if p.isOpen(&opt) || p.Labels != nil { // evidence may choose another partition than the lowest, and labels are only refined
			continue
		}
		isOptimal := criterion <= lowest*(1+1e-9)
		require.True(t, isOptimal || r.Status != Optimal, "seed %d", seed)
		if found++; isOptimal {
			optimal++
		}
	}
	assert.Greater(t, found, rounds/3)
	assert.GreaterOrEqual(t, float64(optimal), 0.97*float64(found))
	t.Log(found, optimal)
}
