package graph

// Components returns the number of the connected component of every vertex, and the number of components. Components are
// numbered from 0 in the order of their smallest vertices. Edges of weight 0 do not connect their ends.
func Components(g *CSR) (label []int32, count int) { return connected(g, nil) }

// negligible is the largest weight, relative to a degree, that changes it by no more than a rounding error.
const negligible = 0x1p-53

// Pieces is Components of the graph without its negligible edges, those of weight
//
//	w_ij ≤ 2⁻⁵³ max(deg_i, deg_j),
//
// which change a degree by no more than a rounding error. Gaussian weights of distant points are such weights.
func Pieces(g *CSR) (label []int32, count int) {
	least := g.Degrees()
	for i, d := range least {
		least[i] = negligible * d
	}
	return connected(g, least)
}

// connected returns the components that edges ij of weight above max(least_i, least_j) form, or above 0 if least is nil. The
// method is union–find with path halving, in which the root of a tree is its smallest vertex.
func connected(g *CSR, least []float64) (label []int32, count int) {
	parent := make([]int32, g.N())
	for i := range parent {
		idx, w := g.Row(i)
		w = w[:len(idx)]
		root := int32(i)
		parent[i] = root
		for k, j := range idx {
			if j > int32(i) || w[k] == 0 || parent[j] == root || least != nil && w[k] <= max(least[i], least[j]) {
				continue
			}
			other := find(parent, j)
			parent[max(root, other)] = min(root, other)
			root = min(root, other)
		}
	}
	label = parent
	for i, p := range parent {
		if p == int32(i) {
			label[i] = int32(count)
			count++
		} else {
			label[i] = label[p] // p < i, so that label[p] is final
		}
	}
	return label, count
}

// find returns the root of the tree of vertex i and halves the path to it.
func find(parent []int32, i int32) int32 {
	for parent[i] != i {
		parent[i] = parent[parent[i]]
		i = parent[i]
	}
	return i
}
