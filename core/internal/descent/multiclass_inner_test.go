package descent

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// requireOptimal checks that U = x with the dual variables q satisfies the conditions of optimality of the inner problem
//
//	min Σ_r (TV(u_r) + μ_r/2 Σ_i m_i (u_ir − F_ir − v_ir/α)²)/B(f_r)   with rows of U in the simplex:
//
// q_ij = −q_ji, |q_ij| ≤ w_ij and q_ij = w_ij sign(u_i − u_j), and in each row the derivatives with respect to the positive
// entries are equal and no other is lower.
func requireOptimal(t *testing.T, d *Multiclass, tol float64) {
	slope := make([]float64, d.k)
	for i, m := range d.mass {
		sum := 0.0
		for r := range d.k {
			at := i*d.k + r
			q := m * d.mu[r] * (d.x[at] - d.f[at] - d.v[at]/d.scale)
			idx, w := d.graph.Row(i)
			for e, j := range idx {
				dual := d.q[(int(d.graph.Indptr[i])+e)*d.k+r]
				require.LessOrEqual(t, math.Abs(dual), w[e])
				difference := d.x[at] - d.x[int(j)*d.k+r]
				require.InDelta(t, w[e]*math.Abs(difference), dual*difference, tol)
				back, _ := slices.BinarySearch(d.graph.Indices[d.graph.Indptr[j]:d.graph.Indptr[j+1]], int32(i))
				require.InDelta(t, -dual, d.q[(int(d.graph.Indptr[j])+back)*d.k+r], tol)
				q += dual
			}
			slope[r] = q / d.balance[r]
			sum += d.x[at]
		}
		require.InDelta(t, 1, sum, 1e-9)
		for r := range d.k {
			require.GreaterOrEqual(t, d.x[i*d.k+r], 0.0)
			if d.x[i*d.k+r] > 1e-3 && (d.fixed == nil || d.fixed[i] < 0) {
				require.InDelta(t, slices.Min(slope), slope[r], tol, "vertex %d, part %d", i, r)
			}
		}
	}
}

// Many iterations solve the inner problem; fixed vertices stay as they are.
func TestIterationsSolveTheInnerProblem(t *testing.T) {
	moved := 0
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 21))
		n, k := 5+rng.IntN(6), 2+rng.IntN(3)
		g, fixed := testgraph.Random(rng, n, 0.4), []int32(nil)
		if seed%2 == 1 {
			fixed = slices.Repeat([]int32{-1}, n)
			fixed[0], fixed[1] = 0, 1
		}
		rows := parallel.NewRows(g.Indptr, 1)
		d := NewMulticlass(g, testgraph.Mass(rng, n), testgraph.Partition(rng, n, k, fixed), fixed, k, rows, settings())
		d.scale = 0.4
		d.jump()
		d.prepare()
		for range 20000 {
			d.rows.Sum(d.iterate)
			d.bar, d.next = d.next, d.bar
		}
		rows.Close()
		requireOptimal(t, d, 1e-4)
		for i, a := range fixed {
			require.True(t, a < 0 || d.x[i*k+int(a)] == 1, "seed %d: vertex %d is fixed", seed, i)
		}
		if !slices.Equal(d.x, d.f) {
			moved++
		}
	}
	assert.Greater(t, moved, 15)
}

// Run ends as Converged if it may make many steps, as MaxOuter after the steps that it may make, and as Cancelled.
func TestMulticlassRunEnds(t *testing.T) {
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 22))
		n, k := 10+rng.IntN(10), 2+rng.IntN(3)
		g := testgraph.Random(rng, n, 0.3)
		rows := parallel.NewRows(g.Indptr, 1)
		from := testgraph.Partition(rng, n, k, nil)
		opt := settings()
		steps := 0
		d := NewMulticlass(g, testgraph.Mass(rng, n), from, nil, k, rows, opt)
		require.Equal(t, Converged, d.Run(t.Context(), 0.4, func() { steps++ }), "seed %d", seed)
		require.Equal(t, steps, d.NOuter)
		opt.MaxOuter, opt.Patience = 3, 100
		d = NewMulticlass(g, testgraph.Mass(rng, n), from, nil, k, rows, opt)
		if d.Run(t.Context(), 0.4, nil) == MaxOuter {
			require.Equal(t, 3, d.NOuter)
		}
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		d = NewMulticlass(g, testgraph.Mass(rng, n), from, nil, k, rows, opt)
		require.Equal(t, Cancelled, d.Run(ended, 0.4, nil))
		require.Equal(t, from, d.Labels)
		rows.Close()
	}
}

// Values counts the entries of the dual variables and of all matrices.
func TestValuesAreThoseOfTheArrays(t *testing.T) {
	for _, g := range []*graph.CSR{testgraph.Path(7), testgraph.Complete(6)} {
		n, k := g.N(), 3
		labels := make([]int32, n)
		for i := range labels {
			labels[i] = int32(i % k)
		}
		rows := parallel.NewRows(g.Indptr, 1)
		d := NewMulticlass(g, testgraph.Ones(n), labels, nil, k, rows, settings())
		rows.Close()
		entries := 0
		for _, array := range [][]float64{d.f, d.v, d.force, d.x, d.bar, d.next, d.q} {
			entries += len(array)
		}
		assert.EqualValues(t, entries, Values(n, g.NNZ(), k))
	}
}
