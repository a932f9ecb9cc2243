package graph

import (
	"math"
	"slices"
	"sync/atomic"

	"github.com/tvcut/tvcut/core/internal/parallel"
)

const (
	acceptPieces = 256     // ranges of rows that are checked at the same time
	minAccept    = 1 << 16 // half-edges of the smallest graph that several threads check
	shortRow     = 16      // entries of the longest row that is searched from its start
)

// NewParallel is New on several goroutines.
func NewParallel(indptr []int64, indices []int32, data []float64, threads int) (*CSR, error) {
	g := &CSR{Indptr: indptr, Indices: indices, Data: data}
	if threads <= 1 || len(indices) < minAccept || g.checkIndptr() != nil || !g.accepted(threads) {
		return New(indptr, indices, data) // which also says what is wrong
	}
	return g, nil
}

// accepted reports whether the rows, whose starts are valid, satisfy the conditions of CSR. Each entry above the diagonal
// needs an equal mirror. If there are as many entries below it, all of these are mirrors.
func (g *CSR) accepted(threads int) bool {
	var refused atomic.Bool
	uppers, sums, n := make([]int, acceptPieces), make([]float64, acceptPieces), g.N()
	team := parallel.NewTeam(min(threads, acceptPieces))
	defer team.Close()
	team.Run(acceptPieces, func(k int) {
		for i := k * n / acceptPieces; i < (k+1)*n/acceptPieces && !refused.Load(); i++ {
			upper, sum, ok := g.acceptRow(i)
			if !ok {
				refused.Store(true)
			}
			uppers[k] += upper
			sums[k] += sum
		}
	})
	upper, volume := 0, 0.0
	for k := range uppers {
		upper += uppers[k]
		volume += sums[k]
	}
	return !refused.Load() && 2*upper == len(g.Indices) && !math.IsInf(volume, 0)
}

// acceptRow reports whether row i ascends within 0 … n−1, without i, its weights are finite and not negative, and its entries
// above the diagonal have equal mirrors. It returns their number and the sum of all weights.
func (g *CSR) acceptRow(i int) (upper int, sum float64, ok bool) {
	idx, w := g.Row(i)
	last := int32(-1)
	for k, j := range idx {
		if j <= last || int(j) >= g.N() || int(j) == i || !(w[k] >= 0 && w[k] <= math.MaxFloat64) {
			return 0, 0, false
		}
		last = j
		sum += w[k]
		if int(j) < i {
			continue
		}
		upper++
		if !g.hasEntry(j, int32(i), w[k]) {
			return 0, 0, false
		}
	}
	return upper, sum, true
}

// hasEntry reports whether w_ij is stored and has the given value.
func (g *CSR) hasEntry(i, j int32, weight float64) bool {
	row, w := g.Row(int(i))
	at, found := 0, false
	if len(row) <= shortRow {
		at = slices.Index(row, j)
		found = at >= 0
	} else {
		at, found = slices.BinarySearch(row, j)
	}
	return found && w[at] == weight
}
