package consensus

import (
	"math/rand/v2"

	"github.com/tvcut/tvcut/core/internal/parallel"
)

// start returns a partition whose parts have the vertices nearest to k random ones. Each of these is drawn with a probability
// proportional to 1 − cos of the angle to the nearest of those before it: the k-means++ of D. Arthur and S. Vassilvitskii,
// "k-means++: the advantages of careful seeding", SODA 2007, where 2 − 2 cos is the squared distance of vectors of unit length.
func (f *features) start(rng *rand.Rand, k int) []int32 {
	n := len(f.x) / f.width
	labels, nearest := make([]int32, n), make([]float32, n)
	centre := int32(rng.IntN(n))
	for a := range int32(k) {
		if a > 0 {
			centre = draw(rng, nearest)
		}
		x := f.vector(int(centre))
		f.rows.Sum(func(lo, hi int) parallel.Sums {
			for i := lo; i < hi; i++ {
				if far := max(0, 1-dot(f.vector(i), x)); a == 0 || far < nearest[i] {
					labels[i], nearest[i] = a, far
				}
			}
			return parallel.Sums{}
		})
	}
	return labels
}

// draw returns a random index, with probabilities proportional to the weights, or uniform if all are 0.
func draw(rng *rand.Rand, weight []float32) int32 {
	total := 0.0
	for _, w := range weight {
		total += float64(w)
	}
	left, last := rng.Float64()*total, int32(rng.IntN(len(weight)))
	for i, w := range weight {
		if w <= 0 {
			continue
		}
		last = int32(i)
		if left -= float64(w); left < 0 {
			break
		}
	}
	return last
}
