package direct

import (
	"cmp"
	"slices"

	"github.com/tvcut/tvcut/core/internal/objective"
)

const (
	maxPacked     = 64      // heaviest free vertices that Pack places by backtracking
	maxPackedWork = 1 << 20 // placements of Pack, times the parts that it compares for each beyond maxPacked
)

// Spread returns a partition whose masses are near the targets. Each part consists of consecutive vertices in breadth-first
// order, apart from fixed vertices. A part ends where the free mass of all parts so far is nearest to the sum of their
// shares of it, so that differences do not add up in the last part. It takes about as long as a few passes over the edges,
// and the parts may violate the bounds.
func Spread(p *Problem) []int32 {
	n, k := p.Graph.N(), p.Criterion.K
	labels, size, free, rest := make([]int32, n), make([]float64, k), n, 0.0
	for i := range labels {
		labels[i] = -1
		if p.Fixed != nil && p.Fixed[i] >= 0 {
			labels[i] = p.Fixed[i]
			size[labels[i]] += p.Mass[i]
			free--
		} else {
			rest += p.Mass[i]
		}
	}
	lacking := 0.0
	for r, m := range size {
		lacking += max(0, p.Target[r]-m)
	}
	share := func(r int) float64 { return max(0, p.Target[r]-size[r]) / lacking * rest } // of the free mass
	r, placed, end := 0, 0.0, share(0)
	for _, i := range breadthFirst(p) {
		if labels[i] >= 0 {
			continue
		}
		for r < k-1 && size[r] > 0 && (placed+p.Mass[i]/2 > end || free < k-r) {
			r++
			end += share(r)
		}
		labels[i] = int32(r)
		size[r] += p.Mass[i]
		placed += p.Mass[i]
		free--
	}
	return labels
}

// breadthFirst returns the vertices in breadth-first order, one component after the other.
func breadthFirst(p *Problem) []int32 {
	n := p.Graph.N()
	order, seen := make([]int32, 0, n), make([]bool, n)
	for start := range n {
		if seen[start] {
			continue
		}
		seen[start] = true
		order = append(order, int32(start))
		for at := len(order) - 1; at < len(order); at++ {
			idx, _ := p.Graph.Row(int(order[at]))
			for _, j := range idx {
				if !seen[j] {
					seen[j] = true
					order = append(order, j)
				}
			}
		}
	}
	return order
}

// Pack returns a partition within the bounds that ignores the graph, or nil if it finds none. proved is true if none exists. The
// vertices are placed in the order of descending mass, each in the part that is farthest below its target: the maxPacked heaviest
// ones by backtracking, the others as Fill does.
func Pack(p *Problem) (labels []int32, proved bool) {
	k := p.Criterion.K
	q := &packing{Problem: p, labels: slices.Repeat([]int32{-1}, len(p.Mass)), size: make([]float64, k), count: make([]int, k),
		work: maxPackedWork / max(1, k/maxPacked)}
	for i := range int32(len(q.labels)) {
		if p.Fixed != nil && p.Fixed[i] >= 0 {
			q.place(i, p.Fixed[i], 1)
			continue
		}
		q.order = append(q.order, i)
	}
	slices.SortStableFunc(q.order, func(i, j int32) int { return cmp.Compare(p.Mass[j], p.Mass[i]) })
	q.rest = make([]float64, len(q.order)+1)
	for at := len(q.order) - 1; at >= 0; at-- {
		q.rest[at] = q.rest[at+1] + p.Mass[q.order[at]]
	}
	if q.search(0) {
		return q.labels, false
	}
	return nil, q.work > 0 && !q.filled
}

// packing is a partial assignment of vertices to parts.
type packing struct {
	*Problem
	labels []int32
	size   []float64
	count  []int
	order  []int32   // free vertices, in the order of placement
	rest   []float64 // mass of order[at:]
	work   int       // placements that are left
	filled bool      // whether vertices were placed without backtracking
}

// place adds vertex i to part r for sign = 1 and removes it for sign = −1.
func (q *packing) place(i, r int32, sign int) {
	q.labels[i] = r
	q.size[r] += float64(sign) * q.Mass[i]
	q.count[r] += sign
}

// done reports whether the partition is within the bounds and has no empty part.
func (q *packing) done() bool {
	return q.Bounds.Violation(q.size) == 0 && slices.Min(q.count) > 0
}

// byDeficit returns the parts, the one farthest below its target first; empty parts come before others.
func (q *packing) byDeficit() []int32 {
	parts := make([]int32, q.Criterion.K)
	for r := range parts {
		parts[r] = int32(r)
	}
	slices.SortStableFunc(parts, func(a, b int32) int {
		return cmp.Or(cmp.Compare(min(1, q.count[a]), min(1, q.count[b])), cmp.Compare(q.Target[b]-q.size[b], q.Target[a]-q.size[a]))
	})
	return parts
}

// search places order[at:] by backtracking and reports whether it found a partition within the bounds.
func (q *packing) search(at int) bool {
	if at == len(q.order) {
		return q.done()
	}
	lacking, room := 0.0, 0.0
	for r, m := range q.size {
		lacking += max(0, q.Bounds.Least[r]-m)
		room += max(0, q.Bounds.Most[r]-m)
	}
	if lacking > q.rest[at]*(1+tiny) || q.rest[at] > room*(1+tiny) {
		return false
	}
	if at == maxPacked {
		return q.fill(q.order[at:])
	}
	i := q.order[at]
	for _, r := range q.byDeficit() {
		if q.work--; q.work <= 0 {
			return false
		}
		if q.size[r]+q.Mass[i] > q.Bounds.Most[r] {
			continue
		}
		q.place(i, r, 1)
		if q.search(at + 1) {
			return true
		}
		q.place(i, r, -1)
	}
	return false
}

// fill places vertices as Fill does, and reports whether the partition is within the bounds.
func (q *packing) fill(vertices []int32) bool {
	q.filled = true
	q.work -= len(vertices)
	labels, deficit, used := slices.Clone(q.labels), make([]float64, len(q.size)), make([]bool, len(q.size))
	for r, m := range q.size {
		deficit[r], used[r] = q.Target[r]-m, q.count[r] > 0
	}
	FillInOrder(vertices, labels, q.Mass, deficit, used)
	if q.Bounds.Violation(objective.Sizes(q.Mass, labels, len(q.size))) > 0 || slices.Contains(used, false) {
		return false
	}
	q.labels = labels
	return true
}
