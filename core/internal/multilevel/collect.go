package multilevel

import (
	"cmp"
	"slices"

	"github.com/tvcut/tvcut/core/internal/random"
)

// Two cuts have nothing in common if they differ in more than the share minDistance of the vertices. Two random bisections differ
// in almost half of them. The best try differs from the nearest other try in 0.05 or less on meshes, neighbour graphs and social
// networks, and in 0.18 or more on random graphs, including those with communities or near neighbours.
const minDistance = 0.1

// After communityPatience consecutive tries within communities that do not lower C, no more of them are made.
const communityPatience = 2

// collection holds the cuts that are to be combined.
type collection struct {
	cuts   []candidate
	lowest int // the first of the cuts with the lowest C
	same   int // how many of them have this C
}

// add adds a cut and reports whether its C is lower than that of the others.
func (c *collection) add(cut candidate) bool {
	c.cuts = append(c.cuts, cut)
	at := len(c.cuts) - 1
	switch order := compare(cut, c.cuts[c.lowest]); {
	case at == 0 || order < 0:
		c.lowest, c.same = at, 1
	case order == 0:
		c.same++
	}
	return c.lowest == at
}

// haveNothingInCommon reports whether there are several cuts, and all others differ from the best one in more than the share
// minDistance of the vertices.
func haveNothingInCommon(s *search, found *collection) bool {
	best, near := found.cuts[found.lowest], 0 // near also counts best itself
	for _, c := range found.cuts {
		if float64(distance(s, c, best)) <= minDistance*float64(len(best.low)) {
			near++
		}
	}
	return len(found.cuts) > 1 && near == 1
}

// runAll makes the tries and combines the best of them in an evolution with at most as many steps. Unlike in run, several
// steps run at the same time. The tries end once opt.Agreement of them have found the lowest C so far. If they have nothing
// in common, runAll adds tries within communities and, if there is still nothing in common, the spectral cut. If the best try
// cuts few edges, it adds unions of communities. Finally it adds annealed cuts.
func runAll(s *search) {
	found := &collection{}
	collectTries(s, found)
	steps := len(found.cuts)
	apart := s.ctx.Err() == nil && haveNothingInCommon(s, found)
	if apart && s.opt.CommunityTries > 0 {
		collectWithinCommunities(s, found)
		apart = haveNothingInCommon(s, found)
	}
	if s.opt.Unions > 0 && len(found.cuts) > 1 && s.ctx.Err() == nil && cutsFewEdges(s, found.cuts[found.lowest].low) {
		collectUnions(s, found)
	}
	releaseTries(s)
	if apart && s.opt.Spectral != nil && s.ctx.Err() == nil {
		if low := s.opt.Spectral(); low != nil {
			found.add(refined(s, low))
		}
	}
	if s.opt.Anneals > 0 && s.ctx.Err() == nil {
		collectAnnealed(s, found)
	}
	s.best = s.evolve(found.cuts, combinations(s, steps), s.fraction(s.opt.Tries-1))
}

// collectTries adds the tries in the order of their numbers.
func collectTries(s *search, found *collection) {
	collectUntilAgreement(s, found, s.opt.Tries, func(w *search, t int) candidate { return w.numbered(t, t == 0) }, s.accept)
}

// collectUntilAgreement makes the given number of cuts, adds each, and passes it to accept with its number. It ends once
// opt.Agreement of all cuts have the lowest C, but not before the first.
func collectUntilAgreement(s *search, found *collection, count int, cut func(w *search, t int) candidate, accept func(c candidate, t int)) {
	cuts, stop := s.startTries(count, cut)
	defer stop()
	for t := 0; t < count && (t == 0 || found.same < s.opt.Agreement && s.ctx.Err() == nil); t++ {
		c := cuts.Get(t, max(t, min(t+s.opt.Agreement-found.same, count)-1))
		if c.low == nil {
			return
		}
		found.add(c)
		accept(c, t)
	}
}

// collectWithinCommunities adds tries whose hierarchies contract only vertices of the same community.
func collectWithinCommunities(s *search, found *collection) {
	tries, stop := s.startTries(s.opt.CommunityTries, withinCommunities)
	defer stop()
	failures := 0
	for t := 0; t < s.opt.CommunityTries && failures < communityPatience; t++ {
		c := tries.Get(t, min(t+communityPatience-failures, s.opt.CommunityTries)-1)
		if c.low == nil {
			return
		}
		s.accept(c, s.opt.Tries-1)
		failures++
		if found.add(c) {
			failures = 0
		}
	}
}

// withinCommunities makes try t within communities.
func withinCommunities(s *search, t int) candidate {
	rng := random.New(s.opt.Seed, random.CommunityTry, s.opt.Part, t)
	community, _ := s.builder.Communities(s.ctx, s.graph, 1, rng)
	opt := s.coarsening(community)
	opt.Clusters = t%2 == 0
	return s.try(rng, opt, false)
}

// collectAnnealed anneals the cuts of lowest C, each once, and adds the results. It anneals at least one: tries that agree may all
// have missed a cut that annealing finds.
func collectAnnealed(s *search, found *collection) {
	from := slices.Clone(found.cuts)
	slices.SortStableFunc(from, func(c, d candidate) int { return cmp.Compare(c.value, d.value) })
	collectUntilAgreement(s, found, min(s.opt.Anneals, len(from)), func(w *search, t int) candidate { return annealed(w, t, from[t].low) },
		func(c candidate, _ int) {
			s.mergeProfile(c)
			if s.opt.ObserveStep != nil {
				s.opt.ObserveStep(found.cuts[found.lowest].value, s.fraction(s.opt.Tries-1))
			}
		})
}

// annealed anneals the cut S = {low}, which it does not change, and refines the result. It returns that cut with a profile of its
// own.
func annealed(s *search, t int, low []bool) candidate {
	s.recordAlone()
	found := slices.Clone(low)
	s.refiner.Start(s.graph, s.mass, found)
	anneal(s.ctx, s.refiner, random.New(s.opt.Seed, random.Annealing, s.opt.Part, t))
	s.refiner.record()
	return candidate{low: found, value: s.refiner.Run(), profile: s.refiner.profile}
}

// refined returns the cut S = {low} after refinement on the finest level only.
func refined(s *search, low []bool) candidate {
	s.refiner.profile = s.profile()
	s.refiner.Start(s.graph, s.mass, low)
	s.refiner.record()
	return candidate{low: low, value: s.refiner.Run()}
}
