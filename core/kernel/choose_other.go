//go:build !amd64 || noasm

package kernel

import "github.com/tvcut/tvcut/core/graph"

// choose returns the layout of the pure Go iteration.
func choose[T Float](g *graph.CSR, order []int32, place []uint32, ends []int64) layout[T] {
	return newRowLayout[T](g, order, place, ends)
}

// vectorLoops returns none: this build has no assembly.
func vectorLoops[T Float]() []vectorLoop[T] { return nil }
