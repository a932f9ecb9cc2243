package direct

import (
	"cmp"
	"container/heap"
	"math"
	"slices"
)

const (
	transferEffort = 4       // arcs that a search for transfers may visit, relative to the half-edges of the graph
	smallTransfer  = 1 << 14 // half-edges that count for a small graph
)

// transfers is the graph of parts: an arc from part a to part b stands for the move of a vertex from a to b that raises the weight
// between parts least. Moves along a path or a cycle keep the masses of the parts between, where single moves violate tight bounds.
// The method is that of P. Sanders and C. Schulz, "Think locally, act globally: highly balanced graph partitioning", SEA 2013.
//
// Part K is the reserve: arcs lead to it from parts that can keep what they get, and from it to parts that can give a vertex. So a
// cycle through it is a path between two parts.
type transfers struct {
	*state
	arcs    map[pair]*transferHeap
	heads   [][]int32 // of the arcs of each part
	version []int32   // of each vertex: offers of another version are outdated, and −1 excludes the vertex
	dist    []float64 // of each part
	from    []int32   // the part before each part, or −1
	by      []int32   // the vertex that moves from there, or −1
	visits  int       // arcs that may still be visited

	rounding float64 // a decrease of a distance by less is a rounding error
}

// transferOffer is a move of a vertex along an arc.
type transferOffer struct {
	vertex, version int32
	gain            float64
}

// transferHeap holds the offers of an arc, that of largest gain first.
type transferHeap []transferOffer

var _ heap.Interface = (*transferHeap)(nil)

// Len returns the number of offers.
func (h *transferHeap) Len() int { return len(*h) }

// Less reports whether the offer at x comes before the one at y.
func (h *transferHeap) Less(x, y int) bool {
	a, b := (*h)[x], (*h)[y]
	return cmp.Or(cmp.Compare(b.gain, a.gain), cmp.Compare(a.vertex, b.vertex)) < 0
}

// Swap swaps the offers at x and y.
func (h *transferHeap) Swap(x, y int) { (*h)[x], (*h)[y] = (*h)[y], (*h)[x] }

// Push adds an offer.
func (h *transferHeap) Push(x any) { *h = append(*h, x.(transferOffer)) }

// Pop removes the last offer.
func (h *transferHeap) Pop() any {
	last := len(*h) - 1
	x := (*h)[last]
	*h = (*h)[:last]
	return x
}

// newTransfers returns the graph of parts for a state whose criterion is the weight between parts.
func newTransfers(s *state) *transfers {
	t := &transfers{state: s, arcs: map[pair]*transferHeap{}, heads: make([][]int32, s.K), version: make([]int32, len(s.labels)),
		dist: make([]float64, s.K+1), from: make([]int32, s.K+1), by: make([]int32, s.K+1), visits: transferEffort * (s.graph.NNZ() + smallTransfer)}
	for _, i := range slices.Clone(s.borderVertices()) {
		t.offer(i)
	}
	return t
}

// offer offers the moves of vertex i to the parts of its neighbours.
func (t *transfers) offer(i int32) {
	if t.isFixed(i) || t.version[i] < 0 {
		return
	}
	t.version[i]++
	a := t.labels[i]
	weight, deg, parts := t.toward(i)
	for _, b := range parts {
		if b == a || weight[b] <= tiny*deg {
			continue
		}
		h := t.arcs[pair{a, b}]
		if h == nil {
			h = &transferHeap{}
			t.arcs[pair{a, b}] = h
			t.heads[a] = append(t.heads[a], b)
		}
		heap.Push(h, transferOffer{i, t.version[i], weight[b] - weight[a]})
	}
	t.release(i, parts)
}

// top returns the vertex on the arc from a to b and its gain, or −1 if there is none.
func (t *transfers) top(a, b int32) (vertex int32, gain float64) {
	t.visits--
	for h := t.arcs[pair{a, b}]; len(*h) > 0; heap.Pop(h) {
		if x := (*h)[0]; t.labels[x.vertex] == a && t.version[x.vertex] == x.version {
			return x.vertex, x.gain
		}
	}
	return -1, math.Inf(-1)
}

// shift moves vertex i to part b and renews the offers of the vertices that this concerns.
func (t *transfers) shift(i, b int32) {
	t.move(i, b)
	t.offer(i)
	idx, _ := t.graph.Row(int(i))
	for _, j := range idx {
		t.offer(j)
	}
}
