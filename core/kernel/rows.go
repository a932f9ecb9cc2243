package kernel

import (
	"math"
	"unsafe"

	"github.com/tvcut/tvcut/core/graph"
)

// rowLayout is compressed rows, for the pure Go iteration: one row after the other.
type rowLayout[T Float] struct {
	ends []int64  // row r is half-edges ends[r] … ends[r+1]−1
	idx  []uint32 // places of the neighbours
	w, p []T
}

// inRows is the builder of row layouts.
func inRows[T Float](g *graph.CSR, order []int32, place []uint32, ends []int64) layout[T] {
	l := &rowLayout[T]{ends: ends, idx: make([]uint32, g.NNZ()), w: make([]T, g.NNZ()), p: make([]T, g.NNZ())}
	for r, v := range order {
		idx, w := g.Row(int(v))
		for a, j := range idx {
			l.idx[ends[r]+int64(a)] = place[j]
			l.w[ends[r]+int64(a)] = T(w[a])
		}
	}
	return l
}

func (l *rowLayout[T]) dual() (func(place, a int) int, []T) {
	return func(r, a int) int { return int(l.ends[r]) + a }, l.p
}

func (l *rowLayout[T]) sums(lo, hi int, div []T) {
	for r := lo; r < hi; r++ {
		d := T(0)
		for _, p := range l.p[l.ends[r]:l.ends[r+1]] {
			d += p
		}
		div[r] = d
	}
}

// chunk is the number of rows whose sums are held before their vertices are moved: they fit the first cache.
const chunk = 512

func (l *rowLayout[T]) iterate(k *Kernel[T], lo, hi int) {
	var sums [chunk]T
	for ; lo < hi; lo += chunk {
		end := min(lo+chunk, hi)
		div := sums[:end-lo]
		l.divergence(k, lo, div)
		x, next, inv := k.x[lo:end], k.next[lo:end], k.inv[lo:end]
		muG, den := k.muG[lo:end], k.den[lo:end]
		for r, d := range div {
			u := (inv[r]*x[r] - d + muG[r]) / den[r] // u_i = g_i where no edge holds i
			next[r] = 2*u - x[r]                     // x̄ = 2x − x_prev
			x[r] = u
		}
	}
}

// divergence moves p of the rows from lo on and returns their sums in div. It is apart from the loop over
// vertices, and takes its addresses unchecked, so that all it uses stays in registers: the loop of all loops.
func (l *rowLayout[T]) divergence(k *Kernel[T], lo int, div []T) {
	idx, bar := unsafe.Pointer(unsafe.SliceData(l.idx)), unsafe.Pointer(unsafe.SliceData(k.bar))
	w, p := unsafe.Pointer(unsafe.SliceData(l.w)), unsafe.Pointer(unsafe.SliceData(l.p))
	a := uintptr(l.ends[lo])
	ends := l.ends[lo+1:]
	if div64, ok := any(div).([]float64); ok {
		rows64(idx, w, p, bar, unsafe.Add(bar, lo*8), ends, a, float64(k.sigma), div64)
	} else {
		rows32(idx, w, p, bar, unsafe.Add(bar, lo*4), ends, a, float32(k.sigma), any(div).([]float32))
	}
}

// rows64 is divergence in float64. The clip compares |p| and w as the integers that their bits are, which
// orders them alike and costs no branch.
func rows64(idx, w, p, bar, own unsafe.Pointer, ends []int64, a uintptr, sigma float64, div []float64) {
	const size = unsafe.Sizeof(sigma)
	ends = ends[:len(div)]
	for r := range div {
		end := uintptr(ends[r])
		bi, d := *(*float64)(unsafe.Add(own, r*int(size))), 0.0
		for ; a < end; a++ {
			j := uintptr(*(*uint32)(unsafe.Add(idx, a*4)))
			wij := *(*uint64)(unsafe.Add(w, a*size))
			at := (*float64)(unsafe.Add(p, a*size))
			q := *at + sigma*math.Float64frombits(wij)*(bi-*(*float64)(unsafe.Add(bar, j*size))) // p + σ w (x̄_i − x̄_j)
			sign := math.Float64bits(q)
			size := sign &^ (1 << 63)
			sign ^= size
			q = math.Float64frombits(min(size, wij) | sign) // clip to [−w, w]
			*at = q
			d += q
		}
		div[r] = d
	}
}

// rows32 is divergence in float32.
func rows32(idx, w, p, bar, own unsafe.Pointer, ends []int64, a uintptr, sigma float32, div []float32) {
	const size = unsafe.Sizeof(sigma)
	ends = ends[:len(div)]
	for r := range div {
		end := uintptr(ends[r])
		bi, d := *(*float32)(unsafe.Add(own, r*int(size))), float32(0)
		for ; a < end; a++ {
			j := uintptr(*(*uint32)(unsafe.Add(idx, a*4)))
			wij := *(*uint32)(unsafe.Add(w, a*size))
			at := (*float32)(unsafe.Add(p, a*size))
			q := *at + sigma*math.Float32frombits(wij)*(bi-*(*float32)(unsafe.Add(bar, j*size))) // p + σ w (x̄_i − x̄_j)
			sign := math.Float32bits(q)
			size := sign &^ (1 << 31)
			sign ^= size
			q = math.Float32frombits(min(size, wij) | sign) // clip to [−w, w]
			*at = q
			d += q
		}
		div[r] = d
	}
}
