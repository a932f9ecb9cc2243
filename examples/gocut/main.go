// Command gocut cuts a graph in two and in three: a program outside the module that imports its two public packages.
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
	g, err := cliques(5, 5)
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()

	// Two parts of the lowest C, with a bound on the C of every cut.
	options := partition.Defaults()
	options.LowerBound = true
	result, err := partition.Run(ctx, partition.Problem{Graph: g}, options, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Labels, result.Status)
	fmt.Printf("%.3f <= C* <= C = %.3f\n", result.LowerBound.Value, result.Value)

	// Three parts with the lowest weight between them, of three or four vertices each.
	options = partition.Defaults()
	options.NClusters = 3
	options.Objective = partition.CutObjective
	options.MinSize, options.MaxSize = partition.Some(3.0), partition.Some(4.0)
	result, err = partition.Run(ctx, partition.Problem{Graph: g}, options, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Masses, result.CutWeight)

	// Bounds that no partition holds are an error before any work.
	options.MaxSize = partition.Some(3.0)
	_, err = partition.Run(ctx, partition.Problem{Graph: g}, options, nil)
	fmt.Println(err)
}

// cliques returns the graph of two cliques of m and n vertices with an edge of weight 0.5 between them.
func cliques(m, n int) (*graph.CSR, error) {
	edges := []graph.Edge{{I: m - 1, J: m, W: 0.5}}
	for i := range m + n {
		for j := range i {
			if (i < m) == (j < m) {
				edges = append(edges, graph.Edge{I: j, J: i, W: 1})
			}
		}
	}
	return graph.FromEdges(m+n, edges)
}
