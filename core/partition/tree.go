package partition

import (
	"cmp"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
)

// Merge is one split of a k-way partition, undone. Numbers below k are parts, k+t is the cluster that
// Merges[t] made: the convention of SciPy's linkage matrices.
type Merge struct {
	Left, Right int32
	Value       float64 // C of the split within the cluster that was split
}

// merges undoes splits, the last first: k−1 merges that end in the whole graph. Split s cut part number
// splits[s]; its low side kept the number and its high side got the number s+1.
func merges(splits []int) []Merge {
	k := len(splits) + 1
	cluster := make([]int32, k) // the cluster that part number a belongs to by now
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

// renumber applies a renumbering of the parts to the merges.
func renumber(tree []Merge, number map[int32]int32) {
	for t := range tree {
		for _, c := range []*int32{&tree[t].Left, &tree[t].Right} {
			if b, ok := number[*c]; ok {
				*c = b
			}
		}
	}
}

// clusters are sets of vertices under agglomeration: the mass of each, and the weight between every two that
// touch, which add up as clusters join. Numbers are those of Merge.
type clusters struct {
	size    []float64
	between []map[int32]float64
}

// clustersOf returns the k parts of a partition.
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

// value returns the weight between two clusters over the mass of the lighter: C of the split between them.
func (c *clusters) value(a, b int32) float64 {
	if c.between[a][b] == 0 {
		return 0
	}
	return objective.Ratio(c.between[a][b], 1, c.size[a], c.size[b])
}

// join makes one cluster of two and returns its number.
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

// agglomerate joins, again and again, the two clusters whose split would cost most: a tree for a partition that
// no splits have made.
func agglomerate(g *graph.CSR, mass []float64, labels []int32, k int) []Merge {
	c, alive := clustersOf(g, mass, labels, k), make([]int32, k)
	for a := range alive {
		alive[a] = int32(a)
	}
	var tree []Merge
	for len(alive) > 1 {
		var pairs []Merge
		for x, b := range alive {
			for _, a := range alive[:x] {
				pairs = append(pairs, Merge{Left: a, Right: b, Value: c.value(a, b)})
			}
		}
		best := slices.MaxFunc(pairs, func(p, q Merge) int { return cmp.Compare(p.Value, q.Value) })
		tree = append(tree, best)
		alive = append(slices.DeleteFunc(alive, func(x int32) bool { return x == best.Left || x == best.Right }),
			c.join(best.Left, best.Right))
	}
	return tree
}
