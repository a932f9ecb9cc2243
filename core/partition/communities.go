package partition

import (
	"math"
	"slices"
	"time"

	"github.com/tvcut/tvcut/core/internal/memory"
	"github.com/tvcut/tvcut/core/internal/modularity"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/random"
)

// finishOrRaise returns the result of the whole graph for that of the vertices that are kept, or the partition that has a clearly higher
// modularity: see choose. A proven optimum stays, and so does the partition of a graph so large that memory is short.
func (c *chooser) finishOrRaise(k *kept, res *Result, choice Choice) *Result {
	if !c.anySize || memory.IsLarge(k.problem.Graph) || res.Value == 0 || res.Status == Optimal || c.ctx.Err() != nil {
		return c.finish(k, res, choice)
	}
	start := time.Now()
	labels, found := c.raise(k, res.Labels)
	first := len(c.stages)
	c.stages = append(c.stages, Stage{Name: "modularity", Search: Communities, Seconds: time.Since(start).Seconds(), Before: math.Inf(1),
		After: math.Inf(1), Gave: found})
	if !found {
		return c.finish(k, res, choice)
	}
	if c.lowest == nil {
		c.lowest = res
	}
	raised := c.extended(k, &Result{Labels: labels, Status: res.Status, NInnerTotal: res.NInnerTotal, NOuter: res.NOuter, NInner: res.NInner,
		ownStages: [2]int{first, first + 1}})
	c.stages[first].After = raised.Value
	return c.finish(k, raised, Communities)
}

// raise returns the partition after single vertices have moved to raise the modularity, and keeps what that shows as evidence. No part
// becomes lighter than that of a consensus may be. If the graph has communities, it is the better of two: this partition, whose moves
// may have ended where two parts hold one community and one part holds two, and one that is merged from communities.
func (c *chooser) raise(k *kept, labels []int32) (raised []int32, found bool) {
	n, numbers := c.opt.NClusters, &c.opt.plan.Communities
	g, mass := k.inUnits(&c.opt, counted)
	rng := random.New(c.opt.Seed, random.Communities, 0, 0)
	p := modularity.Partition{Graph: g, Mass: mass, Labels: labels, K: n, Sweeps: numbers.Sweeps,
		Least: c.opt.plan.Consensus.Least * objective.Total(mass) / float64(n)}
	raised = modularity.Raise(c.ctx, p, rng)
	before, after, chance := modularity.Of(g, labels, n), modularity.Of(g, raised, n), modularity.OfChance(g)
	if !(before > 0 && chance > 0) {
		return labels, false
	}
	c.evidence.Modularity, c.evidence.Rise = after/chance, after/before-1
	if c.evidence.Rise < numbers.Rise || c.evidence.Modularity < numbers.Chance {
		return labels, false
	}
	if merged := modularity.Merge(c.ctx, p, rng); merged != nil && modularity.Of(g, merged, n) > after && isNoLighter(p, merged) {
		raised = merged
	}
	return raised, true
}

// isNoLighter reports whether no part is lighter than the least mass.
func isNoLighter(p modularity.Partition, labels []int32) bool {
	return slices.Min(objective.Sizes(p.Mass, labels, p.K)) >= p.Least
}
