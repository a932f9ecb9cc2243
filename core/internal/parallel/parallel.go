// Package parallel runs loops over the rows of a graph on several threads with results that do not
// depend on how many: rows are cut into fixed blocks, and sums are combined in block order.
package parallel

// Align is what block bounds are multiples of, so that a body may take rows by vectors.
const Align = 16

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
	pool    *pool
	body    Body
	work    func(block int) // bound once so that Sum allocates nothing
}

// NewRows cuts the rows described by indptr into blocks of about equal work, to be run on the given
// number of threads (at least 1). The blocks depend on indptr alone.
func NewRows(indptr []int64, threads int) *Rows {
	bounds := blocks(indptr)
	count := len(bounds) - 1
	if count < minParallel {
		threads = 1
	}
	return newRows(bounds, newPool(min(threads, count), spins))
}

// Over returns row blocks of another indptr, such as the same rows in another order, on the goroutines of
// r. Only r is to be closed.
func (r *Rows) Over(indptr []int64) *Rows { return newRows(blocks(indptr), r.pool) }

// Bounds returns the bounds of the blocks: block b is rows Bounds()[b] … Bounds()[b+1]−1.
func (r *Rows) Bounds() []int { return r.bounds }

// Threads returns the number of goroutines at work, the caller among them.
func (r *Rows) Threads() int { return len(r.pool.shares) }

// Between returns row blocks with the given bounds, from 0 to the number of rows, on the goroutines of r.
func (r *Rows) Between(bounds []int) *Rows { return newRows(bounds, r.pool) }

// Tasks returns n blocks of one number each, for a body whose rows are numbered tasks, on the goroutines of r.
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

// Close ends the goroutines.
func (r *Rows) Close() { r.pool.close() }

// Sum calls body once for every block and adds up what it returns, in block order. A panic in a body
// becomes a panic of Sum. Nothing is allocated.
func (r *Rows) Sum(body Body) Sums {
	r.body = body
	r.pool.run(len(r.partial), r.work)
	var total Sums
	for _, s := range r.partial {
		for k := range total {
			total[k] += s[k]
		}
	}
	return total
}
