package partition

import (
	"fmt"
	"math"

	"github.com/tvcut/tvcut/core/internal/objective"
)

// counts decides which bounds the parts of a graph can hold if all vertices have equal mass. The masses of the parts are
// then numbers of vertices.
type counts struct {
	n      float64   // number of vertices
	shares []float64 // t_r
	least  []float64 // smallest number of vertices of each part: its fixed vertices, at least 1
}

func (p Problem) counts(k int) *counts {
	c := &counts{n: float64(p.Graph.N()), shares: p.shares(k), least: make([]float64, k)}
	for _, a := range p.Fixed {
		if a >= 0 {
			c.least[a]++
		}
	}
	for r := range c.least {
		c.least[r] = max(1, c.least[r])
	}
	return c
}

// limits returns the smallest and the largest number of vertices of each part: l_r = max(least_r, ⌈Least_r⌉) and
// u_r = min(n, ⌊Most_r⌋).
func (c *counts) limits(minShare, imbalance float64) (low, high []float64) {
	b := objective.NewBounds(c.shares, c.n, minShare, imbalance)
	for r, least := range c.least {
		low, high = append(low, max(least, math.Ceil(b.Least[r]))), append(high, min(c.n, math.Floor(b.Most[r])))
	}
	return low, high
}

// excess returns the number of vertices by which parts cannot hold the bounds. A partition exists if and only if l_r ≤ u_r
// for every r and Σ l_r ≤ n ≤ Σ u_r, that is, if the excess is 0.
func (c *counts) excess(minShare, imbalance float64) float64 {
	low, high := c.limits(minShare, imbalance)
	crossed := 0.0
	for r, l := range low {
		crossed += max(0, l-high[r])
	}
	return max(objective.Total(low)-c.n, c.n-objective.Total(high), crossed)
}

// bisectionSteps halve an interval to about the resolution of float64.
const bisectionSteps = 60

// largestMinShare returns the largest min_share below the given one for which a partition exists. It ignores the upper bounds
// if no partition holds them.
func (c *counts) largestMinShare(below, imbalance float64) float64 {
	low, high := 0.0, below
	if c.excess(0, imbalance) > 0 {
		imbalance = math.Inf(1)
	}
	for range bisectionSteps {
		if middle := (low + high) / 2; c.excess(middle, imbalance) == 0 {
			low = middle
		} else {
			high = middle
		}
	}
	return math.Floor(low*1e7) / 1e7
}

// smallestImbalance returns the smallest max_imbalance above the given one for which a partition exists. One exists for
// some max_imbalance.
func (c *counts) smallestImbalance(minShare, above float64) float64 {
	low, high := above, max(1, 2*above)
	for c.excess(minShare, high) > 0 && !math.IsInf(high, 1) {
		low, high = high, 2*high
	}
	for range bisectionSteps {
		if middle := (low + high) / 2; c.excess(minShare, middle) == 0 {
			high = middle
		} else {
			low = middle
		}
	}
	return roundUp(high)
}

// wholeImbalance returns the smallest imbalance that whole vertices of equal mass allow without fixed vertices if the default
// with CutObjective is used and is smaller, else 0.
func (p Problem) wholeImbalance(opt *Options, mass []float64) float64 {
	if opt.MaxImbalance.Present || opt.Objective != CutObjective || !areEqual(mass) {
		return 0
	}
	p.Fixed = nil
	c := p.counts(opt.NClusters)
	if c.excess(opt.MinShare.Value, math.Inf(1)) > 0 || c.excess(opt.MinShare.Value, cutImbalance) == 0 {
		return 0
	}
	return c.smallestImbalance(opt.MinShare.Value, cutImbalance)
}

// areEqual reports whether all masses are equal.
func areEqual(mass []float64) bool {
	for _, m := range mass {
		if m != mass[0] {
			return false
		}
	}
	return true
}

// checkCounts returns *BoundsError if no partition holds the bounds. Every vertex has the given mass.
func (p Problem) checkCounts(opt *Options, mass float64) error {
	c, imbalance := p.counts(opt.NClusters), math.Inf(1)
	if h := opt.imbalance(); h.Present {
		imbalance = h.Value
	}
	if excess := c.excess(opt.MinShare.Value, math.Inf(1)); excess > 0 {
		return &BoundsError{"min_share", excess * mass, fmt.Sprintf("%s, so no partition exists; the largest possible min_share is %.9g",
			p.describeLeast(opt, c), c.largestMinShare(opt.MinShare.Value, imbalance))}
	}
	if excess := c.excess(opt.MinShare.Value, imbalance); excess > 0 {
		return &BoundsError{"max_imbalance", excess * mass, fmt.Sprintf("%s, so no partition exists; the smallest possible max_imbalance is %.9g",
			p.describeMost(opt, c), c.smallestImbalance(opt.MinShare.Value, imbalance))}
	}
	return nil
}

// areAlike reports whether the same numbers of vertices are possible for all parts.
func (p Problem) areAlike() bool { return p.PartWeights == nil && p.Fixed == nil }

// describeLeast returns what min_share demands of parts.
func (p Problem) describeLeast(opt *Options, c *counts) string {
	low, _ := c.limits(opt.MinShare.Value, math.Inf(1))
	if p.areAlike() {
		return fmt.Sprintf("min_share = %g demands parts of at least %.0f of %.0f vertices in %d parts", opt.MinShare.Value,
			low[0], c.n, opt.NClusters)
	}
	with := " demands"
	if p.Fixed != nil {
		with = " and the fixed vertices demand"
	}
	return fmt.Sprintf("min_share = %g%s %.0f vertices for %d parts, and the graph has %.0f", opt.MinShare.Value, with,
		objective.Total(low), opt.NClusters, c.n)
}

// describeMost returns what the bounds allow for parts, one of which they do not allow.
func (p Problem) describeMost(opt *Options, c *counts) string {
	low, high := c.limits(opt.MinShare.Value, opt.imbalance().Value)
	allow := opt.boundsAllow()
	for r := range low {
		if low[r] > high[r] && !p.areAlike() {
			return fmt.Sprintf("%s at most %.0f vertices in part %d, which needs %.0f", allow, high[r], r, low[r])
		}
	}
	switch {
	case !p.areAlike():
		return fmt.Sprintf("%s at most %.0f of %.0f vertices in all %d parts together", allow, objective.Total(high), c.n, opt.NClusters)
	case opt.MinShare.Value > 0:
		return fmt.Sprintf("%s only parts of at least %.0f and at most %.0f of %.0f vertices in %d parts", allow, low[0], high[0], c.n,
			opt.NClusters)
	}
	return fmt.Sprintf("%s parts of at most %.0f of %.0f vertices in %d parts", allow, high[0], c.n, opt.NClusters)
}
