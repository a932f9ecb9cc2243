// Package locality renumbers the vertices of a graph so that neighbours have close numbers. Searches of a large graph then read
// what belongs to the neighbours of a vertex from the cache.
package locality

import (
	"cmp"
	"context"
	"slices"
	"sync/atomic"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/memory"
	"github.com/tvcut/tvcut/core/internal/parallel"
)

const (
	maxDistance = 1 << 14 // mean |i − j| over the edges up to which a graph keeps its numbers: so many labels fit the L2 cache
	minGain     = 4       // least ratio of the mean |i − j| before to the largest one after for which a graph is renumbered
	lookEvery   = 1 << 16 // vertices between two looks at the context
	rowsAtOnce  = 1 << 12 // rows of the new graph that a goroutine writes at a time
)

// Order returns the vertices of g in breadth-first order. It returns nil if the numbers of neighbours are close already, or not
// much closer in that order, as on graphs that are not geometric; if g is large and has different weights, of which a copy would
// need too much memory; and once ctx has ended. team runs the passes over all edges.
func Order(ctx context.Context, g *graph.CSR, team *parallel.Team) []int32 {
	if memory.IsLarge(g) && Differ(g.Data, team) {
		return nil
	}
	before := meanDistance(g, team)
	if !(before > maxDistance) {
		return nil
	}
	return breadthFirst(ctx, g, int(before/minGain))
}

// Differ reports whether x has different values. Values that are equal are the same in every order.
func Differ(x []float64, team *parallel.Team) bool {
	return !team.All(len(x), func(lo, hi int) bool {
		return !slices.ContainsFunc(x[lo:hi], func(v float64) bool { return v != x[0] })
	})
}

// meanDistance returns the mean of |i − j| over the edges i ~ j.
func meanDistance(g *graph.CSR, team *parallel.Team) float64 {
	var total atomic.Int64
	team.Split(g.N(), func(lo, hi int) {
		sum := int64(0)
		for i := int32(lo); i < int32(hi); i++ {
			for _, j := range g.Indices[g.Indptr[i]:g.Indptr[i+1]] {
				sum += int64(max(i-j, j-i))
			}
		}
		total.Add(sum)
	})
	return float64(total.Load()) / float64(g.NNZ())
}

// breadthFirst returns the vertices in breadth-first order, in which every component begins with its first vertex. It returns
// nil once more than the given number of vertices wait for their visit: that number bounds the distance between neighbours in
// the order. It also returns nil once ctx has ended.
func breadthFirst(ctx context.Context, g *graph.CSR, most int) []int32 {
	n := g.N()
	order, seen := make([]int32, 0, n), make([]bool, n)
	for root := range int32(n) {
		if seen[root] {
			continue
		}
		seen[root] = true
		order = append(order, root)
		for at := len(order) - 1; at < len(order); at++ {
			if len(order)-at > most || at%lookEvery == 0 && ctx.Err() != nil {
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

// Renumbered returns the graph whose vertex a is vertex order[a] of g, with ascending rows, or nil once ctx has ended. Where all
// weights are equal, it shares them with g. The result does not depend on the number of threads.
func Renumbered(ctx context.Context, g *graph.CSR, order []int32, threads int) *graph.CSR {
	n, place := g.N(), places(order)
	r := &graph.CSR{Indptr: make([]int64, n+1), Indices: make([]int32, g.NNZ()), Data: g.Data}
	team := parallel.NewTeam(threads)
	defer team.Close()
	differ := Differ(g.Data, team)
	if differ {
		r.Data = make([]float64, g.NNZ())
	}
	for a, i := range order {
		r.Indptr[a+1] = r.Indptr[a] + g.Indptr[i+1] - g.Indptr[i]
	}
	team.Run((n+rowsAtOnce-1)/rowsAtOnce, func(t int) {
		if ctx.Err() != nil {
			return
		}
		first, last := t*rowsAtOnce, min((t+1)*rowsAtOnce, n)
		for a := first; a < last; a++ { // all rows before the first is sorted, so that the processor reads several at once
			row, weights := r.Row(a)
			idx, w := g.Row(int(order[a]))
			for e, j := range idx {
				row[e] = place[j]
			}
			if differ {
				copy(weights, w)
			}
		}
		sortRows(r, first, last, differ)
	})
	if ctx.Err() != nil {
		return nil
	}
	return r
}

// sortRows sorts the rows of vertices first … last − 1, with their weights if these differ.
func sortRows(g *graph.CSR, first, last int, differ bool) {
	type halfEdge struct {
		to     int32
		weight float64
	}
	var edges []halfEdge
	for a := first; a < last; a++ {
		row, weights := g.Row(a)
		if !differ {
			slices.Sort(row)
			continue
		}
		edges = edges[:0]
		for e, j := range row {
			edges = append(edges, halfEdge{j, weights[e]})
		}
		slices.SortFunc(edges, func(x, y halfEdge) int { return cmp.Compare(x.to, y.to) })
		for e, h := range edges {
			row[e], weights[e] = h.to, h.weight
		}
	}
}

// Restored returns the values x_a of vertices order[a] in the order of the input, or nil if x is nil.
func Restored[T any](x []T, order []int32) []T {
	if x == nil {
		return nil
	}
	values := make([]T, len(x))
	for a, i := range order {
		values[i] = x[a]
	}
	return values
}
