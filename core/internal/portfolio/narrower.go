package portfolio

import (
	"math"
	"slices"

	"github.com/tvcut/tvcut/core/internal/bisect"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/plan"
)

// narrows reports whether a search with narrower lower bounds follows: on small graphs, if the caller has chosen lower bounds and
// leaves the number of tries to the plan.
func narrows(s *search) bool {
	chosen := s.opt.ChoosesLeast && s.opt.Effort == plan.Usual && s.opt.Tries == 0 && s.p.Graph.N() <= s.opt.Plan.Starts.SmallSearch
	if s.failure != nil || s.proved || !chosen || s.p.Labels != nil || !allowsDirect(s) || !s.opt.Polish || s.ctx.Err() != nil {
		return false
	}
	return s.opt.K > 1 && s.best.Status != bisect.Optimal && !isExhaustive(s) && !isExact(s) && narrower(s) > 0
}

// narrower returns the smallest share of the targets that is above a lower bound, of those that a consensus and the default have as
// lower bounds, or 0 if there is none.
func narrower(s *search) float64 {
	for _, share := range []float64{s.opt.Plan.Consensus.Least, s.opt.Plan.Isolation.Light} {
		if least := raised(s, share)(s.shares(s.p.Shares), s.total).Least; !slices.Equal(least, s.problem.Bounds.Least) {
			return share
		}
	}
	return 0
}

// raised returns the bounds in which no part has less than a share of its target.
func raised(s *search, share float64) func(shares []float64, total float64) objective.Bounds {
	return func(shares []float64, total float64) objective.Bounds {
		b := s.opt.Bounds(shares, total)
		for r, m := range objective.NewBounds(shares, total, share, math.Inf(1)).Least {
			b.Least[r] = max(b.Least[r], m)
		}
		return b
	}
}

// searchNarrower offers the partition of the same search with the next narrower lower bounds. So the criterion is never above what
// is found with these bounds, although single searches differ by up to some per cent.
func searchNarrower(s *search) {
	opt := *s.opt
	opt.Bounds = raised(s, narrower(s))
	found, err := Run(s.ctx, s.p, &opt, s.observer())
	if err != nil { // the bounds may not be possible
		return
	}
	s.offer(&bisect.Solution{Labels: found.Labels, Status: bisect.Converged})
	s.complete()
}
