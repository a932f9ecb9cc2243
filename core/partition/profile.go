package partition

import (
	"math"

	"github.com/tvcut/tvcut/core/internal/multilevel"
)

// Profile holds the lowest C(S) of the cuts that a search met, for each of many intervals of the share of the smaller side,
//
//	min(m(S), m(Sᶜ))/M ≤ ½,
//
// eight for each factor 2. The relative error of C is at most 1e-10. Cuts of coarser graphs with rounded weights are left out. For
// normalized masses it is an upper bound of the network community profile of J. Leskovec, K. J. Lang, A. Dasgupta and M. W. Mahoney,
// "Community structure in large networks", Internet Math. 6 (2009).
type Profile struct {
	Shares []float64 // share of the cut of lowest C in each interval that has a cut, in ascending order
	Values []float64 // its C(S)
}

// profileOf returns the profile of a search with all C multiplied by 2^exp.
func profileOf(cuts *multilevel.Profile, exp int) Profile {
	if cuts == nil {
		return Profile{}
	}
	shares, values := cuts.Points()
	for k := range values {
		values[k] = math.Ldexp(values[k], exp)
	}
	return Profile{shares, values}
}
