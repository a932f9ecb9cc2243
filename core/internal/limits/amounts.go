package limits

import (
	"math"
	"slices"

	"github.com/tvcut/tvcut/core/internal/objective"
)

// amounts decides which limits the parts of a graph can hold. If all vertices have equal mass, amounts are numbers of vertices, and
// the decision is exact. Otherwise amounts are masses, and limits that are refused cannot be held, whatever masses the vertices
// form together.
type amounts struct {
	total    float64   // number n of vertices, or M
	shares   []float64 // t_r
	fixed    []float64 // amount of the fixed vertices of each part
	least    []float64 // smallest amount of each part: that of its fixed vertices, at least one vertex
	heaviest int       // vertex of largest mass
	largest  float64   // amount of that vertex
	whole    bool      // whether amounts are numbers of vertices
	mass     float64   // mass of an amount of 1, times 2^−massExp
	massExp  int
}

// sumRounding exceeds the relative difference of sums of the same masses in another order.
const sumRounding = 1e-9

// Parts are the parts that a graph is to be cut into.
type Parts struct {
	Shares  []float64 // target shares t_r, which sum to 1
	Alike   bool      // whether the shares are equal and no vertex is fixed
	Fixed   []int32   // part of each fixed vertex, −1 for the other vertices; nil: none is fixed
	Mass    []float64 // masses m_i·2^−MassExp
	MassExp int
}

// amounts returns the amounts of the parts.
func (p *Parts) amounts() *amounts {
	mass := p.Mass
	a := &amounts{shares: p.Shares, fixed: make([]float64, len(p.Shares)), whole: areEqual(mass), mass: 1, massExp: p.MassExp}
	if a.whole {
		a.mass = mass[0]
	}
	for i, m := range mass {
		a.total += m / a.mass
		if m > mass[a.heaviest] {
			a.heaviest = i
		}
		if p.Fixed != nil && p.Fixed[i] >= 0 {
			a.fixed[p.Fixed[i]] += m / a.mass
		}
	}
	a.least, a.largest = slices.Clone(a.fixed), mass[a.heaviest]/a.mass
	for r := range a.least {
		if a.whole {
			a.least[r] = max(1, a.least[r])
		} else {
			a.least[r] *= 1 - sumRounding
		}
	}
	return a
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

// massOf returns the mass of an amount in the original unit.
func (a *amounts) massOf(amount float64) float64 { return math.Ldexp(amount*a.mass, a.massExp) }

// room returns the smallest and the largest amount of each part: l_r = max(least_r, Least_r) and u_r = min(n, Most_r), or ⌈Least_r⌉
// and ⌊Most_r⌋ for whole vertices.
func (a *amounts) room(l Limits) (low, high []float64) {
	b := l.Bounds(a.shares, a.total)
	for r, least := range a.least {
		if a.whole {
			b.Least[r], b.Most[r] = math.Ceil(b.Least[r]), math.Floor(b.Most[r])
		}
		low, high = append(low, max(least, b.Least[r])), append(high, min(a.total, b.Most[r]))
	}
	return low, high
}

// excess returns the amount by which parts cannot hold the limits. A partition exists only if l_r ≤ u_r for every r,
// Σ l_r ≤ n ≤ Σ u_r and some part can have the heaviest vertex, that is, if the excess is 0. For whole vertices, one then exists.
func (a *amounts) excess(l Limits) float64 {
	low, high := a.room(l)
	crossed := 0.0
	for r := range low {
		crossed += max(0, low[r]-high[r])
	}
	excess := max(0, objective.Total(low)-a.total, a.total-objective.Total(high), crossed)
	if !a.whole {
		excess = max(excess, a.largest-slices.Max(high))
	}
	return excess
}

// bisectionSteps halve an interval to about the resolution of float64.
const bisectionSteps = 60

// nearest returns the value of a limit that is nearest to the given one and that parts can hold: the largest value below it of a
// lower limit, the smallest value above it of an upper one. The others must leave such a value.
func (a *amounts) nearest(l Limits, which Limit) float64 {
	possible, impossible := 0.0, min(l[which], 2*a.total) // min_size, or min_share ≤ 1
	switch which {
	case MinShare:
		impossible = l[which]
	case MaxSize:
		possible, impossible = a.total, l[which]
	case MaxImbalance:
		impossible, possible = l[which], max(1, 2*l[which])
		for l[which] = possible; a.excess(l) > 0 && !math.IsInf(possible, 1); l[which] = possible {
			impossible, possible = possible, 2*possible
		}
	}
	for range bisectionSteps {
		l[which] = (possible + impossible) / 2
		if a.excess(l) == 0 {
			possible = l[which]
		} else {
			impossible = l[which]
		}
	}
	return possible
}

// repaired returns limits that parts can hold, and which of them differ from the given ones. It takes one limit after the other, those
// from below first, and replaces one that excludes all partitions by the nearest value that does not.
func (a *amounts) repaired(l Limits) (held Limits, changed []Limit) {
	held = Unlimited()
	for _, which := range l.Bounding(MinShare, MinSize, MaxImbalance, MaxSize) {
		held[which] = l[which]
		if a.excess(held) > 0 {
			held[which], changed = a.nearest(held, which), append(changed, which)
		}
	}
	return held, changed
}

// shown returns the value of a limit in the unit of the option, rounded to few digits on the side of values that parts can hold.
func (a *amounts) shown(l Limits, which Limit) float64 {
	switch which {
	case MinShare:
		return math.Floor(l[which]*1e7) / 1e7
	case MaxImbalance:
		return roundUp(l[which], 1+l[which])
	case MinSize:
		return -roundUp(-a.massOf(l[which]), a.massOf(l[which]))
	}
	return roundUp(a.massOf(l[which]), a.massOf(l[which]))
}

// roundUp returns x rounded up to the last of eight significant digits of size > 0. The nearest value for which widened bounds hold
// is a little nearer than that for exact bounds. If the latter has few digits, rounding returns it.
func roundUp(x, size float64) float64 {
	step := math.Pow(10, math.Floor(math.Log10(size))-7)
	if step < 0x1p-1022 { // a subnormal number, which has fewer digits
		return x
	}
	return math.Ceil(x/step) * step
}

// WholeImbalance returns the smallest imbalance that whole vertices of equal mass allow without fixed vertices if the default is
// used and is smaller, else 0.
func WholeImbalance(p Parts, g Given) float64 {
	if !g.Usual || !areEqual(p.Mass) {
		return 0
	}
	p.Fixed = nil
	a := p.amounts()
	l := g.In(p.MassExp).Per(a.mass)
	held, changed := a.repaired(l)
	if !slices.Equal(changed, []Limit{MaxImbalance}) {
		return 0
	}
	return a.shown(held, MaxImbalance)
}
