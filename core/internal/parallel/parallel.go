// Package parallel runs loops over the rows of a graph on several threads. The results do not depend on the number of
// threads: rows are divided into fixed blocks, and sums are added in block order.
package parallel

// Align divides all bounds of the blocks of NewRows and Over except the last, so that a body can process the rows with
// vector instructions.
const Align = 16

const (
	blockWork   = 4096 // least number of rows plus half-edges in a block, which amortises the dispatch
	minParallel = 8    // number of blocks below which one thread is faster than several
)

// Sums holds up to four sums over the rows of one pass.
type Sums [4]float64

// Body processes the rows lo … hi−1 and returns their contribution to the sums. Calls for different blocks run at the same
// time and must not write to the same memory.
type Body func(lo, hi int) Sums

// Rows is a division of rows into blocks, with the goroutines that process them. It must not be used by two callers at the
// same time. Close must be called when it is no longer needed.
type Rows struct {
	bounds  []int  // block b consists of the rows bounds[b] … bounds[b+1]−1
	partial []Sums // sums of each block
	pool    *pool
	body    Body
	work    func(block int) // calls body for a block; stored so that Sum does not allocate
}

// NewRows divides the rows with the row starts indptr into blocks of about equal work, to be processed by the given number
// of threads (at least 1), or by fewer if there are few blocks. The blocks depend on indptr alone.
func NewRows(indptr []int64, threads int) *Rows {
	bounds := blocks(indptr)
	count := len(bounds) - 1
	if count < minParallel {
		threads = 1
	}
	return newRows(bounds, newPool(min(threads, count), patience))
}

// Over returns a division of the rows with other row starts, such as the same rows in another order. It shares the
// goroutines of r, and only r needs to be closed.
func (r *Rows) Over(indptr []int64) *Rows { return newRows(blocks(indptr), r.pool) }

// Bounds returns the bounds of the blocks: block b consists of the rows Bounds()[b] … Bounds()[b+1]−1.
func (r *Rows) Bounds() []int { return r.bounds }

// Threads returns the number of goroutines that process blocks, including the caller of Sum.
func (r *Rows) Threads() int { return len(r.pool.shares) }

// Between returns a division of rows with the given bounds, which start at 0 and end at the number of rows. It shares the
// goroutines of r.
func (r *Rows) Between(bounds []int) *Rows { return newRows(bounds, r.pool) }

// Team returns the goroutines of r as a Team, which must not be used at the same time as r. Only r needs to be closed. It
// returns nil if r is nil.
func (r *Rows) Team() *Team {
	if r == nil {
		return nil
	}
	return &Team{r.pool}
}

// Tasks returns n blocks of one row each, for a body whose rows are the tasks 0 … n−1. It shares the goroutines of r.
func (r *Rows) Tasks(n int) *Rows {
	bounds := make([]int, n+1)
	for i := range bounds {
		bounds[i] = i
	}
	return r.Between(bounds)
}

func newRows(bounds []int, p *pool) *Rows {
	r := &Rows{bounds: bounds, partial: make([]Sums, len(bounds)-1), pool: p}
	r.work = func(b int) { r.partial[b] = r.body(r.bounds[b], r.bounds[b+1]) }
	return r
}

// blocks returns the bounds of the blocks for the given row starts.
func blocks(indptr []int64) []int {
	n := len(indptr) - 1
	bounds := []int{0}
	work := int64(0)
	for i := range n {
		work += 1 + indptr[i+1] - indptr[i]
		if work >= blockWork && (i+1)%Align == 0 || i == n-1 {
			bounds = append(bounds, i+1)
			work = 0
		}
	}
	return bounds
}

// Close ends the goroutines. It may be called more than once.
func (r *Rows) Close() { r.pool.close() }

// Sum calls body once for every block and returns the sums of what it returns, added in block order. If a body panics, Sum
// panics with the same value after all goroutines have finished. Sum does not allocate.
func (r *Rows) Sum(body Body) Sums {
	r.body = body
	r.pool.run(len(r.partial), r.work)
	r.body = nil // as pool.run does
	var total Sums
	for _, s := range r.partial {
		for k := range total {
			total[k] += s[k]
		}
	}
	return total
}
