// Package par runs loops over the rows of a graph on several threads with results that do not
// depend on how many: rows are cut into fixed blocks, and sums are combined in block order.
package par

import (
	"sync"
	"sync/atomic"
)

const (
	blockWork   = 4096 // rows plus half-edges in a block: large enough to amortise a dispatch
	minParallel = 8    // blocks below which waking another goroutine costs more than it gains
)

// Sums holds up to four partial sums of one pass.
type Sums [4]float64

// Body works on the rows lo … hi−1 and returns its share of the sums. Bodies of different blocks run
// at the same time and must not write to the same place.
type Body func(lo, hi int) Sums

// Rows is a set of row blocks and the goroutines that work on them. It is used by one caller at a
// time. Close must be called when it is no longer needed.
type Rows struct {
	bounds  []int // block b is rows bounds[b] … bounds[b+1]−1
	partial []Sums

	body Body
	next atomic.Int64
	wake []chan struct{}
	done sync.WaitGroup

	mu    sync.Mutex
	fault any // first panic of a body, handed on to the caller
}

// NewRows cuts the rows described by indptr into blocks of about equal work, to be run on the given
// number of threads (at least 1). The blocks depend on indptr alone.
func NewRows(indptr []int64, threads int) *Rows {
	r := &Rows{bounds: blocks(indptr)}
	r.partial = make([]Sums, len(r.bounds)-1)
	if len(r.partial) < minParallel {
		threads = 1
	}
	for range min(threads, len(r.partial)) - 1 {
		c := make(chan struct{})
		r.wake = append(r.wake, c)
		go r.worker(c)
	}
	return r
}

func blocks(indptr []int64) []int {
	n := len(indptr) - 1
	bounds := []int{0}
	work := int64(0)
	for i := range n {
		work += 1 + indptr[i+1] - indptr[i]
		if work >= blockWork || i == n-1 {
			bounds = append(bounds, i+1)
			work = 0
		}
	}
	return bounds
}

// Close ends the goroutines.
func (r *Rows) Close() {
	for _, c := range r.wake {
		close(c)
	}
	r.wake = nil
}

// Sum calls body once for every block and adds up what it returns, in block order. A panic in a body
// becomes a panic of Sum. Nothing is allocated.
func (r *Rows) Sum(body Body) Sums {
	r.body = body
	r.next.Store(0)
	r.done.Add(len(r.wake))
	for _, c := range r.wake {
		c <- struct{}{}
	}
	r.drain()
	r.done.Wait()
	if f := r.fault; f != nil {
		r.fault = nil
		panic(f)
	}
	var total Sums
	for _, s := range r.partial {
		for k := range total {
			total[k] += s[k]
		}
	}
	return total
}

func (r *Rows) worker(wake chan struct{}) {
	for range wake {
		r.drain()
		r.done.Done()
	}
}

// drain takes blocks until none is left. A panic is kept for the caller: in a goroutine of its own it
// would end the whole process.
func (r *Rows) drain() {
	defer func() {
		if f := recover(); f != nil {
			r.mu.Lock()
			r.fault = f
			r.mu.Unlock()
		}
	}()
	for b := int(r.next.Add(1)) - 1; b < len(r.partial); b = int(r.next.Add(1)) - 1 {
		r.partial[b] = r.body(r.bounds[b], r.bounds[b+1])
	}
}
