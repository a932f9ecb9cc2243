package partition

import (
	"math"

	"github.com/tvcut/tvcut/core/internal/multilevel"
)

// Profile holds the lowest C(S) of the cuts that a search met, for each of many intervals of the share of the smaller side,
//
//	min(m(S), m(Sᶜ))/M ≤ ½,
//
// eight for each factor 2. Cuts of coarser graphs with rounded weights are left out. For normalized masses it is an upper
// bound of the network community profile of J. Leskovec, K. J. Lang, A. Dasgupta and M. W. Mahoney, "Community structure in
// large networks", Internet Math. 6 (2009).
type Profile struct {
	Shares []float64 // share of the cut of lowest C in each interval that has a cut, in ascending order
	Values []float64 // its C(S)
}

// profile records the cuts of one or more searches.
type profile struct{ cuts *multilevel.Profile }

// start returns where a search records its cuts, or nil for λ ≠ 1, where a share does not say which side is S.
func (p *profile) start(asymmetry float64) *multilevel.Profile {
	if p.cuts == nil && asymmetry == 1 {
		p.cuts = &multilevel.Profile{}
	}
	return p.cuts
}

// add records one cut.
func (p *profile) add(mass []float64, low []bool, value float64) {
	if p.cuts != nil {
		p.cuts.Add(mass, low, value)
	}
}

// of returns the profile with all C multiplied by 2^exp.
func (p *profile) of(exp int) Profile {
	if p.cuts == nil {
		return Profile{}
	}
	shares, values := p.cuts.Points()
	for k := range values {
		values[k] = math.Ldexp(values[k], exp)
	}
	return Profile{shares, values}
}
