package constrained

import (
	"math"
	"slices"

	"github.com/tvcut/tvcut/core/internal/queue"
)

// connect makes the parts connected. Each part keeps its heaviest piece, preferably one with fixed vertices, and the vertices of the
// others join neighbouring parts, the most strongly linked ones first. If the graph has at most as many components as parts, each
// component has a part of its own.
func (p *Problem) connect(labels []int32) {
	if countSurplus(p, labels) == 0 && !slices.Contains(p.partless(findPieces(p, labels)), true) {
		return
	}
	q := findPieces(p, labels)
	kept := p.keptPieces(q)
	if !p.withinComponents() {
		p.occupyComponents(q, kept)
	}
	for i := range labels {
		if labels[i] = kept[q.of[i]]; p.Fixed != nil && p.Fixed[i] >= 0 {
			labels[i] = p.Fixed[i]
		}
	}
	p.grow(labels)
}

// partless reports for each component whether no part lies in it, where each part lies in the component of its heaviest piece.
func (p *Problem) partless(q *pieces) []bool {
	if p.Component == nil || p.withinComponents() {
		return nil
	}
	without := slices.Repeat([]bool{true}, int(slices.Max(p.Component))+1)
	for piece, a := range p.keptPieces(q) {
		if a >= 0 {
			without[q.group[piece]] = false
		}
	}
	return without
}

// keptPieces returns the part of each piece that keeps it, −1 for the others.
func (p *Problem) keptPieces(q *pieces) []int32 {
	best := map[[2]int32]int{}
	for piece := range q.part {
		scope := p.scope(q, piece)
		at, known := best[scope]
		if !known || q.fixed[piece] && !q.fixed[at] || q.fixed[piece] == q.fixed[at] && q.mass[piece] > q.mass[at] {
			best[scope] = piece
		}
	}
	kept := slices.Repeat([]int32{-1}, len(q.part))
	for _, piece := range best {
		kept[piece] = q.part[piece]
	}
	return kept
}

// occupyComponents gives each component of the graph without a kept piece the number of a part that keeps the lightest piece of a
// component with several.
func (p *Problem) occupyComponents(q *pieces, kept []int32) {
	count := make([]int, p.numComponents())
	for piece, a := range kept {
		if a >= 0 {
			count[q.group[piece]]++
		}
	}
	for g := range count {
		if count[g] > 0 {
			continue
		}
		lightest := -1
		for piece, a := range kept {
			if a >= 0 && count[q.group[piece]] > 1 && !q.fixed[piece] && (lightest < 0 || q.mass[piece] < q.mass[lightest]) {
				lightest = piece
			}
		}
		if lightest < 0 {
			return // too many fixed vertices
		}
		count[q.group[lightest]]--
		count[g]++
		heaviest := -1
		for piece := range kept {
			if int(q.group[piece]) == g && (heaviest < 0 || q.mass[piece] > q.mass[heaviest]) {
				heaviest = piece
			}
		}
		kept[heaviest], kept[lightest] = kept[lightest], -1
	}
}

func (p *Problem) numComponents() int {
	if p.Component == nil {
		return 1
	}
	return int(slices.Max(p.Component)) + 1
}

// grow gives vertices of part −1 the part of a neighbour: the vertex with the largest share of its degree in a part first. It leaves
// parts that hold a vertex that must lie apart. Vertices that no part reaches become those of the first part.
func (p *Problem) grow(labels []int32) {
	n, k := p.Graph.N(), p.Criterion.K
	load := make([]float64, k)
	q := &queue.Queue{Place: queue.Places(n)}
	degree := degrees(p.Graph)
	for i, a := range labels {
		if a >= 0 {
			load[a] += p.Columns[0].Mass[i]
		}
	}
	look := func(i int32) (part int32, key float64) {
		part, key = -1, math.Inf(-1)
		weight := map[int32]float64{}
		idx, w := p.Graph.Row(int(i))
		for e, j := range idx {
			if a := labels[j]; j != i && a >= 0 {
				weight[a] += w[e]
			}
		}
		for e, j := range idx {
			_ = e
			a := labels[j]
			if j == i || a < 0 || slices.ContainsFunc(p.Apart.Of(i), func(o int32) bool { return labels[o] == a }) {
				continue
			}
			x := weight[a] / degree[i]
			if load[a]+p.Columns[0].Mass[i] > p.Columns[0].Bounds.Most[a] {
				x -= 1 // parts with room come first
			}
			if x > key || x == key && a < part {
				part, key = a, x
			}
		}
		return part, key
	}
	update := func(i int32) {
		if labels[i] >= 0 {
			return
		}
		part, key := look(i)
		switch {
		case part < 0:
		case q.Place[i] >= 0:
			q.Set(i, key)
		default:
			q.Push(i, key)
		}
	}
	for i := range int32(n) {
		update(i)
	}
	for len(q.Items) > 0 {
		i := q.Items[0].Vertex
		part, key := look(i)
		if part < 0 {
			q.Pop()
			continue
		}
		if key < q.Items[0].Key {
			q.Set(i, key)
			if q.Items[0].Vertex != i {
				continue
			}
		}
		q.Pop()
		labels[i] = part
		load[part] += p.Columns[0].Mass[i]
		idx, _ := p.Graph.Row(int(i))
		for _, j := range idx {
			update(j)
		}
	}
	for i, a := range labels {
		if a < 0 {
			labels[i] = p.leftover(labels, int32(i))
		}
	}
}

// leftover returns the first part without a vertex that must lie apart from vertex i, or 0.
func (p *Problem) leftover(labels []int32, i int32) int32 {
	for a := range int32(p.Criterion.K) {
		if !slices.ContainsFunc(p.Apart.Of(i), func(o int32) bool { return labels[o] == a }) {
			return a
		}
	}
	return 0
}
