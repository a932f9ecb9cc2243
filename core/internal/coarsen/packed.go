package coarsen

import (
	"math"

	"github.com/tvcut/tvcut/core/internal/parallel"
)

// packed holds weights of half-edges in the fewest bits that represent all of them exactly, 8, 16 or 32, or rounded to 16
// bits. If the weights of a graph are small whole numbers, so are their sums on the levels of its hierarchy.
type packed struct {
	bytes    []uint8
	words    []uint16 // integers or rounded weights
	singles  []float32
	width    width
	capacity int // number of weights to have memory for
}

// width says which weights fit.
type width uint8

const (
	byteWidth    width = iota // integers below 2⁸
	wordWidth                 // integers below 2¹⁶
	roundedWidth              // all, rounded to 16 bits, where that is allowed
	singleWidth               // those of float32
	fullWidth                 // none of these: they are not packed
)

// narrow lists the types of packed weights.
type narrow interface{ uint8 | uint16 | float32 }

// reset empties p and gives it the given capacity. It keeps its width: the weights are likely to be like those before them. But
// which weights are rounded must not depend on those before. If they may be rounded, none are kept in 32 or 64 bits.
func (p *packed) reset(capacity int, rounds bool) {
	switch {
	case p.width == roundedWidth:
		p.width = wordWidth
	case rounds && p.width > roundedWidth:
		*p = packed{}
	}
	p.bytes, p.words, p.singles, p.capacity = p.bytes[:0], p.words[:0], p.singles[:0], capacity
}

// free frees the memory.
func (p *packed) free() { p.bytes, p.words, p.singles = nil, nil, nil }

// reserve appends room for so many weights of the given width, of which there must be memory, and widens those before them if
// necessary. It reports whether they fit in 32 bits. If not, it takes no memory: what it freed again would have to be written in
// full where it is used for another level.
func (p *packed) reserve(count int, w width) (fits bool) {
	w = max(p.width, w)
	if w == fullWidth {
		return false
	}
	if w > p.width {
		p.widen(w)
	}
	switch w {
	case byteWidth:
		p.bytes = extended(p.bytes, count, p.capacity)
	case wordWidth, roundedWidth:
		p.words = extended(p.words, count, p.capacity)
	default:
		p.singles = extended(p.singles, count, p.capacity)
	}
	return true
}

// set stores the weights from the given one on, which have room and fit. Several goroutines may store different weights.
func (p *packed) set(first int64, weights []float64) {
	switch p.width {
	case byteWidth:
		narrowed(p.bytes[first:], weights)
	case wordWidth:
		narrowed(p.words[first:], weights)
	case roundedWidth:
		to := p.words[first:][:len(weights)]
		for k, w := range weights {
			to[k] = rounded(w)
		}
	case singleWidth:
		narrowed(p.singles[first:], weights)
	}
}

func narrowed[T narrow](to []T, weights []float64) {
	to = to[:len(weights)]
	for k, w := range weights {
		to[k] = T(w)
	}
}

// widen makes the weights words, rounded weights or singles. Rounded weights are never made singles.
func (p *packed) widen(to width) {
	if p.width == byteWidth && to != singleWidth {
		p.words = widened[uint16](p.bytes, p.capacity)
	}
	switch {
	case to == wordWidth:
	case to == roundedWidth:
		for k, x := range p.words {
			p.words[k] = rounded(float64(x))
		}
	case p.width == byteWidth:
		p.singles = widened[float32](p.bytes, p.capacity)
	default:
		p.singles = widened[float32](p.words, p.capacity)
	}
	if p.width, p.bytes = to, nil; to == singleWidth {
		p.words = nil
	}
}

// leastWidth returns the least width that all weights fit.
func leastWidth(weights []float64) width {
	at := fitting[uint8](weights)
	if at == len(weights) {
		return byteWidth
	}
	if at += fitting[uint16](weights[at:]); at == len(weights) {
		return wordWidth
	}
	if fitting[float32](weights) == len(weights) {
		return singleWidth
	}
	return fullWidth
}

// Weights from smallestRounded to largestRounded and the sums of up to 2³⁶ of them are in the range of float32.
const (
	smallestRounded = 0x1p-126
	largestRounded  = 0x1p90
	droppedBits     = 15 // of a float32, whose sign is 0: an exponent of 8 bits and a fraction of 8 bits are left
)

// canRound reports whether the weights of a graph and of all coarser ones can be rounded.
func canRound(weights []float64, team *parallel.Team) bool {
	return team.All(len(weights), func(lo, hi int) bool {
		for _, w := range weights[lo:hi] {
			if w != 0 && !(smallestRounded <= w && w <= largestRounded) {
				return false
			}
		}
		return true
	})
}

// rounded returns the first 16 bits of a weight, rounded to the nearest. The relative error is at most 2⁻⁹.
func rounded(w float64) uint16 {
	bits := math.Float32bits(float32(w))
	return uint16((bits + 1<<(droppedBits-1)) >> droppedBits)
}

// unrounded returns the weight of these 16 bits.
func unrounded(x uint16) float64 { return float64(math.Float32frombits(uint32(x) << droppedBits)) }

// fitting returns the number of weights before the first one that does not fit.
func fitting[T narrow](weights []float64) int {
	for k, w := range weights {
		if float64(T(w)) != w {
			return k
		}
	}
	return len(weights)
}

// extended returns s with count more entries. If s has memory for fewer than capacity entries, the result has memory for
// capacity entries.
func extended[T narrow](s []T, count, capacity int) []T {
	if cap(s) < capacity {
		s = append(resized[T](nil, capacity)[:0], s...)
	}
	return s[:len(s)+count]
}

// widened returns weights of another type, with memory for the given number of weights.
func widened[T, S narrow](from []S, capacity int) []T {
	to := resized[T](nil, max(capacity, len(from)))[:len(from)]
	for k, x := range from {
		to[k] = T(x)
	}
	return to
}

// unpack writes the weights from the given one on to weights.
func (p *packed) unpack(first int64, weights []float64) {
	switch p.width {
	case byteWidth:
		expand(weights, p.bytes[first:])
	case wordWidth:
		expand(weights, p.words[first:])
	case roundedWidth:
		for k, x := range p.words[first:][:len(weights)] {
			weights[k] = unrounded(x)
		}
	case singleWidth:
		expand(weights, p.singles[first:])
	}
}

func expand[T narrow](weights []float64, from []T) {
	from = from[:len(weights)]
	for k, x := range from {
		weights[k] = float64(x)
	}
}

// reader reads the weights of the rows of a graph, which may be packed. It is used by one goroutine at a time.
type reader struct {
	data   []float64
	packed *packed // nil: the weights are data
	buffer []float64
}

// own returns a reader of the same graph for another goroutine.
func (r *reader) own() *reader { return &reader{data: r.data, packed: r.packed} }

// row returns the weights of the half-edges lo … hi−1, which are valid until the next call.
func (r *reader) row(lo, hi int64) []float64 {
	if r.packed == nil {
		return r.data[lo:hi]
	}
	return r.unpacked(lo, hi)
}

func (r *reader) unpacked(lo, hi int64) []float64 {
	r.buffer = resized(r.buffer, int(hi-lo))
	r.packed.unpack(lo, r.buffer)
	return r.buffer
}
