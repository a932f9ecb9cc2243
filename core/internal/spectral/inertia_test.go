package spectral

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// number returns x with 400 binary digits.
func number(x float64) *big.Float { return new(big.Float).SetPrec(400).SetFloat64(x) }

// matrix returns D_m^−½ L D_m^−½ over the unit, less σ on the diagonal, in the order of the rows of the factor.
func matrix(f *factor, mass []float64, sigma float64) [][]*big.Float {
	n := len(f.order)
	a := make([][]*big.Float, n)
	for k, i := range f.order {
		a[k] = make([]*big.Float, n)
		for l := range a[k] {
			a[k][l] = number(0)
		}
		degree := number(0)
		idx, w := f.graph.Row(int(i))
		for e, j := range idx {
			degree.Add(degree, number(w[e]))
			root := number(mass[i])
			root.Sqrt(root.Mul(root, number(mass[j]))).Mul(root, number(f.unit))
			a[k][f.at[j]].Quo(number(-w[e]), root)
		}
		degree.Quo(degree, number(mass[i])).Quo(degree, number(f.unit))
		a[k][k].Sub(degree, number(sigma))
	}
	return a
}

// largestError returns the largest entry of F Δ Fᵀ − a, which is no more than its spectral norm.
func largestError(f *factor, a [][]*big.Float) float64 {
	n := len(f.order)
	columns := make([]map[int]float64, n) // of F
	for k := range n {
		columns[k] = map[int]float64{k: 1}
		for p := f.start[k]; p < f.next[k]; p++ {
			columns[k][int(f.rows[p])] = f.values[p]
		}
	}
	largest := 0.0
	for i := range n {
		for j := range i + 1 {
			difference := number(0).Neg(a[i][j])
			for k := range n {
				term := number(columns[k][i])
				difference.Add(difference, term.Mul(term, number(columns[k][j])).Mul(term, number(f.pivots[k])))
			}
			x, _ := difference.Float64()
			largest = max(largest, math.Abs(x))
		}
	}
	return largest
}

// The margin bounds the error of the factorization, also where a pivot that nearly vanishes makes the entries of F huge.
func TestMarginBoundsTheErrorOfTheFactorization(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	grown := 0
	for n := 3; n < 9; n++ {
		for _, g := range []*graph.CSR{testgraph.Complete(n), testgraph.Random(rng, n, 0.6), testgraph.Star(n)} {
			for _, mass := range [][]float64{testgraph.Ones(n), testgraph.Mass(rng, n)} {
				f := newFactor(t.Context(), g, mass)
				require.NotNil(t, f)
				for exp := range 13 {
					sigma := f.diagonal[f.order[0]] * (1 - math.Pow(10, -float64(exp))*rng.Float64())
					copy(f.next, f.start)
					for k := range f.order {
						f.eliminate(k, sigma)
					}
					found, margin := largestError(f, matrix(f, mass, sigma)), f.margin(sigma)
					require.LessOrEqual(t, found, margin, "n %d, σ %g", n, sigma)
					if found > 1000*roundoff {
						grown++
					}
				}
			}
		}
	}
	assert.Greater(t, grown, 50, "errors far above the rounding of the entries")
}

// The context is looked at after some number of entries, however few rows have them.
func TestFactorizationsEndWithTheContext(t *testing.T) {
	for _, c := range []struct {
		g     *graph.CSR
		looks int64 // after which the factorization is not at its end
	}{{testgraph.Path(1000), 0}, {testgraph.Complete(600), 0}, {testgraph.Complete(600), 6}} {
		f := newFactor(t.Context(), c.g, testgraph.Ones(c.g.N()))
		require.NotNil(t, f)
		below, _ := f.isBelow(t.Context(), 0)
		require.True(t, below)
		ctx := testgraph.NewExpiring(c.looks)
		below, _ = f.isBelow(ctx, 0)
		assert.True(t, ctx.Ended(), "%d rows, %d looks", c.g.N(), c.looks)
		assert.False(t, below, "%d rows, %d looks", c.g.N(), c.looks)
	}
}
