package direct

import (
	"slices"

	"github.com/tvcut/tvcut/core/internal/coarsen"
	"github.com/tvcut/tvcut/core/internal/memory"
	"github.com/tvcut/tvcut/core/internal/objective"
)

const (
	cycleRounds = 10   // rounds of cycles and local searches
	leastRoom   = 0.25 // least room on the coarsest level, relative to Options.Room: nearly as wide bounds gain nothing
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
	problem   *Problem
	hierarchy *coarsen.Hierarchy
	fixed     [][]int32 // part of each fixed vertex of every level
	level     int
	overload  bool // whether searches with overload are made
}

// uncoarsening returns the refined partition of the coarsest graph.
func (t *try) uncoarsening(p *Problem, h *coarsen.Hierarchy, labels []int32, overload bool) *uncoarsening {
	u := &uncoarsening{state: newState(t.ctx, t.coarsest(p, h), t.work, labels), try: t, problem: p, hierarchy: h,
		fixed: fixedByLevel(h, p.Fixed), level: len(h.Levels) - 1, overload: overload}
	u.connect()
	t.refine(u.state, overload)
	return u
}

// coarsest returns the problem on the coarsest graph of a hierarchy.
func (t *try) coarsest(p *Problem, h *coarsen.Hierarchy) *Problem {
	q, l, level := *p, h.Coarsest(), len(h.Levels)-1
	q.Graph, q.Mass, q.Bounds = l.Graph, l.Mass, t.boundsAt(p, h, level)
	q.Fixed = fixedByLevel(h, p.Fixed)[level]
	return &q
}

// boundsAt returns the bounds on a level of a hierarchy. On the coarsest level a part may exceed its target by the share
// Options.Room at least. From level to level this room shrinks to what the bounds allow, but it holds the heaviest vertex on all
// levels but the finest. Otherwise tight bounds forbid most moves of coarse vertices.
func (t *try) boundsAt(p *Problem, h *coarsen.Hierarchy, level int) objective.Bounds {
	bounds := p.Bounds
	if level == 0 || t.opt.Room == 0 {
		return bounds
	}
	bounds.Most = slices.Clone(bounds.Most)
	heaviest, share := slices.Max(h.Levels[level].Mass), float64(level)/float64(len(h.Levels)-1)
	for r := range p.Target {
		if room := t.opt.coarseRoom(p, r); room > 0 {
			bounds.Most[r] += min(room, max(heaviest, share*room))
		}
	}
	return bounds
}

// coarseRoom returns by how much a part may exceed its bound on the coarsest level.
func (o *Options) coarseRoom(p *Problem, r int) float64 {
	if room := (1+o.Room)*p.Target[r] - p.Bounds.Most[r]; room > leastRoom*o.Room*p.Target[r] {
		return room
	}
	return 0
}

// isTight reports whether some part may exceed its bound on the coarsest level.
func (o *Options) isTight(p *Problem) bool {
	for r := range p.Target {
		if o.coarseRoom(p, r) > 0 {
			return true
		}
	}
	return false
}

// to projects the partition to the given level and refines it on every level on the way. Once ctx has ended it only projects and
// restores the bounds. Transfers follow where the bounds of the finest level are tighter than those of the level before.
func (u *uncoarsening) to(level int) {
	for u.level > level {
		before := u.Bounds.Most
		rounded := u.hierarchy.Levels[u.level].Rounded
		u.level--
		l := u.hierarchy.At(u.level)
		fine := make([]int32, l.Graph.N())
		coarsen.Project(u.hierarchy, u.level, u.labels, fine)
		u.Bounds = u.try.boundsAt(u.problem, u.hierarchy, u.level)
		refineNext(u.state, l.Graph, l.Mass, u.fixed[u.level], fine, rounded)
		if u.level > 0 || u.try.opt.NoTransfer || slices.Equal(before, u.Bounds.Most) {
			u.try.refine(u.state, u.overload)
			continue
		}
		restoreAlongPaths(u.state)
		u.try.refine(u.state, u.overload)
		for range cycleRounds {
			if !applyCycles(u.state) {
				break
			}
			localSearches(u.state, u.try.rng)
		}
	}
}

// refine improves the partition of one level, with a search with overload or without.
func (t *try) refine(s *state, overload bool) {
	restoreBounds(t.bounds, s) // a partition outside its bounds is of no use
	if t.ctx.Err() != nil {
		return
	}
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
	if !t.opt.NoSweep {
		sweep(s)
	}
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
	q.Graph, q.Mass, q.Fixed, q.Bounds = s.graph, s.mass, s.fixed, s.Bounds
	found := q.candidate(Cut(t.ctx, &q, within(t, t.opt.CoarseTries)))
	if found.precedes(candidate{s.labels, s.violation(), s.value()}) {
		s.become(found.labels)
	}
}
