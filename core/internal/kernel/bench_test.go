package kernel

import (
	"encoding/binary"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/parallel"
)

// graphs is a folder of *.bin files, each of which contains n and nnz (int64), n + 1 row starts (int64), nnz neighbours
// (int32) and nnz weights (float64). bench/kernel.py writes them.
var graphs = flag.String("graphs", "", "folder of graphs for BenchmarkIteration")

// readGraph reads a file in the format of graphs.
func readGraph(b *testing.B, path string) *graph.CSR {
	f, err := os.Open(path)
	require.NoError(b, err)
	defer f.Close()
	var size [2]int64
	require.NoError(b, binary.Read(f, binary.LittleEndian, size[:]))
	g := &graph.CSR{Indptr: make([]int64, size[0]+1), Indices: make([]int32, size[1]), Data: make([]float64, size[1])}
	for _, part := range []any{g.Indptr, g.Indices, g.Data} {
		require.NoError(b, binary.Read(f, binary.LittleEndian, part))
	}
	return g
}

// ordered returns g with its vertices renumbered in the order of the kernel. It also writes it to path, for the benchmarks of
// other implementations.
func ordered(b *testing.B, g *graph.CSR, path string) *graph.CSR {
	order := g.Order()
	place := make([]int, g.N())
	for r, v := range order {
		place[v] = r
	}
	var edges []graph.Edge
	for i := range g.N() {
		idx, w := g.Row(i)
		for a, j := range idx {
			if int(j) > i {
				edges = append(edges, graph.Edge{I: place[i], J: place[j], W: w[a]})
			}
		}
	}
	h, err := graph.FromEdges(g.N(), edges)
	require.NoError(b, err)
	f, err := os.Create(path)
	require.NoError(b, err)
	defer f.Close()
	for _, part := range []any{[]int64{int64(h.N()), int64(h.NNZ())}, h.Indptr, h.Indices, h.Data} {
		require.NoError(b, binary.Write(f, binary.LittleEndian, part))
	}
	return h
}

// BenchmarkIteration measures every loop on every graph in the folder -graphs, in nanoseconds for each undirected edge.
func BenchmarkIteration(b *testing.B) {
	paths, err := filepath.Glob(filepath.Join(*graphs, "*.bin"))
	require.NoError(b, err)
	if *graphs == "" || len(paths) == 0 {
		b.Skip("no -graphs: see bench/kernel.py")
	}
	for _, path := range paths {
		name := filepath.Base(path[:len(path)-len(".bin")])
		g := ordered(b, readGraph(b, path), filepath.Join(*graphs, name+".ordered"))
		b.Run(name, func(b *testing.B) {
			iterate[float64](b, g, "f64")
			iterate[float32](b, g, "f32")
		})
	}
}

// stepsPerCall is about the number of iterations between two tests of the stopping rule.
const stepsPerCall = 16

// iterate measures all loops for T on g.
func iterate[T Float](b *testing.B, g *graph.CSR, name string) {
	for number, loop := range append([]vectorLoop[T]{nil}, vectorLoops[T]()...) {
		for _, threads := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/loop%d/threads%d", name, number, threads), func(b *testing.B) {
				rows := parallel.NewRows(g.Indptr, threads)
				defer rows.Close()
				k := started(g, rows, loop)
				for b.Loop() {
					k.Steps(stepsPerCall)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*stepsPerCall)/float64(g.NNZ()/2), "ns/edge")
			})
		}
	}
}
