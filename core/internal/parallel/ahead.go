package parallel

import "sync"

// perThread is the largest number of results, for each thread, that may be started before they are asked for.
const perThread = 2

// Ahead computes a sequence of results on several threads before they are asked for: on goroutines of its own, and on the
// caller's while the caller waits for a result. Close must be called when it is no longer needed.
type Ahead[T any] struct {
	run     func(worker, t int) T
	count   int
	results []chan outcome[T] // result t is sent on results[t mod length]
	group   sync.WaitGroup

	mutex     sync.Mutex
	wake      sync.Cond
	next, end int // results next … end−1 may be started; no two of them share a channel
	closed    bool
}

// outcome is a result, or the value of the panic that ended its computation: a panic that leaves a goroutine would end the
// process.
type outcome[T any] struct {
	result     T
	panicValue any
}

// NewAhead returns an Ahead for the results run(worker, t), t = 0 … count−1, on the given number of threads. worker is the
// number of the thread, 0 for the caller of Get; calls for the same worker do not overlap.
func NewAhead[T any](threads, count int, run func(worker, t int) T) *Ahead[T] {
	threads = min(threads, count)
	a := &Ahead[T]{run: run, count: count, results: make([]chan outcome[T], perThread*max(threads, 1))}
	for k := range a.results {
		a.results[k] = make(chan outcome[T], 1)
	}
	a.wake.L = &a.mutex
	a.end = len(a.results)
	for worker := 1; worker < threads; worker++ {
		a.group.Go(func() { a.work(worker) })
	}
	return a
}

// Get returns result t. It must be called for t = 0, 1, … in order. needed is the last result that the caller will ask for
// with certainty: while another goroutine computes result t, the caller computes other results up to needed. If the
// computation panicked, Get panics with the same value.
func (a *Ahead[T]) Get(t, needed int) T {
	result := a.results[t%len(a.results)]
	for len(result) == 0 {
		other, ok := a.take(needed, false)
		if !ok {
			break
		}
		a.compute(0, other)
	}
	o := <-result
	if o.panicValue != nil {
		panic(o.panicValue)
	}
	a.mutex.Lock()
	a.end++
	a.mutex.Unlock()
	a.wake.Signal()
	return o.result
}

// Close ends the goroutines once each has finished its current result, and waits for them.
func (a *Ahead[T]) Close() {
	a.mutex.Lock()
	a.closed = true
	a.mutex.Unlock()
	a.wake.Broadcast()
	a.group.Wait()
}

// take returns the number of the next result to compute, at most last. ok is false if there is none. If wait is set, it
// waits for one until Close is called.
func (a *Ahead[T]) take(last int, wait bool) (t int, ok bool) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	for wait && !a.closed && a.next >= a.end {
		a.wake.Wait()
	}
	if a.closed || a.next >= min(a.end, a.count) || a.next > last {
		return 0, false
	}
	a.next++
	return a.next - 1, true
}

// compute computes result t and sends it.
func (a *Ahead[T]) compute(worker, t int) {
	var o outcome[T]
	defer func() {
		if value := recover(); value != nil {
			o.panicValue = value
		}
		a.results[t%len(a.results)] <- o
	}()
	o.result = a.run(worker, t)
}

// work computes results until Close is called or none is left.
func (a *Ahead[T]) work(worker int) {
	for {
		t, ok := a.take(a.count-1, true)
		if !ok {
			return
		}
		a.compute(worker, t)
	}
}
