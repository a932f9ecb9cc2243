package kernel

import (
	"unsafe"

	"github.com/tvcut/tvcut/core/graph"
)

// sliceBytes is the size of one column of a slice, which is a cache line with one value for each row.
const sliceBytes = 64

// sliceLayout stores rows in slices for vector instructions. It is the SELL-C format of Kreutzer, Hager, Wellein, Fehske
// and Bishop, "A unified sparse matrix data format for efficient general sparse matrix-vector multiplication", SIAM J.
// Sci. Comput. 36 (2014): a slice is a block of consecutive rows stored column by column, one row in each vector lane, and
// rows shorter than the longest of their slice are padded with half-edges of weight 0 from the vertex to itself.
type sliceLayout[T Float] struct {
	*graph.CSR
	order []int32  // the vertex at each place
	ptr   []int64  // slice s consists of the columns ptr[s] … ptr[s+1]−1
	idx   []uint32 // places of the neighbours, column by column
	w, p  []T      // weights and dual variables, column by column
	run   vectorLoop[T]
}

// vectorLoop makes one iteration of the slices lo … hi−1. See Kernel for the arguments bar … sigma, and sliceLayout for ptr
// … p.
type vectorLoop[T Float] func(ptr *int64, idx *uint32, w, p, bar, next, x, inv, muG, den, sigma *T, lo, hi int)

// lanes returns the number of rows in a slice, which divides parallel.Align.
func lanes[T Float]() int {
	var zero T
	return sliceBytes / int(unsafe.Sizeof(zero))
}

// inSlices returns the builder of slice layouts that run the given loop.
func inSlices[T Float](run vectorLoop[T]) builder[T] {
	return func(t *table) layout[T] { return newSliceLayout(t, run) }
}

func newSliceLayout[T Float](t *table, run vectorLoop[T]) *sliceLayout[T] {
	width := lanes[T]()
	l := &sliceLayout[T]{CSR: t.CSR, order: t.order, run: run, ptr: make([]int64, padded(len(t.order))/width+1)}
	for s := range len(l.ptr) - 1 {
		longest := int64(0)
		for r := s * width; r < min((s+1)*width, len(t.order)); r++ {
			longest = max(longest, t.ends[r+1]-t.ends[r])
		}
		l.ptr[s+1] = l.ptr[s] + longest
	}
	size := int(l.ptr[len(l.ptr)-1]) * width
	l.idx, l.w, l.p = aligned[uint32](size), aligned[T](size), aligned[T](size)
	for r, v := range t.order {
		first, end := t.Indptr[v], t.Indptr[v+1]
		for a := range l.ptr[r/width+1] - l.ptr[r/width] {
			at := l.at(r, int(a))
			if first+a < end {
				l.idx[at], l.w[at] = t.place[t.Indices[first+a]], stored[T](t, first+a)
			} else {
				l.idx[at] = uint32(r)
			}
		}
	}
	return l
}

// at returns the position in idx, w and p of half-edge a of row r.
func (l *sliceLayout[T]) at(r, a int) int {
	width := lanes[T]()
	return (int(l.ptr[r/width])+a)*width + r%width
}

func (l *sliceLayout[T]) blocks() []int { return nil }

func (l *sliceLayout[T]) dual(out []float64) {
	for r, v := range l.order {
		for a := l.Indptr[v]; a < l.Indptr[v+1]; a++ {
			out[a] = float64(l.p[l.at(r, int(a-l.Indptr[v]))])
		}
	}
}

func (l *sliceLayout[T]) sums(lo, hi int, div []float64) {
	width := lanes[T]()
	for s := lo / width; s < (hi+width-1)/width; s++ {
		for lane, v := range l.order[s*width : min((s+1)*width, len(l.order))] {
			d := 0.0
			for k := l.ptr[s]; k < l.ptr[s+1]; k++ {
				d += float64(l.p[int(k)*width+lane])
			}
			div[v] = d
		}
	}
}

func (l *sliceLayout[T]) iterate(k *Kernel[T], bar, next []T, lo, hi int) {
	width := lanes[T]()
	l.run(&l.ptr[0], unsafe.SliceData(l.idx), unsafe.SliceData(l.w), unsafe.SliceData(l.p), &bar[0], &next[0],
		&k.x[0], &k.inv[0], &k.muG[0], &k.den[0], &k.sigma, lo/width, (hi+width-1)/width)
}
