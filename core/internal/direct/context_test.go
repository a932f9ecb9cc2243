package direct

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/plan"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// The observed criterion does not rise, is never below that of the result, and the fraction does not fall.
func TestObservedCriterion(t *testing.T) {
	g := testgraph.Family(rand.New(rand.NewPCG(2, 0)), "grid", "one heavy", 500) // random weights: no two tries end alike
	p := equalParts(g, testgraph.Ones(500), 4, 0, math.Inf(1))
	step := int64(37)
	if testing.Short() {
		step *= 5
	}
	for looks := int64(0); looks < 2000; looks += step {
		ctx := testgraph.NewExpiring(looks)
		var values []float64
		last := 0.0
		labels := Cut(ctx, p, Options{PartsSearch: plan.PartsSearch{Tries: 3}, Seed: 1, Threads: 1, Observe: func(value, fraction float64) {
			values = append(values, value)
			require.True(t, last <= fraction && fraction <= 1)
			last = fraction
		}})
		for at, v := range values {
			require.GreaterOrEqual(t, v, criterion(p, labels)*(1-1e-9), "after %d looks", looks)
			require.True(t, at == 0 || v <= values[at-1], "after %d looks", looks)
		}
		if !ctx.Ended() {
			require.Len(t, values, 5)
			require.Equal(t, 1.0, last)
		}
	}
}

// Whenever the context ends, the partition has no empty part and fixed vertices keep their parts.
func TestCutIsValidWheneverTheContextEnds(t *testing.T) {
	for name, p := range cases(rand.New(rand.NewPCG(5, 0))) {
		step := int64(1)
		if testing.Short() {
			step = 20
		}
		for looks := int64(0); looks < 60; looks += step {
			ctx := testgraph.NewExpiring(looks * (1 + looks/10))
			labels := Cut(ctx, p, Options{PartsSearch: plan.PartsSearch{Tries: 2}, Seed: 1, Threads: 1})
			requireValid(t, p, labels, "%s, after %d looks", name, looks)
			given := Spread(p)
			requireValid(t, p, Refine(testgraph.NewExpiring(looks), p, Options{PartsSearch: plan.PartsSearch{Tries: 1}, Seed: 1, Threads: 1}, given), "%s, refinement", name)
		}
	}
}

func TestCutReturnsAtOnceWhenTheContextHasEnded(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, p := range cases(rand.New(rand.NewPCG(6, 0))) {
		for _, threads := range []int{1, 3} {
			labels := Cut(ctx, p, Options{PartsSearch: plan.PartsSearch{Tries: 1 << 20}, Seed: 1, Threads: threads})
			require.Equal(t, Spread(p), labels, "%s, threads %d", name, threads)
		}
	}
}
