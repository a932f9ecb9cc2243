package partition

import (
	"slices"

	"github.com/tvcut/tvcut/core/internal/exact"
	"github.com/tvcut/tvcut/core/internal/objective"
)

// improveExactly replaces a partition into two parts by a better one if an exact search finds one, and reports whether the
// result is proved to be optimal. It searches graphs with at most exact.MaxVertices vertices, unless the options or the
// problem determine the method, by a start other than Auto, NoPolish (as in the preset "paper"), Starts or Labels. It does not
// change a consensus, which is not the partition of lowest value, or an optimal partition if others are equally good.
func (r *recursion) improveExactly(p Problem, res *Result) bool {
	if !r.isExact(p) {
		return false
	}
	d := r.directProblem(p)
	found := exact.Improve(r.ctx, &exact.Problem{Criterion: d.Criterion, Bounds: d.Bounds, Graph: d.Graph, Mass: d.Mass, Fixed: d.Fixed},
		res.Labels, r.opt.plan.Proofs.Nodes)
	if !slices.Equal(found.Labels, res.Labels) {
		r.replace(res, found.Labels)
	}
	if found.Proved {
		res.Status = Optimal
	}
	return found.Proved
}

// isExact reports whether improveExactly searches the graph.
func (r *recursion) isExact(p Problem) bool {
	return r.opt.NClusters == 2 && r.graph.N() <= exact.MaxVertices && r.opt.Init == Auto && r.opt.Polish == MinCut &&
		len(p.Starts) == 0 && p.Labels == nil && !r.consensus
}

// replace makes labels the partition of a result. A trace continues with the energy of the cut, as after polishing, unless
// that is higher: with CutObjective, C(S) need not fall.
func (r *recursion) replace(res *Result, labels []int32) {
	res.Labels = labels
	if res.F == nil {
		return
	}
	trace, starts := res.Trace, res.Starts
	r.describe(res)
	if trace[len(trace)-1] >= res.Energy {
		res.Trace = append(trace, res.Energy)
	}
	res.Starts, res.NOuter = starts, len(res.Trace)-1
	if r.observe != nil {
		value := res.Energy
		if r.opt.Objective == CutObjective {
			value = objective.Weight(r.graph, inPart(labels, 0))
		}
		r.observe(Progress{Start: max(len(starts)-1, 0), NOuter: res.NOuter, NInner: res.NInnerTotal, Energy: value, Value: value,
			Phase: PolishPhase})
	}
}
