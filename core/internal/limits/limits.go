// Package limits decides which bounds on the masses of parts a graph can hold, and says in words why it cannot hold others. The
// words are those of the options min_share, min_size, max_imbalance and max_size.
package limits

import (
	"fmt"
	"math"
	"strings"

	"github.com/tvcut/tvcut/core/internal/objective"
)

// Limit is the number of an option that bounds the masses of the parts.
type Limit int

// The limits: first those from below, then those from above.
const (
	MinShare Limit = iota
	MinSize
	MaxImbalance
	MaxSize
)

// Name returns the name of the option.
func (l Limit) Name() string {
	return [...]string{"min_share", "min_size", "max_imbalance", "max_size"}[l]
}

// isUpper reports whether the limit is one from above.
func (l Limit) isUpper() bool { return l >= MaxImbalance }

// Limits holds the value of each limit. One that bounds nothing is 0 from below and +Inf from above.
type Limits [4]float64

// Unlimited returns limits none of which bounds anything.
func Unlimited() Limits { return Limits{MaxImbalance: math.Inf(1), MaxSize: math.Inf(1)} }

// Given holds the limits as the caller gave them, sizes in the unit of the caller's masses.
type Given struct {
	Limits
	Usual bool // whether MaxImbalance is the default with objective = 'cut'
}

// In returns the limits for masses m_i·2^−massExp. MaxSize remains a bound if it is too large for that unit.
func (g Given) In(massExp int) Limits {
	l := g.Limits
	l[MinSize] = math.Ldexp(l[MinSize], -massExp)
	if !math.IsInf(l[MaxSize], 1) {
		l[MaxSize] = min(math.Ldexp(l[MaxSize], -massExp), math.MaxFloat64/2)
	}
	return l
}

// Per returns the limits in the unit of amounts, each of which has the given mass.
func (l Limits) Per(mass float64) Limits {
	l[MinSize] /= mass
	l[MaxSize] /= mass
	return l
}

// Bounds returns the bounds on the masses of parts with target shares t_r of the total mass.
func (l Limits) Bounds(shares []float64, total float64) objective.Bounds {
	return objective.NewBounds(shares, total, l[MinShare], l[MaxImbalance]).Tightened(l[MinSize], l[MaxSize])
}

// FollowShares reports whether the bounds of a part depend on its target share.
func (l Limits) FollowShares() bool { return l[MinShare] > 0 || !math.IsInf(l[MaxImbalance], 1) }

// Bounding returns which of the given limits bound anything.
func (l Limits) Bounding(among ...Limit) []Limit {
	var found []Limit
	for _, b := range among {
		if l[b] != Unlimited()[b] {
			found = append(found, b)
		}
	}
	return found
}

// describe returns the given limits, if they bound anything, as text such as "max_imbalance = 0.03".
func (g *Given) describe(among ...Limit) []string {
	var found []string
	for _, b := range g.Bounding(among...) {
		text := fmt.Sprintf("%s = %.9g", b.Name(), g.Limits[b])
		if b == MaxImbalance && g.Usual {
			text += " (the default with objective = 'cut')"
		}
		found = append(found, text)
	}
	return found
}

// enumerate returns texts as one text, such as "a, b and c".
func enumerate(texts []string) string {
	last := len(texts) - 1
	if last <= 0 {
		return strings.Join(texts, "")
	}
	return strings.Join(texts[:last], ", ") + " and " + texts[last]
}

// verb returns the verb of as many subjects, such as "allows" or "allow".
func verb(subjects int, plural string) string {
	if subjects == 1 {
		return plural + "s"
	}
	return plural
}
