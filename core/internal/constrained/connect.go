package constrained

import "slices"

// bridges is the number of times that connect bridges pieces and makes what they cut off join other parts.
const bridges = 4

// connect makes the parts connected. Each part keeps its heaviest piece, preferably one with fixed vertices, and the vertices of the
// others join neighbouring parts, the most strongly linked ones first. Those that are fixed, or have to lie apart from all neighbouring
// parts, are joined to a part by a path. If the graph has at most as many components as parts, each component has a part of its own.
func (p *Problem) connect(labels []int32) {
	for range bridges {
		q := findPieces(p, labels)
		kept := keptPieces(p, q)
		if !withinComponents(p) {
			occupyComponents(p, q, kept)
		}
		if !slices.Contains(kept, -1) {
			return
		}
		for i := range labels {
			if labels[i] = kept[q.of[i]]; p.Fixed != nil && p.Fixed[i] >= 0 {
				labels[i] = p.Fixed[i]
			}
		}
		newGrowth(p, labels).run()
		if p.Fixed == nil && p.Apart == nil || !p.bridge(labels) {
			return
		}
	}
}

// keptPieces returns the part of each piece that keeps it, −1 for the others.
func keptPieces(p *Problem, q *pieces) []int32 {
	best := map[[2]int32]int{}
	for piece := range q.part {
		scope := scope(p, q, piece)
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
func occupyComponents(p *Problem, q *pieces, kept []int32) {
	count := make([]int, numComponents(p))
	for piece, a := range kept {
		if a >= 0 {
			count[q.group[piece]]++
		}
	}
	for g := range count {
		if count[g] > 0 {
			continue
		}
		lightest, heaviest := -1, -1
		for piece, a := range kept {
			if a >= 0 && count[q.group[piece]] > 1 && !q.fixed[piece] && (lightest < 0 || q.mass[piece] < q.mass[lightest]) {
				lightest = piece
			}
			if int(q.group[piece]) == g && (heaviest < 0 || q.mass[piece] > q.mass[heaviest]) {
				heaviest = piece
			}
		}
		if lightest < 0 {
			return // too many fixed vertices
		}
		count[q.group[lightest]]--
		count[g]++
		kept[heaviest], kept[lightest] = kept[lightest], -1
	}
}

func numComponents(p *Problem) int {
	if p.Component == nil {
		return 1
	}
	return int(slices.Max(p.Component)) + 1
}
