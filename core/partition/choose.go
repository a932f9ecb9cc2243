package partition

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/tvcut/tvcut/core/internal/bisect"
	"github.com/tvcut/tvcut/core/internal/isolation"
	"github.com/tvcut/tvcut/core/internal/limits"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/portfolio"
)

// Evidence is what Run compares if MinShare is absent. Gap to Close are 0 if MinShare is present, or if no other partition was examined
// than that of lowest value, since none of its parts is light. Modularity and Rise are 0 if MinShare is present, parts are isolated, or
// there are target shares or upper bounds.
type Evidence struct {
	Least       float64 // mass of the lightest cluster, with Normalized its vertices; a lighter component is no cluster
	Gap         float64 // gap of most parts of the partition that was chosen of those examined: see isolation.Gap
	Share       float64 // MinShare of this partition
	Loose       int     // vertices in pieces too light for a cluster, which were given to the parts of the others
	LowestValue float64 // lowest value that was found without MinShare, 0 if there are as many components as parts
	LowestMass  float64 // mass of the smallest part of the partition with this value
	Close       bool    // whether the gap that isolated parts have is at most Isolation.Close times larger or smaller than Gap

	Modularity float64 // modularity of the partition after single vertices moved to raise it, relative to that of a random graph
	Rise       float64 // its relative rise by these moves

	Plateau, Stability float64 // of the number of parts with AutoClusters, else 0: see modularity.Estimate
}

// chooser finds the partition for an absent MinShare.
type chooser struct {
	ctx      context.Context
	whole    Problem
	opt      Options
	observe  func(Progress)
	anySize  bool              // whether there are neither target shares nor upper bounds
	pieces   *isolation.Pieces // nil: no vertices are set aside
	last     *kept
	lowest   *Result
	lightest float64 // mass of the lightest part of lowest relative to an equal share, in counted
	evidence Evidence
	stages   []Stage // of all searches so far
}

// choose finds a partition. If MinShare is present, or the options or the problem select a method by which no other partition is
// found, it is the partition of lowest criterion.
//
// Otherwise the partition of lowest value is found first, and returned if none of its parts is lighter than Isolation.Light of an equal share.
// Real graphs have cuts of low value with a few vertices on one side, which are seldom what is wanted. If a part is lighter,
// partitions with each of Isolation.Shares follow, of which the first with isolated parts is returned, or the one whose parts are mostly
// isolated, and if there is none the consensus of partitions without light parts or, with target shares, the partition of lowest value
// without them.
//
// Unless the parts are isolated, single vertices then move to raise the modularity. If that rises by the share Communities.Rise, and to
// Communities.Chance times that of a random graph, the graph has communities that differ in size, and their partition is returned.
func choose(ctx context.Context, p Problem, opt Options, observe func(Progress)) (*Result, error) {
	if !p.isOpen(&opt) {
		return run(ctx, p, opt, earlier{}, observe)
	}
	if err := p.validate(opt); err != nil {
		return nil, err
	}
	c := &chooser{ctx: ctx, whole: p, opt: opt, observe: observe}
	c.anySize = p.PartWeights == nil && len(opt.limits().Bounding(limits.MaxImbalance, limits.MaxSize)) == 0
	if c.anySize {
		mass, _ := p.measure(p.Graph, counted, 0)
		c.pieces = isolation.NewPieces(p.Graph, mass)
	}
	all := c.without(opt.leastShare(p.Graph.N()))
	lowest, err := c.run(all, opt, earlier{}, Lowest)
	switch {
	case err != nil:
		return nil, err
	case !p.hasSpeck(&opt, lowest.Masses):
		return c.finishOrRaise(all, lowest, Lowest), nil
	case ctx.Err() != nil:
		return c.finish(all, lowest.endedBy(ctx), Lowest), nil
	}
	c.lowest, c.evidence.LowestValue, c.evidence.LowestMass = lowest, lowest.Value, slices.Min(lowest.Masses)
	_, mass := all.inUnits(&opt, counted)
	c.lightest = slices.Min(objective.Sizes(mass, lowest.Labels, opt.NClusters)) * float64(opt.NClusters) / objective.Total(mass)
	if p.PartWeights == nil {
		if res := c.isolated(); res != nil {
			return res, nil
		}
	}
	return c.agreed(all)
}

// isOpen reports whether the parts may have any mass because the caller asks for nothing else: MinShare and MinSize are absent, and
// neither the options nor the problem select a method for which that means the lowest value.
func (p Problem) isOpen(opt *Options) bool {
	return !opt.choosesLeast() && opt.NClusters > 1 && opt.Asymmetry == 1 && opt.Objective == ValueObjective && opt.Init == Auto &&
		p.Starts == nil && p.Labels == nil && p.Fixed == nil
}

// hasSpeck reports whether some mass m(A_r) is less than Isolation.Light of its target.
func (p Problem) hasSpeck(opt *Options, sizes []float64) bool {
	bounds := objective.NewBounds(p.shares(opt.NClusters), objective.Total(sizes), opt.plan.Isolation.Light, math.Inf(1))
	return bounds.Violation(sizes) > 0
}

// run finds a partition of the vertices that are kept, for the choice that it may become.
func (c *chooser) run(k *kept, opt Options, given earlier, search Choice) (*Result, error) {
	opt.LowerBound = opt.LowerBound && k.vertices == nil
	res, err := run(c.ctx, k.problem, opt, given, c.observe)
	c.keepStages(res, search)
	return res, err
}

// agreed returns the consensus of partitions or, with target shares, the best partition without light parts, or the
// partition of lowest value if there is none.
func (c *chooser) agreed(all *kept) (*Result, error) {
	opt, given, k := c.opt, earlier{free: c.lowest.Labels}, all
	opt.MinShare = Some(c.opt.plan.Isolation.Light)
	if c.whole.PartWeights == nil {
		k, given = c.without(max(c.opt.plan.Consensus.Least, c.opt.leastShare(c.whole.Graph.N()))), earlier{consensus: true}
	}
	choice := Consensus
	if c.whole.PartWeights != nil {
		choice = Lowest
	}
	res, err := c.run(k, opt, given, choice)
	if _, unmet := errors.AsType[*BoundsError](err); unmet || errors.Is(err, portfolio.ErrNoneYet) { // or the masses do not allow it
		return c.finish(all, c.lowest.endedBy(c.ctx), Lowest), nil
	}
	if err != nil {
		return nil, err
	}
	return c.finishOrRaise(k, res, choice), nil
}

// finish returns the result of the whole graph for that of the vertices that are kept.
func (c *chooser) finish(k *kept, res *Result, choice Choice) *Result {
	switch {
	case k.vertices != nil && len(res.Labels) < c.whole.Graph.N():
		res = c.extended(k, res)
	case c.lowest != nil && c.lowest != res:
		res.Profile = c.lowest.Profile
		res.settleBy(c.lowest)
	}
	c.evidence.Loose, c.evidence.Least = len(isolation.Loose(c.whole.Graph.N(), k.vertices)), res.Evidence.Least
	if res.NComponents >= c.opt.NClusters && c.evidence.Loose > 0 {
		c.evidence.LowestValue, c.evidence.LowestMass = 0, c.whole.alongComponents(&c.opt)
	}
	numbers := &c.opt.plan.Isolation
	c.evidence.Close = c.evidence.Gap >= numbers.Gap/numbers.Close && c.evidence.Gap <= numbers.Close*numbers.Gap
	res.Stages, res.Choice, res.Evidence = c.stagesFor(res), choice, c.evidence
	return res
}

// settleBy replaces what a later search proved, for parts of at least some share, by what free, the result of the first one,
// proves for all partitions that the caller allows.
func (r *Result) settleBy(free *Result) {
	isOptimal := free.Status == Optimal && r.Value <= min(free.Value*(1+objective.Rounding), math.MaxFloat64)
	switch {
	case isOptimal && r.Value > 0:
		r.Status = Optimal
	case r.Status == Optimal && r.Value > 0:
		r.Status = Converged
	}
	r.LowerBound = free.LowerBound
	if r.Status == Optimal && r.LowerBound.Present {
		r.LowerBound = Some(r.Value)
	}
}

// endedBy returns r with the status of a run that the context has ended, if it has ended and r is not optimal.
func (r *Result) endedBy(ctx context.Context) *Result {
	if ctx.Err() != nil && r.Status != Optimal {
		r.Status = Status(bisect.Interruption(ctx))
	}
	return r
}
