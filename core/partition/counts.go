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

// excess returns the number of vertices by which parts cannot hold the bounds. Part r may have l_r = ⌈Least_r⌉ to
// u_r = ⌊Most_r⌋ vertices, at least those in least. A partition exists if and only if l_r ≤ u_r for every r and
// Σ l_r ≤ n ≤ Σ u_r, that is, if the excess is 0.
func (c *counts) excess(minShare, imbalance float64) float64 {
	b := objective.NewBounds(c.shares, c.n, minShare, imbalance)
	low, high, crossed := 0.0, 0.0, 0.0
	for r, least := range c.least {
		l, u := max(least, math.Ceil(b.Least[r])), min(c.n, math.Floor(b.Most[r]))
		low, high, crossed = low+l, high+u, crossed+max(0, l-u)
	}
	return max(low-c.n, c.n-high, crossed)
}

// bisectionSteps halve an interval to about the resolution of float64.
const bisectionSteps = 60

// largestMinShare returns the largest min_share below the given one for which a partition exists.
func (c *counts) largestMinShare(below float64) float64 {
	low, high := 0.0, below
	for range bisectionSteps {
		if middle := (low + high) / 2; c.excess(middle, math.Inf(1)) == 0 {
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

// checkCounts returns *BoundsError if no partition holds the bounds. Every vertex has the given mass.
func (p Problem) checkCounts(opt *Options, mass float64) error {
	c, imbalance := p.counts(opt.NClusters), math.Inf(1)
	if h := opt.imbalance(); h.Present {
		imbalance = h.Value
	}
	if excess := c.excess(opt.MinShare.Value, math.Inf(1)); excess > 0 {
		return &BoundsError{"min_share", excess * mass, fmt.Sprintf("%s, so no partition exists; the largest possible min_share is %.9g",
			p.describeLeast(opt, c.n), c.largestMinShare(opt.MinShare.Value))}
	}
	if excess := c.excess(opt.MinShare.Value, imbalance); excess > 0 {
		return &BoundsError{"max_imbalance", excess * mass, fmt.Sprintf("%s, so no partition exists; the smallest possible max_imbalance is %.9g",
			p.describeMost(opt, c.n), c.smallestImbalance(opt.MinShare.Value, imbalance))}
	}
	return nil
}

// describeLeast returns what min_share demands of parts of n vertices.
func (p Problem) describeLeast(opt *Options, n float64) string {
	if p.PartWeights != nil || p.Fixed != nil {
		return fmt.Sprintf("min_share = %g demands more than the %g vertices of the graph for its %d parts",
			opt.MinShare.Value, n, opt.NClusters)
	}
	return fmt.Sprintf("min_share = %g demands parts of at least %.4g of %g vertices in %d parts", opt.MinShare.Value,
		opt.MinShare.Value*n/float64(opt.NClusters), n, opt.NClusters)
}

// describeMost returns what the bounds allow for parts of n vertices.
func (p Problem) describeMost(opt *Options, n float64) string {
	share, k := n/float64(opt.NClusters), opt.NClusters
	most := (1 + opt.imbalance().Value) * share
	switch {
	case p.PartWeights != nil || p.Fixed != nil:
		return fmt.Sprintf("%s allows no numbers of vertices that sum to %g in %d parts", opt.describeBounds(), n, k)
	case opt.MinShare.Value > 0:
		return fmt.Sprintf("%s allow only parts of %.4g to %.4g of %g vertices in %d parts", opt.describeBounds(),
			opt.MinShare.Value*share, most, n, k)
	}
	return fmt.Sprintf("%s allows parts of at most %.4g of %g vertices in %d parts", opt.describeBounds(), most, n, k)
}
