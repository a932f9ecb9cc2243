package partition

import (
	"cmp"
	"container/heap"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
)

// Merge is a node of the tree of splits of a k-way partition: it merges two clusters into one. As in SciPy's linkage
// matrices, cluster numbers below k are parts, and k+t is the cluster made by Merges[t].
type Merge struct {
	Left, Right int32   // the two clusters
	Value       float64 // C of the split into these two, within their union and for λ = 1
}

// merges returns the k−1 merges that undo the splits, the last split first. Split s split part splits[s]; the low side
// kept this number and the high side got number s+1.
func merges(splits []int) []Merge {
	k := len(splits) + 1
	cluster := make([]int32, k) // the cluster that now contains part a
	for a := range cluster {
		cluster[a] = int32(a)
	}
	tree := make([]Merge, 0, k-1)
	for s := len(splits) - 1; s >= 0; s-- {
		a, b := splits[s], s+1
		tree = append(tree, Merge{Left: cluster[a], Right: cluster[b]})
		cluster[a] = int32(k + len(tree) - 1)
	}
	return tree
}

// renumber replaces the numbers of parts in the merges, with Left < Right. number holds the new number of each old one.
func renumber(tree []Merge, number []int32) {
	for t := range tree {
		for _, c := range []*int32{&tree[t].Left, &tree[t].Right} {
			if int(*c) < len(number) {
				*c = number[*c]
			}
		}
		tree[t].Left, tree[t].Right = min(tree[t].Left, tree[t].Right), max(tree[t].Left, tree[t].Right)
	}
}

// clusters holds the clusters of an agglomeration, numbered as in Merge.
type clusters struct {
	size    []float64           // mass of each cluster
	between []map[int32]float64 // between[a][b] is the weight between clusters a and b, if they are adjacent
}

// clustersOf returns the k parts of a partition as clusters.
func clustersOf(g *graph.CSR, mass []float64, labels []int32, k int) *clusters {
	c := &clusters{size: make([]float64, k, 2*k-1), between: make([]map[int32]float64, k, 2*k-1)}
	for a := range c.between {
		c.between[a] = map[int32]float64{}
	}
	for i, a := range labels {
		c.size[a] += mass[i]
		idx, w := g.Row(i)
		for e, j := range idx {
			if b := labels[j]; b != a {
				c.between[a][b] += w[e]
			}
		}
	}
	return c
}

// value returns C of the split between two clusters: the weight between them over the smaller of their masses.
func (c *clusters) value(a, b int32) float64 {
	if c.between[a][b] == 0 {
		return 0
	}
	return objective.Ratio(c.between[a][b], 1, c.size[a], c.size[b])
}

// join merges two clusters and returns the number of the new one.
func (c *clusters) join(a, b int32) int32 {
	number, joined := int32(len(c.size)), c.between[a]
	for x, w := range c.between[b] {
		joined[x] += w
	}
	delete(joined, a)
	delete(joined, b)
	for x, w := range joined {
		delete(c.between[x], a)
		delete(c.between[x], b)
		c.between[x][number] = w
	}
	c.size, c.between = append(c.size, c.size[a]+c.size[b]), append(c.between, joined)
	return number
}

// valueMerges sets the value of every merge.
func valueMerges(g *graph.CSR, mass []float64, labels []int32, tree []Merge) {
	c := clustersOf(g, mass, labels, len(tree)+1)
	for t := range tree {
		tree[t].Value = c.value(tree[t].Left, tree[t].Right)
		c.join(tree[t].Left, tree[t].Right)
	}
}

// agglomerate builds a tree for a partition that was not made by splits. It repeatedly merges the two clusters with the
// highest C of the split between them. The time for p pairs of clusters that are adjacent at some point is O((k + p) log p).
func agglomerate(g *graph.CSR, mass []float64, labels []int32, k int) []Merge {
	c, joined := clustersOf(g, mass, labels, k), make([]bool, 2*k-1)
	possible := &mergeQueue{}
	for a := range int32(k) {
		for b := range c.between[a] {
			*possible = append(*possible, c.merge(a, b))
		}
	}
	heap.Init(possible)
	tree, first := make([]Merge, 0, k-1), int32(0) // no cluster before the first is left
	for len(tree) < k-1 {
		merge := possible.next(joined)
		if !(merge.Value > 0) { // no clusters are adjacent
			for joined[first] {
				first++
			}
			merge = Merge{Left: first, Right: first + 1}
			for joined[merge.Right] {
				merge.Right++
			}
		}
		tree = append(tree, merge)
		joined[merge.Left], joined[merge.Right] = true, true
		number := c.join(merge.Left, merge.Right)
		for x := range c.between[number] {
			heap.Push(possible, c.merge(x, number))
		}
	}
	return tree
}

// merge returns the merge of two clusters.
func (c *clusters) merge(a, b int32) Merge {
	return Merge{Left: min(a, b), Right: max(a, b), Value: c.value(a, b)}
}

// mergeQueue is a heap of merges, ordered by precedes.
type mergeQueue []Merge

var _ heap.Interface = (*mergeQueue)(nil)

// next removes and returns the first merge of two clusters that are not joined yet. It returns the zero Merge if there is none.
func (q *mergeQueue) next(joined []bool) Merge {
	for q.Len() > 0 {
		if m, _ := heap.Pop(q).(Merge); !joined[m.Left] && !joined[m.Right] {
			return m
		}
	}
	return Merge{}
}

// Len returns the number of merges.
func (q *mergeQueue) Len() int { return len(*q) }

// Less reports whether the merge at x comes before the one at y.
func (q *mergeQueue) Less(x, y int) bool { return precedes((*q)[x], (*q)[y]) }

// Swap swaps the merges at x and y.
func (q *mergeQueue) Swap(x, y int) { (*q)[x], (*q)[y] = (*q)[y], (*q)[x] }

// Push appends a merge.
func (q *mergeQueue) Push(m any) {
	if merge, ok := m.(Merge); ok {
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
