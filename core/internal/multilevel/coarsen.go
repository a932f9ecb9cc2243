package multilevel

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
)

const (
	tooHeavy = 1.5  // heaviest pair formed, over the mean mass of a vertex of the coarsest graph
	stalled  = 0.95 // vertices left, coarse over fine, above which another level is not worth its while
)

// Level is one graph of a hierarchy.
type Level struct {
	Graph  *graph.CSR // on coarser levels rows are in any order, and w_ij = w_ji up to rounding
	Mass   []float64  // m_i > 0
	Parent []int32    // vertex of the next, coarser level that i is part of; nil on the coarsest
}

// Hierarchy is a graph and ever coarser versions of it, from Levels[0], the graph itself. A vertex of a coarser
// graph stands for one vertex or two of the finer one, with their masses summed; an edge for all edges between
// those, with their weights summed; edges within vanish. So a set S of coarse vertices and the set of the fine
// ones within it have the same cut(S, Sᶜ), m(S) and C(S).
type Hierarchy struct {
	Levels []Level
}

// coarsen builds a hierarchy on g down to about coarsest vertices, or until vertices no longer pair up, or
// ctx ends. Pairs depend on rng; they never join vertices of different blocks (nil: one block), so that a cut
// along blocks exists on every level. It is made in memory that serves again: good until the next one is made.
func (c *contraction) coarsen(ctx context.Context, g *graph.CSR, mass []float64, block []uint8, coarsest int, rng *rand.Rand) *Hierarchy {
	n := g.N()
	c.limit = tooHeavy * objective.Total(mass) / float64(coarsest)
	h := &Hierarchy{Levels: []Level{{Graph: g, Mass: mass}}}
	for n > coarsest && ctx.Err() == nil && g.NNZ() < math.MaxInt32 {
		c.load(g, mass, block)
		pairs := c.run(rng)
		if float64(n-pairs) > stalled*float64(n) {
			break
		}
		next := c.contract(len(h.Levels)-1, n-pairs)
		h.Levels[len(h.Levels)-1].Parent = next.parent
		if block != nil {
			block = coarsen(block, next.parent, n-pairs)
		}
		n, g, mass = n-pairs, &next.graph, next.mass
		h.Levels = append(h.Levels, Level{Graph: g, Mass: mass})
	}
	return h
}

// Coarsest returns the last level.
func (h *Hierarchy) Coarsest() *Level { return &h.Levels[len(h.Levels)-1] }

// Project writes to fine the cut of the given level that the cut coarse of the next one stands for:
// fine_i = coarse_{parent(i)}.
func (h *Hierarchy) Project(level int, coarse, fine []bool) {
	for i, p := range h.Levels[level].Parent {
		fine[i] = coarse[p]
	}
}

// Restrict returns the cut of the coarsest level that stands for the given one of the finest; it must run along
// the blocks the hierarchy was built with.
func (h *Hierarchy) Restrict(low []bool) []bool {
	for k, l := range h.Levels[:len(h.Levels)-1] {
		low = coarsen(low, l.Parent, h.Levels[k+1].Graph.N())
	}
	return low
}

// coarsen returns the value that all fine vertices of each of n coarse ones have.
func coarsen[T any](fine []T, parent []int32, n int) []T {
	coarse := make([]T, n)
	for i, p := range parent {
		coarse[p] = fine[i]
	}
	return coarse
}

// contraction makes coarser graphs from pairs.
type contraction struct {
	matcher
	slot []int32    // where the edge to each coarse vertex is, if at or after the row's first
	made []*coarser // on each level
}

// coarser is the next coarser graph.
type coarser struct {
	graph  graph.CSR
	mass   []float64
	parent []int32 // the vertex of it that each finer one is part of
}

// load makes g the graph to pair and contract.
func (c *contraction) load(g *graph.CSR, mass []float64, block []uint8) {
	n := g.N()
	c.graph, c.mass, c.block = g, mass, block
	c.mate, c.favourite, c.order = resized(c.mate, n), resized(c.favourite, n), resized(c.order, n)
	c.slot = resized(c.slot, n)
}

// resized returns a slice of length n, of whatever it held before, in the memory of s where that is enough.
func resized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// contract builds the coarse graph of the given level on n vertices, numbered in the order of their first members.
func (c *contraction) contract(level, n int) *coarser {
	if level == len(c.made) {
		c.made = append(c.made, &coarser{})
	}
	to := c.made[level]
	to.parent, to.mass = resized(to.parent, len(c.mate)), resized(to.mass, n)
	at := int32(0)
	for i, j := range c.mate {
		if int(j) < i {
			continue
		}
		to.parent[i], to.parent[j] = at, at
		to.mass[at] = c.mass[i] // m_I = Σ_{i∈I} m_i
		if int(j) != i {
			to.mass[at] += c.mass[j]
		}
		at++
	}
	c.sumEdges(to, n)
	return to
}

// sumEdges sums w_IJ = Σ_{i∈I, j∈J} w_ij row by row: the neighbours of a coarse vertex stand in the order in which they
// are met, and w_IJ = w_JI up to rounding. Nothing here asks for more, and to make the one from the other, rows
// ascending, takes as long as all else.
func (c *contraction) sumEdges(to *coarser, n int) {
	most := c.graph.NNZ() + 1 // the last place is for what is not wanted; of those beyond the edges there are next to none is touched
	g := graph.CSR{Indptr: resized(to.graph.Indptr, n+1), Indices: resized(to.graph.Indices, most), Data: resized(to.graph.Data, most)}
	for k := range c.slot[:n] {
		c.slot[k] = -1
	}
	g.Indptr[0] = 0
	top := int32(0)
	for i, j := range c.mate {
		if int(j) < i {
			continue
		}
		at, start := to.parent[i], top
		c.slot[at] = int32(most) - 1 // edges within I
		top = c.addRow(&g, to.parent, i, start, top)
		if int(j) != i {
			top = c.addRow(&g, to.parent, int(j), start, top)
		}
		c.slot[at] = -1
		g.Indptr[at+1] = int64(top)
	}
	g.Indices, g.Data = g.Indices[:top], g.Data[:top]
	to.graph = g
}

// addRow adds the edges of fine vertex i to the row of g that begins at start and has room from top on, and returns the
// new top. Whether an edge is the first to J the processor cannot foresee, so there is no branch on it.
func (c *contraction) addRow(g *graph.CSR, parent []int32, i int, start, top int32) int32 {
	lo, hi := c.graph.Indptr[i], c.graph.Indptr[i+1]
	row := c.graph.Indices[lo:hi]
	data := c.graph.Data[lo:hi][:len(row)]
	slot, indices, weight := c.slot, g.Indices, g.Data[:len(g.Indices)]
	clear(weight[top : int(top)+len(row)]) // written before it is read: else new memory would be mapped twice
	for k, j := range row {
		to := parent[j]
		s := slot[to]
		first := (s - start) >> 31 // −1 where s < start, else 0
		s ^= (s ^ top) & first     // top where it is −1
		indices[s] = to
		slot[to] = s
		weight[s] += data[k]
		top -= first
	}
	return top
}
