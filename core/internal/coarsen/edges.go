package coarsen

import (
	"context"
	"slices"
	"sync/atomic"

	"github.com/tvcut/tvcut/core/graph"
)

// maxThreads is the largest number of threads of a contraction.
const maxThreads = 64

// Several threads contract the edges of a graph in at most maxBatches batches of at least batchEdges half-edges each. A batch
// consists of piecesPerThread pieces for each thread.
const (
	batchEdges      = 1 << 17
	maxBatches      = 64
	piecesPerThread = 4
	spareRoom       = maxBatches * piecesPerThread * maxThreads // largest number of entries for edges within coarse vertices
)

// contractEdges computes w_IJ = Σ_{i∈I, j∈J} w_ij row by row. first holds the first fine vertex of each coarse one, and mate
// the next fine vertex of the same coarse one, which for the last of them is the first. The neighbours of a coarse vertex are
// in the order in which they first occur, and w_IJ = w_JI up to rounding. No user of a hierarchy needs ascending rows or exact
// symmetry, and restoring them would double the time. When ctx ends, rows are left out.
func (b *Builder) contractEdges(ctx context.Context, to *coarseGraph, first []int32) {
	threads := min(b.team.Threads(), maxThreads)
	g := b.storage(to, len(first))
	clearSlots(b, threads, len(first))
	g.Indptr[0] = 0
	if threads > 1 || inBatches(b, to) {
		contractBatches(ctx, b, &g, to, first, threads)
	} else {
		room := b.graph.NNZ() + 1
		p := part{reader: &b.weights, parent: to.parent, first: first, slot: b.slots[0], indices: g.Indices[:room], weights: g.Data[:room]}
		contractRows(ctx, b, &p, g.Indptr, 0, len(first))
	}
	g.Indices = g.Indices[:g.Indptr[len(first)]]
	if !to.isPacked {
		g.Data = g.Data[:len(g.Indices)]
	}
	to.rounded = b.rounded || to.isPacked && to.packed.width == roundedWidth
	if to.graph = g; to.borrowed {
		b.lend(&g)
	}
}

// widthOf returns the width in which weights are packed.
func widthOf(b *Builder, weights []float64) width {
	w := leastWidth(weights)
	if b.rounds {
		w = min(w, roundedWidth)
	}
	return w
}

// inBatches reports whether weights are computed outside the graph.
func inBatches(b *Builder, to *coarseGraph) bool { return to.isPacked || b.mode == inLive }

// clearSlots makes slots for n coarse vertices for each thread, in memory of the matching where it suffices.
func clearSlots(b *Builder, threads, n int) {
	if len(b.slots) == 1 && len(b.preferred) >= n {
		b.slots = append(b.slots, b.preferred)
	}
	for len(b.slots) < threads {
		b.slots = append(b.slots, nil)
	}
	b.team.Run(threads, func(k int) {
		b.slots[k] = resized(b.slots[k], n)
		for c := range b.slots[k] {
			b.slots[k][c] = -1
		}
	})
}

// batch is a range of the rows of a contraction. Its pieces are computed at the same time in memory of the batch, and then moved
// to the graph, so that only those pages of the graph are written that its rows need. All batches use the same memory.
type batch struct {
	indices []int32
	weights []float64
	used    []int32 // of each thread: half-edges that the rows that it computed had room for

	bounds []int   // piece k consists of the rows bounds[k] … bounds[k+1]−1
	starts []int   // position of its first entry in indices and weights
	tops   []int64 // position of its first entry in the graph
	widths []width // of its weights
}

// contractBatches computes the rows of g batch by batch, each on the given number of threads.
func contractBatches(ctx context.Context, b *Builder, g *graph.CSR, to *coarseGraph, first []int32, threads int) {
	batches, pieces := max(1, min(b.graph.NNZ()/batchEdges, maxBatches)), 1
	if threads > 1 {
		pieces = piecesPerThread * threads
	}
	rooms := rooms(b, first, batches*pieces)
	m := &b.batch
	m.used = make([]int32, threads)
	for at := 0; at < len(rooms); at += pieces {
		m.divide(rooms[at:at+pieces], func(k int) int { return (at + k) * len(first) / len(rooms) })
		contractBatch(ctx, b, g, to, first)
		m.tops[0] = g.Indptr[m.bounds[0]]
		for k := range pieces {
			m.tops[k+1] += m.tops[k]
		}
		b.reserve(g, to, int(m.tops[0]), int(m.tops[pieces]), slices.Max(m.widths))
		placeBatch(b, g, to)
	}
}

// rooms returns the room for each of the given number of pieces of the rows: the number of half-edges of its fine vertices, and
// one more entry for the edges within a coarse vertex.
func rooms(b *Builder, first []int32, pieces int) []int32 {
	rooms, indptr := make([]int32, pieces), b.graph.Indptr
	b.team.Run(pieces, func(piece int) {
		room := int64(1)
		for _, head := range first[piece*len(first)/pieces : (piece+1)*len(first)/pieces] {
			for i := head; ; {
				room += indptr[i+1] - indptr[i]
				if i = b.mate[i]; i == head {
					break
				}
			}
		}
		rooms[piece] = int32(room)
	})
	return rooms
}

// divide sets the pieces of a batch with the given rooms and bounds of their rows.
func (m *batch) divide(rooms []int32, bound func(k int) int) {
	pieces := len(rooms)
	m.bounds, m.starts = resized(m.bounds, pieces+1), resized(m.starts, pieces+1)
	m.tops, m.widths = resized(m.tops, pieces+1), resized(m.widths, pieces)
	m.starts[0] = 0
	for k, room := range rooms {
		m.starts[k+1], m.widths[k] = m.starts[k]+int(room), byteWidth
	}
	for k := range m.bounds {
		m.bounds[k] = bound(k)
	}
	m.indices, m.weights = resized(m.indices, m.starts[pieces]), resized(m.weights, m.starts[pieces])
}

// contractBatch computes the pieces of the batch. tops[k+1] becomes the number of entries of piece k.
func contractBatch(ctx context.Context, b *Builder, g *graph.CSR, to *coarseGraph, first []int32) {
	m, next := &b.batch, atomic.Int64{}
	b.team.Run(len(m.used), func(thread int) {
		p := part{reader: b.weights.own(), parent: to.parent, first: first, slot: b.slots[thread]}
		for k := int(next.Add(1)) - 1; k < len(m.widths); k = int(next.Add(1)) - 1 {
			lo, hi := m.starts[k], m.starts[k+1]
			p.base, p.indices, p.weights = m.used[thread], m.indices[lo:hi], m.weights[lo:hi]
			m.tops[k+1] = contractRows(ctx, b, &p, g.Indptr, m.bounds[k], m.bounds[k+1])
			m.used[thread] += int32(hi - lo)
			if to.isPacked {
				m.widths[k] = widthOf(b, p.weights[:m.tops[k+1]])
			}
		}
	})
}

// placeBatch moves the pieces of the batch to the graph.
func placeBatch(b *Builder, g *graph.CSR, to *coarseGraph) {
	m := &b.batch
	b.team.Run(len(m.widths), func(k int) {
		top, lo, count := m.tops[k], m.starts[k], int(m.tops[k+1]-m.tops[k])
		for c := m.bounds[k] + 1; c <= m.bounds[k+1]; c++ {
			g.Indptr[c] += top
		}
		copy(g.Indices[top:], m.indices[lo:lo+count])
		if weights := m.weights[lo : lo+count]; to.isPacked {
			to.packed.set(top, weights)
		} else {
			copy(g.Data[top:], weights)
		}
	})
}

// part is a piece of a contraction. Slots hold positions that only grow from one piece of a thread to the next, so that positions
// from earlier pieces are before the start of every row. base is the position of the first entry.
type part struct {
	*reader
	parent, first, slot, indices []int32
	weights                      []float64
	base                         int32
}

// contractRows computes the rows lo … hi−1 and returns the number of their entries. Row ends are relative to the first entry. The
// last entry of the part takes the edges within a coarse vertex, which are dropped. It leaves the other rows out when ctx ends.
func contractRows(ctx context.Context, b *Builder, p *part, indptr []int64, lo, hi int) int64 {
	top, spare := p.base, p.base+int32(len(p.indices))-1
	for c := lo; c < hi; c++ {
		if c%lookEvery == 0 && ctx.Err() != nil {
			for ; c < hi; c++ {
				indptr[c+1] = int64(top - p.base)
			}
			break
		}
		head, row := p.first[c], top
		p.slot[c] = spare
		for i := head; ; {
			top = addRow(b, p, i, row, top)
			if i = b.mate[i]; i == head {
				break
			}
		}
		p.slot[c] = -1
		indptr[c+1] = int64(top - p.base)
	}
	return int64(top - p.base)
}

// addRow adds the edges of fine vertex i to the row that begins at start and ends at top, and returns the new end. Whether an
// edge is the first to its coarse neighbour is hard to predict, so the loop has no branch on it.
func addRow(b *Builder, p *part, i, start, top int32) int32 {
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
