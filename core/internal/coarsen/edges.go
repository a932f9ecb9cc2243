package coarsen

import (
	"context"

	"github.com/tvcut/tvcut/core/graph"
)

// maxParts is the largest number of parts of a contraction that are computed at the same time.
const maxParts = 64

// batches is the number of steps in which several threads contract the edges of a graph, and smallBatches that where the
// weights of a step are computed outside the graph.
const (
	batches      = 8
	smallBatches = 32
)

// contractEdges computes w_IJ = Σ_{i∈I, j∈J} w_ij row by row. first holds the first fine vertex of each coarse one, and mate
// the next fine vertex of the same coarse one, which for the last of them is the first. The neighbours of a coarse vertex are
// in the order in which they first occur, and w_IJ = w_JI up to rounding. No user of a hierarchy needs ascending rows or exact
// symmetry, and restoring them would double the time. Several threads compute parts of the rows, which are then moved
// together. When ctx ends, rows are left out.
func (b *Builder) contractEdges(ctx context.Context, to *coarseGraph, first []int32) {
	parts := min(b.team.Threads(), maxParts)
	g := b.storage(to, len(first))
	b.clearSlots(parts, len(first))
	steps := 1
	switch {
	case b.inBatches(to):
		steps = smallBatches
	case parts > 1:
		steps = batches
	}
	g.Indptr[0] = 0
	for step := range steps {
		b.contractBatch(ctx, &g, to, first, step*len(first)/steps, (step+1)*len(first)/steps, parts)
	}
	g.Indices = g.Indices[:g.Indptr[len(first)]]
	if !to.isPacked {
		g.Data = g.Data[:len(g.Indices)]
	}
	if to.graph = g; to.borrowed {
		b.lend(&g)
	}
}

// inBatches reports whether weights are computed outside the graph.
func (b *Builder) inBatches(to *coarseGraph) bool { return to.isPacked || b.mode == inLive }

// clearSlots makes slots for n coarse vertices for each part, in memory of the matching where it suffices.
func (b *Builder) clearSlots(parts, n int) {
	if len(b.slots) == 1 && len(b.preferred) >= n {
		b.slots = append(b.slots, b.preferred)
	}
	for len(b.slots) < parts {
		b.slots = append(b.slots, nil)
	}
	b.used = make([]int32, parts)
	b.team.Run(parts, func(k int) {
		b.slots[k] = resized(b.slots[k], n)
		for c := range b.slots[k] {
			b.slots[k][c] = -1
		}
	})
}

// contractBatch computes the rows lo … hi−1 of g in so many parts at the same time, each after the room that the parts before
// it may need, and moves them together. In small batches, little memory is written that the moved rows do not need.
func (b *Builder) contractBatch(ctx context.Context, g *graph.CSR, to *coarseGraph, first []int32, lo, hi, parts int) {
	bound := func(k int) int { return lo + k*(hi-lo)/parts }
	starts := b.partStarts(first, bound, parts, hi-lo == len(first))
	from, room := g.Indptr[lo], int(starts[parts])
	indices, weights, inBatches := g.Indices[from:], g.Data, b.inBatches(to)
	if inBatches {
		b.batch = resized(b.batch, room)
		weights = b.batch
	} else {
		weights = g.Data[from:]
	}
	b.team.Run(parts, func(k int) {
		p := part{reader: b.weights.own(), parent: to.parent, first: first, slot: b.slots[k], base: b.used[k],
			indices: indices[starts[k]:starts[k+1]], weights: weights[starts[k]:starts[k+1]]}
		b.contractRows(ctx, &p, g.Indptr, bound(k), bound(k+1), from+int64(starts[k]))
		b.used[k] += starts[k+1] - starts[k]
	})
	top := int64(0)
	for k := range parts {
		first, last := bound(k), bound(k+1)
		if first == last {
			continue
		}
		begin, end := int64(starts[k]), g.Indptr[last]-from
		if inBatches {
			b.keep(g, to, from+top, weights[begin:end])
		} else if begin > top {
			copy(weights[top:], weights[begin:end])
		}
		if gap := begin - top; gap > 0 {
			copy(indices[top:], indices[begin:end])
			for c := first + 1; c <= last; c++ {
				g.Indptr[c] -= gap
			}
		}
		top += end - begin
	}
}

// partStarts returns the position of the first entry of each part of the rows, relative to that of the first part, and of the
// end. Part k consists of the rows bound(k) … bound(k+1)−1. It has room for all edges of its fine vertices, and for one entry
// more, which takes the edges within a coarse vertex. all says that these are all rows.
func (b *Builder) partStarts(first []int32, bound func(k int) int, parts int, all bool) []int32 {
	starts := make([]int32, parts+1)
	if parts == 1 && all {
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

// part is a part of a contraction. Slots hold positions in it that only grow from one batch to the next, so that those of
// earlier batches are before the start of every row. base is that of the first entry.
type part struct {
	*reader
	parent, first, slot, indices []int32
	weights                      []float64
	base                         int32
}

// contractRows computes the rows lo … hi−1, the first of which begins at the position start of the graph. The last entry of the
// part takes the edges within a coarse vertex, which are dropped. It leaves the other rows out when ctx ends.
func (b *Builder) contractRows(ctx context.Context, p *part, indptr []int64, lo, hi int, start int64) {
	top, spare := p.base, p.base+int32(len(p.indices))-1
	for c := lo; c < hi; c++ {
		if c%lookEvery == 0 && ctx.Err() != nil {
			for ; c < hi; c++ {
				indptr[c+1] = start + int64(top-p.base)
			}
			return
		}
		head, row := p.first[c], top
		p.slot[c] = spare
		for i := head; ; {
			top = b.addRow(p, i, row, top)
			if i = b.mate[i]; i == head {
				break
			}
		}
		p.slot[c] = -1
		indptr[c+1] = start + int64(top-p.base)
	}
}

// addRow adds the edges of fine vertex i to the row that begins at start and ends at top, and returns the new end. Whether an
// edge is the first to its coarse neighbour is hard to predict, so the loop has no branch on it.
func (b *Builder) addRow(p *part, i, start, top int32) int32 {
	lo, hi := b.graph.Indptr[i], b.graph.Indptr[i+1]
	row := b.graph.Indices[lo:hi]
	data := p.row(lo, hi)[:len(row)]
	indices, weights, slot, parent, base := p.indices, p.weights[:len(p.indices)], p.slot, p.parent, p.base
	at := int(top - base)
	clear(weights[at : at+len(row)]) // new entries begin at 0; a page written before it is read is mapped once
	for k, j := range row {
		to := parent[j]
		s := slot[to]
		first := (s - start) >> 31 // −1 if s < start, else 0
		s ^= (s ^ top) & first     // top if first = −1
		indices[s-base] = to
		slot[to] = s
		weights[s-base] += data[k]
		top -= first
	}
	return top
}
