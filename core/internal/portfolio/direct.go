package portfolio

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/bisect"
	"github.com/tvcut/tvcut/core/internal/direct"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/plan"
)

// directOptions returns the options of the direct search. For the value of more than two parts without fixed vertices, the
// direct search also cuts the coarsest graph by recursive bisection, which finds clusters of unequal mass.
func (s *search) directOptions(p *direct.Problem) direct.Options {
	opt := direct.Options{PartsSearch: s.opt.Plan.PartsSearch(s.opt.Facts(s.p.Graph.N(), s.p.Graph.NNZ())), Seed: s.opt.Seed,
		Part: s.cuts.Parts, Threads: s.opt.Threads}
	omits := s.opt.Plan.Omits
	opt.NoExchange, opt.NoSweep, opt.NoTransfer = omits(plan.PairCuts), omits(plan.BorderSearch), omits(plan.Transfers)
	if omits(plan.Bisections) {
		opt.Bisections = 0
	}
	if s.observe != nil {
		opt.Observe = func(value, fraction float64) {
			s.observe(bisect.Progress{Energy: value, Value: value, Phase: bisect.SearchPhase, Fraction: fraction})
		}
	}
	if !s.opt.Edges && s.opt.K > 2 && p.Fixed == nil {
		for _, kind := range []bisect.Kind{bisect.Asymmetric, bisect.Symmetric} {
			opt.Initial = append(opt.Initial, func(ctx context.Context, g *graph.CSR, mass []float64, seed uint64) []int32 {
				return bisectCoarse(ctx, s, g, mass, seed, kind)
			})
		}
	}
	return opt
}

// bisectCoarse cuts a coarse graph by recursive bisection.
func bisectCoarse(ctx context.Context, s *search, g *graph.CSR, mass []float64, seed uint64, kind bisect.Kind) []int32 {
	opt := s.opt.Options
	opt.Seed, opt.Threads, opt.Tries, opt.Init, opt.Polish = seed, 1, 1, bisect.Multilevel, true
	return bisect.New(ctx, ordered(g), mass, opt, nil).Cut(kind).Labels
}

// ordered returns a coarse graph, whose rows are in no particular order, with ascending rows and w_ij = w_ji exactly.
func ordered(g *graph.CSR) *graph.CSR {
	edges := make([]graph.Edge, 0, g.NNZ()/2)
	for i := range g.N() {
		idx, w := g.Row(i)
		for e, j := range idx {
			if i < int(j) {
				edges = append(edges, graph.Edge{I: i, J: int(j), W: w[e]})
			}
		}
	}
	sorted, err := graph.FromEdges(g.N(), edges)
	if err != nil {
		panic(err) // sums of weights in the safe range are valid weights
	}
	return sorted
}

// mayDominate reports whether the upper bounds allow a part that dominates.
func mayDominate(s *search) bool {
	return slices.Max(s.problem.Bounds.Most) > s.opt.Plan.Parts.Dominant*s.total
}

// hasLabels reports whether there is a partition to start from.
func hasLabels(s *search) bool { return !s.ended && s.p.Labels != nil }

func refineLabels(s *search) {
	if violation, value := s.problem.Score(s.p.Labels); violation == 0 && s.options.Observe != nil {
		s.options.Observe(value, 0)
	}
	s.offerRefined(slices.Clone(s.p.Labels)) // the parts of the result are renumbered in place
	s.ended = true
}

// allowsDirect reports whether the options allow the direct search.
func allowsDirect(s *search) bool {
	if s.opt.K == 2 {
		return len(s.p.Starts) == 0 && s.opt.IsMultilevel()
	}
	return s.opt.Direct
}

// searchesDirectly reports whether the direct search makes a partition. With fixed vertices and no bounds it does so only if a
// lower bound is given or the strategy is direct: if few vertices of each class are fixed, partitions of the lowest value agree
// less with the classes than those that withFixed refines.
func searchesDirectly(s *search) bool {
	switch {
	case s.ended || !allowsDirect(s):
		return false
	case s.bounded, s.opt.K > 2 && s.opt.OnlyDirect:
		return true
	case s.p.Fixed != nil:
		return s.opt.ChoosesLeast && s.opt.IsMultilevel()
	}
	return s.opt.K > 2 && s.opt.IsMultilevel()
}

// cutDirectly cuts the graph by the direct search. It fails if ctx ends before there is a partition that could replace the one that
// an earlier search found.
func cutDirectly(s *search) {
	search := direct.Cut
	if s.bounded && s.p.Free != nil {
		search = direct.Search
	}
	labels := search(s.ctx, s.problem, s.options)
	if labels == nil {
		s.failure, s.ended = ErrNoneYet, true
		return
	}
	s.offer(&bisect.Solution{Labels: labels, Status: bisect.Converged})
}

// searchesWithoutFixed reports whether partitions that are found without the fixed vertices follow the direct search.
func searchesWithoutFixed(s *search) bool {
	return s.p.Fixed != nil && !s.bounded && searchesDirectly(s) && s.goesOn()
}

// goesOn reports whether there is time for another search.
func (s *search) goesOn() bool { return s.ctx.Err() == nil && s.opt.Effort > plan.Fast }

// cutWithoutFixed refines two partitions and offers them: one that is found without the fixed vertices, whose parts are
// then numbered by the fixed vertices in them, and the one of label propagation from the fixed vertices. If few vertices are
// fixed, a search that knows them from the start contracts their neighbours with vertices of other parts.
func cutWithoutFixed(s *search) {
	problem, fixed, propagated := *s.p, s.p.Fixed, propagateAll(s, s.p.Fixed)
	problem.Fixed = nil
	free := newSearch(s.ctx, &problem, s.opt, s.observer())
	if s.failure = free.run(finding()); s.failure != nil {
		s.ended = true
		return
	}
	numberParts(free.best.Labels, fixed, propagated, s.p.Mass, s.opt.K)
	occupy(free.best.Labels, fixed, s.opt.K)
	s.offerRefined(free.best.Labels)
	s.offerRefined(propagated)
}

// misses reports whether the best partition has yet to be finished: see pack.
func misses(s *search) bool { return s.failure == nil && (s.best == nil || s.violation > 0) }

// pack offers a packing of the vertices, and fails if the best partition still violates the bounds.
func pack(s *search) {
	labels, proved := direct.Pack(s.problem)
	if labels != nil {
		s.offerRefined(labels)
	}
	if s.best == nil {
		s.failure = &NotFoundError{Excess: s.violation, Proved: proved}
		return
	}
	if s.violation == 0 {
		return
	}
	occupy(s.best.Labels, s.p.Fixed, s.opt.K) // the search may leave parts without vertices where the bounds leave it no choice
	s.rescore()
	imbalance := packWider(s)
	if !s.opt.Soft {
		s.failure = &NotFoundError{s.violation, proved, imbalance}
	}
}

// widths is the number of upper bounds for which packWider seeks a packing.
const widths = 12

// packWider makes a packing within the narrowest upper bounds for which it finds one the best partition, refined within these bounds.
// They are found by halving the interval up to those that the best partition keeps. It returns the imbalance of the best partition, or 0
// if that violates lower bounds as well.
func packWider(s *search) float64 {
	most, high := s.problem.Bounds.Most, 0.0
	for r, m := range objective.Sizes(s.p.Mass, s.best.Labels, s.opt.K) {
		high = max(high, m/most[r]-1)
	}
	if high == 0 {
		return 0 // only lower bounds are violated
	}
	var packed []int32
	wider, low := *s.problem, 0.0
	wider.Bounds.Most = make([]float64, len(most))
	for t := 0; t < widths && s.ctx.Err() == nil; t++ {
		width := (low + high) / 2
		floats.ScaleTo(wider.Bounds.Most, 1+width, most)
		if labels, _ := direct.Pack(&wider); labels == nil {
			low = width
		} else {
			packed, high = labels, width
		}
	}
	floats.ScaleTo(wider.Bounds.Most, (1+high)*(1+objective.Rounding), most)
	if packed != nil {
		s.best = &bisect.Solution{Labels: direct.Refine(s.ctx, &wider, s.options, packed), Status: bisect.Converged}
		s.rescore()
	}
	size := objective.Sizes(s.p.Mass, s.best.Labels, s.opt.K)
	if wider.Bounds.Violation(size) > 0 {
		return 0
	}
	return max(0, objective.Imbalance(size, s.problem.Target, 1)) // targets are masses
}
