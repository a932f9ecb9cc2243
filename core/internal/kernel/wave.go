package kernel

import (
	"slices"
	"unsafe"

	"github.com/tvcut/tvcut/core/internal/parallel"
)

const (
	waveBytes = 5 << 18 // bytes of the blocks between the first and the last iteration of a wave: most of a second-level cache
	maxDepth  = 16      // maximum number of iterations in a wave
)

// wave makes several iterations in one pass over the rows, while each part of the graph is in the cache. This is the time
// skewing of D. Wonnacott, "Achieving scalable locality with time skewing", Int. J. Parallel Prog. 30 (2002).
//
// No edge joins blocks of rows that are more than lag blocks apart. So iteration s of block b can run as soon as iteration
// s−1 of the blocks up to b + lag has run. While iteration 0 proceeds through the blocks, iteration s proceeds s·lag
// blocks behind it. With several threads, the blocks are divided into segments, one for each thread. First each thread
// makes those iterations of its segment that depend on no other segment; then the iterations left at the seams between
// segments are made. The result is bit-identical to that of separate iterations.
type wave[T Float] struct {
	kernel   *Kernel[T]
	bounds   []int          // block b consists of the places bounds[b] … bounds[b+1]−1
	lag      int            // largest distance between blocks that an edge joins, at least 1
	depth    int            // maximum number of iterations
	segments []int          // segment t consists of the blocks segments[t] … segments[t+1]−1
	inside   *parallel.Rows // one task for each segment
	seams    *parallel.Rows // one task for each seam

	steps                   int           // iterations of the current wave
	bars                    [2][]T        // σ x̄ read by iterations of even and of odd number
	segmentTasks, seamTasks parallel.Body // stored so that a wave does not allocate
}

// newWave returns the wave of a kernel on a graph. It returns nil if a wave would not be faster: if edges reach so far that
// the cache does not hold the blocks of two iterations, or if the seams would cover the segments.
func newWave[T Float](k *Kernel[T], t *table) *wave[T] {
	w := &wave[T]{kernel: k, bounds: k.rows.Bounds(), lag: 1, depth: maxDepth}
	blocks, threads := len(w.bounds)-1, k.rows.Threads()
	size := t.bytes(unsafe.Sizeof(k.sigma)) / blocks
	for b := range blocks {
		reach, found := slices.BinarySearch(w.bounds, t.last(w.bounds[b], w.bounds[b+1]))
		if !found {
			reach--
		}
		w.lag = max(w.lag, reach-b)
		if w.depth = min(maxDepth, waveBytes/max(1, w.lag*size)); w.depth < 2 {
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
	w.segmentTasks = func(t, _ int) parallel.Sums { w.segment(t); return parallel.Sums{} }
	w.seamTasks = func(t, _ int) parallel.Sums { w.seam(t + 1); return parallel.Sums{} }
	return w
}

// run makes the given number of iterations, at most depth.
func (w *wave[T]) run(steps int) {
	k := w.kernel
	w.steps, w.bars = steps, [2][]T{k.bar, k.next}
	w.inside.Sum(w.segmentTasks)
	if len(w.segments) > 2 {
		w.seams.Sum(w.seamTasks)
	}
	k.bar, k.next = w.bars[steps%2], w.bars[(steps+1)%2]
}

// segment makes the iterations of segment t that depend on no other segment: iteration s of all its blocks except the
// s·lag blocks next to a seam.
func (w *wave[T]) segment(t int) {
	first, end := w.segments[t], w.segments[t+1]
	for lead := first; lead < end+(w.steps-1)*w.lag; lead++ {
		for s := range w.steps {
			lo, hi := first, end
			if t > 0 {
				lo += s * w.lag
			}
			if t < len(w.segments)-2 {
				hi -= s * w.lag
			}
			if b := lead - s*w.lag; lo <= b && b < hi {
				w.iterate(s, b)
			}
		}
	}
}

// seam makes the iterations left at the start of segment t: iteration s of the s·lag blocks on both sides of it.
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
