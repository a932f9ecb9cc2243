package partition

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// BoundsError is the error for bounds on the masses of the parts, Options.MinShare, MinSize, MaxImbalance and MaxSize, that no
// partition holds, or that no partition found holds.
type BoundsError struct {
	Option string  // option whose change is the remedy: "min_share", "min_size", "max_imbalance" or "max_size"
	Excess float64 // mass by which the bounds cannot be met, or by which the best partition found exceeds them
	Reason string  // by how much the bounds cannot be met, and the remedy
}

var _ error = (*BoundsError)(nil)

// Error returns the reason.
func (e *BoundsError) Error() string { return e.Reason }

// notFound returns the error for a search whose best partition exceeds the bounds by the given mass, of total mass M. Both
// are in the original unit. proved says whether it is certain that no partition holds the bounds.
func notFound(opt *Options, excess, total float64, proved bool) *BoundsError {
	e, l := &BoundsError{Excess: excess}, opt.limits(0)
	var remedies []string
	change := func(how string, among ...limit) {
		for _, which := range l.bounding(among...) {
			if e.Option == "" {
				e.Option = which.name()
			}
			remedies = append(remedies, how+" "+which.name())
		}
	}
	change("raise", maxImbalance, maxSize)
	change("lower", minShare, minSize)
	found := "was found"
	if proved {
		found = "exists"
	} else {
		remedies = append(remedies, "change random_state")
	}
	e.Reason = fmt.Sprintf("no partition %s with %s; the best partition found misses the bounds by a mass of %.6g, "+
		"a share of %.2g of the graph; %s", found, enumerate(opt.describe(minShare, minSize, maxImbalance, maxSize)), excess,
		excess/total, strings.Join(remedies, " or "))
	return e
}

// checkBounds returns *BoundsError if it can be decided at once that no partition holds the bounds: for equal masses always,
// otherwise if the bounds contradict one another, or the fixed vertices of a part or a single vertex are too heavy. The masses
// are m_i·2^−massExp.
func (p Problem) checkBounds(opt *Options, mass []float64, massExp int) error {
	if !p.bounds(opt, mass, massExp).Bounded() {
		return nil
	}
	a := p.amounts(opt.NClusters, mass, massExp)
	l := opt.limits(massExp).per(a.mass)
	held, changed := a.repaired(l)
	if len(changed) == 0 {
		return nil
	}
	if !changed[0].isUpper() {
		l[maxImbalance], l[maxSize] = math.Inf(1), math.Inf(1) // which are not the reason
	}
	reason, remedy := p.refusal(opt, a, l, held, changed)
	return &BoundsError{changed[0].name(), a.massOf(a.excess(l)), reason + ", so no partition exists; " + remedy}
}

// refusal returns why parts cannot hold the limits l, and which values of the changed ones they can hold.
func (p Problem) refusal(opt *Options, a *amounts, l, held limits, changed []limit) (reason, remedy string) {
	if !changed[0].isUpper() {
		return p.describeLeast(opt, a, l), a.remedy(held, changed)
	}
	given, most := opt.describe(maxImbalance, maxSize), l.bounds(a.shares, a.total).Most
	allow := enumerate(given) + verb(len(given), " allow")
	for r, m := range a.fixed {
		if m > most[r] {
			reason = fmt.Sprintf("the fixed vertices of part %d have mass %.9g, but %s at most %.6g", r, a.massOf(m), allow, a.massOf(most[r]))
			return reason, "fix fewer vertices, or give " + enumerate(a.demands(held, changed))
		}
	}
	if top := slices.Max(most); !a.whole && a.largest > top {
		reason = fmt.Sprintf("vertex %d has mass %.9g, but %s parts of mass at most %.6g", a.heaviest, a.massOf(a.largest), allow,
			a.massOf(top))
		return reason, a.remedy(held, changed)
	}
	return p.describeMost(opt, a, l), a.remedy(held, changed)
}
