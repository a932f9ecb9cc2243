package graph

// sweeps is the number of level structures of LevelSeparator. The root of the first is vertex 0, and that of the next a vertex
// of the last level of the one before, which is near the end of a long path.
const sweeps = 2

// LevelSeparator returns the number of vertices of a small separator of a connected graph. It is the smallest level L_d that has
// vertices of the middle half,
//
//	min_d |L_d|,   |L_0| + … + |L_d| ≥ n/4   and   |L_0| + … + |L_{d−1}| ≤ 3n/4,
//
// where L_d are the vertices at d edges from the root of a level structure: without L_d, no edge joins those before to those
// after it. The smallest of a few level structures counts. A two-dimensional mesh of n vertices has a separator of about 2√n
// vertices, and a network in which paths are short one of a share of n. Edges of weight 0 do not count. The time is that of a few
// breadth-first searches.
func LevelSeparator(g *CSR) int {
	n := g.N()
	order, seen, least, root := make([]int32, 0, n), make([]bool, n), n, int32(0)
	for range sweeps {
		clear(seen)
		var ends []int
		order, ends = levels(g, root, order[:0], seen)
		least = min(least, middleLevel(ends))
		root = order[len(order)-1]
	}
	return least
}

// levels appends the vertices of the level structure with the given root to order, level by level, and returns order and the
// position in it where each level ends. Vertices are marked as seen.
func levels(g *CSR, root int32, order []int32, seen []bool) ([]int32, []int) {
	var ends []int
	order, seen[root] = append(order, root), true
	for at := 0; at < len(order); {
		end := len(order)
		ends = append(ends, end)
		for ; at < end; at++ {
			idx, w := g.Row(int(order[at]))
			for e, j := range idx {
				if !seen[j] && w[e] > 0 {
					order, seen[j] = append(order, j), true
				}
			}
		}
	}
	return order, ends
}

// middleLevel returns the number of vertices of the smallest level that has vertices of the middle half.
func middleLevel(ends []int) int {
	n := ends[len(ends)-1]
	least, begin := n, 0
	for _, end := range ends {
		if 4*end >= n && 4*begin <= 3*n {
			least = min(least, end-begin)
		}
		begin = end
	}
	return least
}
