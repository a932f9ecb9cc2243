package rof_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/rof"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// incidence returns the dense K of (Kx)_e = x_i − x_j, one row for each edge e = (i, j), i < j, the
// weights of the edges, and the edge of every half-edge with its sign.
func incidence(g *graph.CSR) (k *mat.Dense, w []float64, edge []int, sign []float64) {
	k = mat.NewDense(g.NNZ()/2, g.N(), nil)
	number := map[[2]int]int{}
	for i := range g.N() {
		idx, row := g.Row(i)
		for a, jj := range idx {
			j, s := int(jj), 1.0
			if i < j {
				e := len(w)
				number[[2]int{i, j}] = e
				k.Set(e, i, 1)
				k.Set(e, j, -1)
				w = append(w, row[a])
			} else {
				s = -1
			}
			edge = append(edge, number[[2]int{min(i, j), max(i, j)}])
			sign = append(sign, s)
		}
	}
	return k, w, edge, sign
}

func TestDivergenceIsTheAdjoint(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for range 100 {
		g := testgraph.Random(rng, 2+rng.IntN(20), rng.Float64())
		k, w, edge, sign := incidence(g)
		x, y := testgraph.Normal(rng, g.N()), testgraph.Normal(rng, len(w))
		dual := make([]float64, g.NNZ()) // y on half-edges: p_ij = −p_ji
		for h, e := range edge {
			dual[h] = sign[h] * y[e]
		}
		var kx, kty mat.VecDense
		kx.MulVec(k, mat.NewVecDense(len(x), x))
		kty.MulVec(k.T(), mat.NewVecDense(len(y), y))
		inner := 0.0
		for i, xi := range x {
			d := rof.Divergence(g, dual)[i]
			require.InDelta(t, kty.AtVec(i), d, 1e-12)
			inner += xi * d
		}
		require.InDelta(t, mat.Dot(&kx, mat.NewVecDense(len(y), y)), inner, 1e-11) // ⟨Kx, y⟩ = ⟨x, Kᵀy⟩
	}
}

func TestTVIsTheWeightedNormOfK(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	for range 100 {
		g := testgraph.Random(rng, 2+rng.IntN(20), rng.Float64())
		k, w, _, _ := incidence(g)
		x := testgraph.Normal(rng, g.N())
		var kx mat.VecDense
		kx.MulVec(k, mat.NewVecDense(len(x), x))
		want := 0.0
		for e, we := range w {
			want += we * math.Abs(kx.AtVec(e))
		}
		require.InEpsilon(t, want, rof.TV(g, x), 1e-13)
	}
}

// D(p) is the infimum over u of the Lagrangian ⟨Ku, p⟩ + (μ/2) Σ m_i (u_i − g_i)², reached at
// u_i = g_i − d_i/(μ m_i); both are computed here from the dense K.
func TestDualIsTheInfimumOfTheLagrangian(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	for range 100 {
		g := testgraph.Random(rng, 2+rng.IntN(15), rng.Float64())
		p := rof.Problem{Graph: g, Mass: testgraph.Mass(rng, g.N()), Target: testgraph.Normal(rng, g.N()), Mu: 0.1 + rng.Float64()}
		k, w, edge, sign := incidence(g)
		y := make([]float64, len(w))
		for e, we := range w {
			y[e] = we * (2*rng.Float64() - 1)
		}
		dual := make([]float64, g.NNZ())
		for h, e := range edge {
			dual[h] = sign[h] * y[e]
		}
		var kty, ku mat.VecDense
		kty.MulVec(k.T(), mat.NewVecDense(len(y), y))
		u, fit := make([]float64, g.N()), 0.0
		for i := range u {
			d := kty.AtVec(i) / (p.Mu * p.Mass[i])
			u[i] = p.Target[i] - d
			fit += p.Mass[i] * d * d
		}
		ku.MulVec(k, mat.NewVecDense(len(u), u))
		require.InDelta(t, mat.Dot(&ku, mat.NewVecDense(len(y), y))+p.Mu/2*fit, p.Dual(rof.Divergence(g, dual)), 1e-10)
		assert.Less(t, p.Dual(rof.Divergence(g, dual)), p.Primal(testgraph.Normal(rng, g.N())), "weak duality")
	}
}
