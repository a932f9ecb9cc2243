package graph

import "slices"

// Runner runs numbered tasks, possibly at the same time. A nil Runner is the caller alone.
type Runner interface {
	// Threads returns the number of tasks that may run at the same time.
	Threads() int
	// Run calls task(k) once for each k in 0 … count−1 and returns when all calls have returned.
	Run(count int, task func(k int))
}

// minSplit is the least number of vertices that are divided between threads. The dispatch takes longer than fewer.
const minSplit = 1 << 14

// ranges returns the number of ranges that 0 … n−1 is divided into: one for each thread, or one if there are few vertices.
func ranges(run Runner, n int) int {
	if run == nil || n < minSplit {
		return 1
	}
	return run.Threads()
}

// split divides 0 … n−1 into the given number of ranges, and calls task with the number and the bounds of each of them.
func split(run Runner, parts, n int, task func(part, lo, hi int)) {
	if parts == 1 {
		task(0, 0, n)
		return
	}
	run.Run(parts, func(k int) { task(k, k*n/parts, (k+1)*n/parts) })
}

// Border returns the vertices that have a neighbour with another value of side, in ascending order.
func Border[T comparable](g *CSR, side []T, run Runner) []int32 {
	n := g.N()
	found := make([][]int32, ranges(run, n))
	split(run, len(found), n, func(part, lo, hi int) {
		var border []int32
		for i := lo; i < hi; i++ {
			own := side[i]
			for _, j := range g.Indices[g.Indptr[i]:g.Indptr[i+1]] {
				if side[j] != own {
					border = append(border, int32(i))
					break
				}
			}
		}
		found[part] = border
	})
	if len(found) == 1 {
		return found[0]
	}
	return slices.Concat(found...)
}
