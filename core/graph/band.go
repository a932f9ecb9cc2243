package graph

// Band returns the vertices nearest to the border between sides, the nearest first: at least size of them, and at
// least times as many as lie at the border, which are those with a neighbour on another side; all of them where that
// is most of the graph.
func Band[T comparable](g *CSR, side []T, size, times int) []int32 {
	n := g.N()
	in := make([]bool, n)
	var order []int32
	for i, own := range side {
		idx, _ := g.Row(i)
		for _, j := range idx {
			if side[j] != own {
				in[i] = true
				order = append(order, int32(i))
				break
			}
		}
	}
	size = max(size, times*len(order))
	if 2*size > n {
		size = n
	}
	for at := 0; at < len(order) && len(order) < size; at++ {
		idx, _ := g.Row(int(order[at]))
		for _, j := range idx {
			if !in[j] {
				in[j] = true
				order = append(order, j)
			}
		}
	}
	for i := range in {
		if !in[i] && size == n { // no way leads there
			order = append(order, int32(i))
		}
	}
	return order
}
