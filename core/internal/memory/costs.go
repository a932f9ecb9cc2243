package memory

// Kind says what the memory for a graph depends on besides its size: see partition.GraphKind.
type Kind struct {
	Mesh, SmallWeights, Local bool
}

// Cost is the memory that a step of Run needs at its peak, in bytes for each half-edge and for each vertex.
type Cost struct{ halfEdge, vertex float64 }

// Costs are those of the steps of a run. The figures are bounds of peaks measured on two threads on graphs of 10⁶ to 10⁷ edges:
// meshes, which are grids in two and three dimensions, Delaunay triangulations and geometric graphs, and graphs with power-law
// degrees. The peak also depends on what n and nnz do not tell, and the bound is that of the worst case:
//
//   - whether the cuts of several passes differ in a large part of the graph, as on grids in three dimensions: their
//     combinations then need as much again, and otherwise little;
//   - how many edges are left on coarser levels;
//   - whether a graph is narrow, so that two kinds of passes are made at the same time.
//
// Weights of coarser levels are packed if they are small whole numbers. In large graphs, other weights are rounded. The bound
// for graphs that are no meshes is that of other weights. Meshes may be searched on a copy in another order, which is in the
// bound of all meshes except large ones that are local. For more than two parts, the bound is that of the worst of all these
// graphs and of 3 to 256 parts; other peaks are up to 80 % below it. The worst mesh is a grid in three dimensions cut into 12
// parts, whose peaks vary by a tenth with the times at which the runtime collects garbage. On graphs whose garbage is left to the
// runtime, meshes may need as much as other graphs. The bound is then that of the worst of all graphs of docs/benchmarks.md and,
// for more than two parts, of networks cut into 64 parts.
type Costs struct {
	Input   Cost // row starts of 8 bytes, where the caller has those of 4
	Try     Cost // one multilevel pass
	Further Cost // each further pass at the same time
	Polish  Cost // combinations of cuts, and minimum cuts of the whole graph, after the passes
	Second  Cost // a combination at the same time as another
	Descent Cost // the total-variation descent
}

// CostsOf returns the costs for a graph of the given kind with nnz half-edges, cut into two parts or more. narrow is the largest
// number of half-edges of a graph whose cuts come from two kinds of passes at the same time.
func CostsOf(kind Kind, nnz int, twoParts bool, narrow int) Costs {
	c := Costs{Input: Cost{0, 8}, Descent: Cost{33, 90}}
	if !IsCollectedSize(nnz) {
		c.Try, c.Further, c.Polish = Cost{108, 57}, Cost{161, 18}, Cost{108, 127}
		if !twoParts {
			c.Try, c.Further = Cost{260, 110}, Cost{260, 40}
		}
		return c
	}
	large := IsLargeSize(nnz)
	switch {
	case kind.Mesh && large && kind.SmallWeights && kind.Local:
		c.Try, c.Polish = Cost{13.6, 36}, Cost{13.7, 38}
	case kind.Mesh && large && kind.SmallWeights:
		c.Try, c.Polish = Cost{18.3, 20}, Cost{18, 25}
	case kind.Mesh && large:
		c.Try, c.Polish = Cost{18.5, 23}, Cost{18.6, 26}
	case kind.Mesh && kind.SmallWeights:
		c.Try, c.Further, c.Polish, c.Second = Cost{27, 8}, Cost{22, 10}, Cost{33.5, 24}, Cost{35, 0}
	case kind.Mesh:
		c.Try, c.Further, c.Polish, c.Second = Cost{36, 16}, Cost{30.5, 14}, Cost{33, 26}, Cost{35, 0}
	case large:
		c.Try, c.Polish = Cost{26.5, 38}, Cost{29, 84}
	default:
		c.Try, c.Further, c.Polish = Cost{83, 44}, Cost{124, 14}, Cost{83, 98}
	}
	if kind.Mesh && nnz <= narrow {
		c.Polish, c.Second = Cost{32, 210}, Cost{6, 130}
	}
	switch {
	case twoParts:
	case kind.Mesh && large:
		c.Try = Cost{62, 0}
	case kind.Mesh:
		c.Try, c.Further = Cost{90, 0}, Cost{100, 0}
	default:
		c.Try, c.Further = Cost{112, 0}, Cost{100, 0}
	}
	return c
}

// Of returns the bytes for a graph.
func (c Cost) Of(n, nnz int64) float64 { return c.halfEdge*float64(nnz) + c.vertex*float64(n) }
