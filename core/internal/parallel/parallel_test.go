package parallel

import (
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// rowStarts returns the row starts of n rows of random lengths. Some rows are empty, and some are long enough to form a
// block alone.
func rowStarts(n int) []int64 {
	rng := rand.New(rand.NewPCG(1, 0))
	indptr := make([]int64, n+1)
	for i := range n {
		length := rng.IntN(30)
		if rng.IntN(500) == 0 {
			length = 2 * blockWork
		}
		indptr[i+1] = indptr[i] + int64(length)
	}
	return indptr
}

func TestEveryRowIsVisitedOnce(t *testing.T) {
	for _, n := range []int{1, 2, 100, 20000} {
		for _, threads := range []int{1, 2, 3, 8} {
			rows := NewRows(rowStarts(n), threads)
			visits := make([]atomic.Int32, n)
			for pass := range 3 {
				count := rows.Sum(func(lo, hi int) Sums {
					for i := lo; i < hi; i++ {
						visits[i].Add(1)
					}
					return Sums{0, float64(hi - lo)}
				})
				assert.Equal(t, float64(n), count[1])
				for i := range visits {
					require.Equal(t, int32(pass+1), visits[i].Load(), "n %d, threads %d, row %d", n, threads, i)
				}
			}
			rows.Close()
		}
	}
}

// Sums of values of widely different magnitudes depend on the order of summation, so equal bits imply an equal order.
func TestSumsAreBitIdenticalForAnyNumberOfThreads(t *testing.T) {
	indptr := rowStarts(30000)
	rng := rand.New(rand.NewPCG(2, 0))
	x := make([]float64, 30000)
	for i := range x {
		x[i] = rng.NormFloat64() * float64(int64(1)<<rng.IntN(50))
	}
	body := func(lo, hi int) Sums {
		var s Sums
		for i := lo; i < hi; i++ {
			s[0] += x[i]
			s[1] += x[i] * x[i]
			s[2] += 1 / x[i]
			s[3] += 1
		}
		return s
	}
	one := NewRows(indptr, 1)
	defer one.Close()
	require.Greater(t, len(one.partial), 4*minParallel, "the test needs more blocks")
	want := one.Sum(body)
	for _, threads := range []int{2, 3, 4} {
		rows := NewRows(indptr, threads)
		require.Len(t, rows.pool.shares, threads)
		for range 200 {
			require.Equal(t, want, rows.Sum(body), "threads %d", threads)
		}
		rows.Close()
	}
}

func TestSmallGraphsUseOneThread(t *testing.T) {
	rows := NewRows([]int64{0, 1, 2}, 4)
	defer rows.Close()
	assert.Len(t, rows.pool.shares, 1)
}

func TestPanicReachesTheCallerAndThePoolStaysUsable(t *testing.T) {
	const n = 20000
	indptr := rowStarts(n)
	for _, threads := range []int{1, 2, 4} {
		rows := NewRows(indptr, threads)
		for k := range 50 {
			bad := k * n / 50
			assert.PanicsWithValue(t, bad, func() {
				rows.Sum(func(lo, hi int) Sums {
					if lo <= bad && bad < hi {
						panic(bad)
					}
					return Sums{}
				})
			})
			s := rows.Sum(func(lo, hi int) Sums { return Sums{float64(hi - lo)} })
			require.Equal(t, Sums{n}, s, "threads %d: the pass after a panic", threads)
		}
		assert.Panics(t, func() { rows.Sum(func(lo, hi int) Sums { panic("every block") }) })
		rows.Close()
	}
}

func TestSumDoesNotAllocate(t *testing.T) {
	x := make([]float64, 20000)
	body := Body(func(lo, hi int) Sums {
		for i := lo; i < hi; i++ {
			x[i]++
		}
		return Sums{x[lo]}
	})
	for _, threads := range []int{1, 2, 4} {
		rows := NewRows(rowStarts(len(x)), threads)
		assert.Zero(t, testing.AllocsPerRun(100, func() { rows.Sum(body) }), "threads %d", threads)
		rows.Close()
	}
}

func TestCloseCanBeCalledTwice(t *testing.T) {
	rows := NewRows(rowStarts(20000), 3)
	rows.Close()
	assert.NotPanics(t, rows.Close)
}
