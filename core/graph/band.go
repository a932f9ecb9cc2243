package graph

// Band returns the vertices nearest to the border between the sides of a partition, in the order of their distance from
// it. The border consists of the b vertices that have a neighbour with another value of side, and the distance is the
// number of edges on a shortest path.
//
// The band has at least max(size, times·b) vertices, or all that a path connects to the border if there are fewer. If
// max(size, times·b) is more than n/2, it has all n vertices, and those without a path to the border come last.
func Band[T comparable](g *CSR, side []T, size, times int, run Runner) []int32 {
	n := g.N()
	in := make([]bool, n)
	order := Border(g, side, run)
	for _, i := range order {
		in[i] = true
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
		if !in[i] && size == n { // no path from the border
			order = append(order, int32(i))
		}
	}
	return order
}
