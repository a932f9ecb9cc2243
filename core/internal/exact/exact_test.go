package exact

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/objective"
)

// unlimited is a number of nodes that no search in the tests reaches.
const unlimited = 1 << 40

// criterion returns the criterion of a partition, computed from the definition; +Inf if it is not allowed.
func criterion(p *Problem, labels []int32) float64 {
	var size [2]float64
	cut := 0.0
	for i, a := range labels {
		size[a] += p.Mass[i]
		if p.Fixed != nil && p.Fixed[i] >= 0 && p.Fixed[i] != a {
			return math.Inf(1)
		}
		idx, w := p.Graph.Row(i)
		for e, j := range idx {
			if int(j) > i && labels[j] != a {
				cut += w[e]
			}
		}
	}
	for a, m := range size {
		if m == 0 || m < p.Bounds.Least[a] || m > p.Bounds.Most[a] {
			return math.Inf(1)
		}
	}
	if p.Criterion.Edges {
		return cut
	}
	lambda := p.Criterion.Lambda
	return min(cut/min(lambda*size[0], size[1]), cut/min(lambda*size[1], size[0]))
}

// each calls visit for all partitions into two parts, empty ones included.
func each(n int, visit func(labels []int32)) {
	labels := make([]int32, n)
	for mask := range 1 << n {
		for i := range labels {
			labels[i] = int32(mask >> i & 1)
		}
		visit(labels)
	}
}

// optimum returns the lowest criterion of all partitions, and one that is allowed, chosen at random; nil if there is none.
func optimum(rng *rand.Rand, p *Problem) (lowest float64, start []int32) {
	lowest, count := math.Inf(1), 0
	each(p.Graph.N(), func(labels []int32) {
		c := criterion(p, labels)
		if math.IsInf(c, 1) {
			return
		}
		lowest = min(lowest, c)
		if count++; rng.IntN(count) == 0 {
			start = slices.Clone(labels)
		}
	})
	return lowest, start
}

// masses are the choices of masses.
var masses = map[string]func(rng *rand.Rand, i int, degree float64) float64{
	"ones":    func(*rand.Rand, int, float64) float64 { return 1 },
	"degrees": func(_ *rand.Rand, _ int, degree float64) float64 { return max(degree, 1e-3) },
	"uniform": func(rng *rand.Rand, _ int, _ float64) float64 { return 0.1 + rng.Float64() },
	"integer": func(rng *rand.Rand, _ int, _ float64) float64 { return float64(1 + rng.IntN(4)) },
	"decades": func(rng *rand.Rand, _ int, _ float64) float64 { return math.Pow(10, 16*rng.Float64()-8) },
	"heavy":   func(_ *rand.Rand, i int, _ float64) float64 { return 1 + 1e6*float64(1-min(i, 1)) },
}

// problem returns a problem of the given family with random criterion, bounds and fixed vertices.
func problem(rng *rand.Rand, n int, f family, w weighting, mass string) *Problem {
	p := &Problem{Graph: weighted(rng, n, f, w), Criterion: objective.Criterion{K: 2, Lambda: 1}}
	for i, d := range p.Graph.Degrees() {
		p.Mass = append(p.Mass, masses[mass](rng, i, d))
	}
	p.Criterion.Total = objective.Total(p.Mass)
	switch rng.IntN(4) {
	case 0:
		p.Criterion.Lambda = math.Exp(3 * rng.NormFloat64())
	case 1:
		p.Criterion.Edges = true
	}
	shares, least, most := []float64{0.5, 0.5}, 0.0, math.Inf(1)
	if rng.IntN(4) == 0 {
		shares[0] = 0.1 + 0.8*rng.Float64()
		shares[1] = 1 - shares[0]
	}
	if rng.IntN(3) == 0 {
		least = rng.Float64()
	}
	if rng.IntN(3) == 0 {
		most = 0.5 * rng.Float64() * float64(rng.IntN(2)) // 0: both shares exactly
	}
	p.Bounds = objective.NewBounds(shares, p.Criterion.Total, least, most)
	if rng.IntN(3) == 0 {
		p.Fixed = make([]int32, n)
		for i := range p.Fixed {
			p.Fixed[i] = int32(max(-1, rng.IntN(8)-6))
		}
	}
	return p
}

// forEachProblem calls check for one in so many of the problems of all families, weights and masses, with the lowest criterion
// and a random start.
func forEachProblem(t *testing.T, seed uint64, largest, oneIn int, check func(t *testing.T, p *Problem, lowest float64, start []int32)) {
	for _, f := range families {
		t.Run(f.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(seed, 0))
			for _, w := range weightings {
				for _, mass := range []string{"ones", "degrees", "uniform", "integer", "decades", "heavy"} {
					if rng.IntN(oneIn) > 0 {
						continue
					}
					p := problem(rng, 2+rng.IntN(largest-1), f, w, mass)
					if lowest, start := optimum(rng, p); start != nil {
						check(t, p, lowest, start)
					}
				}
			}
		})
	}
}

// describe returns the data of a problem for the message of a failure.
func describe(p *Problem) string {
	return fmt.Sprintf("%+v, bounds %v, edges %v, masses %v, fixed %v", p.Criterion, p.Bounds, *p.Graph, p.Mass, p.Fixed)
}

// requireProof searches with the given limits of nodes and requires a proof that agrees with the enumeration of all partitions.
func requireProof(t *testing.T, p *Problem, lowest float64, start []int32, linear, divide int) {
	s := newSearch(context.Background(), p, start, unlimited)
	if s == nil {
		return // the criterion of the start is +Inf
	}
	s.linear, s.divide = linear, divide
	require.True(t, s.value == 0 || s.run(), "no proof: %s", describe(p))
	require.LessOrEqual(t, criterion(p, s.best)*(1-2*Margin), lowest, describe(p))
	require.False(t, math.IsInf(criterion(p, s.best), 1), "not allowed: %s", describe(p))
}

func TestProofsAgainstEnumeration(t *testing.T) {
	forEachProblem(t, 1, 11, 1, func(t *testing.T, p *Problem, lowest float64, start []int32) {
		requireProof(t, p, lowest, start, linearNodes, divideNodes)
	})
}

// Limits of nodes that make the search use the relaxation at once, and divide ranges.
func TestProofsByTheRelaxation(t *testing.T) {
	forEachProblem(t, 2, 7, 8, func(t *testing.T, p *Problem, lowest float64, start []int32) {
		if unit(p.Mass) > 0 { // otherwise the ranges are many
			requireProof(t, p, lowest, start, 0, 0)
		} else {
			requireProof(t, p, lowest, start, 0, 30)
		}
	})
}

func TestProofsOnFourteenVertices(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	rng := rand.New(rand.NewPCG(3, 0))
	for _, f := range families {
		for _, w := range weightings {
			p := problem(rng, 14, f, w, []string{"ones", "degrees", "uniform", "decades"}[rng.IntN(4)])
			if lowest, start := optimum(rng, p); start != nil {
				requireProof(t, p, lowest, start, linearNodes, divideNodes)
				requireProof(t, p, lowest, start, 20, divideNodes)
			}
		}
	}
}

// A search that reaches its limit claims nothing, and returns a partition that is no worse.
func TestLimits(t *testing.T) {
	forEachProblem(t, 4, 7, 4, func(t *testing.T, p *Problem, lowest float64, start []int32) {
		for limit := 0; limit < 40; limit += 3 {
			r := Improve(context.Background(), p, start, limit)
			require.LessOrEqual(t, r.Nodes, limit)
			require.LessOrEqual(t, criterion(p, r.Labels), criterion(p, start))
			if r.Proved {
				require.LessOrEqual(t, criterion(p, r.Labels)*(1-2*Margin), lowest, describe(p))
			}
		}
	})
}

// Labels of an optimal partition stay as they are, even if others are equally good.
func TestOptimalLabelsStay(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 0))
	for _, f := range families {
		p := problem(rng, 10, f, weightings[0], "ones")
		lowest, start := optimum(rng, p)
		each(10, func(labels []int32) {
			if criterion(p, labels) == lowest && start != nil && rng.IntN(4) == 0 {
				r := Improve(context.Background(), p, labels, unlimited)
				assert.True(t, r.Proved, f.name)
				assert.Equal(t, labels, r.Labels, f.name)
			}
		})
	}
}

func TestContextEndsTheSearch(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p := problem(rand.New(rand.NewPCG(5, 0)), 12, families[4], weightings[1], "ones")
	p.Bounds, p.Fixed = objective.NewBounds([]float64{0.5, 0.5}, 12, 0, math.Inf(1)), nil
	start := []int32{0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1}
	assert.Equal(t, Result{Labels: start}, Improve(ctx, p, start, unlimited))
}

func TestUnit(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   float64
	}{
		{[]float64{6, 4, 10}, 2}, {[]float64{0.25, 1.5, 0}, 0.25}, {[]float64{0.1, 0.1}, 0.1}, {nil, 0},
		{[]float64{1, math.Pi}, 0}, {[]float64{1, 1 << 30}, 0}, {[]float64{0, 0}, 0},
	} {
		assert.Equal(t, c.want, unit(c.values), "%v", c.values)
	}
}
