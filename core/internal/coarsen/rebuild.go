package coarsen

import (
	"context"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/memory"
	"github.com/tvcut/tvcut/core/internal/parallel"
)

// rebuilt is the level whose graph is computed again if Options.Rebuild asks for it. It is the largest but for the first.
const rebuilt = 1

// spareShare is the inverse of the share by which new memory is larger than necessary, so that the next hierarchy on the same
// graph fits it.
const spareShare = 32

// release frees the memory for the matching of a graph, and gives that of the rebuilt level to the levels after the next one.
func (b *Builder) release(h *Hierarchy) {
	b.releaseScratch()
	memory.Collect(h.Coarsest().Graph)
	if len(h.Levels) == rebuilt+2 {
		h.Levels[rebuilt].Graph = nil
		g := &b.levels[rebuilt-1].graph
		b.spare = graph.CSR{Indptr: g.Indptr[:cap(g.Indptr)], Indices: g.Indices[:cap(g.Indices)], Data: g.Data[:cap(g.Data)]}
	}
}

// releaseScratch frees the memory that only matching and contraction use.
func (b *Builder) releaseScratch() {
	b.matcher, b.clusters, b.slots = matcher{limit: b.limit}, clusters{}, nil
}

// At returns a level with its graph. If Options.Rebuild asks for it, it computes the graph again if its memory was given to
// coarser levels, and frees the memory of coarser levels: they must not be used any more, but for the parents of the vertices
// of this level.
func (h *Hierarchy) At(level int) *Level {
	l := &h.Levels[level]
	switch {
	case l.Graph == nil:
		fine := &h.Levels[level-1]
		l.Graph = h.builder.rebuild(fine.Graph, fine.Parent, len(l.Mass), h.threads)
	case level == 0 && h.rebuild:
		h.builder.releaseVertices()
		clear(h.Levels[1:])
	}
	return l
}

// releaseVertices frees the memory for the vertices of all levels. That for their edges is used again by the next hierarchy:
// new memory would be written in full, although a level needs only a part of it.
func (b *Builder) releaseVertices() {
	for _, l := range b.levels {
		l.mass, l.parent, l.graph.Indptr = nil, nil, nil
	}
}

// rebuild computes the graph of the rebuilt level on n vertices again, from the finer graph and its parents. Its scratch memory
// is that of the next level, which is no longer needed.
func (b *Builder) rebuild(fine *graph.CSR, parent []int32, n, threads int) *graph.CSR {
	team := parallel.NewTeam(threads)
	defer team.Close()
	b.graph, b.team, b.spare = fine, team, graph.CSR{}
	scratch := b.levels[rebuilt].graph.Indices[:0]
	take := func(size int) []int32 {
		taken := resized(scratch, size)
		if size <= cap(scratch) {
			scratch = scratch[size:size]
		}
		return taken[:size:size]
	}
	b.mate, b.slots = take(len(parent)), nil
	for range team.Threads() {
		b.slots = append(b.slots, take(n))
	}
	first, last, next := take(n), b.slots[0], b.mate
	for c := range first {
		first[c] = free
	}
	for i, c := range parent {
		link(first, last, next, int32(i), c)
	}
	to := b.levels[rebuilt-1]
	b.contractEdges(context.Background(), to, first) // it is needed even if the search ends
	b.team = nil
	b.releaseScratch()
	return &to.graph
}

// storage returns memory for the graph of a level on n vertices: spare memory, if it suffices, or else that of the level. It
// holds all edges of the finer graph and one entry more for each part of a batch.
func (b *Builder) storage(to *coarseGraph, n int) graph.CSR {
	capacity := b.graph.NNZ() + maxParts
	g := to.graph
	if to.borrowed {
		g = graph.CSR{}
	}
	to.graph = graph.CSR{} // the memory is free if it does not suffice
	if to.borrowed = len(b.spare.Indptr) > n && len(b.spare.Indices) >= capacity; to.borrowed {
		g = b.spare
	}
	return graph.CSR{Indptr: resized(g.Indptr, n+1), Indices: resized(g.Indices, capacity), Data: resized(g.Data, capacity)}
}
