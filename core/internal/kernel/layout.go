package kernel

import (
	"unsafe"

	"github.com/tvcut/tvcut/core/graph"
)

// layout stores the half-edges, row by row in the order of the kernel, in a format suited to an instruction set.
type layout[T Float] interface {
	// blocks returns the bounds of the blocks of places for which iterate and sums can be called, or nil if lo and hi may
	// be any multiples of parallel.Align.
	blocks() []int
	// iterate makes one iteration of the places lo … hi−1. It reads σ x̄ from bar and writes the new one to next.
	iterate(k *Kernel[T], bar, next []T, lo, hi int)
	// dual writes p to out, on the half-edges of the graph.
	dual(out []float64)
	// sums writes Σ_j p_ij of the places lo … hi−1 to div, by vertex.
	sums(lo, hi int, div []float64)
}

// table is a graph with its vertices in the order of the kernel, from which layouts are built.
type table struct {
	*graph.CSR
	order       []int32  // the vertex at each place
	place       []uint32 // the place of each vertex
	ends        []int64  // the row at place r has the half-edges ends[r] … ends[r+1]−1
	weightScale float64  // weights are stored as weightScale·w_ij
}

func newTable(g *graph.CSR, order []int32, weightScale float64) *table {
	n := g.N()
	t := &table{CSR: g, order: order, place: make([]uint32, n), ends: make([]int64, n+1), weightScale: weightScale}
	for r, v := range order {
		t.place[v] = uint32(r)
		t.ends[r+1] = t.ends[r] + g.Indptr[v+1] - g.Indptr[v]
	}
	return t
}

// last returns the largest place among the places lo … hi−1 and those of their neighbours.
func (t *table) last(lo, hi int) int {
	last := uint32(hi - 1)
	for _, v := range t.order[lo:hi] {
		for _, j := range t.Indices[t.Indptr[v]:t.Indptr[v+1]] {
			last = max(last, t.place[j])
		}
	}
	return int(last)
}

// bytes returns the approximate number of bytes that an iteration reads and writes, with values of the given size.
func (t *table) bytes(size uintptr) int { return t.NNZ()*int(4+2*size) + t.N()*int(6*size) }

// stored returns the stored value of the weight of half-edge a. It is 0 if the scaled weight is below the normal range of
// float32, because the rounding error of subnormal numbers can exceed the margin that Kernel.dualScale leaves.
func stored[T Float](t *table, a int64) T {
	w := T(t.Data[a] * t.weightScale)
	if isFloat32[T]() && w < 0x1p-126 {
		return 0
	}
	return w
}

func isFloat32[T Float]() bool {
	var zero T
	return unsafe.Sizeof(zero) == 4
}

// builder makes a layout of a graph.
type builder[T Float] func(t *table) layout[T]
