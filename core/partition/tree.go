package partition

// Merge is one split of a k-way partition, undone. Numbers below k are parts, k+t is the cluster that
// Merges[t] made: the convention of SciPy's linkage matrices.
type Merge struct {
	Left, Right int32
	Value       float64 // C of the split, within the cluster that was split
}

// split says that part number part was cut at value; its low side keeps the number, its high side gets
// the next free one.
type split struct {
	part  int
	value float64
}

// merges undoes splits, the last first: k−1 merges that end in the whole graph.
func merges(splits []split) []Merge {
	k := len(splits) + 1
	cluster := make([]int32, k) // the cluster that part number a belongs to by now
	for a := range cluster {
		cluster[a] = int32(a)
	}
	tree := make([]Merge, 0, k-1)
	for s := len(splits) - 1; s >= 0; s-- {
		a, b := splits[s].part, s+1
		tree = append(tree, Merge{Left: cluster[a], Right: cluster[b], Value: splits[s].value})
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
