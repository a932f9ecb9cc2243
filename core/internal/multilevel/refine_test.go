package multilevel

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/coarsen"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/queue"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// ratioOf returns C(S) as computed by package objective.
func ratioOf(t *testing.T, g *graph.CSR, mass []float64, lambda float64, low []bool) float64 {
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
		for name, g := range testgraph.Shapes(rng) {
			mass := testgraph.Mass(rng, g.N())
			low := testgraph.RandomSet(rng, g.N())
			r := NewRefiner(g.N(), lambda)
			r.Start(g, mass, low)
			value := ratioOf(t, g, mass, lambda, low)
			require.InEpsilon(t, value, r.Value(), 1e-12, name)
			for better := true; better; {
				better = r.Pass()
				now := ratioOf(t, g, mass, lambda, low)
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

// StartFrom gives the same bits as Start.
func TestStartFromEqualsStart(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 0))
	for name, g := range testgraph.Shapes(rng) {
		h := new(coarsen.Builder).Build(context.Background(), g, testgraph.Mass(rng, g.N()), coarsen.Options{Coarsest: 10}, rng)
		coarse, from := NewRefiner(g.N(), 1), NewRefiner(g.N(), 1)
		for level, l := range h.Levels[:len(h.Levels)-1] {
			next := h.Levels[level+1]
			low, fine := testgraph.RandomSet(rng, next.Graph.N()), make([]bool, l.Graph.N())
			coarse.Start(next.Graph, next.Mass, low)
			coarse.Run()
			coarsen.Project(h, level, low, fine)
			from.StartFrom(l.Graph, l.Mass, fine, l.Parent, coarse.Border())
			all := NewRefiner(g.N(), 1)
			all.Start(l.Graph, l.Mass, fine)
			require.Equal(t, all.Border(), from.Border(), name)
			require.Equal(t, all.Value(), from.Value(), name)
			require.NotContains(t, from.marked, true, name)
		}
	}
}

func TestMovesUpdateTheSums(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 0))
	for range 100 {
		n := 5 + rng.IntN(40)
		g, mass := testgraph.Random(rng, n, rng.Float64()), testgraph.Mass(rng, n)
		low := testgraph.RandomSet(rng, n)
		low[0], low[1] = true, false
		r := NewRefiner(n, 1)
		r.Start(g, mass, low)
		r.setSlope()
		for _, i := range r.touched {
			r.enqueue(i)
		}
		for side := r.choose(); side >= 0; side = r.choose() {
			r.move(side)
			require.InDelta(t, objective.Weight(g, low), r.cut, 1e-9)
			require.InEpsilon(t, objective.Inside(mass, low), r.sides[0], 1e-9)
			in, out := sides(low)
			require.Equal(t, [2]int{in, out}, r.count)
			require.InDelta(t, ratioOf(t, g, mass, 1, low), r.value, 1e-9)
		}
	}
}

// The gain of every queued vertex is the decrease of the cut when it moves.
func TestGainsOfQueuedVertices(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 0))
	g := testgraph.Random(rng, 60, 0.1)
	low := testgraph.RandomSet(rng, 60)
	r := NewRefiner(60, 1)
	r.Start(g, testgraph.Mass(rng, 60), low)
	r.setSlope()
	for _, i := range r.touched {
		r.enqueue(i)
	}
	for range 20 {
		r.move(r.choose())
		before := objective.Weight(g, low)
		for s := range r.queues {
			for _, it := range r.queues[s].Items {
				i := it.Vertex
				low[i] = !low[i]
				after := objective.Weight(g, low)
				low[i] = !low[i]
				require.Equal(t, s == 0, low[i])
				require.InDelta(t, before-after, r.gain[i], 1e-9)
				require.InDelta(t, r.gain[i]+r.slope[s]*r.mass[i], it.Key, 1e-9)
			}
		}
		for i := range low { // every border vertex is queued or locked
			idx, _ := g.Row(i)
			for _, j := range idx {
				require.False(t, low[i] != low[j] && r.place[i] == queue.Absent)
			}
		}
	}
}

func TestGrowthFindsTheBestPrefix(t *testing.T) {
	// Grown from one end of a path, the best set is half of it.
	g := testgraph.Path(101)
	mass, low := testgraph.Ones(101), make([]bool, 101)
	r := NewRefiner(101, 1)
	for _, side := range []bool{true, false} {
		assert.Equal(t, 1.0/50, r.Grow(g, mass, low, 0, side))
		assert.Equal(t, side, low[0])
	}
	// With λ = 4 the best set is a fifth of the path.
	r = NewRefiner(101, 4)
	assert.Equal(t, 1.0/80, r.Grow(g, mass, low, 0, true))
	in, _ := sides(low)
	assert.Contains(t, []int{20, 21}, in)
}

// A growth does not depend on those before, on other graphs and from vertices without edges too.
func TestGrowthsDoNotDependOnEachOther(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 0))
	reused := NewRefiner(12, 1)
	for range 200 {
		var edges []graph.Edge
		for range 10 {
			edges = append(edges, graph.Edge{I: rng.IntN(12), J: rng.IntN(12), W: 1 + rng.Float64()})
		}
		g, err := graph.FromEdges(12, edges)
		require.NoError(t, err)
		start, side := rng.IntN(12), rng.IntN(2) == 0
		want, low := make([]bool, 12), make([]bool, 12)
		value := NewRefiner(12, 1).Grow(g, testgraph.Ones(12), want, start, side)
		require.Equal(t, value, reused.Grow(g, testgraph.Ones(12), low, start, side))
		require.Equal(t, want, low)
	}
}

// The stopping rule ends a pass in which C drifts upwards clearly more than it fluctuates.
func TestAdaptiveStoppingRule(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 0))
	for name, c := range map[string]struct {
		drift      float64
		shouldStop bool
	}{"no drift": {0, false}, "weak drift": {0.1, false}, "strong drift": {2, true}, "no noise": {1e9, true}} {
		p, value := passStatistics{best: 1}, 1.0
		const moves = 400
		for range moves {
			d := 1e-3 * (rng.NormFloat64() + c.drift)
			value += d
			p.squares += d * d
		}
		assert.Equal(t, c.shouldStop, p.shouldStop(value, moves), name)
	}
}

// On graphs of several blocks of vertices, the sums and the best single vertex are those of all vertices, with the same bits for
// any number of threads.
func TestSumsOverBlocksOfVertices(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 0))
	g := testgraph.Path(2*vertexBlock + 100)
	mass, low := testgraph.Mass(rng, g.N()), testgraph.RandomSet(rng, g.N())
	team := parallel.NewTeam(3)
	defer team.Close()
	one, many := NewRefiner(g.N(), 2), NewRefiner(g.N(), 2)
	many.team = team
	one.Start(g, mass, low)
	many.Start(g, mass, low)
	assert.Equal(t, one.sides, many.sides)
	assert.Equal(t, one.Value(), many.Value())
	require.InEpsilon(t, ratioOf(t, g, mass, 2, low), one.Value(), 1e-12)
	in, out := sides(low)
	assert.Equal(t, [2]int{in, out}, one.count)
	single := bestSingleVertex(one, g, mass)
	assert.Equal(t, single, bestSingleVertex(many, g, mass))
	lowest, total := math.Inf(1), objective.Total(mass)
	for i, m := range mass {
		lowest = min(lowest, g.Degree(i)/max(min(2*m, total-m), min(2*(total-m), m)))
	}
	assert.InEpsilon(t, lowest, single.value, 1e-12)
	assert.InEpsilon(t, lowest, ratioOf(t, g, mass, 2, single.set(g.N())), 1e-9)
}
