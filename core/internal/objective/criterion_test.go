package objective

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// sum returns the criterion of a partition.
func (c *Criterion) sum(t *Tally) float64 {
	sum := 0.0
	for r, cut := range t.Cuts {
		sum += c.Term(cut, t.Size[r])
	}
	return sum
}

// edgesBetween returns the weight of the edges between different parts, each counted once.
func edgesBetween(g *graph.CSR, labels []int32) float64 {
	sum := 0.0
	for i, a := range labels {
		idx, w := g.Row(i)
		for e, j := range idx {
			if int(j) > i && labels[j] != a {
				sum += w[e]
			}
		}
	}
	return sum
}

// The terms sum to the value of the partition, for two parts with any λ, or to the weight between the parts.
func TestCriterionIsTheValueOrTheWeight(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 0))
		n, k := 6+rng.IntN(20), 2+rng.IntN(4)
		g, mass := testgraph.Random(rng, n, 0.3), testgraph.Mass(rng, n)
		labels := testgraph.Partition(rng, n, k, nil)
		tally := NewTally(g, mass, labels, k)
		c := Criterion{K: k, Lambda: math.Exp(rng.NormFloat64()), Total: Total(mass)}
		require.InEpsilon(t, Value(g, mass, labels, k, c.Lambda), c.sum(tally), 1e-12, "seed %d, k %d", seed, k)
		if k > 2 {
			require.InEpsilon(t, float64(k-1)/2*testgraph.PartitionEnergy(g, mass, labels, k), c.sum(tally), 1e-12, "seed %d", seed)
		}
		c.Edges = true
		require.InEpsilon(t, edgesBetween(g, labels), c.sum(tally), 1e-12, "seed %d", seed)
	}
}

// The two parts of a partition have the same balance, which does not depend on their order.
func TestBalanceOfTwoPartsIsSymmetric(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for range 1000 {
		c := Criterion{K: 2, Lambda: math.Exp(rng.NormFloat64()), Total: 1 + 9*rng.Float64()}
		m := c.Total * rng.Float64()
		want := max(min(c.Lambda*m, c.Total-m), min(m, c.Lambda*(c.Total-m)))
		require.InDelta(t, want, c.Balance(m), 1e-12)
		require.InDelta(t, want, c.Balance(c.Total-m), 1e-12)
	}
}

func TestBalanceIsNotNegative(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	for k := 2; k < 7; k++ {
		for range 200 {
			c := Criterion{K: k, Lambda: math.Exp(rng.NormFloat64()), Total: 10, Edges: rng.IntN(4) == 0}
			for _, m := range []float64{0, c.Total, c.Total * rng.Float64()} {
				require.GreaterOrEqual(t, c.Balance(m), 0.0, "k %d, mass %g", k, m)
			}
		}
	}
}

// Away from the kinks of B both rates equal the slope of the linear piece, which a symmetric difference quotient gives.
func TestRatesAreTheSlopesOfTheBalance(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	compared := 0
	for range 2000 {
		c := Criterion{K: 2 + rng.IntN(4), Lambda: math.Exp(rng.NormFloat64()), Total: math.Exp(5 * rng.NormFloat64()), Edges: rng.IntN(8) == 0}
		h := 1e-3 * c.Total
		m := h + rng.Float64()*(c.Total-2*h)
		below, above := (c.Balance(m)-c.Balance(m-h))/h, (c.Balance(m+h)-c.Balance(m))/h
		if math.Abs(below-above) > 1e-9 {
			continue // a kink lies between m − h and m + h
		}
		left, right := c.Rates(m)
		require.InDelta(t, below, left, 1e-6*max(1, c.Lambda), "%+v, mass %g", c, m)
		require.InDelta(t, above, right, 1e-6*max(1, c.Lambda), "%+v, mass %g", c, m)
		compared++
	}
	assert.Greater(t, compared, 1800)
}

// At parts of equal mass B for k > 2 has the slope 1 on the left and −1/(k−1) on the right.
func TestRatesDifferAtTheKink(t *testing.T) {
	for k := 3; k < 7; k++ {
		c := Criterion{K: k, Total: float64(10 * k)}
		left, right := c.Rates(10)
		assert.InDelta(t, 1, left, 1e-6, "k %d", k)
		assert.InDelta(t, -1/float64(k-1), right, 1e-6, "k %d", k)
	}
}

func TestTermsOfDegenerateParts(t *testing.T) {
	for _, c := range []struct {
		name      string
		cut, mass float64
		want      float64
	}{
		{"no cut edges", 0, 3, 0},
		{"cut below 0 by rounding", -1e-17, 3, 0},
		{"empty part without cut edges", 0, 0, 0},
		{"cut edges without mass", 1, 0, math.Inf(1)},
		{"all mass", 1, 12, math.Inf(1)},
		{"part of a third", 4, 4, 0.5},
	} {
		criterion := Criterion{K: 3, Total: 12}
		assert.Equal(t, c.want, criterion.Term(c.cut, c.mass), c.name)
	}
}
