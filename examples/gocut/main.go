// Command gocut cuts two cliques with one weak edge between them: a program outside the module that imports its two
// public packages.
//
//	cd examples/gocut && go run .
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/partition"
)

func main() {
	const size = 5
	var edges []graph.Edge
	for i := range 2 * size {
		for j := range i {
			if i/size == j/size {
				edges = append(edges, graph.Edge{I: j, J: i, W: 1})
			}
		}
	}
	edges = append(edges, graph.Edge{I: size - 1, J: size, W: 0.5})
	g, err := graph.FromEdges(2*size, edges)
	if err != nil {
		log.Fatal(err)
	}
	options := partition.Defaults()
	options.LowerBound = true
	result, err := partition.Run(context.Background(), partition.Problem{Graph: g}, options, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Labels, result.Status)
	fmt.Printf("%.3f <= C* <= C = %.3f\n", result.LowerBound.Value, result.Value)
}
