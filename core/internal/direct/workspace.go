package direct

import "github.com/tvcut/tvcut/core/internal/queue"

// workspace is memory that is reused from level to level and from try to try. It is for one goroutine at a time, and for
// graphs of at most the number of vertices that it was made for.
type workspace struct {
	queue   queue.Queue
	round   int32
	locked  []int32 // the round of searches in which a vertex was last moved
	moves   []moved // moves of the current search
	visits  int     // connections visited since the last look at the context
	border  []int32 // memory of the list of border vertices
	listed  []bool  // whether a vertex is in that list
	place   []int32 // position of a vertex in a band, −1 outside it
	members []int32 // vertices of a band

	allParts    []int32   // 0 … k−1
	parts       []int32   // parts with a neighbour of a vertex
	toward      []float64 // weight between a vertex and each part, all 0 between uses
	zeros       []float64 // k zeros
	row         []int32   // memory of the state, as the next two
	connections []float64
	degree      []float64
}

// moved is a move of a vertex out of a part.
type moved struct{ vertex, from int32 }

// newWorkspace returns the workspace for graphs of at most n vertices and k parts.
func newWorkspace(n, k int) *workspace {
	w := &workspace{queue: queue.Queue{Place: queue.Places(n)}, locked: make([]int32, n), place: queue.Places(n),
		listed: make([]bool, n), allParts: make([]int32, k), toward: make([]float64, k), zeros: make([]float64, k)}
	for r := range w.allParts {
		w.allParts[r] = int32(r)
	}
	return w
}

// resized returns a slice of length n with undefined contents, in the memory of x if its capacity suffices.
func resized[T any](x []T, n int) []T {
	if cap(x) < n {
		return make([]T, n)
	}
	return x[:n]
}
