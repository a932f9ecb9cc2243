package coarsen

import (
	"context"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/memory"
	"github.com/tvcut/tvcut/core/internal/parallel"
)

// rebuilt is the level whose graph is computed again with Rebuilding, the largest except the first.
const rebuilt = 1

// spareShare is the inverse of the share by which new memory is larger than necessary, so that the next hierarchy on the same
// graph fits it.
const spareShare = 32

// release frees the memory for the matching of a graph. With Rebuilding, it also gives the memory of the rebuilt level to the
// levels after the next one. As long as the next level may be left out, the rebuilt level is needed for the level in its place.
func (b *Builder) release(h *Hierarchy) {
	top := len(h.Levels) - 1
	if g := h.Levels[top].Graph; memory.IsCollected(g) { // memory that is not collected is better used again
		b.releaseScratch()
		memory.Collect(g)
	}
	if h.saving == Rebuilding && top > rebuilt && h.Levels[rebuilt].Graph != nil && (top > rebuilt+1 || !h.keepsEdges(top)) {
		h.Levels[rebuilt].Graph = nil
		b.giveBack(b.levels[rebuilt-1])
	}
}

// releaseScratch frees the memory that only matching and contraction use.
func (b *Builder) releaseScratch() {
	b.matcher, b.clusters, b.slots, b.batch = matcher{limit: b.limit}, clusters{}, nil, batch{}
}

// At returns a level with its graph and weights. If memory is saved, it unpacks the weights, computes the graph again if its
// memory was given to coarser levels, and frees the memory of coarser levels: they must not be used any more, but for the parents
// of the vertices of this level.
func (h *Hierarchy) At(level int) *Level {
	l := &h.Levels[level]
	switch {
	case l.Graph == nil:
		fine := &h.Levels[level-1]
		clear(h.Levels[level+1:])
		h.builder.releaseCoarser()
		memory.Collect(fine.Graph)
		l.Graph, l.Rounded = h.builder.rebuild(fine, l, h.threads), false
	case l.packed != nil:
		weights := h.liveWeights()[:l.edges]
		team := parallel.NewTeam(h.threads)
		team.Split(l.edges, func(lo, hi int) { l.packed.unpack(int64(lo), weights[lo:hi]) })
		team.Close()
		l.Graph = &graph.CSR{Indptr: l.Graph.Indptr, Indices: l.Graph.Indices, Data: weights}
	case level == 0 && h.saving != NoSaving:
		h.builder.releaseVertices()
		clear(h.Levels[1:])
	}
	if l.packed != nil && h.saving == Rebuilding {
		l.packed.free()
	}
	l.packed = nil
	return l
}

// liveWeights returns memory for the weights of any level whose weights are packed.
func (h *Hierarchy) liveWeights() []float64 {
	most := 0
	for _, l := range h.Levels {
		if l.packed != nil && l.Graph != nil {
			most = max(most, l.edges)
		}
	}
	h.builder.live = resized(h.builder.live, most)
	return h.builder.live
}

// releaseVertices frees the memory for the vertices of all levels and for the unpacked weights of one level. The next hierarchy
// uses the memory for the edges again: new memory would be written in full, although a level needs only a part of it.
func (b *Builder) releaseVertices() {
	for _, l := range b.levels {
		l.mass, l.parent, l.graph.Indptr = nil, nil, nil
	}
	b.live = nil
}

// releaseCoarser is releaseVertices for the levels after the rebuilt one, except for the parents of the vertices of the rebuilt
// level. It keeps the memory for the edges of the first of these levels, which rebuild uses, and frees that of the others: if
// coarser levels have nearly all edges, it is as large.
func (b *Builder) releaseCoarser() {
	b.spare, b.live = graph.CSR{}, nil
	for k, l := range b.levels[rebuilt:] {
		if l.mass, l.graph.Indptr = nil, nil; k > 0 {
			l.parent, l.graph, l.borrowed = nil, graph.CSR{}, false
		}
	}
}

// rebuild computes the graph of the rebuilt level again, from the finer graph and its parents. Its scratch memory is that of
// the next level, which is no longer needed.
func (b *Builder) rebuild(fine, l *Level, threads int) *graph.CSR {
	team := parallel.NewTeam(threads)
	defer team.Close()
	b.graph, b.team, b.weights, b.rounded = fine.Graph, team, reader{data: fine.Graph.Data}, false
	first := b.links(fine.Parent, len(l.Mass), team.Threads())
	to := b.levels[rebuilt-1]
	wasPacked := to.isPacked
	if b.mode = inGraph; wasPacked {
		b.live = make([]float64, l.edges)
		b.mode, to.graph.Data = inLive, b.live
	}
	b.contractEdges(context.Background(), to, first) // it is needed even if the search ends
	g := to.graph
	if b.team = nil; wasPacked {
		to.graph.Data, to.isPacked = nil, true
	}
	b.releaseScratch()
	return &g
}

// links sets mate to the next fine vertex of the same one of n coarse vertices, and returns the first of each.
func (b *Builder) links(parent []int32, n, parts int) (first []int32) {
	scratch := b.levels[rebuilt].graph.Indices[:0]
	take := func(size int) []int32 {
		taken := resized(scratch, size)
		if size <= cap(scratch) {
			scratch = scratch[size:size]
		}
		return taken[:size:size]
	}
	b.mate, b.slots = take(len(parent)), nil
	for range parts {
		b.slots = append(b.slots, take(n))
	}
	first = take(n)
	last, next := b.slots[0], b.mate
	for c := range first {
		first[c] = free
	}
	for i, c := range parent {
		link(first, last, next, int32(i), c)
	}
	return first
}

// storage returns memory for the graph of a level on n vertices: spare memory, if it suffices, or else that of the level. It
// holds all edges of the finer graph and one entry more, but has no memory for weights that are packed.
func (b *Builder) storage(to *coarseGraph, n int) graph.CSR {
	capacity := b.graph.NNZ() + 1
	g := to.graph
	if to.borrowed {
		g = graph.CSR{}
	}
	to.graph = graph.CSR{} // the memory is free if it does not suffice
	if b.mode == inFewBits && to.packed.width == fullWidth && !b.rounds {
		b.mode = inGraph
	}
	to.isPacked = b.mode == inFewBits
	to.borrowed = len(b.spare.Indptr) > n && len(b.spare.Indices) >= capacity && (to.isPacked || len(b.spare.Data) >= capacity)
	if to.borrowed {
		g = b.spare
	}
	g.Indptr, g.Indices = resized(g.Indptr, n+1), resized(g.Indices, capacity)
	switch {
	case to.isPacked:
		g.Data = nil
		to.packed.reset(capacity, b.rounds)
	case b.mode != inLive:
		g.Data = resized(g.Data, capacity)
	}
	return g
}

// lend removes the memory of a level from the spare memory that contains it.
func (b *Builder) lend(g *graph.CSR) {
	b.spare.Indptr, b.spare.Indices = b.spare.Indptr[len(g.Indptr):], b.spare.Indices[len(g.Indices):]
	b.spare.Data = b.spare.Data[min(len(g.Data), len(b.spare.Data)):]
}

// giveBack makes the memory of a level, and what follows it in the same slices, the spare memory.
func (b *Builder) giveBack(c *coarseGraph) {
	g := &c.graph
	b.spare = graph.CSR{Indptr: g.Indptr[:cap(g.Indptr)], Indices: g.Indices[:cap(g.Indices)], Data: g.Data[:cap(g.Data)]}
}

// reserve makes room for the weights from … end−1 of the half-edges of a level, of the given width. If they cannot be packed, the
// level and those after it, whose weights are sums of these, are not packed from then on.
func (b *Builder) reserve(g *graph.CSR, to *coarseGraph, from, end int, w width) {
	if !to.isPacked || to.packed.reserve(end-from, w) {
		return
	}
	g.Data = make([]float64, b.graph.NNZ())
	to.packed.unpack(0, g.Data[:from])
	to.packed, to.isPacked, b.mode = packed{width: fullWidth}, false, inGraph
}
