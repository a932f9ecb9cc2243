package kernel

import (
	"math"
	"unsafe"
)

// vertices is where an iteration reads and writes what it keeps of the vertices.
type vertices struct {
	x, next, inv, muG, den unsafe.Pointer
	sigma                  float64
}

// add moves p of the rows lo … hi−1 and adds it to their sums. bar holds σ x̄. The loops below take their addresses
// unchecked, so that all they use stays in registers: they are what the pure Go iteration spends its time in.
func (e *edges[T]) add(bar, sum []T, lo, hi int) {
	if e.ends[lo] == e.ends[hi] {
		return
	}
	idx, w, p := start(e.idx), start(e.w), start(e.p)
	if isFloat32[T]() {
		add32(idx, w, p, start(bar), start(sum), start(e.ends), lo, hi)
	} else {
		add64(idx, w, p, start(bar), start(sum), start(e.ends), lo, hi)
	}
}

// move moves p of the rows lo … hi−1, adds it to their sums and takes it from those of the neighbours, which must be
// further on; and moves the vertices, whose sums it clears.
func (e *edges[T]) move(bar, sum []T, lo, hi int, v *vertices) {
	idx, w, p := start(e.idx), start(e.w), start(e.p)
	if isFloat32[T]() {
		move32(idx, w, p, start(bar), start(sum), start(e.ends), lo, hi, v)
	} else {
		move64(idx, w, p, start(bar), start(sum), start(e.ends), lo, hi, v)
	}
}

func start[T any](s []T) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(s)) }

// at64 returns the address of number a from p on.
func at64(p unsafe.Pointer, a uintptr) *float64 { return (*float64)(unsafe.Add(p, a*8)) }

// endAt returns the end of the row before r.
func endAt(ends unsafe.Pointer, r uintptr) uintptr { return uintptr(*(*int64)(unsafe.Add(ends, r*8))) }

// place returns the index of number a from idx on.
func place(idx unsafe.Pointer, a uintptr) uintptr {
	return uintptr(*(*uint32)(unsafe.Add(idx, a*4)))
}

// flux64 returns p ← clip(p + w d, −w, w) with d = σ (x̄_i − x̄_j). The clip compares |p| and w as the integers that
// their bits are, which orders them alike and costs no branch.
func flux64(p, w *float64, d float64) float64 {
	bits := math.Float64bits(*p + *w*d)
	size := bits &^ (1 << 63)
	q := math.Float64frombits(min(size, *(*uint64)(unsafe.Pointer(w))) | (bits ^ size))
	*p = q
	return q
}

// add64 is add in float64, two half-edges at a time.
func add64(idx, w, p, bar, sum, ends unsafe.Pointer, lo, hi int) {
	a := endAt(ends, uintptr(lo))
	for r := uintptr(lo); r < uintptr(hi); r++ {
		end := endAt(ends, r+1)
		bi, d := *at64(bar, r), *at64(sum, r)
		for ; a+1 < end; a += 2 {
			d += flux64(at64(p, a), at64(w, a), bi-*at64(bar, place(idx, a)))
			d += flux64(at64(p, a+1), at64(w, a+1), bi-*at64(bar, place(idx, a+1)))
		}
		if a < end {
			d += flux64(at64(p, a), at64(w, a), bi-*at64(bar, place(idx, a)))
			a++
		}
		*at64(sum, r) = d
	}
}

// move64 is move in float64.
func move64(idx, w, p, bar, sum, ends unsafe.Pointer, lo, hi int, v *vertices) {
	a := endAt(ends, uintptr(lo))
	for r := uintptr(lo); r < uintptr(hi); r++ {
		end := endAt(ends, r+1)
		bi, d := *at64(bar, r), *at64(sum, r)
		for ; a < end; a++ {
			j := place(idx, a)
			q := flux64(at64(p, a), at64(w, a), bi-*at64(bar, j))
			d += q
			*at64(sum, j) -= q
		}
		*at64(sum, r) = 0
		x := *at64(v.x, r)
		u := (*at64(v.inv, r)*x - d + *at64(v.muG, r)) / *at64(v.den, r) // u_i = g_i where no edge holds i
		*at64(v.next, r) = float64(v.sigma) * (2*u - x)                  // σ x̄ = σ (2x − x_prev)
		*at64(v.x, r) = u
	}
}

// at32 returns the address of number a from p on.
func at32(p unsafe.Pointer, a uintptr) *float32 { return (*float32)(unsafe.Add(p, a*4)) }

// flux32 returns p ← clip(p + w d, −w, w) with d = σ (x̄_i − x̄_j). The clip compares |p| and w as the integers that
// their bits are, which orders them alike and costs no branch.
func flux32(p, w *float32, d float32) float32 {
	bits := math.Float32bits(*p + *w*d)
	size := bits &^ (1 << 31)
	q := math.Float32frombits(min(size, *(*uint32)(unsafe.Pointer(w))) | (bits ^ size))
	*p = q
	return q
}

// add32 is add in float32, two half-edges at a time.
func add32(idx, w, p, bar, sum, ends unsafe.Pointer, lo, hi int) {
	a := endAt(ends, uintptr(lo))
	for r := uintptr(lo); r < uintptr(hi); r++ {
		end := endAt(ends, r+1)
		bi, d := *at32(bar, r), *at32(sum, r)
		for ; a+1 < end; a += 2 {
			d += flux32(at32(p, a), at32(w, a), bi-*at32(bar, place(idx, a)))
			d += flux32(at32(p, a+1), at32(w, a+1), bi-*at32(bar, place(idx, a+1)))
		}
		if a < end {
			d += flux32(at32(p, a), at32(w, a), bi-*at32(bar, place(idx, a)))
			a++
		}
		*at32(sum, r) = d
	}
}

// move32 is move in float32.
func move32(idx, w, p, bar, sum, ends unsafe.Pointer, lo, hi int, v *vertices) {
	a := endAt(ends, uintptr(lo))
	for r := uintptr(lo); r < uintptr(hi); r++ {
		end := endAt(ends, r+1)
		bi, d := *at32(bar, r), *at32(sum, r)
		for ; a < end; a++ {
			j := place(idx, a)
			q := flux32(at32(p, a), at32(w, a), bi-*at32(bar, j))
			d += q
			*at32(sum, j) -= q
		}
		*at32(sum, r) = 0
		x := *at32(v.x, r)
		u := (*at32(v.inv, r)*x - d + *at32(v.muG, r)) / *at32(v.den, r) // u_i = g_i where no edge holds i
		*at32(v.next, r) = float32(v.sigma) * (2*u - x)                  // σ x̄ = σ (2x − x_prev)
		*at32(v.x, r) = u
	}
}
