package direct

import (
	"github.com/tvcut/tvcut/core/internal/coarsen"
	"github.com/tvcut/tvcut/core/internal/memory"
	"github.com/tvcut/tvcut/core/internal/plan"
)

// Limits of the level that is searched again: one pass over it takes a small part of the time of a try.
const (
	coarseVertices = 10000   // largest number of vertices
	coarseShare    = 1. / 20 // largest number of half-edges, relative to those of the graph
)

// uncoarsening is a partition of a level of a hierarchy, which is projected to finer levels and refined on each of them.
type uncoarsening struct {
	*state
	try       *try
	hierarchy *coarsen.Hierarchy
	fixed     [][]int32 // part of each fixed vertex of every level
	level     int
	overload  bool // whether searches with overload are made
}

// uncoarsening returns the refined partition of the coarsest graph.
func (t *try) uncoarsening(p *Problem, h *coarsen.Hierarchy, labels []int32, overload bool) *uncoarsening {
	u := &uncoarsening{state: newState(t.ctx, p.restricted(h), t.work, labels), try: t, hierarchy: h,
		fixed: fixedByLevel(h, p.Fixed), level: len(h.Levels) - 1, overload: overload}
	u.connect()
	t.refine(u.state, overload)
	return u
}

// to projects the partition to the given level and refines it on every level on the way. Once ctx has ended it only projects.
func (u *uncoarsening) to(level int) {
	for u.level > level {
		rounded := u.hierarchy.Levels[u.level].Rounded
		u.level--
		l := u.hierarchy.At(u.level)
		fine := make([]int32, l.Graph.N())
		coarsen.Project(u.hierarchy, u.level, u.labels, fine)
		refineNext(u.state, l.Graph, l.Mass, u.fixed[u.level], fine, rounded)
		u.try.refine(u.state, u.overload)
	}
}

// refine improves the partition of one level, with a search with overload or without.
func (t *try) refine(s *state, overload bool) {
	if t.ctx.Err() != nil {
		return
	}
	restoreBounds(t.bounds, s) // a partition outside its bounds is of no use
	localSearches(s, t.rng)
	if t.coarse {
		passes(s)
	}
	if overload && !t.opt.LocalOnly {
		overloadSearch(s, t.rng)
	}
	memory.Collect(s.graph)
	if t.coarse {
		return
	}
	if !t.opt.LocalOnly {
		propagate(s)
		memory.Collect(s.graph)
	}
	sweep(s)
	if !t.opt.LocalOnly && !t.opt.NoExchange {
		exchangeAll(s)
	}
}

// coarseLevel returns the finest level within the limits above, or 0 if none but the coarsest is.
func coarseLevel(h *coarsen.Hierarchy) int {
	most := coarseShare * float64(h.Levels[0].NNZ())
	for level := range len(h.Levels) - 1 {
		if l := &h.Levels[level]; len(l.Mass) <= coarseVertices && float64(l.NNZ()) <= most {
			return level
		}
	}
	return 0
}

// searchAgain searches the graph of a coarse level from scratch, by several tries and their combinations, and replaces the
// partition of the state if the one found is better. Tries on a coarse level are cheap, and refinement on finer levels
// keeps most of what they gain.
func (t *try) searchAgain(p *Problem, s *state) {
	q := *p
	q.Graph, q.Mass, q.Fixed = s.graph, s.mass, s.fixed
	opt := Options{PartsSearch: plan.PartsSearch{Tries: t.opt.CoarseTries}, Seed: t.rng.Uint64(), Part: t.opt.Part, Threads: t.threads}
	found := q.candidate(Cut(t.ctx, &q, opt))
	if found.precedes(candidate{s.labels, s.violation(), s.value()}) {
		s.become(found.labels)
	}
}
