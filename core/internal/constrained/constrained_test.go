package constrained

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/testgraph"
)

// randomProblem returns a problem of at most nine vertices with random constraints.
func randomProblem(rng *rand.Rand) *Problem {
	n := 4 + rng.IntN(6)
	k := 2 + rng.IntN(min(3, n-2))
	g := testgraph.Random(rng, n, 0.25+0.5*rng.Float64())
	p := &Problem{Graph: g, Criterion: objective.Criterion{K: k, Lambda: 1, Edges: rng.IntN(2) == 0}}
	shares := make([]float64, k)
	for r := range shares {
		shares[r] = 1 / float64(k)
	}
	columns := 1 + rng.IntN(3)
	for c := range columns {
		mass := testgraph.Ones(n)
		if c > 0 || rng.IntN(2) == 0 {
			for i := range mass {
				mass[i] = float64(1 + rng.IntN(4))
			}
		}
		imbalance := []float64{0, 0.1, 0.3, 0.6, 1, math.Inf(1)}[rng.IntN(6)]
		p.Columns = append(p.Columns, Column{mass, objective.NewBounds(shares, objective.Total(mass), 0, imbalance)})
	}
	p.Criterion.Total = objective.Total(p.Columns[0].Mass)
	component, count := graph.Components(g)
	if count > 1 {
		p.Component = component
	}
	p.Connected = rng.IntN(2) == 0
	if rng.IntN(3) == 0 {
		var pairs [][2]int32
		for range 1 + rng.IntN(4) {
			i, j := int32(rng.IntN(n)), int32(rng.IntN(n))
			if i != j {
				pairs = append(pairs, [2]int32{i, j})
			}
		}
		p.Apart = NewPairs(n, pairs)
	}
	if rng.IntN(4) == 0 {
		p.Fixed = make([]int32, n)
		for i := range p.Fixed {
			if p.Fixed[i] = -1; rng.IntN(4) == 0 {
				p.Fixed[i] = int32(rng.IntN(k))
			}
		}
	}
	if rng.IntN(4) == 0 {
		p.Home, p.Price = make([]int32, n), rng.Float64()
		for i := range p.Home {
			p.Home[i] = int32(rng.IntN(k))
		}
	}
	if rng.IntN(4) == 0 {
		p.Volume = testgraph.Mass(rng, n)
	}
	return p
}

// bruteForce returns the best score of all partitions.
func bruteForce(p *Problem) Score {
	n, k := p.Graph.N(), p.Criterion.K
	labels, best := make([]int32, n), Score{math.Inf(1), math.Inf(1)}
	var visit func(i int)
	visit = func(i int) {
		if i == n {
			if s := p.Score(labels); s.Precedes(best) {
				best = s
			}
			return
		}
		for a := range int32(k) {
			if p.Fixed == nil || p.Fixed[i] < 0 || p.Fixed[i] == a {
				labels[i] = a
				visit(i + 1)
			}
		}
	}
	visit(0)
	return best
}

func TestProto(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	feasible, found, optimal := 0, 0, 0
	for range 2000 {
		p := randomProblem(rng)
		n, k := p.Graph.N(), p.Criterion.K
		want := bruteForce(p)
		if want.Broken > 0 {
			continue
		}
		feasible++
		best := Score{math.Inf(1), math.Inf(1)}
		for try := range 8 {
			labels := testgraph.Partition(rng, n, k, p.Fixed)
			_ = try
			_, s := p.improve(context.Background(), Options{Cycles: 4, Threads: 1}, rng, labels)
			if s.Precedes(best) {
				best = s
			}
		}
		require.False(t, best.Precedes(want))
		if best.Broken == 0 {
			found++
			if best.Value <= want.Value*(1+1e-9)+1e-12 {
				optimal++
			}
		}
	}
	t.Log(feasible, found, optimal)
}
