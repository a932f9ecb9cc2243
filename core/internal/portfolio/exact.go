package portfolio

import (
	"slices"

	"github.com/tvcut/tvcut/core/internal/bisect"
	"github.com/tvcut/tvcut/core/internal/exact"
	"github.com/tvcut/tvcut/core/internal/objective"
)

// improveExactly replaces the partition into two parts by a better one if branch and bound finds one, and may prove that it is
// optimal. It searches graphs with at most exact.MaxVertices vertices, unless the options or the problem determine the method, by a
// start other than Auto, no polishing (as in the preset "paper"), Starts or Labels. It does not change a consensus, which is not the
// partition of lowest value, or an optimal partition if others are equally good.
func improveExactly(s *search) {
	d := s.problem
	found := exact.Improve(s.ctx, &exact.Problem{Criterion: d.Criterion, Bounds: d.Bounds, Graph: d.Graph, Mass: d.Mass, Fixed: d.Fixed},
		s.best.Labels, s.opt.Plan.Proofs.Nodes)
	if !slices.Equal(found.Labels, s.best.Labels) {
		s.replace(found.Labels)
		s.value = s.criterionOf(found.Labels)
	}
	if s.proved = found.Proved; s.proved {
		s.best.Status = bisect.Optimal
	}
}

// isExact reports whether improveExactly searches the graph.
func isExact(s *search) bool {
	return s.failure == nil && !s.proved && s.opt.K == 2 && s.p.Graph.N() <= exact.MaxVertices && s.opt.Init == bisect.Auto && s.opt.Polish &&
		len(s.p.Starts) == 0 && s.p.Labels == nil && !s.p.Consensus
}

// replace makes labels the best partition. A trace continues with the energy of the cut, as after polishing, unless
// that is higher: if the weight is minimised, C(S) need not fall.
func (s *search) replace(labels []int32) {
	res := s.best
	res.Labels = labels
	if res.F == nil {
		return
	}
	trace, starts := res.Trace, res.Starts
	res.Describe(s.p.Graph, s.p.Mass, s.opt.Lambda)
	if trace[len(trace)-1] >= res.Energy {
		res.Trace = append(trace, res.Energy)
	}
	res.Starts, res.NOuter = starts, len(res.Trace)-1
	if s.observe != nil {
		value := res.Energy
		if s.opt.Edges {
			value = objective.Weight(s.p.Graph, bisect.InPart(labels, 0))
		}
		s.observe(bisect.Progress{Start: max(len(starts)-1, 0), NOuter: res.NOuter, NInner: res.NInnerTotal, Energy: value, Value: value,
			Phase: bisect.PolishPhase})
	}
}
