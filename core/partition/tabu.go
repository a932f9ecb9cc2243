package partition

import (
	"github.com/tvcut/tvcut/core/internal/random"
	"github.com/tvcut/tvcut/core/internal/tabu"
)

// improveByTabu replaces a partition of a small graph by a better one if a tabu search finds one.
func (r *recursion) improveByTabu(p Problem, res *Result) {
	if !r.searchesByTabu(p) {
		return
	}
	d := r.directProblem(p)
	before, value := d.Score(res.Labels)
	found := tabu.Improve(r.ctx, &tabu.Problem{Criterion: d.Criterion, Bounds: d.Bounds, Graph: d.Graph, Mass: d.Mass, Fixed: d.Fixed},
		res.Labels, random.New(r.opt.Seed, random.Tabu, r.parts, 0))
	if after, lower := d.Score(found); after <= before && lower < value {
		r.replace(res, found)
		res.Merges, res.Status = agglomerate(r.graph, r.mass, found, r.opt.NClusters), worstStatus(res.Status, Converged)
	}
	r.interrupts(res)
}

// searchesByTabu reports whether a tabu search follows. It does not follow if the options or the problem determine the
// method, by a start other than Auto and Multilevel, NoPolish, MaxRefine = 0, FastEffort or Labels. It does not follow for a
// consensus, before an exhaustive search, or for two parts without bounds, with λ ≠ 1 or from the user's starts.
func (r *recursion) searchesByTabu(p Problem) bool {
	k, n := r.opt.NClusters, r.graph.N()
	switch {
	case r.opt.Init != Auto && r.opt.Init != Multilevel, p.Labels != nil, r.opt.Effort == FastEffort,
		r.opt.Polish != MinCut, r.opt.Descent.MaxRefine == 0:
		return false
	case r.consensus, k == 1, k >= n, n > r.opt.plan.Proofs.TabuVertices:
		return false
	case k == 2 && (r.opt.Asymmetry != 1 || len(p.Starts) > 0 || !r.bounds(p).Bounded()):
		return false
	}
	return !r.isExhaustive(p) && r.ctx.Err() == nil
}
