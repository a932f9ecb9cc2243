package spectral_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/spectral"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// dense returns all eigenvalues of D_m^−½ L D_m^−½, ascending.
func dense(g *graph.CSR, mass []float64) []float64 {
	n := g.N()
	a := mat.NewSymDense(n, nil)
	for i, d := range g.Degrees() {
		a.SetSym(i, i, d/mass[i])
		idx, w := g.Row(i)
		for e, j := range idx {
			a.SetSym(i, int(j), -w[e]/math.Sqrt(mass[i]*mass[j]))
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(a, false) {
		panic("eigenvalues did not converge")
	}
	return eigen.Values(nil)
}

func TestFiedlerAgainstDense(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	for k := range 60 {
		n := 2 + rng.IntN(60)
		g := testgraph.Random(rng, n, rng.Float64())
		mass := testgraph.Mass(rng, n)
		if k%2 == 0 {
			mass = g.Degrees()
		}
		rows := parallel.NewRows(g.Indptr, 1)
		f := spectral.NewFiedler(g, mass, rows, rand.New(rand.NewPCG(uint64(k), 0)))
		before := f.Quotient
		f.Solve(t.Context(), 1e-9, 2000)
		rows.Close()
		want := dense(g, mass)[1]
		assert.LessOrEqual(t, f.Quotient, before*(1+1e-12), "the Rayleigh quotient never increases")
		require.InEpsilon(t, want, f.Quotient, 1e-9, "n = %d", n)
		assert.LessOrEqual(t, f.Estimate(), want*(1+1e-12))
		assert.Greater(t, f.Estimate(), want*(1-1e-6))
	}
}

// λ₂ lies between the lower bound, whatever estimate it is given, and the Rayleigh quotient.
func TestBoundAtEveryStep(t *testing.T) {
	g := testgraph.Grid(20, 20)
	rows := parallel.NewRows(g.Indptr, 1)
	defer rows.Close()
	f := spectral.NewFiedler(g, testgraph.Ones(400), rows, rand.New(rand.NewPCG(1, 0)))
	want := 2 - 2*math.Cos(math.Pi/20) // λ₂ of a path of 20, and of the grid
	for f.Step() && f.Residual > 1e-10 {
		require.GreaterOrEqual(t, f.Quotient, want*(1-1e-12))
		bound, ok := spectral.LowerBound(t.Context(), g, testgraph.Ones(400), f.Estimate())
		require.True(t, ok)
		require.LessOrEqual(t, bound, want)
		require.Greater(t, bound, want/5)
	}
	assert.InEpsilon(t, want, f.Quotient, 1e-12)
}
