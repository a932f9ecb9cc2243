package partition

import (
	"github.com/tvcut/tvcut/core/internal/random"
	"github.com/tvcut/tvcut/core/internal/tabu"
)

// tabuVertices is the largest number of vertices of a graph for which a tabu search follows the search for more than two
// parts. On so small a graph it takes about as long as one search, and without it the value depends more often on the numbers
// of the vertices.
const tabuVertices = 200

// improveByTabu replaces a partition into more than two parts of a small graph by a better one if a tabu search finds one. It
// does not search where the options or the problem determine the method: a kind of start other than Auto and Multilevel,
// NoPolish or no refinement, FastEffort or Labels. A consensus stays as it is, and so does a partition that an exhaustive search
// follows.
func (r *recursion) improveByTabu(p Problem, res *Result) {
	k := r.opt.NClusters
	own := r.opt.Init != Auto && r.opt.Init != Multilevel || p.Labels != nil || r.opt.Effort == FastEffort
	consensus := r.free != nil && p.PartWeights == nil
	if k < 3 || k >= r.graph.N() || r.graph.N() > tabuVertices || own || consensus || r.opt.Polish != MinCut || r.opt.Descent.MaxRefine == 0 ||
		r.isExhaustive(p) || r.ctx.Err() != nil {
		return
	}
	d := r.directProblem(p)
	before, value := d.Score(res.Labels)
	found := tabu.Improve(r.ctx, &tabu.Problem{Criterion: d.Criterion, Bounds: d.Bounds, Graph: d.Graph, Mass: d.Mass, Fixed: d.Fixed},
		res.Labels, random.New(r.opt.Seed, random.Tabu, r.parts, 0))
	if after, lower := d.Score(found); after <= before && lower < value {
		res.Labels, res.Merges = found, agglomerate(r.graph, r.mass, found, k)
	}
	if r.ctx.Err() != nil {
		res.Status = worstStatus(res.Status, interruption(r.ctx))
	}
}
