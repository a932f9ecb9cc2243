package rof_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/internal/rof"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

func TestSolveSaysWhyItEnded(t *testing.T) {
	forEachMethod(t, solveSaysWhyItEnded)
}

func solveSaysWhyItEnded(t *testing.T, newSolver solver) {
	p := randomProblem(rand.New(rand.NewPCG(8, 0)), 10)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	gone, now := context.WithCancel(context.Background())
	now()
	never := func(int, rof.Method) (bool, int) { return false, 0 }
	for _, c := range []struct {
		name   string
		ctx    context.Context
		stop   func(calls int) bool
		count  int
		status rof.Status
	}{
		{"stop at once", ctx, func(int) bool { return true }, 1, rof.Stopped},
		{"stop after seven", ctx, func(k int) bool { return k == 7 }, 7, rof.Stopped},
		{"stop at the cap", ctx, func(k int) bool { return k == 20 }, 20, rof.Stopped},
		{"cap", ctx, func(int) bool { return false }, 20, rof.Capped},
		{"cancelled before", gone, func(int) bool { return true }, 0, rof.Cancelled},
		{"cancelled in step three", ctx, func(k int) bool {
			if k == 3 {
				cancel()
			}
			return false
		}, 3, rof.Cancelled},
	} {
		calls := 0
		n, status := rof.Solve(c.ctx, newSolver(t, p, 1), p, p.Target, 20, func(i int, _ rof.Method) (bool, int) {
			calls++
			require.Equal(t, calls, i)
			return c.stop(calls), i + 1
		})
		assert.Equal(t, c.status, status, c.name)
		assert.Equal(t, c.count, n, c.name)
		assert.Equal(t, c.count, calls, "%s: the predicate is asked after every step", c.name)
	}
	n, status := rof.Solve(context.Background(), newSolver(t, p, 1), p, p.Target, 0, never)
	assert.Equal(t, rof.Capped, status)
	assert.Zero(t, n)
}

// stop is asked after the first step and then only when it wants to be.
func TestSolveAsksWhenItIsDue(t *testing.T) {
	forEachMethod(t, func(t *testing.T, newSolver solver) {
		p := randomProblem(rand.New(rand.NewPCG(13, 0)), 10)
		var asked []int
		n, status := rof.Solve(context.Background(), newSolver(t, p, 1), p, p.Target, 60, func(i int, _ rof.Method) (bool, int) {
			asked = append(asked, i)
			return i == 40, 2 * i // 64 comes after the cap, and nobody is asked at it
		})
		assert.Equal(t, []int{1, 2, 4, 8, 16, 32}, asked)
		assert.Equal(t, 60, n)
		assert.Equal(t, rof.Capped, status)
	})
}

func TestWarmStartStaysAtTheSolution(t *testing.T) {
	forEachMethod(t, func(t *testing.T, newSolver solver) {
		rng := rand.New(rand.NewPCG(9, 0))
		for range 10 {
			p := randomProblem(rng, 15)
			m := newSolver(t, p, 1)
			u := solve(t, m, p, 1e-10)
			m.Start(p, u)
			assert.LessOrEqual(t, gap(p, m), 1e-10, "Start must keep the dual variable")
			for range 20 {
				m.Steps(1)
				assert.LessOrEqual(t, gap(p, m), 1e-6)
			}
		}
	})
}

// Starting anew with the same dual variable and the same u0 must not depend on leftovers of x̄.
func TestStartForgetsThePrimal(t *testing.T) {
	forEachMethod(t, func(t *testing.T, newSolver solver) {
		p := randomProblem(rand.New(rand.NewPCG(10, 0)), 15)
		fresh, used := newSolver(t, p, 1), newSolver(t, p, 1)
		for range 2 { // the same dual in both, but another primal in one
			for _, m := range []rof.Method{fresh, used} {
				m.Start(p, testgraph.Normal(rand.New(rand.NewPCG(11, 0)), 15))
				m.Steps(1)
			}
		}
		used.Start(p, testgraph.Normal(rand.New(rand.NewPCG(12, 0)), 15))
		fresh.Start(p, p.Target)
		used.Start(p, p.Target)
		for range 10 {
			fresh.Steps(1)
			used.Steps(1)
			require.Equal(t, primal(p, fresh), primal(p, used))
		}
	})
}

func TestIteratesHaveTheSameBitsOnAnyThreads(t *testing.T) {
	forEachMethod(t, func(t *testing.T, newSolver solver) {
		rng := rand.New(rand.NewPCG(12, 0))
		g := testgraph.Grid(110, 100)
		p := &rof.Problem{Graph: g, Mass: testgraph.Mass(rng, g.N()), Target: testgraph.Normal(rng, g.N()), Mu: 0.3}
		run := func(threads int) (u, dual []float64, change float64) {
			m := newSolver(t, p, threads)
			m.Start(p, p.Target)
			for range 50 {
				m.Steps(1)
			}
			return primal(p, m), m.Dual(), m.Change()
		}
		u, dual, change := run(1)
		for _, threads := range []int{2, 4} {
			u2, dual2, change2 := run(threads)
			assert.Equal(t, u, u2, "threads %d", threads)
			assert.Equal(t, dual, dual2, "threads %d", threads)
			assert.Equal(t, change, change2, "threads %d", threads)
		}
	})
}

func TestStepAllocatesNothing(t *testing.T) {
	forEachMethod(t, func(t *testing.T, newSolver solver) {
		g := testgraph.Grid(110, 100)
		p := &rof.Problem{Graph: g, Mass: testgraph.Ones(g.N()), Target: make([]float64, g.N()), Mu: 1}
		for _, threads := range []int{1, 2} {
			m := newSolver(t, p, threads)
			m.Start(p, p.Target)
			assert.Zero(t, testing.AllocsPerRun(20, func() { m.Steps(1) }), "threads %d", threads)
			assert.Zero(t, testing.AllocsPerRun(20, func() { m.Change() }), "threads %d", threads)
		}
	})
}
