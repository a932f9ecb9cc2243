package partition

import (
	"fmt"
	"math"

	"github.com/tvcut/tvcut/core/internal/bisect"
	"github.com/tvcut/tvcut/core/internal/descent"
	"github.com/tvcut/tvcut/core/internal/memory"
	"github.com/tvcut/tvcut/core/internal/portfolio"
)

// cost is the memory that a step of Run needs at its peak, in bytes for each half-edge and for each vertex.
type cost struct{ halfEdge, vertex float64 }

// costs are those of the steps of a run. The figures are bounds of peaks measured on two threads on graphs of 10⁶ to 10⁷ edges:
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
// graphs and of 3 to 256 parts; other peaks are up to 80 % below it. On graphs whose garbage is left to the runtime, meshes may
// need as much as other graphs. The bound is then that of the worst of all graphs of docs/benchmarks.md and, for more than two
// parts, of networks cut into 64 parts.
type costs struct {
	input   cost // row starts of 8 bytes, where the caller has those of 4
	try     cost // one multilevel pass
	further cost // each further pass at the same time
	polish  cost // combinations of cuts, and minimum cuts of the whole graph, after the passes
	second  cost // a combination at the same time as another
	descent cost // the total-variation descent
}

// costsOf returns the costs for a graph of the given kind with nnz half-edges, cut into two or more parts.
func costsOf(kind GraphKind, nnz int, opt *Options) costs {
	twoParts := opt.NClusters <= 2
	c := costs{input: cost{0, 8}, descent: cost{33, 90}}
	if !memory.IsCollectedSize(nnz) {
		c.try, c.further, c.polish = cost{108, 57}, cost{161, 18}, cost{108, 127}
		if !twoParts {
			c.try, c.further = cost{260, 110}, cost{260, 40}
		}
		return c
	}
	large := memory.IsLargeSize(nnz)
	switch {
	case kind.Mesh && large && kind.SmallWeights && kind.Local:
		c.try, c.polish = cost{13.6, 36}, cost{13.7, 38}
	case kind.Mesh && large && kind.SmallWeights:
		c.try, c.polish = cost{18.3, 20}, cost{18, 25}
	case kind.Mesh && large:
		c.try, c.polish = cost{18.5, 23}, cost{18.6, 26}
	case kind.Mesh && kind.SmallWeights:
		c.try, c.further, c.polish, c.second = cost{27, 8}, cost{22, 10}, cost{33.5, 24}, cost{35, 0}
	case kind.Mesh:
		c.try, c.further, c.polish, c.second = cost{36, 16}, cost{30.5, 14}, cost{33, 26}, cost{35, 0}
	case large:
		c.try, c.polish = cost{26.5, 38}, cost{29, 84}
	default:
		c.try, c.further, c.polish = cost{83, 44}, cost{124, 14}, cost{83, 98}
	}
	if kind.Mesh && nnz <= opt.plan.Narrow.HalfEdges {
		c.polish, c.second = cost{32, 210}, cost{6, 130}
	}
	switch {
	case twoParts:
	case kind.Mesh && large:
		c.try = cost{62, 0}
	case kind.Mesh:
		c.try, c.further = cost{80, 0}, cost{76, 0}
	default:
		c.try, c.further = cost{112, 0}, cost{100, 0}
	}
	return c
}

// minMemory is the least number of bytes: the runtime and small graphs. runtimeMemory is that of the runtime alone.
const (
	minMemory     = 16 << 20
	runtimeMemory = 8 << 20
)

// of returns the bytes for a graph.
func (c cost) of(n, nnz int64) float64 { return c.halfEdge*float64(nnz) + c.vertex*float64(n) }

// GraphKind says what the memory for a graph depends on besides its size.
type GraphKind struct {
	Mesh         bool // a mesh, or another graph whose coarser versions have fewer and fewer edges: they need less memory
	SmallWeights bool // weights that are small whole numbers, such as 1: coarser versions of a mesh keep them in fewer bits
	Local        bool // the mean |i − j| over the edges is at most 2¹⁴: no copy in another order is made
}

// Memory returns a bound on the bytes beyond its input that Run needs at its peak for a graph with n vertices and nnz half-edges,
// two for each edge. It is
//
//	c + Σ (a·nnz + b·n)
//
// over what is in memory at the same time, with c and the a and b of each step measured, and the arrays of the multiclass descent
// where the options select it. Memory returns *OptionError if an option is not valid, n < 1, n ≥ 2³¹, nnz < 0 or nnz > n(n − 1).
func Memory(n, nnz int64, kind GraphKind, opt Options) (int64, error) {
	switch {
	case n < 1 || n > math.MaxInt32:
		return 0, &OptionError{"n", "an integer in [1, 2³¹ − 1]", fmt.Sprint(n)}
	case nnz < 0 || nnz > n*(n-1):
		return 0, &OptionError{"nnz", fmt.Sprintf("an integer in [0, n(n − 1) = %d]", n*(n-1)), fmt.Sprint(nnz)}
	}
	if err := opt.Validate(int(n)); err != nil {
		return 0, err
	}
	cuts := opt.cuts()
	c := costsOf(kind, int(nnz), &opt)
	bytes := runtimeMemory + c.input.of(n, nnz)
	switch {
	case opt.NClusters == 1:
	case opt.Init != Auto && opt.Init != Multilevel:
		bytes += c.descent.of(n, nnz)
		if opt.Polish == MinCut {
			bytes += c.polish.of(n, nnz)
		}
	default:
		bytes += opt.searchMemory(n, nnz, c, &cuts)
	}
	if opt.refines() && portfolio.Descends(&cuts, int(n), int(nnz)) {
		bytes += 8 * descent.Values(int(n), int(nnz), opt.NClusters)
	}
	if bytes >= math.MaxInt64 {
		return math.MaxInt64, nil
	}
	return max(minMemory, int64(bytes)), nil
}

// refines reports whether the options select bisections or no exchanges for more than two parts, and thus the multiclass descent on
// any graph for which descends holds. Otherwise it is rare, and on graphs that need more memory for the search.
func (o *Options) refines() bool {
	recursive := o.Strategy != AutoStrategy && o.Strategy != Direct
	return o.NClusters > 2 && o.Asymmetry == 1 && o.Descent.MaxRefine > 0 && (recursive || o.Polish != MinCut)
}

// searchMemory returns the bytes for the multilevel search and what follows it.
func (o *Options) searchMemory(n, nnz int64, c costs, cuts *bisect.Options) float64 {
	bytes := c.try.of(n, nnz)
	if atOnce := min(o.NumThreads(), o.plan.MostTries(cuts.Facts(int(n), int(nnz)))); !memory.IsLargeSize(int(nnz)) && atOnce > 1 {
		bytes += float64(atOnce-1) * c.further.of(n, nnz)
	}
	if o.Effort != FastEffort && o.Polish == MinCut {
		polish := c.polish.of(n, nnz)
		if o.NumThreads() > 1 {
			polish += c.second.of(n, nnz)
		}
		bytes = max(bytes, polish)
	}
	return bytes
}
