// Package random gives every random choice of a partition a generator of its own.
package random

import "math/rand/v2"

// Purpose names what random numbers are drawn for.
type Purpose uint64

// The purposes.
const (
	Start       Purpose = iota + 1 // a starting function of the descent
	Try                            // a try of the multilevel search: matchings, and seeds of growth
	Combination                    // the combination of a try with the best cut so far
	Scatter                        // random parts of the vertices that are not fixed
	Eigenvector                    // the first vector of the search for a spectral start
	Bound                          // the first vector of the search for the lower bound
)

// New returns the generator of one choice: the index-th for a purpose in a part, under the seed of the user. Its numbers
// depend on these four alone, not on what was drawn before. It is the PCG generator of M. E. O'Neill, "PCG: A family of
// simple fast space-efficient statistically good algorithms for random number generation" (2014), on the stream that a
// hash of the other three selects.
func New(seed uint64, purpose Purpose, part, index int) *rand.Rand {
	stream := mix(mix(mix(uint64(purpose))+uint64(part)) + uint64(index))
	return rand.New(rand.NewPCG(seed, stream))
}

// mix is a bijection of 64 bits without visible pattern: the step and the finalizer of SplitMix64 (G. L. Steele, D. Lea
// and C. H. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
