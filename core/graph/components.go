package graph

import "slices"

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

// Subgraph returns the graph induced by the given vertices, which must be distinct: vertex a of the result is
// vertices[a] of g.
func Subgraph(g *CSR, vertices []int32) *CSR {
	place := make([]int32, g.N())
	for i := range place {
		place[i] = -1
	}
	for a, v := range vertices {
		place[v] = int32(a)
	}
	sub := &CSR{Indptr: make([]int64, len(vertices)+1)}
	for a, v := range vertices {
		idx, _ := g.Row(int(v))
		kept := 0
		for _, j := range idx {
			if place[j] >= 0 {
				kept++
			}
		}
		sub.Indptr[a+1] = sub.Indptr[a] + int64(kept)
	}
	nnz := sub.Indptr[len(vertices)]
	sub.Indices, sub.Data = make([]int32, nnz), make([]float64, nnz)
	next, sorted := slices.Clone(sub.Indptr), slices.IsSorted(vertices)
	for a, v := range vertices {
		idx, w := g.Row(int(v))
		for k, j := range idx {
			row, entry := int32(a), place[j]
			if entry < 0 {
				continue
			}
			if !sorted { // w_ij = w_ji: row a goes to the rows of its neighbours, so that those ascend
				row, entry = entry, row
			}
			sub.Indices[next[row]], sub.Data[next[row]] = entry, w[k]
			next[row]++
		}
	}
	return sub
}
