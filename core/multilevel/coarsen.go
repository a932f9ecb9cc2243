package multilevel

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
)

const (
	tooHeavy = 1.5  // heaviest pair formed, over the mean mass of a vertex of the coarsest graph
	stalled  = 0.95 // vertices left, coarse over fine, above which another level is not worth its while
)

// Level is one graph of a hierarchy.
type Level struct {
	Graph  *graph.CSR
	Mass   []float64 // m_i > 0
	Parent []int32   // vertex of the next, coarser level that i is part of; nil on the coarsest
}

// Hierarchy is a graph and ever coarser versions of it, from Levels[0], the graph itself. A vertex of a coarser
// graph stands for one vertex or two of the finer one, with their masses summed; an edge for all edges between
// those, with their weights summed; edges within vanish. So a set S of coarse vertices and the set of the fine
// ones within it have the same cut(S, Sᶜ), m(S) and C(S).
type Hierarchy struct {
	Levels []Level
}

// Coarsen builds a hierarchy on g down to about coarsest vertices, or until vertices no longer pair up, or
// ctx ends. Pairs depend on rng; they never join vertices of different blocks (nil: one block), so that a cut
// along blocks exists on every level.
func Coarsen(ctx context.Context, g *graph.CSR, mass []float64, block []uint8, coarsest int, rng *rand.Rand) *Hierarchy {
	return new(contraction).coarsen(ctx, g, mass, block, coarsest, rng)
}

// coarsen is Coarsen with working memory that serves again.
func (c *contraction) coarsen(ctx context.Context, g *graph.CSR, mass []float64, block []uint8, coarsest int, rng *rand.Rand) *Hierarchy {
	n := g.N()
	c.limit = tooHeavy * sum(mass) / float64(coarsest)
	h := &Hierarchy{Levels: []Level{{Graph: g, Mass: mass}}}
	for n > coarsest && ctx.Err() == nil && g.NNZ()/2 < math.MaxInt32-dumps {
		c.load(g, mass, block)
		pairs := c.run(rng)
		if float64(n-pairs) > stalled*float64(n) {
			break
		}
		c.contract(n - pairs)
		h.Levels[len(h.Levels)-1].Parent = c.parent
		if block != nil {
			block = coarsen(block, c.parent, n-pairs)
		}
		n, g, mass = n-pairs, c.coarse, c.coarseMass
		h.Levels = append(h.Levels, Level{Graph: g, Mass: mass})
	}
	return h
}

// sum returns Σ m_i.
func sum(mass []float64) float64 {
	total := 0.0
	for _, m := range mass {
		total += m
	}
	return total
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

// contraction makes the next coarser graph from pairs.
type contraction struct {
	matcher
	parent     []int32
	coarse     *graph.CSR
	coarseMass []float64

	slot   []int32   // where the edge to each coarse vertex is in upper, if at or after the row's first
	upper  []int32   // coarse edges (I, J), I < J, row by row; at the end what is not wanted
	weight []float64 // 0 from the next row on
	first  []int64   // start of each row of upper
}

// load makes g the graph to pair and contract.
func (c *contraction) load(g *graph.CSR, mass []float64, block []uint8) {
	n, most := g.N(), g.NNZ()/2+dumps
	c.graph, c.mass, c.block = g, mass, block
	c.mate, c.favourite, c.order = resized(c.mate, n), resized(c.favourite, n), resized(c.order, n)
	c.slot, c.first = resized(c.slot, n), resized(c.first, n+1)
	c.upper, c.weight = resized(c.upper, most), resized(c.weight, most)
}

// resized returns a slice of length n, of whatever it held before, in the memory of s where that is enough.
func resized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// contract builds the coarse graph on n vertices, numbered in the order of their first members.
func (c *contraction) contract(n int) {
	c.parent, c.coarseMass = make([]int32, len(c.mate)), make([]float64, n)
	at := int32(0)
	for i, j := range c.mate {
		if int(j) < i {
			continue
		}
		c.parent[i], c.parent[j] = at, at
		c.coarseMass[at] = c.mass[i] // m_I = Σ_{i∈I} m_i
		if int(j) != i {
			c.coarseMass[at] += c.mass[j]
		}
		at++
	}
	c.sumEdges(n)
	c.mirror(n)
}

// sumEdges fills upper: w_IJ = Σ_{i∈I, j∈J} w_ij for I < J. Each sum is formed once, so that its mirror can be
// equal to the last bit.
func (c *contraction) sumEdges(n int) {
	for k := range c.slot[:n] {
		c.slot[k] = -1
	}
	clear(c.weight)
	top := int32(0)
	for i, j := range c.mate {
		if int(j) < i {
			continue
		}
		at, start := c.parent[i], top
		c.first[at] = int64(start)
		c.slot[at] = int32(len(c.upper)) - 1 - at%dumps // edges back to I are not wanted from here on
		top = c.addRow(i, start, top)
		if int(j) != i {
			top = c.addRow(int(j), start, top)
		}
	}
	c.first[n] = int64(top)
}

// dumps is the number of places to which edges go that are not wanted: several, since a sum waits for the one before.
const dumps = 8

// addRow adds the edges of fine vertex i to the row of upper that begins at start and has room from top on, and
// returns the new top. Whether an edge is the first to J the processor cannot foresee, so there is no branch on it.
func (c *contraction) addRow(i int, start, top int32) int32 {
	lo, hi := c.graph.Indptr[i], c.graph.Indptr[i+1]
	data := c.graph.Data[lo:hi]
	parent, slot, upper, weight := c.parent, c.slot, c.upper, c.weight
	for k, j := range c.graph.Indices[lo:hi] {
		to := parent[j]
		s := slot[to]
		first := (s - start) >> 31 // −1 where s < start, else 0
		s ^= (s ^ top) & first     // top where it is −1
		slot[to], upper[s] = s, to
		weight[s] += data[k]
		top -= first
	}
	return top
}

// mirror makes the CSR of upper and its transpose, rows ascending: the lower half of row J is filled in the order
// of the rows I, and then the upper half of row I in the order of the rows J.
func (c *contraction) mirror(n int) {
	upper := c.upper[:c.first[n]]
	g := &graph.CSR{Indptr: make([]int64, n+1), Indices: make([]int32, 2*len(upper)), Data: make([]float64, 2*len(upper))}
	for i := range n {
		g.Indptr[i+1] += c.first[i+1] - c.first[i]
	}
	for _, j := range upper {
		g.Indptr[j+1]++
	}
	for i := range n {
		g.Indptr[i+1] += g.Indptr[i]
	}
	next := slices.Clone(g.Indptr)
	indices, data := g.Indices, g.Data
	for i := range n {
		for k := c.first[i]; k < c.first[i+1]; k++ {
			at := &next[upper[k]]
			indices[*at], data[*at] = int32(i), c.weight[k]
			*at++
		}
	}
	for j := range n {
		for k, end := g.Indptr[j], next[j]; k < end; k++ { // next[j] moves on only in later rows
			at := &next[indices[k]]
			indices[*at], data[*at] = int32(j), data[k]
			*at++
		}
	}
	c.coarse = g
}
