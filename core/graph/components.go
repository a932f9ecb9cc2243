package graph

// Components returns the number of the connected component of every vertex, and the number of components. Components are
// numbered from 0 in the order of their smallest vertices. Edges of weight 0 do not connect their ends.
func Components(g *CSR) (label []int32, count int) {
	label = make([]int32, g.N())
	for i := range label {
		label[i] = -1
	}
	queue := make([]int32, 0, g.N())
	for s := range label {
		if label[s] >= 0 {
			continue
		}
		c := int32(count)
		count++
		label[s] = c
		queue = append(queue[:0], int32(s))
		for len(queue) > 0 {
			i := queue[len(queue)-1]
			queue = queue[:len(queue)-1]
			idx, w := g.Row(int(i))
			for k, j := range idx {
				if w[k] > 0 && label[j] < 0 {
					label[j] = c
					queue = append(queue, j)
				}
			}
		}
	}
	return label, count
}
