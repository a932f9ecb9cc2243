// Package coarsen builds hierarchies of coarser and coarser versions of a graph by contracting matched pairs of vertices.
package coarsen

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
)

const (
	maxPairShare = 1.5  // largest mass of a pair, relative to the mean mass of a vertex of the coarsest graph
	maxSizeRatio = 0.95 // coarsening ends when a level would have more than this share of the vertices before it
)

// Level is one graph of a hierarchy.
type Level struct {
	Graph  *graph.CSR // on coarser levels the entries of a row are in no particular order, and w_ij = w_ji up to rounding
	Mass   []float64  // m_i > 0
	Parent []int32    // vertex of the next coarser level that contains i; nil on the coarsest level
}

// Hierarchy is a graph, Levels[0], and coarser and coarser versions of it. A vertex of a coarser graph contains one or
// more vertices of the finer one and has the sum of their masses. An edge stands for all edges between the vertices of
// its ends and has the sum of their weights; edges within a coarse vertex are dropped. A set S of coarse vertices
// therefore has the same cut(S, Sᶜ), m(S) and C(S) as the set of fine vertices it contains.
type Hierarchy struct {
	Levels []Level
}

// Options are the parameters of a hierarchy.
type Options struct {
	Coarsest int     // number of vertices at which coarsening ends
	Limit    float64 // largest mass of a pair; 0: 1.5 times the mean mass of a vertex of the coarsest graph
	Clusters bool
	Block    []int32 // only vertices of the same block are contracted, so that a cut along blocks exists on every level; nil: one block
}

// Build builds a hierarchy on g. It ends at about Coarsest vertices, when matching shrinks the graph too little, or when
// ctx ends. The matchings depend on rng. The next call reuses the memory of the hierarchy.
func (b *Builder) Build(ctx context.Context, g *graph.CSR, mass []float64, opt Options, rng *rand.Rand) *Hierarchy {
	n, block := g.N(), opt.Block
	b.limit = opt.Limit
	if b.limit == 0 {
		b.limit = maxPairShare * objective.Total(mass) / float64(opt.Coarsest)
	}
	h := &Hierarchy{Levels: []Level{{Graph: g, Mass: mass}}}
	for n > opt.Coarsest && ctx.Err() == nil && g.NNZ() < math.MaxInt32 {
		b.load(g, mass, block)
		pairs := 0
		if opt.Clusters {
			pairs = n - b.cluster(rng)
		} else {
			pairs = b.run(rng)
		}
		if float64(n-pairs) > maxSizeRatio*float64(n) {
			break
		}
		var next *coarseGraph
		if opt.Clusters {
			next = b.contractClusters(len(h.Levels)-1, n-pairs)
		} else {
			next = b.contract(len(h.Levels)-1, n-pairs)
		}
		h.Levels[len(h.Levels)-1].Parent = next.parent
		if block != nil {
			block = restrict(block, next.parent, n-pairs)
		}
		n, g, mass = n-pairs, &next.graph, next.mass
		h.Levels = append(h.Levels, Level{Graph: g, Mass: mass})
	}
	return h
}

// Coarsest returns the last level.
func (h *Hierarchy) Coarsest() *Level { return &h.Levels[len(h.Levels)-1] }

// Project writes to fine, a labelling of the given level, the labelling coarse of the next coarser level:
// fine_i = coarse_{parent(i)}.
func Project[T any](h *Hierarchy, level int, coarse, fine []T) {
	for i, p := range h.Levels[level].Parent {
		fine[i] = coarse[p]
	}
}

// Restrict returns the labelling of the coarsest level that projects to fine on the finest level. fine must be constant
// on every block that the hierarchy was built with.
func Restrict[T any](h *Hierarchy, fine []T) []T {
	for k, l := range h.Levels[:len(h.Levels)-1] {
		fine = restrict(fine, l.Parent, h.Levels[k+1].Graph.N())
	}
	return fine
}

// restrict returns a labelling of n coarse vertices from one of the fine vertices, which must be constant on every coarse
// vertex: coarse_{parent(i)} = fine_i.
func restrict[T any](fine []T, parent []int32, n int) []T {
	coarse := make([]T, n)
	for i, p := range parent {
		coarse[p] = fine[i]
	}
	return coarse
}

// Builder computes matchings and contracts them. It holds memory that is reused from one hierarchy to the next.
type Builder struct {
	matcher
	slot   []int32        // position of the edge to each coarse vertex, if not before the start of the current row
	levels []*coarseGraph // result of the contraction on each level

	parent []int32
	weight []float64
	conn   []float64
	grown  []bool
	met    []int32
}

// coarseGraph is the result of one contraction.
type coarseGraph struct {
	graph  graph.CSR
	mass   []float64
	parent []int32 // coarse vertex that contains each fine vertex
}

// load makes g the graph to match and contract.
func (b *Builder) load(g *graph.CSR, mass []float64, block []int32) {
	n := g.N()
	b.graph, b.mass, b.block = g, mass, block
	b.mate, b.preferred, b.order = resized(b.mate, n), resized(b.preferred, n), resized(b.order, n)
	b.slot = resized(b.slot, n)
}

// resized returns a slice of length n with undefined contents, in the memory of s if its capacity suffices.
func resized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// contract returns the coarse graph of the given level on n vertices, numbered in the order of their first fine vertex.
func (b *Builder) contract(level, n int) *coarseGraph {
	if level == len(b.levels) {
		b.levels = append(b.levels, &coarseGraph{})
	}
	to := b.levels[level]
	to.parent, to.mass = resized(to.parent, len(b.mate)), resized(to.mass, n)
	at := int32(0)
	for i, j := range b.mate {
		if int(j) < i {
			continue
		}
		to.parent[i], to.parent[j] = at, at
		to.mass[at] = b.mass[i] // m_I = Σ_{i∈I} m_i
		if int(j) != i {
			to.mass[at] += b.mass[j]
		}
		at++
	}
	b.contractEdges(to, n)
	return to
}

// contractEdges computes w_IJ = Σ_{i∈I, j∈J} w_ij row by row. The neighbours of a coarse vertex are in the order in
// which they first occur, and w_IJ = w_JI up to rounding. No user of a hierarchy needs ascending rows or exact symmetry, and
// restoring them would double the time.
func (b *Builder) contractEdges(to *coarseGraph, n int) {
	capacity := b.graph.NNZ() + 1 // the last position receives the edges within a coarse vertex
	g := resizedGraph(to, n, capacity)
	for k := range b.slot[:n] {
		b.slot[k] = -1
	}
	g.Indptr[0] = 0
	top := int32(0)
	for i, j := range b.mate {
		if int(j) < i {
			continue
		}
		at, start := to.parent[i], top
		b.slot[at] = int32(capacity) - 1 // edges within I
		top = b.addRow(&g, to.parent, i, start, top)
		if int(j) != i {
			top = b.addRow(&g, to.parent, int(j), start, top)
		}
		b.slot[at] = -1
		g.Indptr[at+1] = int64(top)
	}
	g.Indices, g.Data = g.Indices[:top], g.Data[:top]
	to.graph = g
}

// addRow adds the edges of fine vertex i to the row of g that begins at start and ends at top, and returns the new end.
// Whether an edge is the first to its coarse neighbour is hard to predict, so the loop has no branch on it.
func (b *Builder) addRow(g *graph.CSR, parent []int32, i int, start, top int32) int32 {
	lo, hi := b.graph.Indptr[i], b.graph.Indptr[i+1]
	row := b.graph.Indices[lo:hi]
	data := b.graph.Data[lo:hi][:len(row)]
	slot, indices, weight := b.slot, g.Indices, g.Data[:len(g.Indices)]
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

func resizedGraph(to *coarseGraph, n, capacity int) graph.CSR {
	return graph.CSR{Indptr: resized(to.graph.Indptr, n+1), Indices: resized(to.graph.Indices, capacity), Data: resized(to.graph.Data, capacity)}
}
