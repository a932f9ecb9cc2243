package multilevel

import (
	"cmp"
	"math"

	"github.com/tvcut/tvcut/core/internal/objective"
)

// Profile bins: binsPerOctave for each factor 2 of the share, from ½ down to 2^−octaves.
const (
	binsPerOctave = 8
	octaves       = 64
	binBits       = 52 - 3 // bits of a float64 below its exponent and the first log₂(binsPerOctave) bits of its mantissa
)

// Profile holds, for each of many intervals of the share
//
//	min(m(S), m(Sᶜ))/M ≤ ½,
//
// the lowest C(S) of the cuts that a search has met, with the share of that cut. It is the network community profile of
// J. Leskovec, K. J. Lang, A. Dasgupta and M. W. Mahoney, "Community structure in large networks: natural cluster sizes and
// the absence of large well-defined clusters", Internet Math. 6 (2009), for C in the place of the conductance. The zero
// Profile is empty.
type Profile struct {
	shares, values [binsPerOctave * octaves]float64 // 0: no cut
}

// bin returns the number of the interval of a share: 0 for the largest.
func bin(share float64) int {
	const first = int64(0x3fe0000000000000 >> binBits) // of ½
	return int(min(max(first-int64(math.Float64bits(share)>>binBits), 0), binsPerOctave*octaves-1))
}

// add records a cut with the given masses of its sides.
func (p *Profile) add(value float64, sides [2]float64) {
	share := min(sides[0], sides[1]) / (sides[0] + sides[1])
	p.addPoint(bin(share), share, value)
}

// addPoint records a cut of bin b. Of cuts of equal C, that of the largest share counts, in whatever order they come.
func (p *Profile) addPoint(b int, share, value float64) {
	if order := cmp.Compare(value, p.values[b]); p.shares[b] == 0 || order < 0 || order == 0 && share > p.shares[b] {
		p.shares[b], p.values[b] = share, value
	}
}

// Merge adds the cuts of another profile.
func (p *Profile) Merge(q *Profile) {
	for b, share := range q.shares {
		if share > 0 {
			p.addPoint(b, share, q.values[b])
		}
	}
}

// Add records the cut S = {low}, whose C is the given value.
func (p *Profile) Add(mass []float64, low []bool, value float64) {
	inside := objective.Inside(mass, low)
	p.add(value, [2]float64{inside, objective.Total(mass) - inside})
}

// Points returns the shares, in ascending order, and the lowest C(S) at each of them.
func (p *Profile) Points() (shares, values []float64) {
	for b := len(p.shares) - 1; b >= 0; b-- {
		if p.shares[b] > 0 {
			shares, values = append(shares, p.shares[b]), append(values, p.values[b])
		}
	}
	return shares, values
}

// recordAlone lets the refiner record in a profile of its own, for a cut that may not be wanted: see mergeProfile.
func (s *search) recordAlone() {
	if s.refiner.profile = s.profile(); s.refiner.profile != nil {
		s.refiner.profile = &Profile{}
	}
}

// mergeProfile adds the profile of a cut to that of the search, in which the refiner records from then on.
func (s *search) mergeProfile(c candidate) {
	s.refiner.profile = s.profile()
	if c.profile != nil {
		s.opt.Profile.Merge(c.profile)
	}
}

// profile returns the profile of the search, or nil if it has none.
func (s *search) profile() *Profile {
	if s.refiner.lambda != 1 { // a share does not say which side is S
		return nil
	}
	return s.opt.Profile
}
