package direct

import (
	"cmp"
	"container/heap"
	"slices"
)

// Fill assigns every item whose label is −1 to a part, in descending order of mass: to an empty part or, if there is none, to the
// part that is farthest below its target. deficit holds the target of each part minus its mass, and used says which parts are not
// empty. Fill updates both. Its time is O(n log n + n log k) for n items and k parts.
func Fill(labels []int32, mass, deficit []float64, used []bool) {
	var order []int32
	for i, a := range labels {
		if a < 0 {
			order = append(order, int32(i))
		}
	}
	slices.SortStableFunc(order, func(i, j int32) int { return cmp.Compare(mass[j], mass[i]) })
	FillInOrder(order, labels, mass, deficit, used)
}

// FillInOrder is Fill for the given items in their order, whatever their labels are. Of parts that are equally far below their
// targets it takes that of the lowest number.
func FillInOrder(order, labels []int32, mass, deficit []float64, used []bool) {
	q := &deficits{deficit: deficit, used: used}
	for r := range deficit {
		q.parts = append(q.parts, r)
	}
	heap.Init(q)
	for _, i := range order {
		r := q.parts[0]
		labels[i], used[r] = int32(r), true
		deficit[r] -= mass[i]
		heap.Fix(q, 0)
	}
}

// deficits is a heap of all parts: empty ones first, then those of the largest deficits, then those of the lowest numbers.
type deficits struct {
	parts   []int
	deficit []float64
	used    []bool
}

var _ heap.Interface = (*deficits)(nil)

// Len returns the number of parts.
func (d *deficits) Len() int { return len(d.parts) }

// Less reports whether the part at x comes before the one at y.
func (d *deficits) Less(x, y int) bool {
	r, s := d.parts[x], d.parts[y]
	if d.used[r] != d.used[s] {
		return d.used[s]
	}
	return cmp.Or(cmp.Compare(d.deficit[s], d.deficit[r]), cmp.Compare(r, s)) < 0
}

// Swap swaps the parts at x and y.
func (d *deficits) Swap(x, y int) { d.parts[x], d.parts[y] = d.parts[y], d.parts[x] }

// Push and Pop are not used: the number of parts stays.
func (d *deficits) Push(any) {}

// Pop returns nothing.
func (d *deficits) Pop() any { return nil }
