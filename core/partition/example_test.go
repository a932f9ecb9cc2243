package partition_test

import (
	"context"
	"fmt"
	"log"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/partition"
)

// Two cliques of four vertices, joined by an edge of weight 0.1, are cut at this edge: C = 0.1/4.
func ExampleRun() {
	var edges []graph.Edge
	for i := range 4 {
		for j := range i {
			edges = append(edges, graph.Edge{I: j, J: i, W: 1}, graph.Edge{I: 4 + j, J: 4 + i, W: 1})
		}
	}
	edges = append(edges, graph.Edge{I: 3, J: 4, W: 0.1})
	g, err := graph.FromEdges(8, edges)
	if err != nil {
		log.Fatal(err)
	}
	result, err := partition.Run(context.Background(), partition.Problem{Graph: g}, partition.Defaults(), nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Labels)
	fmt.Printf("C = %.4g, %v\n", result.Value, result.Status)
	// Output:
	// [0 0 0 0 1 1 1 1]
	// C = 0.025, optimal
}

// A chain of three triangles is cut into three parts. Merges holds the splits in reverse order: the first split separated
// part 0 from the rest, cluster 3, and the second separated parts 1 and 2.
func ExampleRun_clusters() {
	g, err := graph.FromEdges(9, []graph.Edge{
		{I: 0, J: 1, W: 1}, {I: 0, J: 2, W: 1}, {I: 1, J: 2, W: 1},
		{I: 3, J: 4, W: 1}, {I: 3, J: 5, W: 1}, {I: 4, J: 5, W: 1},
		{I: 6, J: 7, W: 1}, {I: 6, J: 8, W: 1}, {I: 7, J: 8, W: 1},
		{I: 2, J: 3, W: 0.1}, {I: 5, J: 6, W: 0.2},
	})
	if err != nil {
		log.Fatal(err)
	}
	options := partition.Defaults()
	options.NClusters = 3
	result, err := partition.Run(context.Background(), partition.Problem{Graph: g}, options, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Labels)
	for _, m := range result.Merges {
		fmt.Printf("clusters %d and %d, C = %.3f\n", m.Left, m.Right, m.Value)
	}
	// Output:
	// [0 0 0 1 1 1 2 2 2]
	// clusters 1 and 2, C = 0.067
	// clusters 0 and 3, C = 0.033
}

// Vertices 0 and 5 of a path of six vertices are fixed in part 1 and part 0.
func ExampleRun_fixed() {
	var edges []graph.Edge
	for i := range 5 {
		edges = append(edges, graph.Edge{I: i, J: i + 1, W: 1})
	}
	g, err := graph.FromEdges(6, edges)
	if err != nil {
		log.Fatal(err)
	}
	problem := partition.Problem{Graph: g, Fixed: []int32{1, -1, -1, -1, -1, 0}}
	result, err := partition.Run(context.Background(), problem, partition.Defaults(), nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Labels)
	// Output:
	// [1 1 1 0 0 0]
}

func ExampleOptions_Set() {
	options := partition.Defaults()
	if err := options.Set("theta", "0.9"); err != nil {
		log.Fatal(err)
	}
	fmt.Println(options.Descent.Theta)
	fmt.Println(options.Set("theta", "2"))
	fmt.Println(options.Descent.Theta)
	// Output:
	// 0.9
	// theta must be in (0, 1), got 2
	// 0.9
}

func ExampleRegistry() {
	for _, option := range partition.Registry()[:4] {
		fmt.Printf("%s = %s\n", option.Name, option.Default)
	}
	// Output:
	// n_clusters = 2
	// balance = ratio
	// asymmetry = 1
	// objective = value
}
