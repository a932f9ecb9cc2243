package kernel

import (
	"unsafe"

	"github.com/tvcut/tvcut/core/graph"
)

// layout holds the half-edges, row by row in the kernel's order, in the way an instruction set likes.
type layout[T Float] interface {
	// blocks returns the bounds of the blocks of places that iterate and sums take: nil for any that begin at multiples
	// of parallel.Align.
	blocks() []int
	// iterate makes one iteration of the places lo … hi−1: it reads σ x̄ from bar and writes it to next.
	iterate(k *Kernel[T], bar, next []T, lo, hi int)
	// dual writes p to out, on the half-edges of the graph.
	dual(out []float64)
	// sums writes Σ_j p_ij of the places lo … hi−1 to div, by vertex.
	sums(lo, hi int, div []float64)
}

// table is a graph as a layout sees it: order and place say which vertex is where, the row in place r has half-edges
// ends[r] … ends[r+1]−1, and weights are stored as unit times themselves.
type table struct {
	*graph.CSR
	order []int32
	place []uint32
	ends  []int64
	unit  float64
}

func newTable(g *graph.CSR, order []int32, unit float64) *table {
	n := g.N()
	t := &table{CSR: g, order: order, place: make([]uint32, n), ends: make([]int64, n+1), unit: unit}
	for r, v := range order {
		t.place[v] = uint32(r)
		t.ends[r+1] = t.ends[r] + g.Indptr[v+1] - g.Indptr[v]
	}
	return t
}

// last returns the last place among the places lo … hi−1 and their neighbours.
func (t *table) last(lo, hi int) int {
	last := uint32(hi - 1)
	for _, v := range t.order[lo:hi] {
		for _, j := range t.Indices[t.Indptr[v]:t.Indptr[v+1]] {
			last = max(last, t.place[j])
		}
	}
	return int(last)
}

// bytes returns about how many an iteration goes through, with values of the given size.
func (t *table) bytes(size uintptr) int { return t.NNZ()*int(4+2*size) + t.N()*int(6*size) }

// stored returns what weight number a is stored as: 0 where it is too small beside others for a normal float32, so
// that nothing is ever larger than what it stands for by more than the rounding of normal numbers.
func stored[T Float](t *table, a int64) T {
	w := T(t.Data[a] * t.unit)
	if isFloat32[T]() && w < 0x1p-126 {
		return 0
	}
	return w
}

func isFloat32[T Float]() bool {
	var zero T
	return unsafe.Sizeof(zero) == 4
}

// builder makes a layout.
type builder[T Float] func(t *table) layout[T]
