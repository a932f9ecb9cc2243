package kernel

import (
	"math"
	"unsafe"
)

// vertices holds the addresses of the state that an iteration keeps for the vertices: see Kernel.
type vertices struct {
	x, next, inv, muG, den unsafe.Pointer
	sigma                  float64
}

// add updates p on the rows lo … hi−1 and adds it to the sums of these rows. bar holds σ x̄. The loops below take nearly
// all the time of the pure Go iteration. They use unsafe pointers because slices, with their bounds checks, need more
// values than fit in registers.
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

// move updates p on the rows lo … hi−1, adds it to the sums of these rows and subtracts it from the sums of the neighbours,
// which must be at larger places. It then updates the vertices and clears their sums.
func (e *edges[T]) move(bar, sum []T, lo, hi int, v *vertices) {
	idx, w, p := start(e.idx), start(e.w), start(e.p)
	if isFloat32[T]() {
		move32(idx, w, p, start(bar), start(sum), start(e.ends), lo, hi, v)
	} else {
		move64(idx, w, p, start(bar), start(sum), start(e.ends), lo, hi, v)
	}
}

// start returns the address of the first entry of s.
func start[T any](s []T) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(s)) }

// at64 returns the address of entry a of the float64 array at p.
func at64(p unsafe.Pointer, a uintptr) *float64 { return (*float64)(unsafe.Add(p, a*8)) }

// endAt returns entry r of ends, which is the start of row r and the end of row r−1.
func endAt(ends unsafe.Pointer, r uintptr) uintptr { return uintptr(*(*int64)(unsafe.Add(ends, r*8))) }

// place returns entry a of the array of places at idx.
func place(idx unsafe.Pointer, a uintptr) uintptr {
	return uintptr(*(*uint32)(unsafe.Add(idx, a*4)))
}

// flux64 computes p ← clip(p + w d, −w, w) with d = σ (x̄_i − x̄_j), and returns p. It compares the bit patterns of |p| and
// w as integers, which gives the same order as comparing the floats and needs no branch.
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
		u := (*at64(v.inv, r)*x - d + *at64(v.muG, r)) / *at64(v.den, r) // u_i = g_i if i has no edges
		*at64(v.next, r) = float64(v.sigma) * (2*u - x)                  // σ x̄ = σ (2x − x_prev)
		*at64(v.x, r) = u
	}
}

// at32 returns the address of entry a of the float32 array at p.
func at32(p unsafe.Pointer, a uintptr) *float32 { return (*float32)(unsafe.Add(p, a*4)) }

// flux32 is flux64 in float32.
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
		u := (*at32(v.inv, r)*x - d + *at32(v.muG, r)) / *at32(v.den, r) // u_i = g_i if i has no edges
		*at32(v.next, r) = float32(v.sigma) * (2*u - x)                  // σ x̄ = σ (2x − x_prev)
		*at32(v.x, r) = u
	}
}
