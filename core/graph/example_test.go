package graph_test

import (
	"errors"
	"fmt"

	"github.com/tvcut/tvcut/core/graph"
)

// The path 0 – 1 – 2 with the weights w_01 = 1 and w_12 = 2. Each edge is stored in both directions.
func ExampleNew() {
	indptr := []int64{0, 1, 3, 4}
	indices := []int32{1, 0, 2, 1}
	data := []float64{1, 1, 2, 2}
	g, err := graph.New(indptr, indices, data)
	if err != nil {
		fmt.Println(err)
		return
	}
	neighbours, weights := g.Row(1)
	fmt.Println(g.N(), "vertices,", g.NNZ(), "half-edges")
	fmt.Println("vertex 1:", neighbours, weights)
	fmt.Println("degrees:", g.Degrees())
	// Output:
	// 3 vertices, 4 half-edges
	// vertex 1: [0 2] [1 2]
	// degrees: [1 3 2]
}

// New reports the first entry that differs from its mirror.
func ExampleNew_asymmetric() {
	_, err := graph.New([]int64{0, 1, 2}, []int32{1, 0}, []float64{2, 0.5})
	fmt.Println(err)
	var e *graph.Error
	if errors.As(err, &e) {
		fmt.Println(e.Fault, e.Row, e.Col, e.Value, e.Other)
	}
	// Output:
	// graph: entry (0, 1) = 2 but entry (1, 0) = 0.5; symmetrize W, for example (W + Wᵀ)/2
	// asymmetric 0 1 2 0.5
}

// FromEdges sums parallel edges and drops self-loops.
func ExampleFromEdges() {
	g, err := graph.FromEdges(3, []graph.Edge{
		{I: 0, J: 1, W: 1}, {I: 1, J: 2, W: 2}, {I: 2, J: 1, W: 3}, {I: 0, J: 0, W: 9},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(g.Indptr, g.Indices, g.Data)
	// Output:
	// [0 1 3 4] [1 0 2 1] [1 1 5 5]
}

func ExampleComponents() {
	g, err := graph.FromEdges(5, []graph.Edge{{I: 0, J: 3, W: 1}, {I: 1, J: 4, W: 1}})
	if err != nil {
		fmt.Println(err)
		return
	}
	label, count := graph.Components(g)
	fmt.Println(count, label)
	// Output:
	// 3 [0 1 2 0 1]
}
