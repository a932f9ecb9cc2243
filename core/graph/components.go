package graph

// Components numbers the connected components of g in order of their smallest vertex. It returns the
// component of every vertex and the number of components. An edge of weight 0 connects nothing.
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

// Subgraph returns the graph induced by the given vertices, which must be distinct and ascending:
// vertex a of the result is vertices[a] of g.
func Subgraph(g *CSR, vertices []int32) *CSR {
	inner := make([]int32, g.N())
	for i := range inner {
		inner[i] = -1
	}
	for a, v := range vertices {
		inner[v] = int32(a)
	}
	sub := &CSR{Indptr: make([]int64, len(vertices)+1)}
	for a, v := range vertices {
		idx, _ := g.Row(int(v))
		kept := 0
		for _, j := range idx {
			if inner[j] >= 0 {
				kept++
			}
		}
		sub.Indptr[a+1] = sub.Indptr[a] + int64(kept)
	}
	sub.Indices, sub.Data = make([]int32, sub.Indptr[len(vertices)]), make([]float64, sub.Indptr[len(vertices)])
	for a, v := range vertices {
		idx, w := g.Row(int(v))
		at := sub.Indptr[a]
		for k, j := range idx {
			if b := inner[j]; b >= 0 {
				sub.Indices[at], sub.Data[at] = b, w[k]
				at++
			}
		}
	}
	return sub
}
