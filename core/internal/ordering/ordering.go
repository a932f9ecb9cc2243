// Package ordering finds orders of the rows of a sparse symmetric matrix in which its Cholesky factor has few entries.
//
// Files:
//   - ordering.go: the order of a graph
//   - compress.go: vertices with the same neighbours become one
//   - dissect.go: nested dissection
//   - degree.go: minimum degree, on the quotient graph of quotient.go, with the lists of buckets.go
package ordering

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/tvcut/tvcut/core/graph"
)

// Vertices with more than denseFactor·√n neighbours, and at least minDense, come last: they are adjacent to most of the others
// when they are eliminated, and their lists take long to update. It is the rule of the program AMD.
const (
	denseFactor = 10
	minDense    = 16
)

// Order returns the vertices of g in an elimination order by nested dissection. No side of a separator has more than 1 + imbalance
// times half of the vertices of its part. When ctx ends, parts that are not yet divided are ordered by minimum degree.
func Order(ctx context.Context, g *graph.CSR, imbalance float64, rng *rand.Rand) []int32 {
	var sparse, dense []int32
	most := max(minDense, int64(denseFactor*math.Sqrt(float64(g.N()))))
	for i := range int32(g.N()) {
		if g.Indptr[i+1]-g.Indptr[i] > most {
			dense = append(dense, i)
		} else {
			sparse = append(sparse, i)
		}
	}
	if len(dense) > 0 {
		g = graph.Subgraph(g, sparse)
	}
	small, members := compress(g)
	count := make([]int32, len(members))
	for c, m := range members {
		count[c] = int32(len(m))
	}
	order := make([]int32, 0, len(sparse)+len(dense))
	for _, c := range dissect(ctx, small, count, imbalance, rng) {
		order = append(order, graph.Values(sparse, members[c])...)
	}
	return append(order, dense...)
}
