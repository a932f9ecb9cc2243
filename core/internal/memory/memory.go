// Package memory limits the memory that searches of large graphs need.
package memory

import (
	"runtime"
	"runtime/debug"

	"github.com/tvcut/tvcut/core/graph"
)

const (
	largeGraph   = 1 << 24 // half-edges of the largest graph whose cuts may need memory for several searches
	smallGarbage = 1 << 20 // half-edges of the largest graph whose garbage is left to the runtime
)

// IsLarge reports whether searches of g should follow one another, on all threads, instead of running at the same time. Each
// needs memory for a hierarchy of its own, which is larger than the graph.
func IsLarge(g *graph.CSR) bool { return IsLargeSize(g.NNZ()) }

// IsLargeSize is IsLarge for a graph with the given number of half-edges.
func IsLargeSize(nnz int) bool { return nnz > largeGraph }

// Divide returns how many searches of g, at most the given number, run at the same time on the given number of threads, and
// the number of goroutines within each. Both are at least 1.
func Divide(g *graph.CSR, threads, searches int) (atOnce, within int) {
	atOnce = max(1, min(threads, searches))
	if IsLarge(g) {
		atOnce = 1
	}
	return atOnce, max(1, threads/atOnce)
}

// IsCollected reports whether Collect frees memory of searches of g.
func IsCollected(g *graph.CSR) bool { return IsCollectedSize(g.NNZ()) }

// IsCollectedSize is IsCollected for a graph with the given number of half-edges.
func IsCollectedSize(nnz int) bool { return nnz > smallGarbage }

// Collect frees the memory that is no longer used, unless g is small, and returns it to the operating system if g is large. The
// runtime would let it become as much as what is in use before it does so.
func Collect(g *graph.CSR) {
	switch {
	case IsLarge(g):
		debug.FreeOSMemory()
	case IsCollected(g):
		runtime.GC()
	}
}
