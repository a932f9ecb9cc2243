package partition

import (
	"math"
	"slices"
	"time"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/isolation"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/units"
)

// leastShare returns the mass of the lightest cluster relative to an equal share. On graphs of so few vertices that
// Isolation.Vertices of them are Light, it is the smallest of the shares, of less than one vertex.
func (o *Options) leastShare(n int) float64 {
	numbers := &o.plan.Isolation
	smallest := numbers.Shares[len(numbers.Shares)-1]
	if few := shareOf(numbers.Vertices, n, o.NClusters); few < numbers.Light {
		return max(smallest, few)
	}
	return smallest
}

// shareOf returns the mass of a number of vertices of mean mass relative to an equal share of n vertices in k parts.
func shareOf(count, n, k int) float64 { return float64(count) * float64(k) / float64(n) }

// examined returns a partition with a MinShare for which evidence is sought: that of lowest value if it holds the bound, or one
// found in a short time. Its values are not those of a partition that will be returned, so they are not reported.
func (c *chooser) examined(k *kept, share float64) (*Result, error) {
	if c.lightest >= share && len(c.lowest.Labels) == k.problem.Graph.N() { // the same vertices are kept
		return &Result{Labels: slices.Clone(c.lowest.Labels), Value: c.lowest.Value, ownStages: c.lowest.ownStages}, nil
	}
	opt := c.opt
	opt.MinShare, opt.Effort, opt.NStarts, opt.LowerBound = Some(share), min(opt.Effort, FastEffort), Some(c.opt.plan.Isolation.Tries), false
	opt.Balance = counted
	res, err := run(c.ctx, k.problem, opt, earlier{}, nil)
	c.keepStages(res, Isolated)
	return res, err
}

// counted is the balance by which the size of clusters and pieces is measured where the problem gives no masses: the number
// of vertices. The degrees in a cluster depend on its density, so that a light one may have many vertices.
const counted = Ratio

// separated is a partition that was examined, of the vertices that are kept, with its gap.
type separated struct {
	k     *kept
	res   *Result
	share float64
	gap   isolation.Gap
}

// isolated returns the first partition all of whose parts are isolated or, if there is none, the one with the largest gap if most of its
// parts are. It returns nil if there is none either.
func (c *chooser) isolated() *Result {
	numbers, best := &c.opt.plan.Isolation, separated{}
	few, last := shareOf(numbers.Vertices, c.whole.Graph.N(), c.opt.NClusters), numbers.Light
	for _, share := range numbers.Shares {
		if share = max(share, few); share >= last {
			continue
		}
		last = share
		k := c.without(share)
		res, err := c.examined(k, share)
		if err != nil {
			continue
		}
		found := separated{k, res, share, c.separate(k, res, share)}
		if found.gap.All >= numbers.Gap {
			if res := c.accepted(found); res != nil {
				return res
			}
		} else if found.gap.Most > best.gap.Most {
			best = found
		}
	}
	return c.accepted(best)
}

// accepted keeps the gap of a partition as evidence, and returns the result for it. It returns nil if the gap is too small, if ctx has
// ended, or if an upper bound does not hold.
func (c *chooser) accepted(found separated) *Result {
	c.evidence.Gap, c.evidence.Share = found.gap.Most, found.share
	if found.gap.Most < c.opt.plan.Isolation.Gap || c.ctx.Err() != nil {
		return nil
	}
	if better := c.improved(found); better != nil {
		return c.finish(found.k, better, Isolated)
	}
	return nil
}

// improved returns the partition that the search of the options finds from one with isolated parts under bounds that this holds,
// or the given one if that is not isolated. It returns nil if isolation.Separate changed the result and an upper bound does not
// hold any more.
func (c *chooser) improved(found separated) *Result {
	k, res := found.k, found.res
	if slices.Equal(res.Labels, c.lowest.Labels) {
		return c.lowest.endedBy(c.ctx)
	}
	opt, given := c.opt, earlier{free: slices.Clone(res.Labels)}
	opt.MinShare = Some(found.share)
	if c.opt.Balance == Normalized && c.whole.VertexWeight == nil {
		opt.MinShare = Some(slices.Min(volumes(k.problem.Graph, res.Labels, opt.NClusters)) * float64(opt.NClusters))
	}
	if better, err := c.run(k, opt, given, Isolated); err == nil {
		labels, least := better.Labels, c.opt.plan.Isolation.Gap
		if gap := c.separate(k, better, found.share); gap.Most >= least && (gap.All >= least || found.gap.All < least) {
			if slices.Equal(labels, better.Labels) {
				return better
			}
			res = better
		}
	}
	res.merges = nil
	whole := c.extended(k, res).endedBy(c.ctx)
	if c.opt.limits().Bounds(c.whole.shares(c.opt.NClusters), objective.Total(whole.Masses)).Violation(whole.Masses) > 0 {
		return nil
	}
	return whole
}

// volumes returns the share of each part in the sum of all degrees.
func volumes(g *graph.CSR, labels []int32, k int) []float64 {
	degree := units.PositiveDegrees(g)
	size, total := objective.Sizes(degree, labels, k), objective.Total(degree)
	for r := range size {
		size[r] /= total
	}
	return size
}

// separate separates the parts of a partition, and returns the gap.
func (c *chooser) separate(k *kept, res *Result, share float64) (gap isolation.Gap) {
	if res.Value == 0 && share >= c.opt.plan.Isolation.Shares[1] { // unions of pieces that nothing links
		return isolation.Gap{All: math.Inf(1), Most: math.Inf(1)}
	}
	g, mass := k.inUnits(&c.opt, counted)
	labels, start := res.Labels, time.Now()
	res.Labels, gap = isolation.Separate(c.ctx, isolation.Partition{Graph: g, Mass: mass, Labels: res.Labels, K: c.opt.NClusters,
		Least: share * objective.Total(mass) / float64(c.opt.NClusters), Seed: c.opt.Seed, Threads: c.opt.NumThreads()})
	c.keepSeparation(res, start, !slices.Equal(labels, res.Labels))
	return gap
}
