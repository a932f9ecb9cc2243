package portfolio

import (
	"math"

	"github.com/tvcut/tvcut/core/internal/bisect"
	"github.com/tvcut/tvcut/core/internal/deadline"
	"github.com/tvcut/tvcut/core/internal/exact"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/tree"
)

// isExhaustive reports whether the options leave the search to the portfolio, and all partitions can be visited in a short time.
func isExhaustive(s *search) bool {
	own := s.opt.Init != bisect.Auto || len(s.p.Starts) > 0 || s.p.Labels != nil // the caller's start
	refined := s.opt.Polish && (s.opt.K == 2 || s.opt.Descent.MaxRefine > 0)
	if s.opt.K == 1 || s.proved || own || !refined || s.p.Consensus || s.ctx.Err() != nil {
		return false
	}
	n, k := len(s.p.Mass), s.opt.K
	count := exact.NumPartitions(n, k)
	if isOrdered(s) {
		free := 0
		for i := range s.p.Mass {
			if s.p.Fixed == nil || s.p.Fixed[i] < 0 {
				free++
			}
		}
		count = math.Pow(float64(k), float64(free))
	}
	most := &s.opt.Plan.Proofs
	return count <= most.Partitions && count*float64(n+s.p.Graph.NNZ()) <= most.PartitionsWork
}

// isOrdered reports whether parts have numbers: those of the fixed vertices or of the target shares.
func isOrdered(s *search) bool { return s.p.Fixed != nil || s.p.Shares != nil }

// exhaust visits all partitions. The best of them replaces the best partition so far if that has a higher criterion or violates
// the bounds.
func exhaust(s *search) {
	p := &exact.Problem{Criterion: s.problem.Criterion, Bounds: s.p.Exact.Bounds, Graph: s.p.Exact.Graph, Mass: s.p.Exact.Mass, Fixed: s.p.Fixed}
	found, lowest := exact.Enumerate(s.ctx, p, isOrdered(s))
	if found == nil || math.IsInf(lowest, 1) {
		return
	}
	s.proved = true
	if s.failure == nil && !objective.Lowers(lowest, p.Value(s.best.Labels)) {
		return
	}
	if s.failure != nil {
		s.best, s.failure = &bisect.Solution{}, nil
	}
	s.best.Labels, s.best.Merges = found, tree.Agglomerate(deadline.Extended(s.ctx), p.Graph, p.Mass, found, s.opt.K)
	s.take(s.best, s.criterionOf(found))
	if s.opt.K == 2 && s.p.Fixed == nil {
		s.best.Energy = math.NaN() // the caller sets it, with F and Trace
		if s.best.F == nil {
			s.best.F = make([]float64, len(found))
		}
	}
}
