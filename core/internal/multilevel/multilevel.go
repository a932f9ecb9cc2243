// Package multilevel finds cuts of low ratio C(S) = cut(S, Sᶜ)/min(λ m(S), m(Sᶜ)) in time about linear in the
// edges: it shrinks the graph by contracting pairs of vertices, cuts the smallest graph, and projects the cut back
// up, refining it on every level. The scheme of B. Hendrickson and R. Leland, "A multilevel algorithm for partitioning
// graphs", Supercomputing 1995, and of METIS, with the ratio as its objective throughout: no imbalance is given.
package multilevel

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
)

// Options says how hard to look. Zero values mean the defaults, which find the best known cuts of meshes within
// about one percent in the time of some eight coarsenings.
type Options struct {
	Seed     uint64 // of all random choices
	Part     int    // which of several graphs under the same seed this is
	Tries    int    // cuts found from scratch at most, each combined with the best so far; default 4
	Patience int    // tries in a row that may fail to better it by a thousandth; default 3
	Threads  int    // goroutines; the result does not depend on it; default 1

	Coarsest int // vertices of the coarsest graph; default 60
	Growths  int // sets grown on the coarsest graph, fewer where it is still large; default 24
	Carried  int // cuts carried up from it, fewer on the larger levels; default 2

	// Polish, where given, may lower C(S) of S = {low} in place. It is called for what a combination makes of two
	// cuts, where it costs one minimum cut rather than three; a change that does not lower C is taken back.
	Polish func(low []bool)

	Observe func(value float64) // where given, is told the C that each try reached before it was combined
}

func (o Options) orDefaults() Options {
	set := func(v *int, value int) {
		if *v == 0 {
			*v = value
		}
	}
	set(&o.Tries, 4)
	set(&o.Patience, 3)
	set(&o.Threads, 1)
	set(&o.Coarsest, 60)
	set(&o.Growths, 24)
	set(&o.Carried, 2)
	return o
}

// search is one call of Cut.
type search struct {
	ctx     context.Context
	graph   *graph.CSR
	mass    []float64
	opt     Options
	refiner *Refiner
	work    contraction
	best    candidate
}

// Cut returns a set S = {low} of low C(S) on a connected graph with at least two vertices, and C(S); n < 2 has no cut,
// and its value is +Inf. The same seed gives the same bits. When ctx ends it returns the best cut so far.
func Cut(ctx context.Context, g *graph.CSR, mass []float64, lambda float64, opt Options) (low []bool, value float64) {
	if g.N() < 2 {
		return make([]bool, g.N()), math.Inf(1)
	}
	s := &search{ctx: ctx, graph: g, mass: mass, opt: opt.orDefaults(), refiner: NewRefiner(g.N(), lambda)}
	s.run()
	return s.best.low, s.best.value
}

// try cuts the coarsest graph of a new hierarchy and brings the cuts up.
func (s *search) try(rng *rand.Rand) candidate {
	h := s.work.coarsen(s.ctx, s.graph, s.mass, nil, s.opt.Coarsest, rng)
	top := h.Coarsest()
	p := &pool{size: s.opt.Carried}
	s.grow(top, p, rng)
	return s.up(h, p.cuts, grown)
}

// cycle refines cuts on every level of a new hierarchy on which all of them exist: pairs are formed only within the
// regions that the cuts leave whole. Of one cut this is the V-cycle of C. Walshaw, "Multilevel refinement for
// combinatorial optimisation problems", Ann. Oper. Res. 131 (2004); of two it is the combination of P. Sanders and
// C. Schulz, "Distributed evolutionary graph partitioning", ALENEX 2012: on the coarsest graph whole regions, in
// which the two differ, change sides. The result is no worse than either.
func (s *search) cycle(rng *rand.Rand, cuts ...candidate) candidate {
	block := make([]uint8, s.graph.N())
	for k, c := range cuts {
		for i, low := range c.low {
			if low {
				block[i] |= 1 << k
			}
		}
	}
	h := s.regional(block, rng)
	p := &pool{size: s.opt.Carried}
	for _, c := range cuts {
		p.offer(h.Restrict(c.low), c.value, nil)
	}
	found := s.up(h, p.cuts, combined)
	for _, c := range cuts {
		if c.value <= found.value*(1+objective.Rounding) { // sums over a hierarchy round
			found = c
		}
	}
	return s.polish(found)
}

// origin says where the cuts that come up a hierarchy are from.
type origin bool

const (
	grown    origin = false // on its coarsest level; sets of one coarse vertex compete with them on every level
	combined origin = true  // from others
)

// up refines cuts of the coarsest level and brings them to the finest, dropping the worst on the way. Once the
// context has ended it only projects.
func (s *search) up(h *Hierarchy, cuts []candidate, from origin) candidate {
	for level := len(h.Levels) - 1; ; level-- {
		l := &h.Levels[level]
		next := &pool{size: s.width(l.Graph)}
		for _, c := range cuts {
			low := c.low
			if l.Parent != nil {
				low = make([]bool, l.Graph.N())
				h.Project(level, c.low, low)
			}
			s.refine(l, low, c.border, next)
		}
		if from == grown {
			s.single(l, next)
		}
		cuts = next.cuts
		if level == 0 {
			return cuts[0]
		}
	}
}

// width is the number of cuts to carry through a level: several where that costs little against coarsening.
func (s *search) width(g *graph.CSR) int {
	return max(1, min(s.opt.Carried, s.graph.NNZ()/(2*max(1, g.NNZ()))))
}

// refine offers the refined cut to next. border is that on the next coarser level, nil where there was none.
func (s *search) refine(l *Level, low []bool, border []int32, next *pool) {
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

// polish returns the polished cut, or c itself where that is no better.
func (s *search) polish(c candidate) candidate {
	if s.opt.Polish == nil || c.polished || s.ctx.Err() != nil {
		return c
	}
	c.polished = true
	low := slices.Clone(c.low)
	s.opt.Polish(low)
	s.refiner.Start(s.graph, s.mass, low)
	if value := s.refiner.Value(); objective.Lowers(value, c.value) {
		c.low, c.value, c.border = low, value, nil
	}
	return c
}
