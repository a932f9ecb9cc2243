package limits

import (
	"fmt"

	"github.com/tvcut/tvcut/core/internal/objective"
)

// remedy returns which values of the given limits parts can hold, such as "the largest possible min_share is 0.9".
func (a *amounts) remedy(held Limits, changed []Limit) string {
	var values []string
	for _, which := range changed {
		values = append(values, fmt.Sprintf("%s must be %s %.9g", which.Name(), which.side(), a.shown(held, which)))
	}
	if !a.whole { // other masses may not allow these values, either
		return enumerate(values)
	}
	extreme := "the largest possible"
	if changed[0].isUpper() {
		extreme = "the smallest possible"
	}
	text := fmt.Sprintf("%s %s is %.9g", extreme, changed[0].Name(), a.shown(held, changed[0]))
	if len(changed) > 1 {
		text += ", with " + enumerate(a.demands(held, changed[1:]))
	}
	return text
}

// demands returns the same as texts such as "a max_imbalance of at least 0.4".
func (a *amounts) demands(held Limits, changed []Limit) []string {
	var found []string
	for _, which := range changed {
		found = append(found, fmt.Sprintf("a %s of %s %.9g", which.Name(), which.side(), a.shown(held, which)))
	}
	return found
}

// side returns on which side of the nearest value of a limit those are that parts can hold.
func (l Limit) side() string {
	if l.isUpper() {
		return "at least"
	}
	return "at most"
}

// number returns an amount as text without its unit, quantity with it.
func (a *amounts) number(amount float64) string {
	if a.whole {
		return fmt.Sprintf("%.0f", amount)
	}
	return fmt.Sprintf("%.6g", a.massOf(amount))
}

func (a *amounts) quantity(amount float64) string {
	if a.whole {
		return a.number(amount) + " vertices"
	}
	return "a mass of " + a.number(amount)
}

// describeLeast returns what the lower limits demand of parts.
func (p *Parts) describeLeast(g *Given, a *amounts, l Limits) string {
	given := g.describe(MinShare, MinSize)
	low, _ := a.room(l)
	if p.Alike {
		return fmt.Sprintf("%s parts of at least %s of %s in %d parts", enumerate(given)+verb(len(given), " demand"), a.number(low[0]),
			a.quantity(a.total), len(p.Shares))
	}
	if p.Fixed != nil {
		given = append(given, "the fixed vertices")
	}
	return fmt.Sprintf("%s %s for %d parts, and the graph has %s", enumerate(given)+verb(len(given), " demand"),
		a.quantity(objective.Total(low)), len(p.Shares), a.number(a.total))
}

// describeMost returns what the limits allow for parts, one of which they do not allow.
func (p *Parts) describeMost(g *Given, a *amounts, l Limits) string {
	given := g.describe(MinShare, MinSize, MaxImbalance, MaxSize)
	allow := enumerate(given) + verb(len(given), " allow")
	low, high := a.room(l)
	for r := range low {
		if low[r] > high[r] && !p.Alike {
			return fmt.Sprintf("%s at most %s in part %d, which needs %s", allow, a.quantity(high[r]), r, a.number(low[r]))
		}
	}
	switch {
	case !p.Alike:
		return fmt.Sprintf("%s at most %s of %s in all %d parts together", allow, a.number(objective.Total(high)), a.quantity(a.total),
			len(p.Shares))
	case len(l.Bounding(MinShare, MinSize)) > 0:
		return fmt.Sprintf("%s only parts of at least %s and at most %s of %s in %d parts", allow, a.number(low[0]), a.number(high[0]),
			a.quantity(a.total), len(p.Shares))
	}
	return fmt.Sprintf("%s parts of at most %s of %s in %d parts", allow, a.number(high[0]), a.quantity(a.total), len(p.Shares))
}
