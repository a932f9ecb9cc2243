package kernel

import (
	"slices"
	"unsafe"

	"github.com/tvcut/tvcut/core/internal/parallel"
)

const (
	waveBytes = 5 << 18 // what a wave may hold at a time: most of a second cache
	deepest   = 16      // iterations at most in one wave
)

// wave makes several iterations while a part of the graph is in the cache. Iteration s on a block of rows needs
// iteration s−1 on the blocks up to lag further on, and no more: so while the first iteration goes through the rows,
// the second follows lag blocks behind it, and the next behind that. Where several threads share the rows, each does
// so in a segment of its own, as far as it needs no other, and the seams between segments are closed thereafter. It
// is the time skewing of D. Wonnacott, "Achieving scalable locality with time skewing", Int. J. Parallel Prog. 30
// (2002), and comes to the same bits as one iteration after the other.
type wave[T Float] struct {
	kernel   *Kernel[T]
	bounds   []int // block b is places bounds[b] … bounds[b+1]−1
	lag      int
	depth    int   // iterations at most
	segments []int // segment t is blocks segments[t] … segments[t+1]−1
	inside   *parallel.Rows
	seams    *parallel.Rows

	steps int           // iterations of the wave under way
	bars  [2][]T        // σ x̄ that iterations of even and odd number read
	fill  parallel.Body // bound once so that a wave allocates nothing
	seal  parallel.Body
}

// newWave plans the waves of a kernel on a graph, or returns nil where they do not pay: where edges reach so far that
// the cache does not hold two iterations, or segments would be all seam.
func newWave[T Float](k *Kernel[T], t *table) *wave[T] {
	w := &wave[T]{kernel: k, bounds: k.rows.Bounds(), lag: 1, depth: deepest}
	blocks, threads := len(w.bounds)-1, k.rows.Threads()
	size := t.bytes(unsafe.Sizeof(k.sigma)) / blocks
	for b := range blocks {
		reach, found := slices.BinarySearch(w.bounds, t.last(w.bounds[b], w.bounds[b+1]))
		if !found {
			reach--
		}
		w.lag = max(w.lag, reach-b)
		if w.depth = min(deepest, waveBytes/max(1, w.lag*size)); w.depth < 2 {
			return nil
		}
	}
	if threads > 1 {
		w.depth = min(w.depth, blocks/threads/(2*w.lag))
	}
	if w.depth < 2 {
		return nil
	}
	for t := range threads + 1 {
		w.segments = append(w.segments, blocks*t/threads)
	}
	w.inside, w.seams = k.rows.Tasks(threads), k.rows.Tasks(threads-1)
	w.fill = func(t, _ int) parallel.Sums { w.segment(t); return parallel.Sums{} }
	w.seal = func(t, _ int) parallel.Sums { w.seam(t + 1); return parallel.Sums{} }
	return w
}

// run makes some iterations, at most depth.
func (w *wave[T]) run(steps int) {
	k := w.kernel
	w.steps, w.bars = steps, [2][]T{k.bar, k.next}
	w.inside.Sum(w.fill)
	if len(w.segments) > 2 {
		w.seams.Sum(w.seal)
	}
	k.bar, k.next = w.bars[steps%2], w.bars[(steps+1)%2]
}

// segment makes what iterations need none of another segment's: of iteration s all but the s lag blocks at either
// end that is a seam.
func (w *wave[T]) segment(t int) {
	first, end := w.segments[t], w.segments[t+1]
	for front := first; front < end+(w.steps-1)*w.lag; front++ {
		for s := range w.steps {
			lo, hi := first, end
			if t > 0 {
				lo += s * w.lag
			}
			if t < len(w.segments)-2 {
				hi -= s * w.lag
			}
			if b := front - s*w.lag; lo <= b && b < hi {
				w.iterate(s, b)
			}
		}
	}
}

// seam makes what is left before and after the first block of segment t: of iteration s the s lag blocks on either side.
func (w *wave[T]) seam(t int) {
	for s := 1; s < w.steps; s++ {
		for b := w.segments[t] - s*w.lag; b < w.segments[t]+s*w.lag; b++ {
			w.iterate(s, b)
		}
	}
}

// iterate makes iteration s of block b.
func (w *wave[T]) iterate(s, b int) {
	w.kernel.layout.iterate(w.kernel, w.bars[s%2], w.bars[(s+1)%2], w.bounds[b], w.bounds[b+1])
}
