// Package tree builds the tree of merges of a partition: from the splits that made it, or by agglomeration of its parts.
package tree

// Merge is a node of the tree of splits of a k-way partition: it merges two clusters into one. As in SciPy's linkage
// matrices, cluster numbers below k are parts, and k+t is the cluster made by Merges[t].
type Merge struct {
	Left, Right int32   // the two clusters
	Value       float64 // C of the split into these two, within their union and for λ = 1
}

// FromSplits returns the k−1 merges that undo the splits, the last split first. Split s split part splits[s]; the low side
// kept this number and the high side got number s+1.
func FromSplits(splits []int) []Merge {
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

// Renumber replaces the numbers of parts in the merges, with Left < Right. number holds the new number of each old one.
func Renumber(tree []Merge, number []int32) {
	for t := range tree {
		for _, c := range []*int32{&tree[t].Left, &tree[t].Right} {
			if int(*c) < len(number) {
				*c = number[*c]
			}
		}
		tree[t].Left, tree[t].Right = min(tree[t].Left, tree[t].Right), max(tree[t].Left, tree[t].Right)
	}
}
