package constrained

import (
	"context"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/random"
)

// Options are the parameters of Search.
type Options struct {
	Cycles  int     // hierarchies along one partition, at most
	Tries   int     // times that each start is improved
	Work    float64 // largest number of partitions times vertices and half-edges of a problem that is solved by enumeration
	Threads int
	Seed    uint64
	Purpose random.Purpose
}

// Found is what Search found.
type Found struct {
	Labels []int32
	Score  Score
	Proved bool // whether no partition has a better score
}

// Search returns the best partition that it finds from the given ones, the first of which is that of a search without the constraints. It
// enumerates all partitions of very small problems.
func Search(ctx context.Context, p *Problem, opt Options, starts [][]int32) Found {
	if found, complete := enumerate(ctx, p, opt.Work); complete {
		return found
	}
	best := Found{Labels: starts[0], Score: p.Score(starts[0])}
	free := best.Score.Value
	for number, labels := range starts {
		for try := range opt.Tries {
			best.offer(p.improve(ctx, opt, random.New(opt.Seed, opt.Purpose, number, try), labels))
		}
	}
	if best.Score.Broken == 0 && best.Score.Value <= nearFree*free && p.Graph.N() > smallGraph && p.Volume == nil {
		return best
	}
	least := freshTries * opt.Tries
	if p.Graph.N() <= smallGraph {
		least = mostTries * opt.Tries
	}
	for try := range mostTries * opt.Tries {
		if ctx.Err() != nil || best.Score.Broken == 0 && try >= least {
			break
		}
		rng := random.New(opt.Seed, opt.Purpose, len(starts), try)
		best.offer(p.improve(ctx, opt, rng, p.fresh(ctx, opt, rng)))
	}
	return best
}

// offer makes a partition the best one if it is better.
func (f *Found) offer(labels []int32, score Score) {
	if score.Precedes(f.Score) {
		f.Labels, f.Score = labels, score
	}
}

const (
	nearFree   = 1.02 // value relative to that without the constraints up to which no new partitions are sought, except for the volume
	smallGraph = 200  // vertices up to which they always are, as many as there may be
	freshTries = 2    // new partitions for each try
	mostTries  = 8    // the same while none meets the constraints
)

// Volume returns the communication volume of a partition into k parts for the given sizes of vertices.
func Volume(g *graph.CSR, size []float64, labels []int32, k int) float64 {
	sum := 0.0
	seen := slices.Repeat([]int32{-1}, k)
	for i, a := range labels {
		idx, _ := g.Row(i)
		count := 0
		for _, j := range idx {
			if b := labels[j]; b != a && seen[b] != int32(i) {
				seen[b] = int32(i)
				count++
			}
		}
		sum += size[i] * float64(count)
	}
	return sum
}

// Excess returns for each column the mass beyond the bounds relative to all mass.
func (p *Problem) Excess(labels []int32) []float64 {
	s := newState(context.Background(), p, labels)
	excess := make([]float64, len(p.Columns))
	for c, column := range p.Columns {
		excess[c] = column.Bounds.Violation(s.load[c]) / s.total[c]
	}
	return excess
}

// Imbalance returns max_r m_c(A_r)/(t_r M_c) − 1 for the mass of a column, where upper bounds are proportional to the shares t_r.
func (p *Problem) Imbalance(labels []int32, c int) float64 {
	s := newState(context.Background(), p, labels)
	shares, sum := slices.Clone(p.Columns[c].Bounds.Most), objective.Total(p.Columns[c].Bounds.Most)
	for r := range shares {
		shares[r] /= sum
	}
	return objective.Imbalance(s.load[c], shares, s.total[c])
}

// Surplus returns the number of pieces that parts have beyond what Connected allows.
func (p *Problem) Surplus(labels []int32) int {
	if !p.Connected {
		return 0
	}
	return countSurplus(p, labels)
}

// Clashes returns the number of pairs that must lie apart but are in one part.
func (p *Problem) Clashes(labels []int32) int {
	count := 0
	for i, a := range labels {
		for _, j := range p.Apart.Of(int32(i)) {
			if int32(i) < j && labels[j] == a {
				count++
			}
		}
	}
	return count
}
