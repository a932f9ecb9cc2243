package partition

import (
	"cmp"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
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

// valueMerges sets the value of every merge: the weight between its two clusters over the mass of the
// lighter. It keeps the weight between every two clusters that touch, and adds them up as they merge.
func valueMerges(g *graph.CSR, mass []float64, labels []int32, tree []Merge) {
	k := len(tree) + 1
	size := make([]float64, k, 2*k-1)
	between := make([]map[int32]float64, k, 2*k-1)
	for a := range between {
		between[a] = map[int32]float64{}
	}
	for i, a := range labels {
		size[a] += mass[i]
		idx, w := g.Row(i)
		for e, j := range idx {
			if b := labels[j]; b != a {
				between[a][b] += w[e]
			}
		}
	}
	for t := range tree {
		a, b := tree[t].Left, tree[t].Right
		tree[t].Value = ratio(between[a][b], min(size[a], size[b]))
		c, joined := int32(k+t), between[a]
		for x, w := range between[b] {
			joined[x] += w
		}
		delete(joined, a)
		delete(joined, b)
		for x, w := range joined {
			delete(between[x], a)
			delete(between[x], b)
			between[x][c] = w
		}
		size, between = append(size, size[a]+size[b]), append(between, joined)
	}
}

// pair is two clusters and the value of the split between them.
type pair struct {
	a, b  int32
	value float64
}

// agglomerate joins, again and again, the two clusters whose split would cost most: a tree for a partition that
// no splits have made.
func agglomerate(g *graph.CSR, mass []float64, labels []int32, k int) []Merge {
	between, size := make([][]float64, k, 2*k-1), make([]float64, k, 2*k-1)
	for a := range between {
		between[a] = make([]float64, 2*k-1)
	}
	for i, a := range labels {
		size[a] += mass[i]
		idx, w := g.Row(i)
		for e, j := range idx {
			between[a][labels[j]] += w[e]
		}
	}
	alive := make([]int32, k)
	for a := range alive {
		alive[a] = int32(a)
	}
	var tree []Merge
	for len(alive) > 1 {
		var pairs []pair
		for x, a := range alive {
			for _, b := range alive[:x] {
				pairs = append(pairs, pair{b, a, ratio(between[a][b], min(size[a], size[b]))})
			}
		}
		best := slices.MaxFunc(pairs, func(p, q pair) int { return cmp.Compare(p.value, q.value) })
		c := int32(k + len(tree))
		tree = append(tree, Merge{Left: best.a, Right: best.b})
		joined := make([]float64, 2*k-1)
		for _, x := range alive {
			joined[x] = between[best.a][x] + between[best.b][x]
			between[x][c] = joined[x]
		}
		between, size = append(between, joined), append(size, size[best.a]+size[best.b])
		alive = append(slices.DeleteFunc(alive, func(x int32) bool { return x == best.a || x == best.b }), c)
	}
	return tree
}
