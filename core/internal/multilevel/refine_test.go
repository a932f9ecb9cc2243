package multilevel

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// fresh returns C(S) as package objective sums it.
func fresh(t *testing.T, g *graph.CSR, mass []float64, lambda float64, low []bool) float64 {
	t.Helper()
	rows := parallel.NewRows(g.Indptr, 1)
	defer rows.Close()
	return objective.NewEnergy(g, mass, lambda, rows).Value(low)
}

// sides counts the vertices of S and Sᶜ.
func sides(low []bool) (in, out int) {
	for _, l := range low {
		if l {
			in++
		} else {
			out++
		}
	}
	return in, out
}

func TestPassesNeverRaiseTheRatio(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 0))
	for _, lambda := range []float64{0.1, 1, 7} {
		for name, g := range shapes(rng) {
			mass := testgraph.Mass(rng, g.N())
			low := randomSet(rng, g.N())
			r := NewRefiner(g.N(), lambda)
			r.Start(g, mass, low)
			value := fresh(t, g, mass, lambda, low)
			require.InEpsilon(t, value, r.Value(), 1e-12, name)
			for better := true; better; {
				better = r.Pass()
				now := fresh(t, g, mass, lambda, low)
				require.InEpsilon(t, now, r.Value(), 1e-12, name)
				require.LessOrEqual(t, now, value*(1+1e-12), name)
				require.Equal(t, better, now < value, name)
				value = now
			}
			in, out := sides(low)
			assert.Positive(t, in, name)
			assert.Positive(t, out, name)
		}
	}
}

// What is known of the border on the coarser graph spares the search for it, and changes no bit.
func TestStartFromTheBorderOfACoarserCut(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 0))
	for name, g := range shapes(rng) {
		h := coarsened(context.Background(), g, testgraph.Mass(rng, g.N()), nil, 10, rng)
		coarse, from := NewRefiner(g.N(), 1), NewRefiner(g.N(), 1)
		for level, l := range h.Levels[:len(h.Levels)-1] {
			next := h.Levels[level+1]
			low, fine := randomSet(rng, next.Graph.N()), make([]bool, l.Graph.N())
			coarse.Start(next.Graph, next.Mass, low)
			coarse.Run()
			h.Project(level, low, fine)
			from.StartFrom(l.Graph, l.Mass, fine, l.Parent, coarse.Border())
			all := NewRefiner(g.N(), 1)
			all.Start(l.Graph, l.Mass, fine)
			require.Equal(t, all.Border(), from.Border(), name)
			require.Equal(t, all.Value(), from.Value(), name)
			require.NotContains(t, from.near, true, name)
		}
	}
}

func TestSumsOfMovesAreThoseOfTheCut(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 0))
	for range 100 {
		n := 5 + rng.IntN(40)
		g, mass := testgraph.Random(rng, n, rng.Float64()), testgraph.Mass(rng, n)
		low := randomSet(rng, n)
		low[0], low[1] = true, false
		r := NewRefiner(n, 1)
		r.Start(g, mass, low)
		r.slope()
		for _, i := range r.touched {
			r.enter(i)
		}
		for side := r.choose(); side >= 0; side = r.choose() {
			r.move(side)
			require.InDelta(t, objective.Weight(g, low), r.cut, 1e-9)
			require.InEpsilon(t, massOf(mass, low), r.sides[0], 1e-9)
			in, out := sides(low)
			require.Equal(t, [2]int{in, out}, r.count)
			require.InDelta(t, fresh(t, g, mass, 1, low), r.value, 1e-9)
		}
	}
}

// Every queued vertex knows by how much the cut would fall.
func TestGainsOfQueuedVertices(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 0))
	g := testgraph.Random(rng, 60, 0.1)
	low := randomSet(rng, 60)
	r := NewRefiner(60, 1)
	r.Start(g, testgraph.Mass(rng, 60), low)
	r.slope()
	for _, i := range r.touched {
		r.enter(i)
	}
	for range 20 {
		r.move(r.choose())
		before := objective.Weight(g, low)
		for s := range r.queues {
			for _, it := range r.queues[s].items {
				i := it.vertex
				low[i] = !low[i]
				after := objective.Weight(g, low)
				low[i] = !low[i]
				require.Equal(t, s == 0, low[i])
				require.InDelta(t, before-after, r.gain[i], 1e-9)
				require.InDelta(t, r.gain[i]+r.pull[s]*r.mass[i], it.key, 1e-9)
			}
		}
		for i := range low { // and every vertex at the border is queued or locked
			idx, _ := g.Row(i)
			for _, j := range idx {
				require.False(t, low[i] != low[j] && r.place[i] == absent)
			}
		}
	}
}

func TestGrowthSeesEveryPrefix(t *testing.T) {
	// From one end of a path, the best prefix is its half.
	g := testgraph.Path(101)
	mass, low := testgraph.Ones(101), make([]bool, 101)
	r := NewRefiner(101, 1)
	for _, side := range []bool{true, false} {
		assert.Equal(t, 1.0/50, r.Grow(g, mass, low, 0, side))
		assert.Equal(t, side, low[0])
	}
	// λ = 4 balances at a fifth.
	r = NewRefiner(101, 4)
	assert.Equal(t, 1.0/80, r.Grow(g, mass, low, 0, true))
	in, _ := sides(low)
	assert.Contains(t, []int{20, 21}, in)
}

func TestWalksWithoutHope(t *testing.T) {
	// Fair walks come back, steady ones do not.
	rng := rand.New(rand.NewPCG(9, 0))
	for name, c := range map[string]struct {
		drift    float64
		hopeless bool
	}{"fair": {0, false}, "slow": {0.1, false}, "steady": {2, true}, "straight": {1e9, true}} {
		w, value := walk{best: 1}, 1.0
		const steps = 400
		for range steps {
			d := 1e-3 * (rng.NormFloat64() + c.drift)
			value += d
			w.squares += d * d
		}
		assert.Equal(t, c.hopeless, w.hopeless(value, steps), name)
	}
}
