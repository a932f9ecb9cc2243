package objective

import "math"

// Bounds are the least and the largest mass of every part. The zero Bounds bound nothing.
type Bounds struct {
	Least, Most []float64 // of part r, length k
}

// Unbounded returns the bounds 0 ≤ m(A_r) ≤ +Inf of k parts.
func Unbounded(k int) Bounds {
	b := Bounds{Least: make([]float64, k), Most: make([]float64, k)}
	for r := range b.Most {
		b.Most[r] = math.Inf(1)
	}
	return b
}

// Violation returns Σ_r max(0, m(A_r) − Most_r, Least_r − m(A_r)) for the masses m(A_r) in size.
func (b Bounds) Violation(size []float64) float64 {
	sum := 0.0
	for r, m := range size {
		sum += max(0, m-b.Most[r], b.Least[r]-m)
	}
	return sum
}
