package coarsen

import (
	"context"

	"github.com/tvcut/tvcut/core/graph"
)

// maxParts is the largest number of parts of a contraction that are computed at the same time.
const maxParts = 64

// batches is the number of steps in which several threads contract the edges of a graph.
const batches = 8

// contractEdges computes w_IJ = Σ_{i∈I, j∈J} w_ij row by row. first holds the first fine vertex of each coarse one, and mate
// the next fine vertex of the same coarse one, which for the last of them is the first. The neighbours of a coarse vertex are
// in the order in which they first occur, and w_IJ = w_JI up to rounding. No user of a hierarchy needs ascending rows or exact
// symmetry, and restoring them would double the time. Several threads compute parts of the rows, which are then moved
// together. When ctx ends, rows are left out.
func (b *Builder) contractEdges(ctx context.Context, to *coarseGraph, first []int32) {
	parts := min(b.team.Threads(), maxParts)
	for len(b.slots) < parts {
		b.slots = append(b.slots, nil)
	}
	steps := 1
	if parts > 1 {
		steps = batches
	}
	g := b.storage(to, len(first))
	g.Indptr[0] = 0
	for step := range steps {
		lo, hi := step*len(first)/steps, (step+1)*len(first)/steps
		b.contractBatch(ctx, &g, to.parent, first, lo, hi, parts)
	}
	top := g.Indptr[len(first)]
	g.Indices, g.Data = g.Indices[:top], g.Data[:top]
	to.graph = g
	if to.borrowed {
		used := len(g.Indptr)
		b.spare = graph.CSR{Indptr: b.spare.Indptr[used:], Indices: b.spare.Indices[top:], Data: b.spare.Data[top:]}
	}
}

// contractBatch computes the rows lo … hi−1 of g in so many parts at the same time, each after the room that the parts before
// it may need, and moves them together. In small batches, little memory is written that the moved rows do not need.
func (b *Builder) contractBatch(ctx context.Context, g *graph.CSR, parent, first []int32, lo, hi, parts int) {
	top, bound := g.Indptr[lo], func(k int) int { return lo + k*(hi-lo)/parts }
	starts := b.partStarts(first, top, bound, parts)
	b.team.Run(parts, func(k int) {
		b.slots[k] = resized(b.slots[k], len(first))
		b.contractRows(ctx, g, parent, first, bound(k), bound(k+1), b.slots[k], starts[k], starts[k+1]-1)
	})
	for k := range parts {
		from, to := bound(k), bound(k+1)
		gap := int64(starts[k]) - top
		if end := g.Indptr[to]; from < to && gap > 0 {
			copy(g.Indices[top:], g.Indices[starts[k]:end])
			copy(g.Data[top:], g.Data[starts[k]:end])
			for c := from + 1; c <= to; c++ {
				g.Indptr[c] -= gap
			}
		}
		top = g.Indptr[to]
	}
}

// partStarts returns the position of the first entry of each part of the rows, the first of which is at top, and of the end.
// Part k consists of the rows bound(k) … bound(k+1)−1. It has room for all edges of its fine vertices, and for one entry more,
// which takes the edges within a coarse vertex.
func (b *Builder) partStarts(first []int32, top int64, bound func(k int) int, parts int) []int32 {
	starts := make([]int32, parts+1)
	starts[0] = int32(top)
	if parts == 1 {
		starts[1] = int32(b.graph.NNZ()) + 1
		return starts
	}
	indptr := b.graph.Indptr
	b.team.Run(parts, func(k int) {
		room := int64(1)
		for _, head := range first[bound(k):bound(k+1)] {
			for i := head; ; {
				room += indptr[i+1] - indptr[i]
				if i = b.mate[i]; i == head {
					break
				}
			}
		}
		starts[k+1] = int32(room)
	})
	for k := range parts {
		starts[k+1] += starts[k]
	}
	return starts
}

// contractRows writes the rows lo … hi−1 of g from the position start on. The entry spare takes the edges within a coarse
// vertex, which are dropped. It leaves the other rows out when ctx ends.
func (b *Builder) contractRows(ctx context.Context, g *graph.CSR, parent, first []int32, lo, hi int, slot []int32, start, spare int32) {
	for c := range slot {
		slot[c] = -1
	}
	top := start
	for c := lo; c < hi; c++ {
		if c%lookEvery == 0 && ctx.Err() != nil {
			for ; c < hi; c++ {
				g.Indptr[c+1] = int64(top)
			}
			return
		}
		head := first[c]
		slot[c], start = spare, top
		for i := head; ; {
			top = b.addRow(g, slot, parent, i, start, top)
			if i = b.mate[i]; i == head {
				break
			}
		}
		slot[c] = -1
		g.Indptr[c+1] = int64(top)
	}
}

// addRow adds the edges of fine vertex i to the row of g that begins at start and ends at top, and returns the new end.
// Whether an edge is the first to its coarse neighbour is hard to predict, so the loop has no branch on it.
func (b *Builder) addRow(g *graph.CSR, slot, parent []int32, i, start, top int32) int32 {
	lo, hi := b.graph.Indptr[i], b.graph.Indptr[i+1]
	row := b.graph.Indices[lo:hi]
	data := b.graph.Data[lo:hi][:len(row)]
	indices, weight := g.Indices, g.Data[:len(g.Indices)]
	clear(weight[top : int(top)+len(row)]) // new entries begin at 0; a page written before it is read is mapped once
	for k, j := range row {
		to := parent[j]
		s := slot[to]
		first := (s - start) >> 31 // −1 if s < start, else 0
		s ^= (s ^ top) & first     // top if first = −1
		indices[s] = to
		slot[to] = s
		weight[s] += data[k]
		top -= first
	}
	return top
}
