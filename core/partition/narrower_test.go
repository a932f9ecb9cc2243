package partition

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// TestNarrowerBoundsGiveNoLowerCriterion compares what is found on random small graphs with lower bounds of 0, 0.1 and 0.5.
func TestNarrowerBoundsGiveNoLowerCriterion(t *testing.T) {
	graphs := 30
	if testing.Short() {
		graphs = 5
	}
	rng := rand.New(rand.NewPCG(23, 0))
	for number := range graphs {
		n := 10 + rng.IntN(25)
		p := Problem{Graph: testgraph.Random(rng, n, 0.3*rng.Float64())}
		opt := with("n_clusters", 2+rng.IntN(min(6, n/5)))
		opt.Seed = uint64(number)
		switch rng.IntN(4) {
		case 0:
			opt.Objective, opt.MaxImbalance = CutObjective, Some(0.5)
		case 1:
			opt.Balance = Normalized
		case 2:
			p.VertexWeight = testgraph.Mass(rng, n)
		}
		below := 0.0
		for _, share := range []float64{0, 0.1, 0.5} {
			opt.MinShare = Some(share)
			r, err := Run(context.Background(), p, opt, nil)
			if _, unmet := errors.AsType[*BoundsError](err); unmet { // which narrower bounds then are, too
				break
			}
			require.NoError(t, err)
			require.GreaterOrEqual(t, criterion(&opt, r)*(1+1e-9), below, "graph %d, min_share = %g", number, share)
			below = criterion(&opt, r)
		}
	}
}
