// Package random provides an independent random generator for every random choice of a partition.
package random

import "math/rand/v2"

// Purpose is the purpose for which random numbers are drawn.
type Purpose uint64

// The purposes.
const (
	Start        Purpose = iota + 1 // f⁰ of one start of the descent
	Try                             // one try of the multilevel search: matchings, and start vertices of growth
	Combination                     // the combination of a try with the best cut so far
	Labels                          // random parts for the vertices that are not fixed
	Eigenvector                     // the first vector of the eigensolver for a spectral start
	Bound                           // the first vector of the eigensolver for the lower bound
	_                               // so that the streams of the others stay as they were
	Parents                         // the choice of the solutions that a step of the evolution combines
	_                               // as above
	CommunityTry                    // one try of the multilevel search within communities
	Annealing                       // one annealing of a cut in the multilevel search
	Consensus                       // starts of the clustering of a consensus
	Communities                     // the order of the vertices while the modularity is raised
	Clusters                        // the orders of the vertices from which clusters are counted
	Constrained                     // the hierarchies of the search with constraints
	Separator                       // the hierarchies and starts of a vertex separator
	Dissection                      // the same for all separators of a nested dissection
)

// New returns the generator of one random choice: the one with the given index, for a purpose, in a part, under the
// user's seed. Its numbers depend on these four values only, not on what was drawn before. It is the PCG generator of
// M. E. O'Neill, "PCG: A family of simple fast space-efficient statistically good algorithms for random number
// generation" (2014), seeded with the user's seed and a hash of the other three values.
func New(seed uint64, purpose Purpose, part, index int) *rand.Rand {
	stream := mix(mix(mix(uint64(purpose))+uint64(part)) + uint64(index))
	return rand.New(rand.NewPCG(seed, stream))
}

// mix is a bijective hash of 64 bits: the step and the finalizer of SplitMix64 (G. L. Steele, D. Lea and C. H. Flood,
// "Fast splittable pseudorandom number generators", OOPSLA 2014).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
