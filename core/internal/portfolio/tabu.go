package portfolio

import (
	"github.com/tvcut/tvcut/core/internal/bisect"
	"github.com/tvcut/tvcut/core/internal/plan"
	"github.com/tvcut/tvcut/core/internal/random"
	"github.com/tvcut/tvcut/core/internal/tabu"
	"github.com/tvcut/tvcut/core/internal/tree"
)

// improveByTabu replaces a partition of a small graph by a better one if a tabu search finds one.
func improveByTabu(s *search) {
	d, res := s.problem, s.best
	before, value := d.Score(res.Labels)
	found := tabu.Improve(s.ctx, &tabu.Problem{Criterion: d.Criterion, Bounds: d.Bounds, Graph: d.Graph, Mass: d.Mass, Fixed: d.Fixed},
		res.Labels, random.New(s.opt.Seed, random.Tabu, s.cuts.Parts, 0))
	if after, lower := d.Score(found); after <= before && lower < value {
		s.replace(found)
		s.violation, s.value = after, lower
		res.Merges, res.Status = tree.Agglomerate(s.p.Graph, s.p.Mass, found, s.opt.K), bisect.Worst(res.Status, bisect.Converged)
	}
	res.IsInterrupted(s.ctx)
}

// searchesByTabu reports whether a tabu search follows. It does not follow if the options or the problem determine the
// method, by a start other than Auto and Multilevel, no polishing, MaxRefine = 0, the fast effort or Labels. It does not follow for a
// consensus, before an exhaustive search, or for two parts without bounds, with λ ≠ 1 or from given starts.
func searchesByTabu(s *search) bool {
	k, n := s.opt.K, s.p.Graph.N()
	switch {
	case s.failure != nil, !s.opt.IsMultilevel(), s.p.Labels != nil, s.opt.Effort == plan.Fast,
		!s.opt.Polish, s.opt.Descent.MaxRefine == 0:
		return false
	case s.known() == 0, s.p.Consensus, k >= n, n > s.opt.Plan.Proofs.TabuVertices:
		return false
	case k == 2 && (s.opt.Lambda != 1 || len(s.p.Starts) > 0 || !s.bounded):
		return false
	}
	return !isExhaustive(s) && s.ctx.Err() == nil
}
