// Package bisect cuts a connected graph into two parts, from one or several starts, and a graph into k parts by repeated cuts
// in two. Cuts come from the multilevel search or from the total-variation descent of the paper of package partition, and are
// improved by minimum cuts.
package bisect

import (
	"math"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/descent"
	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/plan"
	"github.com/tvcut/tvcut/core/internal/rof"
)

// Init is the kind of start.
type Init int

// The kinds of start. With all but Auto, the caller has chosen the method.
const (
	Auto       Init = iota // Multilevel
	Multilevel             // the multilevel search, and no start of the descent
	Spectral               // an approximate Fiedler vector; one start
	Random                 // independent standard normal values
	Diffusion              // distribution of a lazy random walk from a random vertex, relative to the degrees
)

// Options are the parameters of a search.
type Options struct {
	K       int     // number of parts
	Lambda  float64 // λ of C for two parts
	Edges   bool    // whether the weight between parts is minimised, not the value
	Effort  plan.Effort
	Init    Init
	Tries   int  // number of starts or tries of each kind; 0: it depends on the graph
	Polish  bool // whether minimum cuts improve the best cut
	Seed    uint64
	Threads int
	Descent Descent
	Plan    *plan.Plan
}

// Descent holds the parameters of the total-variation descent.
type Descent struct {
	descent.Options     // Scale is that of ‖f‖ = s·√M, or 0 for s = 1/√n
	MaxRefine       int // largest number of outer steps of the multiclass descent
	Solver          NewSolver
}

// NewSolver returns a solver for the inner problems of a descent.
type NewSolver func(g *graph.CSR, mass []float64, rows *parallel.Rows) rof.Method

// norm returns s = ‖f‖/√M of the iterates on a graph of n vertices of total mass M. For masses of mean 1, ‖f‖ = 1 is s = 1/√n: with
// other masses, ‖f‖ = 1 would depend on their unit.
func (d *Descent) norm(n int) float64 {
	if d.Scale > 0 {
		return d.Scale
	}
	return 1 / math.Sqrt(float64(n))
}

// on returns the options of one descent on a graph of n vertices.
func (d *Descent) on(n int) descent.Options {
	opt := d.Options
	opt.Scale = d.norm(n)
	return opt
}

// IsMultilevel reports whether the options ask for no starts of the descent.
func (o *Options) IsMultilevel() bool { return o.Init == Auto || o.Init == Multilevel }

// Facts returns what the plan of the search is applied to, for a graph of n vertices.
func (o *Options) Facts(n, halfEdges int) plan.Facts {
	return plan.Facts{N: n, HalfEdges: halfEdges, K: o.K, ForCut: o.Edges, Starts: o.Tries, Effort: o.Effort}
}
