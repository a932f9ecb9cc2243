package partition

import (
	"fmt"
	"math"
	"slices"

	"github.com/tvcut/tvcut/core/internal/objective"
)

// BoundsError is the error for bounds on the masses of the parts, Options.MinShare and Options.MaxImbalance, that no
// partition holds, or that no partition found holds.
type BoundsError struct {
	Option string  // option whose change is the remedy, "max_imbalance" or "min_share"
	Excess float64 // mass by which the bounds cannot be met, or by which the best partition found exceeds them
	Reason string  // by how much the bounds cannot be met, and the remedy
}

var _ error = (*BoundsError)(nil)

// Error returns the reason.
func (e *BoundsError) Error() string { return e.Reason }

// notFound returns the error for a search whose best partition exceeds the bounds by the given mass, of total mass M. Both
// are in the original unit. proved says whether it is certain that no partition holds the bounds.
func notFound(opt *Options, excess, total float64, proved bool) *BoundsError {
	e := &BoundsError{Option: "max_imbalance", Excess: excess}
	remedy := "raise max_imbalance"
	switch {
	case !opt.imbalance().Present:
		e.Option, remedy = "min_share", "lower min_share"
	case opt.MinShare.Value > 0:
		remedy += " or lower min_share"
	}
	found := "was found"
	if proved {
		found = "exists"
	} else {
		remedy += " or change random_state"
	}
	e.Reason = fmt.Sprintf("no partition %s with %s; the best partition found misses the bounds by a mass of %.6g, "+
		"a share of %.2g of the graph; %s", found, opt.describeBounds(), excess, excess/total, remedy)
	return e
}

// describeBounds returns the options that bound the masses of parts, such as "max_imbalance = 0.03".
func (o *Options) describeBounds() string {
	text := ""
	if o.MinShare.Value > 0 {
		text = fmt.Sprintf("min_share = %g", o.MinShare.Value)
	}
	if h := o.imbalance(); h.Present {
		if text != "" {
			text += " and "
		}
		text += fmt.Sprintf("max_imbalance = %.9g", h.Value)
		if !o.MaxImbalance.Present {
			text += " (the default with objective = 'cut')"
		}
	}
	return text
}

// boundsAllow returns the options that bound the masses of parts and their verb, such as "max_imbalance = 0.03 allows".
func (o *Options) boundsAllow() string {
	if o.MinShare.Value > 0 && o.imbalance().Present {
		return o.describeBounds() + " allow"
	}
	return o.describeBounds() + " allows"
}

// checkBounds returns *BoundsError if it can be decided at once that no partition holds the bounds: for equal masses always,
// otherwise if the fixed vertices of a part or a single vertex are too heavy. The masses are m_i·2^−massExp.
func (p Problem) checkBounds(opt *Options, mass []float64, massExp int) error {
	b := p.bounds(opt, mass)
	if !b.Bounded() {
		return nil
	}
	if err := p.checkFixedBounds(opt, b, mass, massExp); err != nil {
		return err
	}
	heaviest, most := 0, slices.Max(b.Most)
	for i, m := range mass {
		if m > mass[heaviest] {
			heaviest = i
		}
	}
	switch {
	case areEqual(mass):
		return p.checkCounts(opt, math.Ldexp(mass[0], massExp))
	case mass[heaviest] > most:
		need := (1+opt.imbalance().Value)*(mass[heaviest]/most) - 1
		return &BoundsError{"max_imbalance", math.Ldexp(mass[heaviest]-most, massExp),
			fmt.Sprintf("vertex %d has mass %g, but %s parts of mass at most %.6g, so no partition exists; "+
				"max_imbalance must be at least %.9g", heaviest, math.Ldexp(mass[heaviest], massExp), opt.boundsAllow(),
				math.Ldexp(most, massExp), roundUp(need))}
	}
	return nil
}

// checkFixedBounds returns *BoundsError if the fixed vertices of a part are heavier than the part may be.
func (p Problem) checkFixedBounds(opt *Options, b objective.Bounds, mass []float64, massExp int) error {
	if p.Fixed == nil {
		return nil
	}
	size := make([]float64, opt.NClusters)
	for i, a := range p.Fixed {
		if a >= 0 {
			size[a] += mass[i]
		}
	}
	for r, m := range size {
		if m > b.Most[r] {
			need := (1+opt.imbalance().Value)*(m/b.Most[r]) - 1
			return &BoundsError{"max_imbalance", math.Ldexp(m-b.Most[r], massExp),
				fmt.Sprintf("the fixed vertices of part %d have mass %g, but %s at most %.6g, so no partition exists; "+
					"fix fewer vertices, or give a max_imbalance of at least %.9g", r, math.Ldexp(m, massExp), opt.boundsAllow(),
					math.Ldexp(b.Most[r], massExp), roundUp(need))}
		}
	}
	return nil
}

// roundUp returns h ≥ 0 rounded up to seven decimals if 1 + h < 10, and to the same number of significant digits of a larger
// 1 + h. The smallest h for which widened bounds hold is a little below the smallest h for exact bounds. If the latter has few
// digits, rounding up returns it.
func roundUp(h float64) float64 {
	step := math.Pow(10, math.Floor(math.Log10(1+h))-7)
	return math.Ceil(h/step) * step
}
