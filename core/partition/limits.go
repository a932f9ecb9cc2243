package partition

import (
	"fmt"
	"math"
	"strings"

	"github.com/tvcut/tvcut/core/internal/objective"
)

// limit is the number of an option that bounds the masses of the parts.
type limit int

// The limits: first those from below, then those from above.
const (
	minShare limit = iota
	minSize
	maxImbalance
	maxSize
)

// name returns the name of the option.
func (l limit) name() string {
	return [...]string{"min_share", "min_size", "max_imbalance", "max_size"}[l]
}

// isUpper reports whether the limit is one from above.
func (l limit) isUpper() bool { return l >= maxImbalance }

// limits holds the value of each limit. One that bounds nothing is 0 from below and +Inf from above.
type limits [4]float64

// unlimited returns limits none of which bounds anything.
func unlimited() limits { return limits{maxImbalance: math.Inf(1), maxSize: math.Inf(1)} }

// limits returns the limits for masses m_i·2^−massExp. MaxSize remains a bound if it is too large for that unit.
func (o *Options) limits(massExp int) limits {
	l := unlimited()
	l[minShare], l[minSize] = o.MinShare.Value, math.Ldexp(o.MinSize.Value, -massExp)
	if h := o.imbalance(); h.Present {
		l[maxImbalance] = h.Value
	}
	if o.MaxSize.Present {
		l[maxSize] = min(math.Ldexp(o.MaxSize.Value, -massExp), math.MaxFloat64/2)
	}
	return l
}

// per returns the limits in the unit of amounts, each of which has the given mass.
func (l limits) per(mass float64) limits {
	l[minSize] /= mass
	l[maxSize] /= mass
	return l
}

// bounds returns the bounds on the masses of parts with target shares t_r of the total mass.
func (l limits) bounds(shares []float64, total float64) objective.Bounds {
	return objective.NewBounds(shares, total, l[minShare], l[maxImbalance]).Tightened(l[minSize], l[maxSize])
}

// followShares reports whether the bounds of a part depend on its target share.
func (l limits) followShares() bool { return l[minShare] > 0 || !math.IsInf(l[maxImbalance], 1) }

// bounding returns which of the given limits bound anything.
func (l limits) bounding(among ...limit) []limit {
	var found []limit
	for _, b := range among {
		if l[b] != unlimited()[b] {
			found = append(found, b)
		}
	}
	return found
}

// choosesLeast reports whether the caller has chosen the lower bound of the masses. Run then does not look for a
// partition without light parts.
func (o *Options) choosesLeast() bool { return o.MinShare.Present || o.MinSize.Present }

// bounds returns the bounds on the masses of the parts, in the unit of mass, which are m_i·2^−massExp.
func (p Problem) bounds(opt *Options, mass []float64, massExp int) objective.Bounds {
	return opt.limits(massExp).bounds(p.shares(opt.NClusters), objective.Total(mass))
}

// describe returns the given limits, if they bound anything, as text such as "max_imbalance = 0.03".
func (o *Options) describe(among ...limit) []string {
	var found []string
	l := o.limits(0)
	for _, b := range l.bounding(among...) {
		text := fmt.Sprintf("%s = %.9g", b.name(), l[b])
		if b == maxImbalance && !o.MaxImbalance.Present {
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
