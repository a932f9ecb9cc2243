package coarsen

// packed are weights of half-edges in the fewest bits that hold all of them without loss: 8, 16 or 32. Where the weights of a
// graph are small whole numbers, so are their sums on the levels of its hierarchy.
type packed struct {
	bytes   []uint8
	words   []uint16
	singles []float32
	width   width
}

// width says which weights fit.
type width uint8

const (
	byteWidth   width = iota // integers below 2⁸
	wordWidth                // integers below 2¹⁶
	singleWidth              // those of float32
	fullWidth                // not all in 32 bits: they are not packed
)

// narrow are the types that weights are packed in.
type narrow interface{ uint8 | uint16 | float32 }

// reset empties p and gives it the given capacity. It keeps its width: the weights are likely to be like those before them.
func (p *packed) reset(capacity int) {
	switch p.width {
	case byteWidth:
		p.bytes = resized(p.bytes, capacity)[:0]
	case wordWidth:
		p.words = resized(p.words, capacity)[:0]
	case singleWidth:
		p.singles = resized(p.singles, capacity)[:0]
	}
}

// add appends weights, for which there must be room, and widens those before them if necessary. It reports whether they fit in
// 32 bits. If not, p is as before but for its width.
func (p *packed) add(weights []float64) (fits bool) {
	if p.width == byteWidth {
		if p.bytes, fits = extended(p.bytes, weights); fits {
			return true
		}
		p.words, p.bytes, p.width = widened[uint16](p.bytes), nil, wordWidth
	}
	if p.width == wordWidth {
		if p.words, fits = extended(p.words, weights); fits {
			return true
		}
		p.singles, p.words, p.width = widened[float32](p.words), nil, singleWidth
	}
	p.singles, fits = extended(p.singles, weights)
	return fits
}

// extended returns to with the weights appended, and whether they fit. If not, it returns to.
func extended[T narrow](to []T, weights []float64) (all []T, fits bool) {
	all = to[:len(to)+len(weights)]
	added := all[len(to):]
	for k, w := range weights {
		x := T(w)
		if float64(x) != w {
			return to, false
		}
		added[k] = x
	}
	return all, true
}

// widened returns weights of another type, with the same capacity.
func widened[T, S narrow](from []S) []T {
	to := make([]T, len(from), cap(from))
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
