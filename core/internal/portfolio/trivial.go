package portfolio

import (
	"slices"

	"github.com/tvcut/tvcut/core/internal/bisect"
	"github.com/tvcut/tvcut/core/internal/direct"
	"github.com/tvcut/tvcut/core/internal/objective"
)

// isWhole reports whether there is one part.
func isWhole(s *search) bool { return s.opt.K == 1 }

func keepWhole(s *search) {
	s.take(&bisect.Solution{Labels: make([]int32, len(s.p.Mass)), Status: bisect.Optimal}, 0)
	s.ended = true
}

// hasComponents reports whether every part can have components of its own. Fixed vertices and the partition to start from
// determine the parts otherwise.
func hasComponents(s *search) bool {
	return !s.ended && s.p.Labels == nil && s.p.Fixed == nil && s.p.Components >= s.opt.K
}

// joinComponents packs the components into parts within the bounds, so that no edge is cut, if it can.
func joinComponents(s *search) {
	res := bisect.AlongComponents(s.p.Component, s.p.Components, s.p.Mass, s.shares(s.p.Shares))
	if !s.holds(res.Labels) {
		components := s.directProblem(s.p.Shares, nil)
		components.Mass = make([]float64, s.p.Components)
		for i, c := range s.p.Component {
			components.Mass[c] += s.p.Mass[i]
		}
		part, _ := direct.Pack(components)
		if part == nil {
			return
		}
		res = bisect.OfComponents(s.p.Component, part, s.opt.K)
	}
	s.take(res, 0)
	s.ended = true
}

// hasSingletons reports whether there are as many parts as vertices, and any vertex may be in any part.
func hasSingletons(s *search) bool {
	k := s.opt.K
	return !s.ended && k != 2 && k == len(s.p.Mass) && s.p.Fixed == nil && s.p.Shares == nil
}

// separateAll returns the only partition into as many parts as vertices, if it holds the bounds.
func separateAll(s *search) {
	res := &bisect.Solution{Labels: make([]int32, s.opt.K), Status: bisect.Optimal}
	for i := range res.Labels {
		res.Labels[i] = int32(i)
	}
	if s.holds(res.Labels) {
		s.take(res, 0)
		s.rescore()
		s.ended = true
	}
}

// isOnly reports whether the best partition is the only one but for the numbers of its parts: as many parts as vertices, none empty.
func isOnly(s *search) bool {
	n := len(s.p.Mass)
	return s.opt.K == n && slices.Min(objective.Sizes(s.p.Mass, s.best.Labels, n)) > 0
}

// holds reports whether the masses of the parts are within the bounds.
func (s *search) holds(labels []int32) bool {
	return s.problem.Bounds.Violation(objective.Sizes(s.p.Mass, labels, s.opt.K)) == 0
}

// rescore computes the criterion of the best partition.
func (s *search) rescore() { s.violation, s.value = s.problem.Score(s.best.Labels) }
