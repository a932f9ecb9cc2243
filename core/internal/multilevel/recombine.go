package multilevel

import (
	"math"
	"math/rand/v2"

	"github.com/tvcut/tvcut/core/internal/coarsen"
	"github.com/tvcut/tvcut/core/internal/memory"
	"github.com/tvcut/tvcut/core/internal/objective"
)

// Recombination does not contract the vertices at most freeRings edges away from where two cuts differ. There is no
// recombination if these are more than the share maxFree of all vertices, since it would be a search of almost the whole graph.
const (
	freeRings = 3
	maxFree   = 0.95
)

// polishFactor is the largest C of a recombined cut that is still polished on the whole graph, relative to the lowest C.
const polishFactor = 1.01

// recombine searches the region in which two cuts differ. It contracts the vertices outside this region on whose sides both cuts
// agree, and cuts the smaller graph from scratch. Unlike in combine, all vertices of the region remain, so that the search finds
// cuts through it that are in neither of the two. The result may have a higher C than both cuts. If its C is more than
// polishFactor times lowest, the lowest known C, it is polished on the smaller graph only. If there is no smaller graph, its C is
// +Inf.
func (s *search) recombine(rng *rand.Rand, a, b candidate, lowest float64) candidate {
	h := coarsen.ContractAgreed(s.graph, s.mass, a.low, s.aligned(b.low, a.low), freeRings, maxFree)
	if h == nil {
		return candidate{value: math.Inf(1)}
	}
	if memory.IsCollected(s.graph) {
		s.releaseHierarchy()
	}
	memory.Collect(s.graph)
	l := h.Coarsest()
	small := newSearch(s.ctx, l.Graph, l.Mass, s.refiner.lambda, s.opt)
	found := small.try(rng, small.coarsening(nil), true)
	profile := found.profile // which the polishing adds to
	found = small.polish(found)
	if profile != nil {
		s.opt.Profile.Merge(profile)
	}
	low := make([]bool, s.graph.N())
	coarsen.Project(h, 0, found.low, low)
	small, h = nil, nil
	memory.Collect(s.graph)
	s.refiner.Start(s.graph, s.mass, low)
	if s.ctx.Err() == nil {
		s.refiner.Run()
	}
	found = candidate{low: low, value: s.refiner.Value()}
	if found.value > polishFactor*lowest {
		return found
	}
	return s.polish(found)
}

// aligned returns {low} or its complement, whichever agrees with {other} on more mass. For λ ≠ 1 it returns {low}, since the
// complement is another cut.
func (s *search) aligned(low, other []bool) []bool {
	same := 0.0
	for i, side := range low {
		if side == other[i] {
			same += s.mass[i]
		}
	}
	if s.refiner.lambda != 1 || 2*same >= objective.Total(s.mass) {
		return low
	}
	flipped := make([]bool, len(low))
	for i, side := range low {
		flipped[i] = !side
	}
	return flipped
}
