package bisect

import "math"

// part is a set of vertices with its bisection.
type part struct {
	vertices        []int32
	low             []bool  // side of each of the vertices; nil before the bisection, and if head > 0
	head            int     // if > 0, the low side is vertices[:head]
	value           float64 // C of the bisection within the part; +Inf for a single vertex
	smallComponents bool    // the part is a union of components too small to be clusters; it is split last
	status          Status
	nOuter          int // outer steps of the bisection
}

// precedes reports whether p is split before q: parts in ascending order of C, then parts of small components. Single
// vertices are never split.
func (p *part) precedes(q *part) bool {
	if len(p.vertices) < 2 || len(q.vertices) < 2 {
		return len(p.vertices) > len(q.vertices)
	}
	if p.smallComponents != q.smallComponents && !math.IsInf(p.value, 1) && !math.IsInf(q.value, 1) {
		return q.smallComponents
	}
	return p.value < q.value
}

// splitAnyhow splits single vertices off until there are k parts: the context has ended, and the result must have k parts.
func splitAnyhow(parts []part, splits []int, k int) ([]part, []int) {
	for a := 0; len(parts) < k; a++ { // the last part is what is left of another one
		if p := &parts[a]; len(p.vertices) > 1 {
			splits = append(splits, a)
			rest := part{vertices: p.vertices[1:]}
			p.vertices = p.vertices[:1:1]
			parts = append(parts, rest)
		}
	}
	return parts, splits
}

// sides returns the vertices of the two sides of the part's bisection.
func (p *part) sides() (low, high []int32) {
	if p.head > 0 {
		return p.vertices[:p.head:p.head], p.vertices[p.head:]
	}
	count := 0
	for _, in := range p.low {
		if in {
			count++
		}
	}
	low, high = make([]int32, 0, count), make([]int32, 0, len(p.low)-count)
	for a, v := range p.vertices {
		if p.low[a] {
			low = append(low, v)
		} else {
			high = append(high, v)
		}
	}
	return low, high
}
