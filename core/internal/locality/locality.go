// Package locality renumbers the vertices of a graph so that neighbours have close numbers. Searches of a large graph then read
// what belongs to the neighbours of a vertex from the cache.
package locality

import (
	"cmp"
	"context"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/memory"
	"github.com/tvcut/tvcut/core/internal/parallel"
)

const (
	maxDistance = 1 << 14 // mean |i − j| over the edges up to which a graph keeps its numbers: the second-level cache holds so many labels
	minGain     = 4       // least ratio of the mean |i − j| before and after for which a graph is renumbered
	lookEvery   = 1 << 16 // vertices between two looks at the context
	rowsAtOnce  = 1 << 12 // rows of the new graph that a goroutine writes at a time
)

// Order returns the vertices of g in breadth-first order. It returns nil if the numbers of neighbours are close already, or not
// much closer in that order, as on graphs that are not geometric; if the memory for another copy of g is too much; and once ctx
// has ended.
func Order(ctx context.Context, g *graph.CSR) []int32 {
	if memory.IsLarge(g) {
		return nil
	}
	before := meanDistance(g, nil)
	if !(before > maxDistance) {
		return nil
	}
	order := breadthFirst(ctx, g)
	if order == nil || minGain*meanDistance(g, places(order)) > before {
		return nil
	}
	return order
}

// meanDistance returns the mean of |place_i − place_j| over the edges i ~ j, where the place of a vertex is its number if place is
// nil.
func meanDistance(g *graph.CSR, place []int32) float64 {
	sum := int64(0)
	for i := range int32(g.N()) {
		for _, j := range g.Indices[g.Indptr[i]:g.Indptr[i+1]] {
			d := i - j
			if place != nil {
				d = place[i] - place[j]
			}
			sum += int64(max(d, -d))
		}
	}
	return float64(sum) / float64(g.NNZ())
}

// breadthFirst returns the vertices in breadth-first order, or nil once ctx has ended. Every component begins with its first
// vertex.
func breadthFirst(ctx context.Context, g *graph.CSR) []int32 {
	n := g.N()
	order, seen := make([]int32, 0, n), make([]bool, n)
	for root := range int32(n) {
		if seen[root] {
			continue
		}
		seen[root] = true
		order = append(order, root)
		for at := len(order) - 1; at < len(order); at++ {
			if at%lookEvery == 0 && ctx.Err() != nil {
				return nil
			}
			i := order[at]
			for _, j := range g.Indices[g.Indptr[i]:g.Indptr[i+1]] {
				if !seen[j] {
					seen[j] = true
					order = append(order, j)
				}
			}
		}
	}
	return order
}

// places returns the place of every vertex in an order.
func places(order []int32) []int32 {
	place := make([]int32, len(order))
	for at, i := range order {
		place[i] = int32(at)
	}
	return place
}

// Renumbered returns the graph whose vertex a is vertex order[a] of g, with ascending rows, or nil once ctx has ended. The result
// does not depend on the number of threads.
func Renumbered(ctx context.Context, g *graph.CSR, order []int32, threads int) *graph.CSR {
	n, place := g.N(), places(order)
	r := &graph.CSR{Indptr: make([]int64, n+1), Indices: make([]int32, g.NNZ()), Data: make([]float64, g.NNZ())}
	for a, i := range order {
		r.Indptr[a+1] = r.Indptr[a] + g.Indptr[i+1] - g.Indptr[i]
	}
	team := parallel.NewTeam(threads)
	defer team.Close()
	team.Run((n+rowsAtOnce-1)/rowsAtOnce, func(t int) {
		if ctx.Err() != nil {
			return
		}
		var row []halfEdge
		for a := t * rowsAtOnce; a < min((t+1)*rowsAtOnce, n); a++ {
			row = row[:0]
			idx, w := g.Row(int(order[a]))
			for e, j := range idx {
				row = append(row, halfEdge{place[j], w[e]})
			}
			slices.SortFunc(row, func(x, y halfEdge) int { return cmp.Compare(x.to, y.to) })
			for e, h := range row {
				r.Indices[r.Indptr[a]+int64(e)], r.Data[r.Indptr[a]+int64(e)] = h.to, h.weight
			}
		}
	})
	if ctx.Err() != nil {
		return nil
	}
	return r
}

// halfEdge is an entry of a row.
type halfEdge struct {
	to     int32
	weight float64
}
