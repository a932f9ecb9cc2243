package constrained

import "slices"

// bridge joins each piece that its part does not keep to a kept piece by a shortest path, whose vertices join the part: to one of its own
// part if it has a fixed vertex, else to the nearest one of any part from which no pair separates the path. It reports whether it joined
// any. What the paths cut off from other parts is left as it is.
func (p *Problem) bridge(labels []int32) bool {
	q := findPieces(p, labels)
	kept := keptPieces(p, q)
	members := make([][]int32, len(q.part))
	for i, piece := range q.of {
		members[piece] = append(members[piece], int32(i))
	}
	joined := false
	for piece, a := range kept {
		if a >= 0 {
			continue
		}
		b := &bridging{Problem: p, labels: labels, pieces: q, kept: kept, piece: int32(piece), from: slices.Repeat([]int32{-1}, len(labels))}
		joined = b.join(members[piece]) || joined
	}
	return joined
}

// bridging is the search for a path from one piece.
type bridging struct {
	*Problem
	*pieces
	labels []int32
	kept   []int32 // part of each piece that keeps it, or −1
	piece  int32
	from   []int32 // vertex from which the search reached each vertex, its own number for a start, −1 if it was not reached
}

// join gives the vertices of the piece and of a shortest path from it the part at the end of the path. It reports whether there is one.
func (b *bridging) join(members []int32) bool {
	reached := slices.Clone(members)
	for _, i := range members {
		b.from[i] = i
	}
	for at := 0; at < len(reached); at++ {
		idx, _ := b.Graph.Row(int(reached[at]))
		for _, j := range idx {
			if b.from[j] >= 0 {
				continue
			}
			b.from[j] = reached[at]
			if part := b.labels[j]; b.kept[b.of[j]] == part && (!b.fixed[b.piece] || part == b.part[b.piece]) {
				if path := b.path(j, members); b.mayJoin(path, part) {
					for _, i := range path {
						b.labels[i] = part
					}
					return true
				}
			}
			if b.Fixed == nil || b.Fixed[j] < 0 {
				reached = append(reached, j)
			}
		}
	}
	return false
}

// path returns the vertices of the piece and those of the path from it that ends at a neighbour of vertex end.
func (b *bridging) path(end int32, members []int32) []int32 {
	path := slices.Clone(members)
	for i := b.from[end]; b.from[i] != i; i = b.from[i] {
		path = append(path, i)
	}
	return path
}

// mayJoin reports whether no pair and no fixed part keeps the vertices of a path out of a part.
func (b *bridging) mayJoin(path []int32, part int32) bool {
	return !slices.ContainsFunc(path, func(i int32) bool {
		if b.Fixed != nil && b.Fixed[i] >= 0 && b.Fixed[i] != part {
			return true
		}
		return slices.ContainsFunc(b.Apart.Of(i), func(j int32) bool { return b.labels[j] == part || slices.Contains(path, j) })
	})
}
