// Package multilevel finds cuts of low ratio C(S) = cut(S, Sᶜ)/min(λ m(S), m(Sᶜ)) in time roughly linear in the number
// of edges. It coarsens the graph by contracting pairs or clusters of vertices, cuts the coarsest graph, and projects the
// cut back level by level, refining it on each. The scheme is that of B. Hendrickson and R. Leland, "A multilevel
// algorithm for partitioning graphs", Supercomputing 1995, and of METIS. The objective is the ratio on every level, so
// no imbalance is given.
package multilevel

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/coarsen"
	"github.com/tvcut/tvcut/core/internal/memory"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/random"
)

// search is the state of one call of Cut.
type search struct {
	ctx     context.Context
	graph   *graph.CSR
	mass    []float64
	opt     Options
	refiner *Refiner
	builder coarsen.Builder
	best    candidate
	saving  coarsen.Saving // how hierarchies save memory
	atOnce  int            // tries at the same time
	inner   int            // goroutines within a try
	workers []*search      // searches with memory of their own, the first of which is this one; nil if not made or taken
}

// newSearch returns a search whose tries and goroutines are not set.
func newSearch(ctx context.Context, g *graph.CSR, mass []float64, lambda float64, opt Options) *search {
	return &search{ctx: ctx, graph: g, mass: mass, opt: opt.orDefaults(), refiner: newRefiner(g, lambda), saving: coarsen.SavingFor(g)}
}

// Cut returns a set S = {low} of low C(S) and C(S), for a connected graph with masses m_i > 0 of its vertices and
// asymmetry λ > 0. A graph with fewer than two vertices has no cut: the value is +Inf. Results for the same seed are
// identical bit for bit. When ctx ends, Cut returns the best cut so far.
func Cut(ctx context.Context, g *graph.CSR, mass []float64, lambda float64, opt Options) (low []bool, value float64) {
	if g.N() < 2 {
		return make([]bool, g.N()), math.Inf(1)
	}
	s := newSearch(ctx, g, mass, lambda, opt)
	s.atOnce, s.inner = memory.Divide(g, s.opt.Threads, s.opt.Tries)
	if s.opt.Recombine {
		runAll(s)
	} else {
		s.run()
	}
	best := s.best
	*s = search{}
	memory.Collect(g)
	return best.low, best.value
}

// In one of pairedTries tries, the hierarchy contracts pairs of vertices. In the other tries it contracts clusters, which gives
// a lower C on meshes and geometric graphs in the same time. Pairs find small sets with few edges to the rest more often.
const pairedTries = 4

// numbered makes try t. The hierarchies of large graphs contract only pairs, on all threads.
func (s *search) numbered(t int, needed bool) candidate {
	opt := s.coarsening(nil)
	opt.Clusters = t%pairedTries != 0 && opt.Saving != coarsen.Rebuilding
	return s.try(random.New(s.opt.Seed, random.Try, s.opt.Part, t), opt, needed)
}

// try builds a new hierarchy, cuts its coarsest graph and uncoarsens the cuts. It returns the best cut with the profile of the
// try. If ctx ends before the coarsest graph is cut, it returns no cut unless one is needed.
func (s *search) try(rng *rand.Rand, opt coarsen.Options, needed bool) candidate {
	s.recordAlone()
	team := parallel.NewTeam(s.inner)
	defer func() {
		s.refiner.team = nil
		team.Close()
	}()
	s.builder.Team, s.refiner.team = team, team
	s.refiner.release()
	memory.Collect(s.graph)
	h := s.builder.Build(s.ctx, s.graph, s.mass, opt, rng)
	s.builder.Team = nil
	memory.Collect(s.graph)
	if s.ctx.Err() != nil && !needed {
		return candidate{}
	}
	p := &pool{size: s.opt.Carried}
	growCuts(s, h.Coarsest(), p, rng)
	found := s.uncoarsen(h, p.cuts, grown)
	found.profile = s.refiner.profile
	memory.Collect(s.graph)
	return found
}

// combine refines cuts on every level of a new hierarchy in which only vertices on the same side of every cut are
// contracted, so that each cut exists on all levels. With one cut this is the V-cycle of C. Walshaw, "Multilevel
// refinement for combinatorial optimisation problems", Ann. Oper. Res. 131 (2004). With two it is the combine operator
// of P. Sanders and C. Schulz, "Distributed evolutionary graph partitioning", ALENEX 2012: on the coarsest graph,
// regions in which the two cuts differ can change sides as a whole. The result has no higher C than any of the cuts. If ctx
// ends before the hierarchy is built, it is the best of them.
func (s *search) combine(rng *rand.Rand, cuts ...candidate) candidate {
	block := make([]int32, s.graph.N())
	for k, c := range cuts {
		for i, low := range c.low {
			if low {
				block[i] |= 1 << k
			}
		}
	}
	h := s.builder.BuildBand(s.ctx, s.graph, s.mass, s.coarsening(block), rng)
	if s.ctx.Err() != nil {
		return slices.MinFunc(cuts, func(c, d candidate) int { return cmp.Compare(c.value, d.value) })
	}
	memory.Collect(s.graph)
	p := &pool{size: s.opt.Carried}
	for _, c := range cuts {
		p.offer(coarsen.Restrict(h, c.low), c.value, nil)
	}
	found := s.uncoarsen(h, p.cuts, combined)
	for _, c := range cuts {
		if c.value <= found.value*(1+objective.Rounding) { // sums on coarser levels have rounding errors
			found = c
		}
	}
	return found
}

// origin says how the cuts of a coarsest level were made.
type origin bool

const (
	grown    origin = false // by growth on the coarsest level; on every level the best single coarse vertex competes
	combined origin = true  // by restriction of other cuts
)

// uncoarsen projects cuts of the coarsest level to the finest, and refines them and drops the worst on every level. Once
// ctx has ended it only projects.
func (s *search) uncoarsen(h *coarsen.Hierarchy, cuts []candidate, from origin) candidate {
	for level := len(h.Levels) - 1; ; level-- {
		if s.ctx.Err() != nil {
			return s.project(h, min(level, len(h.Levels)-2), cuts[0])
		}
		detach(s.refiner)
		l := h.At(level)
		s.refiner.rounded = l.Rounded
		next := &pool{size: s.poolSize(l.Graph)}
		for _, c := range cuts {
			low := c.low
			if l.Parent != nil {
				low = make([]bool, l.Graph.N())
				coarsen.Project(h, level, c.low, low)
			}
			s.refine(l, low, c.border, next)
		}
		if from == grown {
			offerSingleVertex(s, l, next)
		}
		cuts = next.cuts
		if level == 0 {
			return cuts[0]
		}
	}
}

// project projects a cut of the level after the given one to the finest level, and returns that cut.
func (s *search) project(h *coarsen.Hierarchy, level int, c candidate) candidate {
	if level < 0 {
		return c
	}
	low := c.low
	for ; level >= 0; level-- {
		fine := make([]bool, len(h.Levels[level].Mass))
		coarsen.Project(h, level, low, fine)
		low = fine
	}
	s.refiner.rounded = false
	s.refiner.Start(s.graph, s.mass, low)
	return candidate{low: low, value: s.refiner.Value()}
}

// poolSize returns the number of cuts to keep on a level: more than one only where refining them is cheap compared with
// coarsening.
func (s *search) poolSize(g *graph.CSR) int {
	return max(1, min(s.opt.Carried, s.graph.NNZ()/(2*max(1, g.NNZ()))))
}

// refine refines low and offers it to next. border is the border of the cut on the next coarser level, or nil if it is
// not known.
func (s *search) refine(l *coarsen.Level, low []bool, border []int32, next *pool) {
	r := s.refiner
	if l.Parent == nil || border == nil {
		r.Start(l.Graph, l.Mass, low)
	} else {
		r.StartFrom(l.Graph, l.Mass, low, l.Parent, border)
	}
	if s.ctx.Err() == nil {
		r.Run()
	}
	next.offer(low, r.Value(), r.Border())
}
