package spectral

import (
	"context"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
)

// minDissected is the number of vertices up to which a set is not dissected further.
const minDissected = 32

// dissection returns an elimination order of the vertices with little fill on meshes and road networks, by the automatic
// nested dissection of A. George and J. W. H. Liu, "An automatic nested dissection algorithm for irregular finite element
// problems", SIAM J. Numer. Anal. 15 (1978): the separator of a set, which comes last, is a small level of a breadth-first
// search from a vertex far from the others, and both sides of it are ordered in the same way. It returns nil if ctx ends.
func dissection(ctx context.Context, g *graph.CSR) []int32 {
	n := g.N()
	d := &dissector{graph: g, order: make([]int32, n), set: make([]int32, n), level: make([]int32, n)}
	all := make([]int32, n)
	for i := range all {
		all[i] = int32(i)
	}
	sets, ends := [][]int32{all}, []int{n} // sets to be ordered, and the positions at which they end
	for last := 0; last >= 0; last = len(sets) - 1 {
		if ctx.Err() != nil {
			return nil
		}
		set, end := sets[last], ends[last]
		sets, ends = sets[:last], ends[:last]
		sides, separator := d.split(set)
		end -= len(separator)
		copy(d.order[end:], separator)
		for _, side := range slices.Backward(sides) {
			sets, ends = append(sets, side), append(ends, end)
			end -= len(side)
		}
	}
	return d.order
}

type dissector struct {
	graph  *graph.CSR
	order  []int32
	set    []int32 // number of the set of each vertex
	level  []int32 // level of each vertex in the last breadth-first search, −1 if it was not reached
	number int32   // number of the current set
}

// split splits a set into sides and a separator without edges between the sides: into two if the set is connected, else into its
// components. The separator is the whole set if that is small or has no level between others.
func (d *dissector) split(set []int32) (sides [][]int32, separator []int32) {
	if len(set) <= minDissected {
		return nil, set
	}
	d.number++
	for _, i := range set {
		d.set[i] = d.number
	}
	far, _ := d.search(set, set[0])
	_, counts := d.search(set, far)
	at, reached := middleLevel(counts)
	switch {
	case reached < len(set):
		return d.components(set), nil
	case at < 0:
		return nil, set
	}
	sides = make([][]int32, 2) // neither is empty
	for _, i := range set {
		switch l := int(d.level[i]); {
		case l < at:
			sides[0] = append(sides[0], i)
		case l > at:
			sides[1] = append(sides[1], i)
		default:
			separator = append(separator, i)
		}
	}
	return sides, separator
}

// components returns the connected components of the current set in the order of their first vertices. Once at most minDissected
// vertices are left, these are returned together.
func (d *dissector) components(set []int32) (sides [][]int32) {
	for _, i := range set {
		d.level[i] = -1
	}
	left, together := len(set), false
	var queue []int32
	for _, root := range set {
		if d.level[root] >= 0 {
			continue
		}
		if !together {
			sides, together = append(sides, nil), left <= minDissected
		}
		number := int32(len(sides) - 1)
		d.level[root] = number
		queue = append(queue[:0], root)
		for at := 0; at < len(queue); at++ {
			idx, _ := d.graph.Row(int(queue[at]))
			for _, j := range idx {
				if d.set[j] == d.number && d.level[j] < 0 {
					d.level[j] = number
					queue = append(queue, j)
				}
			}
		}
		left -= len(queue)
	}
	for _, i := range set {
		sides[d.level[i]] = append(sides[d.level[i]], i)
	}
	return sides
}

// search sets the levels of a breadth-first search from root within the current set. It returns the last vertex and the
// numbers of vertices of all levels.
func (d *dissector) search(set []int32, root int32) (last int32, counts []int) {
	for _, i := range set {
		d.level[i] = -1
	}
	d.level[root] = 0
	queue := []int32{root}
	for at := 0; at < len(queue); at++ {
		i := queue[at]
		if int(d.level[i]) == len(counts) {
			counts = append(counts, 0)
		}
		counts[d.level[i]]++
		idx, _ := d.graph.Row(int(i))
		for _, j := range idx {
			if d.set[j] == d.number && d.level[j] < 0 {
				d.level[j] = d.level[i] + 1
				queue = append(queue, j)
			}
		}
	}
	return queue[len(queue)-1], counts
}

// middleLevel returns the smallest level that leaves at least a quarter of the vertices on each side, or that with the median
// vertex if there is none, −1 if that is the first or the last level, and the number of vertices of all levels.
func middleLevel(counts []int) (level, reached int) {
	for _, c := range counts {
		reached += c
	}
	level = -1
	median, below := -1, 0
	for l, c := range counts {
		if 4*below >= reached && 4*(below+c) <= 3*reached && (level < 0 || c < counts[level]) {
			level = l
		}
		if median < 0 && 2*(below+c) >= reached {
			median = l
		}
		below += c
	}
	if level < 0 {
		level = median
	}
	if level <= 0 || level == len(counts)-1 {
		level = -1
	}
	return level, reached
}
