package partition

import (
	"fmt"
	"math"

	"github.com/tvcut/tvcut/core/internal/bisect"
	"github.com/tvcut/tvcut/core/internal/descent"
	"github.com/tvcut/tvcut/core/internal/memory"
	"github.com/tvcut/tvcut/core/internal/portfolio"
)

// minMemory is the least number of bytes: the runtime and small graphs. runtimeMemory is that of the runtime alone.
const (
	minMemory     = 16 << 20
	runtimeMemory = 8 << 20
)

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
	if opt.NClusters == AutoClusters {
		opt.NClusters = autoParts
	}
	cuts := opt.cuts()
	c := memory.CostsOf(memory.Kind(kind), int(nnz), opt.NClusters <= 2, opt.plan.Narrow.HalfEdges)
	bytes := runtimeMemory + c.Input.Of(n, nnz)
	switch {
	case opt.NClusters == 1:
	case opt.Init != Auto && opt.Init != Multilevel:
		bytes += c.Descent.Of(n, nnz)
		if opt.Polish == MinCut {
			bytes += c.Polish.Of(n, nnz)
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

// autoParts is about the largest number of clusters of a graph that are found.
const autoParts = 64

// refines reports whether the options select repeated cuts in two or no refinement for more than two parts, and thus the multiclass
// descent on any graph for which portfolio.Descends holds. Otherwise it is rare, and on graphs that need more memory for the search.
func (o *Options) refines() bool {
	recursive := o.Strategy != AutoStrategy && o.Strategy != Direct
	return o.NClusters > 2 && o.Asymmetry == 1 && o.Descent.MaxRefine > 0 && (recursive || o.Polish != MinCut)
}

// searchMemory returns the bytes for the multilevel search and what follows it.
func (o *Options) searchMemory(n, nnz int64, c memory.Costs, cuts *bisect.Options) float64 {
	bytes := c.Try.Of(n, nnz)
	if atOnce := min(o.NumThreads(), o.plan.MostTries(cuts.Facts(int(n), int(nnz)))); !memory.IsLargeSize(int(nnz)) && atOnce > 1 {
		bytes += float64(atOnce-1) * c.Further.Of(n, nnz)
	}
	if o.Effort > FastEffort && o.Polish == MinCut {
		polish := c.Polish.Of(n, nnz)
		if o.NumThreads() > 1 {
			polish += c.Second.Of(n, nnz)
		}
		bytes = max(bytes, polish)
	}
	return bytes
}
