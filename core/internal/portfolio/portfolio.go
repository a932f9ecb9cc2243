// Package portfolio searches for a partition of low criterion by an ordered list of stages. Each stage has a name, applies to some
// problems and options, and offers partitions; the best of them is the result. A Record says what each stage did.
package portfolio

import (
	"context"
	"errors"
	"math"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/bisect"
	"github.com/tvcut/tvcut/core/internal/deadline"
	"github.com/tvcut/tvcut/core/internal/direct"
	"github.com/tvcut/tvcut/core/internal/multilevel"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/tree"
)

// Problem is a graph to be cut into Options.K parts, with weights and masses in the units of the search.
type Problem struct {
	Graph      *graph.CSR
	Mass       []float64   // m_i > 0
	Component  []int32     // connected component of each vertex; nil if there is one
	Components int         // their number
	Shares     []float64   // target shares that the caller gives, which sum to 1; nil: all are 1/k
	Starts     [][]float64 // functions f⁰ from which the descent starts; may be nil
	Fixed      []int32     // part of each fixed vertex, −1 for the others; may be nil
	Labels     []int32     // partition to start from; may be nil
	Exact      Exact

	Free      []int32 // partition that an earlier search found without bounds, which replaces repeated cuts in two; may be nil
	Consensus bool    // whether a consensus is sought
}

// Exact is the same graph with weights and masses that no step has rounded, in which an exhaustive search compares partitions.
type Exact struct {
	Graph  *graph.CSR
	Mass   []float64
	Bounds objective.Bounds
}

// Options are the parameters of a search.
type Options struct {
	bisect.Options
	Direct       bool          // whether more than two parts may be cut at once
	OnlyDirect   bool          // whether they may be cut in no other way
	Kinds        []bisect.Kind // the kinds of repeated cuts in two
	ChoosesLeast bool          // whether the caller gives a lower bound on the masses
	Soft         bool          // whether a partition that violates the bounds is a result
	Open         bool          // whether a partition with a light part will be replaced by that of another search
	Steps        int           // steps of the evolution with the best effort
	TimeLimit    float64       // seconds, of which the evolution reports the share that has passed; 0: none

	Bounds func(shares []float64, total float64) objective.Bounds // on the masses of parts with these target shares
}

// Outcome is the partition that a search found.
type Outcome struct {
	*bisect.Solution
	Proved  bool // whether a stage proved that no partition has a lower criterion
	Profile *multilevel.Profile
	Records []Record
}

// ErrNoneYet is the error of a search that ctx ended before it had a partition within the bounds.
var ErrNoneYet = errors.New("the context has ended")

// NotFoundError is the error of a search that found no partition within the bounds.
type NotFoundError struct {
	Excess float64 // mass by which the best partition found exceeds them, in the unit of the search
	Proved bool    // whether no partition is within the bounds

	// Imbalance is max_r m(A_r)/(t_r M) − 1 of the best partition if it exceeds upper bounds only, else 0.
	Imbalance float64
}

var _ error = (*NotFoundError)(nil)

// Error says what was not found.
func (e *NotFoundError) Error() string { return "no partition was found within the bounds" }

// Run searches for a partition. observe, which may be nil, is called on the caller's goroutine. The error is ErrNoneYet or
// *NotFoundError.
func Run(ctx context.Context, p *Problem, opt *Options, observe func(bisect.Progress)) (Outcome, error) {
	s := newSearch(ctx, p, opt, observe)
	_ = s.run(finding())
	s.complete()
	if err := s.run(improving()); err != nil {
		return Outcome{}, err
	}
	return Outcome{Solution: s.best, Proved: s.proved, Profile: s.cuts.Profile, Records: s.records}, nil
}

// search is the state of a search.
type search struct {
	ctx     context.Context
	p       *Problem
	opt     *Options
	observe func(bisect.Progress)
	total   float64           // M = Σ m_i
	cuts    *bisect.Recursion // makes cuts in two and counts them

	problem *direct.Problem // with the bounds and the targets of the parts
	options direct.Options
	bounded bool // whether the masses have bounds

	best      *bisect.Solution // of all partitions offered
	violation float64          // of the bounds by the best partition
	value     float64          // its criterion
	failure   error            // no partition within the bounds has been found
	ended     bool             // no further stage searches for a partition
	proved    bool             // no partition has a lower criterion
	violates  bool             // whether the partitions of steps may violate the bounds
	records   []Record
	lowest    float64 // lowest criterion of these
}

func newSearch(ctx context.Context, p *Problem, opt *Options, observe func(bisect.Progress)) *search {
	s := &search{ctx: ctx, p: p, opt: opt, observe: observe, total: objective.Total(p.Mass), value: math.Inf(1), lowest: math.Inf(1)}
	s.cuts = bisect.New(ctx, p.Graph, p.Mass, opt.Options, p.Starts)
	s.cuts.Observe, s.cuts.Step = observe, s.step
	s.cuts.SetComponents(p.Component, p.Components)
	if opt.K == 2 && opt.Lambda == 1 {
		s.cuts.Profile = &multilevel.Profile{}
	}
	if opt.K > 1 {
		s.problem = s.directProblem(p.Shares, p.Fixed)
		s.bounded, s.options = s.problem.Bounds.Bounded(), s.directOptions(s.problem)
	}
	return s
}

// shares returns the target share of each part.
func (s *search) shares(given []float64) []float64 {
	shares := make([]float64, s.opt.K)
	for r := range shares {
		shares[r] = 1 / float64(s.opt.K)
	}
	copy(shares, given)
	return shares
}

// directProblem returns the problem of the direct search: the criterion, the bounds and the target masses, which are within them.
func (s *search) directProblem(given []float64, fixed []int32) *direct.Problem {
	target := s.shares(given)
	bounds := s.opt.Bounds(target, s.total)
	for a := range target {
		target[a] *= s.total // t_r M
	}
	return &direct.Problem{
		Criterion: objective.Criterion{K: s.opt.K, Lambda: s.opt.Lambda, Total: s.total, Edges: s.opt.Edges},
		Bounds:    bounds, Target: bounds.Targets(target), Graph: s.p.Graph, Mass: s.p.Mass, Fixed: fixed,
	}
}

// offer makes a partition the best one if it is better.
func (s *search) offer(found *bisect.Solution) {
	violation, value := s.problem.Score(found.Labels)
	if s.best == nil || violation < s.violation || violation == s.violation && value < s.value {
		s.best, s.violation, s.value = found, violation, value
	}
}

// offerRefined refines a partition within the bounds and offers it.
func (s *search) offerRefined(labels []int32) {
	s.offer(&bisect.Solution{Labels: direct.Refine(s.ctx, s.problem, s.options, labels), Status: bisect.Converged})
}

// aside returns what another search finds, whose partitions have yet to be refined. Its reports have the value of the best partition
// so far, if that is within the bounds.
func (s *search) aside(search func() *bisect.Solution) *bisect.Solution {
	observe := s.observe
	s.observe = s.observer()
	s.cuts.Observe = s.observe
	defer func() { s.observe, s.cuts.Observe = observe, observe }()
	return search()
}

// observer returns the observer of aside.
func (s *search) observer() func(bisect.Progress) {
	observe := s.observe
	if observe == nil {
		return nil
	}
	return func(p bisect.Progress) {
		if s.best != nil && s.violation == 0 {
			p.Energy, p.Value = s.value, s.value
		}
		observe(p)
	}
}

// complete sets what the best partition lacks.
func (s *search) complete() {
	if s.failure != nil {
		return
	}
	if s.ctx.Err() != nil {
		s.best.Status = bisect.Interruption(s.ctx)
	}
	if s.best.Merges == nil && s.opt.K > 2 {
		s.best.Merges = tree.Agglomerate(deadline.Extended(s.ctx), s.p.Graph, s.p.Mass, s.best.Labels, s.opt.K)
	}
	switch {
	case s.best.F != nil: // a cut in two that describes itself
	case s.opt.K == 2 && s.p.Fixed == nil && s.p.Labels == nil:
		s.best.Describe(s.p.Graph, s.p.Mass, s.opt.Lambda)
	default:
		s.best.NOuter, s.best.NInner, s.best.NInnerTotal = s.cuts.NOuter, s.cuts.NInner, s.cuts.NInner
	}
	s.proved = s.opt.K > 1 && isOnly(s)
}
