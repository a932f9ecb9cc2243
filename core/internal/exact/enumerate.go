package exact

import (
	"context"
	"math"
	"slices"

	"github.com/tvcut/tvcut/core/internal/objective"
)

// maxDigits is the number of binary digits up to which a float64 represents all integers.
const maxDigits = 53

// NumPartitions returns the number of partitions of n vertices into k nonempty parts, the Stirling number of the second kind
//
//	S(n, k) = k S(n−1, k) + S(n−1, k−1),
//
// or +Inf if k^(n−k), a lower bound of it, exceeds the integers of a float64. Otherwise its time is O(k (n−k)), which the same
// bound limits.
func NumPartitions(n, k int) float64 {
	if n < k {
		return 0
	}
	if float64(n-k)*math.Log2(float64(k)) > maxDigits {
		return math.Inf(1)
	}
	if k == 1 {
		return 1
	}
	row := make([]float64, n-k+1) // S(a, a), …, S(a+n−k, a)
	row[0] = 1
	for a := 1; a <= k; a++ {
		for d := 1; d <= n-k; d++ {
			row[d] += float64(a) * row[d-1] // S(a+d, a) = S(a+d−1, a−1) + a S(a+d−1, a)
		}
	}
	return row[n-k]
}

// enumeration visits all partitions within the bounds, with the fixed vertices in their parts and no part empty.
type enumeration struct {
	*Problem
	ctx     context.Context
	ordered bool    // whether parts have numbers, as those of fixed vertices
	free    []int32 // vertices that are not fixed

	labels    []int32
	visited   int
	best      float64 // lowest criterion so far
	optimal   []int32 // the partition with this criterion; nil: none is within the bounds yet
	cancelled bool
}

// Enumerate visits all partitions of a small graph into Criterion.K nonempty parts and returns the one of lowest criterion within
// the bounds, with its criterion, or nil if there is none or if ctx ended before all were visited. ordered says whether partitions
// that differ only in the numbers of their parts are different, as with fixed vertices.
func Enumerate(ctx context.Context, p *Problem, ordered bool) (labels []int32, criterion float64) {
	e := &enumeration{Problem: p, ctx: ctx, ordered: ordered, best: math.Inf(1), labels: make([]int32, len(p.Mass))}
	for i := range e.labels {
		if p.Fixed != nil && p.Fixed[i] >= 0 {
			e.labels[i] = p.Fixed[i]
		} else {
			e.free = append(e.free, int32(i))
		}
	}
	if e.place(0, 0); e.cancelled {
		return nil, math.Inf(1)
	}
	return e.optimal, e.best
}

// place visits all partitions in which the free vertices before free[at] are in the parts that labels says. used is the number
// of these parts. Unless parts have numbers, they are numbered by their first vertices.
func (e *enumeration) place(at, used int) {
	if e.cancelled {
		return
	}
	left, k := len(e.free)-at, e.Criterion.K
	if left == 0 {
		e.visit()
		return
	}
	first, last := 0, k-1
	if !e.ordered {
		if used+left == k { // each vertex that is left begins a part
			first = used
		}
		last = min(used, last)
	}
	for a := first; a <= last; a++ {
		e.labels[e.free[at]] = int32(a)
		e.place(at+1, max(used, a+1))
	}
}

// visit compares the partition in labels with the best so far.
func (e *enumeration) visit() {
	const every = 1 << 10 // partitions between two looks at the context
	if e.visited++; e.visited%every == 0 && e.ctx.Err() != nil {
		e.cancelled = true
		return
	}
	size, count := make([]float64, e.Criterion.K), make([]int, e.Criterion.K)
	for i, a := range e.labels {
		size[a] += e.Mass[i]
		count[a]++
	}
	if slices.Min(count) == 0 || e.Bounds.Violation(size) > 0 {
		return
	}
	if value := e.Value(e.labels); value < e.best {
		e.best, e.optimal = value, slices.Clone(e.labels)
	}
}

// Value returns the criterion of a partition, by a sum over all edges.
func (p *Problem) Value(labels []int32) float64 {
	if p.Criterion.Edges {
		return objective.CutWeight(p.Graph, labels)
	}
	return objective.Value(p.Graph, p.Mass, labels, p.Criterion.K, p.Criterion.Lambda)
}
