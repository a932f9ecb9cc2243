package multilevel

import "github.com/tvcut/tvcut/core/internal/random"

// If there are at most maxCommunities communities, they are joined to at most maxGroups groups, and the opt.Unions unions of
// lowest C are refined. More than one is refined because a community may differ from a cluster in a few vertices, so that another
// union may have the lowest C after refinement.
const (
	maxCommunities = 200
	maxGroups      = 14
)

// minCutEdges is the least number of edges of a cut that has few of them. A single edge often joins a small part to the rest of a
// large network.
const minCutEdges = 2

// cutsFewEdges reports whether the cut S = {low} has minCutEdges to opt.UnionEdges edges.
func cutsFewEdges(s *search, low []bool) bool {
	count := 0
	for i, in := range low {
		if !in {
			continue
		}
		idx, _ := s.graph.Row(i)
		for _, j := range idx {
			if !low[j] {
				count++
			}
		}
		if count > s.opt.UnionEdges {
			return false
		}
	}
	return count >= minCutEdges
}

// collectUnions adds unions of communities that have a lower C than all tries. If few edges join clusters, a hierarchy may
// contract some of these edges. Cuts through them then have a far higher C on the coarsest graph than on the finest, so that
// all tries may find the same one of many ways to group the clusters. Communities avoid this, since they come from moves of
// single vertices.
func collectUnions(s *search, found *collection) {
	rng := random.New(s.opt.Seed, random.CommunityTry, s.opt.Part, s.opt.CommunityTries)
	community, between := s.builder.Communities(s.ctx, s.graph, 1, rng)
	if s.ctx.Err() != nil || between.N() < 2 || between.N() > maxCommunities {
		return
	}
	mass := make([]float64, between.N())
	for i, c := range community {
		mass[c] += s.mass[i]
	}
	groups := newGroups(between, mass)
	groups.join(maxGroups)
	for _, u := range groups.unions(s.opt.Unions, s.refiner.ratio) {
		low := make([]bool, len(community))
		for i, c := range community {
			low[i] = u.set>>groups.of[c]&1 == 1
		}
		if c := refined(s, low); compare(c, found.cuts[found.lowest]) < 0 {
			found.add(c)
		}
	}
}
