package testgraph

import (
	"math/rand/v2"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
)

// PartitionEnergy returns Σ_r cut(A_r, A_rᶜ)/min((k−1) m(A_r), m(A_rᶜ)), computed from the definition.
func PartitionEnergy(g *graph.CSR, mass []float64, labels []int32, k int) float64 {
	total := 0.0
	for a := range int32(k) {
		cut, in, out := 0.0, 0.0, 0.0
		for i, b := range labels {
			if b != a {
				out += mass[i]
				continue
			}
			in += mass[i]
			idx, w := g.Row(i)
			for e, j := range idx {
				if labels[j] != a {
					cut += w[e]
				}
			}
		}
		total += cut / min(float64(k-1)*in, out)
	}
	return total
}

// Partition returns a partition of n vertices into k nonempty parts that respects fixed.
func Partition(rng *rand.Rand, n, k int, fixed []int32) []int32 {
	labels := make([]int32, n)
	for i := range labels {
		labels[i] = int32(rng.IntN(k))
		if i < k {
			labels[i] = int32(i)
		}
		if fixed != nil && fixed[i] >= 0 {
			labels[i] = fixed[i]
		}
	}
	return labels
}

// Median returns med_λ(f): it sorts the values and accumulates their masses.
func Median(f, mass []float64, lambda float64) float64 {
	order := make([]int, len(f))
	total := 0.0
	for i := range order {
		order[i] = i
		total += mass[i]
	}
	slices.SortFunc(order, func(a, b int) int {
		if f[a] < f[b] {
			return -1
		}
		return 1
	})
	below := 0.0
	for _, i := range order {
		below += mass[i]
		if below*(1+lambda) >= total {
			return f[i]
		}
	}
	return f[order[len(order)-1]]
}

// ValueBetween returns the weight between two sets over the number of vertices of the smaller.
func ValueBetween(g *graph.CSR, a, b []int32) float64 {
	inB := map[int32]bool{}
	for _, v := range b {
		inB[v] = true
	}
	weight := 0.0
	for _, v := range a {
		idx, w := g.Row(int(v))
		for k, j := range idx {
			if inB[j] {
				weight += w[k]
			}
		}
	}
	return weight / float64(min(len(a), len(b)))
}

// NumbersExist reports whether whole numbers of at least 1 with the given sum lie between least and most, by trying all of them.
func NumbersExist(sum int, least, most []float64) bool {
	if len(least) == 0 {
		return sum == 0
	}
	for c := 1; c <= sum; c++ {
		if least[0] <= float64(c) && float64(c) <= most[0] && NumbersExist(sum-c, least[1:], most[1:]) {
			return true
		}
	}
	return false
}
