package kernel

const (
	minTiles    = 16      // least number of tiles, enough for several threads
	tileWork    = 1 << 17 // approximate number of rows plus half-edges in a tile, which fit the second-level cache
	acrossShare = 16      // tiles are used if at most 1/acrossShare of the half-edges join two tiles
)

// tileLayout stores compressed rows for the pure Go iteration. Tiles are ranges of consecutive places. If nearly all edges
// join two vertices of the same tile, such an edge is stored once, at its smaller place, and updated for both ends at the
// same time. Every other edge is stored at both ends, so that a tile writes nothing that another tile reads.
type tileLayout[T Float] struct {
	*table
	bounds []int    // tile t consists of the places bounds[t] … bounds[t+1]−1; nil: no tiles, all edges are in across
	within edges[T] // half-edges to larger places of the same tile
	across edges[T] // half-edges to other tiles
	sum    []T      // partial sums of Σ_j p_ij during an iteration; 0 between iterations
}

// edges is a set of half-edges in compressed rows.
type edges[T Float] struct {
	ends []int64  // row r consists of the entries ends[r] … ends[r+1]−1
	idx  []uint32 // places of the neighbours
	w, p []T      // weights and dual variables
}

// inTiles builds a tile layout.
func inTiles[T Float](t *table) layout[T] {
	n := len(t.order)
	l := &tileLayout[T]{table: t, sum: make([]T, n), bounds: tiles(t.ends)}
	within, across := l.sizes()
	if acrossShare*across > t.NNZ() {
		l.bounds = nil
		within, across = 0, t.NNZ()
	}
	l.within.make(n, within)
	l.across.make(n, across)
	l.each(func(r, j int, a int64, e *edges[T]) {
		if e != nil {
			e.idx, e.w = append(e.idx, uint32(j)), append(e.w, stored[T](t, a))
			e.ends[r+1]++
		}
	})
	for r := range n {
		l.within.ends[r+1] += l.within.ends[r]
		l.across.ends[r+1] += l.across.ends[r]
	}
	return l
}

// tiles returns the bounds of tiles of about equal work.
func tiles(ends []int64) []int {
	n := len(ends) - 1
	work := n + int(ends[n])
	count := max(minTiles, work/tileWork)
	bounds := []int{0}
	for r := range n {
		if r+1+int(ends[r+1]) >= work/count*len(bounds) && len(bounds) < count {
			bounds = append(bounds, r+1)
		}
	}
	return append(bounds, n)
}

// sizes returns the numbers of half-edges stored in within and in across.
func (l *tileLayout[T]) sizes() (within, across int) {
	l.each(func(_, _ int, _ int64, e *edges[T]) {
		switch e {
		case &l.within:
			within++
		case &l.across:
			across++
		}
	})
	return within, across
}

// make allocates n rows with room for m half-edges.
func (e *edges[T]) make(n, m int) {
	e.ends, e.idx, e.w, e.p = make([]int64, n+1), make([]uint32, 0, m), make([]T, 0, m), make([]T, m)
}

// each calls f row by row for every half-edge a from place r to place j, with the set e in which it is stored. e is nil
// for a half-edge to a smaller place of the same tile, which is not stored.
func (l *tileLayout[T]) each(f func(r, j int, a int64, e *edges[T])) {
	tile, first, end := 0, 0, 0
	for r, v := range l.order {
		for l.bounds != nil && r >= end {
			first, end = l.bounds[tile], l.bounds[tile+1]
			tile++
		}
		for a := l.Indptr[v]; a < l.Indptr[v+1]; a++ {
			switch j := int(l.place[l.Indices[a]]); {
			case j < first || j >= end:
				f(r, j, a, &l.across)
			case j > r:
				f(r, j, a, &l.within)
			default:
				f(r, j, a, nil)
			}
		}
	}
}

func (l *tileLayout[T]) blocks() []int { return l.bounds }

func (l *tileLayout[T]) dual(out []float64) {
	var next [2]int64 // next entry of within and of across: each visits them in the order in which they are stored
	l.each(func(r, j int, a int64, e *edges[T]) {
		switch e {
		case &l.within:
			out[a] = float64(e.p[next[0]])
			next[0]++
		case &l.across:
			out[a] = float64(e.p[next[1]])
			next[1]++
		default:
			k := l.within.ends[j]
			for l.within.idx[k] != uint32(r) {
				k++
			}
			out[a] = -float64(l.within.p[k]) // p_ji = −p_ij
		}
	})
}

func (l *tileLayout[T]) sums(lo, hi int, div []float64) {
	for _, v := range l.order[lo:hi] {
		div[v] = 0
	}
	for r := lo; r < hi; r++ {
		d := &div[l.order[r]]
		for k := l.across.ends[r]; k < l.across.ends[r+1]; k++ {
			*d += float64(l.across.p[k])
		}
		for k := l.within.ends[r]; k < l.within.ends[r+1]; k++ {
			p := float64(l.within.p[k])
			*d += p
			div[l.order[l.within.idx[k]]] -= p
		}
	}
}

// chunk is the number of rows whose sums are computed before their vertices are updated. They fit the first-level cache.
const chunk = 512

func (l *tileLayout[T]) iterate(k *Kernel[T], bar, next []T, lo, hi int) {
	v := vertices{start(k.x), start(next), start(k.inv), start(k.muG), start(k.den), float64(k.sigma)}
	for ; lo < hi; lo += chunk {
		end := min(lo+chunk, hi)
		l.across.add(bar, l.sum, lo, end)
		if l.bounds != nil {
			l.within.move(bar, l.sum, lo, end, &v)
		} else {
			l.move(k, next, lo, end)
		}
	}
}

// move updates the vertices at the places lo … hi−1 from their sums and clears these. edges.move does the same if there are
// no half-edges within tiles, but takes a tenth more time.
func (l *tileLayout[T]) move(k *Kernel[T], next []T, lo, hi int) {
	x, out, inv := k.x[lo:hi], next[lo:hi], k.inv[lo:hi]
	muG, den, sum := k.muG[lo:hi], k.den[lo:hi], l.sum[lo:hi]
	for r, d := range sum {
		u := (inv[r]*x[r] - d + muG[r]) / den[r] // u_i = g_i if i has no edges
		out[r] = k.sigma * (2*u - x[r])          // σ x̄ = σ (2x − x_prev)
		x[r], sum[r] = u, 0
	}
}
