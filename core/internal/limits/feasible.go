package limits

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tvcut/tvcut/core/internal/objective"
)

// Violation says which limits no partition holds, or no partition found holds.
type Violation struct {
	Option string  // option whose change is the remedy: "min_share", "min_size", "max_imbalance" or "max_size"
	Excess float64 // mass by which the bounds cannot be met, or by which the best partition found exceeds them
	Reason string  // by how much the bounds cannot be met, and the remedy
}

// NotFound returns the violation of a search whose best partition exceeds the bounds by the given mass, of total mass M. Both
// are in the original unit. imbalance is that of a partition that exceeds upper bounds only, or 0. proved says whether it is certain that
// no partition holds the bounds.
func NotFound(g Given, excess, total, imbalance float64, proved bool) *Violation {
	e := &Violation{Excess: excess}
	var remedies []string
	change := func(how string, among ...Limit) {
		for _, which := range g.Bounding(among...) {
			if e.Option == "" {
				e.Option = which.Name()
			}
			remedy := how + " " + which.Name()
			if which == MaxImbalance && imbalance > 0 {
				remedy += fmt.Sprintf(" to %.4g", math.Ceil(1e4*imbalance)/1e4)
			}
			remedies = append(remedies, remedy)
		}
	}
	change("raise", MaxImbalance, MaxSize)
	change("lower", MinShare, MinSize)
	found := "was found"
	if proved {
		found = "exists"
	} else {
		remedies = append(remedies, "change random_state")
	}
	e.Reason = fmt.Sprintf("no partition %s with %s; the best partition found misses the bounds by a mass of %.6g, "+
		"a share of %.2g of the graph; %s", found, enumerate(g.describe(MinShare, MinSize, MaxImbalance, MaxSize)), excess,
		excess/total, strings.Join(remedies, " or "))
	return e
}

// Check returns a violation if it can be decided at once that no partition holds the limits: for equal masses always, otherwise if
// the limits contradict one another, or the fixed vertices of a part or a single vertex are too heavy. Else it returns nil.
func Check(p Parts, g Given) *Violation {
	l := g.In(p.MassExp)
	if !l.Bounds(p.Shares, objective.Total(p.Mass)).Bounded() {
		return nil
	}
	a := p.amounts()
	l = l.Per(a.mass)
	held, changed := a.repaired(l)
	if len(changed) == 0 {
		return nil
	}
	if !changed[0].isUpper() {
		l[MaxImbalance], l[MaxSize] = math.Inf(1), math.Inf(1) // which are not the reason
	}
	reason, remedy := p.refusal(&g, a, l, held, changed)
	return &Violation{changed[0].Name(), a.massOf(a.excess(l)), reason + ", so no partition exists; " + remedy}
}

// refusal returns why parts cannot hold the limits l, and which values of the changed ones they can hold.
func (p *Parts) refusal(g *Given, a *amounts, l, held Limits, changed []Limit) (reason, remedy string) {
	if !changed[0].isUpper() {
		return p.describeLeast(g, a, l), a.remedy(held, changed)
	}
	given, most := g.describe(MaxImbalance, MaxSize), l.Bounds(a.shares, a.total).Most
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
	return p.describeMost(g, a, l), a.remedy(held, changed)
}
