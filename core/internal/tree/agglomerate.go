package tree

import (
	"cmp"
	"container/heap"
	"context"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
)

// clusters holds the clusters of an agglomeration of k parts. The cluster of several parts is at the place of one of them, whose
// number is below k, so that a join changes only what belongs to the cluster with fewer neighbours.
type clusters struct {
	size    []float64           // mass of the cluster at each place
	between []map[int32]float64 // between[a][b] is the weight between the clusters at a and b, if they are adjacent; nil: none is there
	number  []int32             // number of the cluster at each place, as in Merge
	place   []int32             // place of each number, also of those that are joined

	ctx   context.Context
	ended bool // whether the context has ended: between is no longer kept
	work  int  // weights and merges visited since the last look at the context
}

// workPerLook is the number of weights between clusters, or of merges, that are visited between two looks at the context. Trees of
// fewer are always complete.
const workPerLook = 1 << 16

// isOver counts visits, and reports whether the context has ended.
func (c *clusters) isOver(visits int) bool {
	if c.work += visits; c.work >= workPerLook {
		c.work = 0
		c.ended = c.ended || c.ctx.Err() != nil
	}
	return c.ended
}

// clustersOf returns the k parts of a partition as clusters.
func clustersOf(ctx context.Context, g *graph.CSR, mass []float64, labels []int32, k int) *clusters {
	c := &clusters{size: make([]float64, k), between: make([]map[int32]float64, k), number: make([]int32, k), place: make([]int32, k, 2*k-1), ctx: ctx}
	for a := range c.between {
		c.between[a], c.number[a], c.place[a] = map[int32]float64{}, int32(a), int32(a)
	}
	for i, a := range labels {
		idx, w := g.Row(i)
		if c.isOver(len(idx)) {
			break
		}
		c.size[a] += mass[i]
		for e, j := range idx {
			if b := labels[j]; b != a {
				c.between[a][b] += w[e]
			}
		}
	}
	return c
}

// value returns C of the split between the clusters at two places: the weight between them over the smaller of their masses.
func (c *clusters) value(a, b int32) float64 {
	if c.between[a][b] == 0 {
		return 0
	}
	return objective.Ratio(c.between[a][b], 1, c.size[a], c.size[b])
}

// join merges the clusters at two places. It returns the place of the new cluster and that of the one with fewer neighbours, whose
// neighbours are the only ones that the weight to the new cluster changes for. They are left in between for the caller.
func (c *clusters) join(a, b int32) (to, from int32) {
	if len(c.between[a]) < len(c.between[b]) {
		a, b = b, a
	}
	if !c.isOver(len(c.between[b])) {
		c.joinWeights(a, b)
	}
	c.number[a] = int32(len(c.place))
	c.number[b] = gone
	c.place = append(c.place, a)
	return a, b
}

// joinWeights adds what belongs to the cluster at b to that of a.
func (c *clusters) joinWeights(a, b int32) {
	delete(c.between[a], b)
	delete(c.between[b], a)
	for x, w := range c.between[b] {
		delete(c.between[x], b)
		c.between[a][x] += w
		c.between[x][a] = c.between[a][x]
	}
	c.size[a] += c.size[b]
}

// gone is the number of a place without a cluster.
const gone = -1

// Agglomerate builds a tree for a partition that was not made by splits. It repeatedly merges the two clusters with the
// highest C of the split between them. The time for p pairs of adjacent parts is O(k + p log² p). Once ctx has ended, it merges
// the clusters that are left in the order of their numbers. The values are those in the search, which SetValues replaces.
func Agglomerate(ctx context.Context, g *graph.CSR, mass []float64, labels []int32, k int) []Merge {
	c := clustersOf(ctx, g, mass, labels, k)
	possible := c.possible()
	tree, first := make([]Merge, 0, k-1), 0 // no cluster has a number before first
	for len(tree) < k-1 {
		m := c.next(possible)
		if !(m.Value > 0) { // no clusters are adjacent
			m, first = c.firstTwo(first)
		}
		tree = append(tree, m.Merge)
		to, from := c.join(m.a, m.b)
		for x := range c.between[from] {
			if c.isOver(1) {
				break
			}
			heap.Push(possible, c.merge(x, to))
		}
		c.between[from] = nil
	}
	return tree
}

// possible returns the merges of all pairs of adjacent clusters.
func (c *clusters) possible() *mergeQueue {
	q := &mergeQueue{}
	for a := range int32(len(c.between)) {
		if c.isOver(len(c.between[a])) {
			return q
		}
		for b := range c.between[a] {
			if a < b {
				*q = append(*q, c.merge(a, b))
			}
		}
	}
	heap.Init(q)
	return q
}

// firstTwo returns the merge of the two clusters with the smallest numbers, of which none is before first, and the first of them.
func (c *clusters) firstTwo(first int) (possibleMerge, int) {
	isLeft := func(number int) bool { return int(c.number[c.place[number]]) == number }
	for !isLeft(first) {
		first++
	}
	second := first + 1
	for !isLeft(second) {
		second++
	}
	m := c.merge(c.place[first], c.place[second])
	m.Value = 0
	return m, first
}

// possibleMerge is a merge of the clusters at places a and b.
type possibleMerge struct {
	Merge
	a, b int32
}

// merge returns the merge of the clusters at two places.
func (c *clusters) merge(a, b int32) possibleMerge {
	left, right := c.number[a], c.number[b]
	return possibleMerge{Merge{Left: min(left, right), Right: max(left, right), Value: c.value(a, b)}, a, b}
}

// next removes and returns the merge that precedes all others. It returns the zero value if there is none, and once the context
// has ended.
//
// The queue has a merge for every pair of adjacent clusters that does not come after what it is now: once a cluster has grown, and
// the weight between both has not, C is no higher and the number is higher. Such a merge is put back as it is now.
func (c *clusters) next(possible *mergeQueue) possibleMerge {
	for !c.isOver(1) && possible.Len() > 0 {
		m, _ := heap.Pop(possible).(possibleMerge)
		if c.number[m.a] == gone || c.number[m.b] == gone {
			continue
		}
		switch now := c.merge(m.a, m.b); {
		case now == m:
			return m
		case precedes(m.Merge, now.Merge):
			heap.Push(possible, now)
		}
	}
	return possibleMerge{}
}

// mergeQueue is a heap of merges, ordered by precedes.
type mergeQueue []possibleMerge

var _ heap.Interface = (*mergeQueue)(nil)

// Len returns the number of merges.
func (q *mergeQueue) Len() int { return len(*q) }

// Less reports whether the merge at x comes before the one at y.
func (q *mergeQueue) Less(x, y int) bool { return precedes((*q)[x].Merge, (*q)[y].Merge) }

// Swap swaps the merges at x and y.
func (q *mergeQueue) Swap(x, y int) { (*q)[x], (*q)[y] = (*q)[y], (*q)[x] }

// Push appends a merge.
func (q *mergeQueue) Push(m any) {
	if merge, ok := m.(possibleMerge); ok {
		*q = append(*q, merge)
	}
}

// Pop removes the last merge.
func (q *mergeQueue) Pop() any {
	last := len(*q) - 1
	m := (*q)[last]
	*q = (*q)[:last]
	return m
}

// precedes reports whether m is made before n: merges of higher C first, then those of lower numbers, so that the order of
// a map has no effect.
func precedes(m, n Merge) bool {
	return cmp.Or(cmp.Compare(n.Value, m.Value), cmp.Compare(m.Left, n.Left), cmp.Compare(m.Right, n.Right)) < 0
}
