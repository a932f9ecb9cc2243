package partition

import (
	"fmt"
	"math"

	"github.com/tvcut/tvcut/core/internal/objective"
)

// shareTolerance is the largest difference of Σ t_r from 1 that counts as a rounding error of the user's shares.
const shareTolerance = 1e-6

// checkPartWeights checks that every part has a positive target share and that the shares sum to 1.
func (p Problem) checkPartWeights(k int) error {
	if p.PartWeights == nil {
		return nil
	}
	if len(p.PartWeights) != k {
		return &InputError{"part_weights", 0, -1,
			fmt.Sprintf("has %d entries; give one share for each of the %d parts", len(p.PartWeights), k)}
	}
	sum := 0.0
	for r, t := range p.PartWeights {
		if !(t > 0) || math.IsInf(t, 0) {
			return &InputError{"part_weights", 0, r, fmt.Sprintf("must be > 0 and finite, got %g", t)}
		}
		sum += t
	}
	if !(math.Abs(sum-1) <= shareTolerance) {
		return &InputError{"part_weights", 0, -1, fmt.Sprintf("must sum to 1, but the sum is %g; divide every entry by it", sum)}
	}
	return nil
}

// checkLabels checks that the partition to start from has k parts, none of them empty, and agrees with Fixed.
func (p Problem) checkLabels(k int) error {
	if p.Labels == nil {
		return nil
	}
	n, count := p.Graph.N(), make([]int, k)
	if len(p.Labels) != n {
		return &InputError{"init", -1, -1, lengthMismatch(len(p.Labels), n)}
	}
	if len(p.Starts) > 0 {
		return &InputError{"init", -1, -1, "has both labels and starts; leave one of them out"}
	}
	for i, a := range p.Labels {
		if a < 0 || int(a) >= k {
			return &InputError{"init", -1, i, fmt.Sprintf("must be a part in [0, %d], got %d", k-1, a)}
		}
		if p.Fixed != nil && p.Fixed[i] >= 0 && p.Fixed[i] != a {
			return &InputError{"init", -1, i, fmt.Sprintf("is %d, but the vertex is fixed in part %d; make both equal", a, p.Fixed[i])}
		}
		count[a]++
	}
	for a, c := range count {
		if c == 0 {
			return &InputError{"init", -1, -1, fmt.Sprintf("has no vertex in part %d; give every part at least one", a)}
		}
	}
	return nil
}

// shares returns the target shares t_r of the k parts, which sum to 1.
func (p Problem) shares(k int) []float64 {
	shares, sum := make([]float64, k), objective.Total(p.PartWeights)
	for r := range shares {
		shares[r] = 1 / float64(k)
		if p.PartWeights != nil {
			shares[r] = p.PartWeights[r] / sum
		}
	}
	return shares
}
