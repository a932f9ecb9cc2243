package partition

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/ordering"
	"github.com/tvcut/tvcut/core/internal/random"
	"github.com/tvcut/tvcut/core/internal/separator"
)

// separatorCycles is the number of hierarchies in which VertexSeparator searches.
const separatorCycles = 16

// OnSeparator is the label of the vertices of a separator. Those of the sides are 0 and 1.
const OnSeparator = separator.Separator

// SeparatorOptions are the options of VertexSeparator and NestedDissection.
type SeparatorOptions struct {
	MaxImbalance float64           // ε in [0, 1): a side has at most (1 + ε)/2 of the mass
	Seed         uint64            // of all random choices
	TimeLimit    Optional[float64] // seconds after which the best separator so far is returned; absent: no limit
}

// DefaultSeparatorOptions returns ε = 0.2, as METIS has it, the seed 0 and no time limit.
func DefaultSeparatorOptions() SeparatorOptions { return SeparatorOptions{MaxImbalance: 0.2} }

// VertexSeparator returns a label for every vertex: OnSeparator for those of a set Z, and 0 and 1 for those of two sides A and B
// that no edge joins; the first vertex outside Z is in A. It searches for
//
//	min m(Z)   subject to   m(A), m(B) ≤ (1 + ε)/2 · m(V)
//
// and, of several such sets, for the one with the smallest |m(A) − m(B)|. mass are the masses m > 0, or nil for 1 each. A side may
// be empty, as in a complete graph. Every stored entry of g is an edge, also one of weight 0. The result is not proved to be
// optimal. See separator.Finder for the method and its sources.
//
// VertexSeparator returns *OptionError or *InputError if an option or a mass is not valid. When ctx ends, it returns the best
// separator so far.
func VertexSeparator(ctx context.Context, g *graph.CSR, mass []float64, opt SeparatorOptions) ([]int32, error) {
	if err := opt.validate(); err != nil {
		return nil, err
	}
	if err := checkPositive(mass, g.N()); err != nil {
		return nil, err
	}
	ctx, cancel := withTimeLimit(ctx, opt.TimeLimit)
	defer cancel()
	own, total := make([]float64, g.N()), 0.0
	for i := range own {
		own[i] = 1
		if mass != nil {
			own[i] = mass[i]
		}
		total += own[i]
	}
	rng := random.New(opt.Seed, random.Separator, 0, 0)
	most := (1 + opt.MaxImbalance) / 2 * total
	side := new(separator.Finder).Find(ctx, withEqualWeights(g), own, most, separatorCycles, rng)
	label, first := make([]int32, len(side)), int32(-1)
	for i, d := range side {
		if label[i] = int32(d); d == separator.Separator {
			continue
		}
		if first < 0 {
			first = label[i]
		}
		label[i] ^= first
	}
	return label, nil
}

// NestedDissection returns the vertices of g in an order in which elimination creates few edges: the Cholesky factor of a matrix
// with the pattern of g and a positive diagonal, whose rows and columns are in this order, has few entries. Every stored entry of g
// is an entry of the matrix, also one of weight 0. The parts on both sides of a vertex separator come before it, and so on within
// these; parts of few vertices and the separators are ordered by minimum degree. See ordering.Order for the sources.
//
// It returns *OptionError if an option is not valid. When ctx ends, what is not yet divided is ordered by minimum degree.
func NestedDissection(ctx context.Context, g *graph.CSR, opt SeparatorOptions) ([]int32, error) {
	if err := opt.validate(); err != nil {
		return nil, err
	}
	ctx, cancel := withTimeLimit(ctx, opt.TimeLimit)
	defer cancel()
	return ordering.Order(ctx, g, opt.MaxImbalance, random.New(opt.Seed, random.Dissection, 0, 0)), nil
}

// validate returns *OptionError if an option is out of its range.
func (o SeparatorOptions) validate() error {
	if !(o.MaxImbalance >= 0 && o.MaxImbalance < 1) {
		return &OptionError{"max_imbalance", "in [0, 1)", strconv.FormatFloat(o.MaxImbalance, 'g', -1, 64)}
	}
	if limit := o.TimeLimit; limit.Present && !(limit.Value > 0 && !math.IsInf(limit.Value, 0)) {
		return &OptionError{"time_limit", "> 0 and finite", strconv.FormatFloat(limit.Value, 'g', -1, 64)}
	}
	return nil
}

// checkPositive returns *InputError if masses of n vertices are given and one is not positive and finite, or their sum is not
// finite.
func checkPositive(mass []float64, n int) error {
	if mass == nil {
		return nil
	}
	if len(mass) != n {
		return &InputError{"vertex_weight", 0, -1, lengthMismatch(len(mass), n)}
	}
	total := 0.0
	for i, m := range mass {
		if !(m > 0 && !math.IsInf(m, 0)) {
			return &InputError{"vertex_weight", 0, i, fmt.Sprintf("must be > 0 and finite for a separator, got %g", m)}
		}
		total += m
	}
	if math.IsInf(total, 0) {
		return &InputError{"vertex_weight", 0, -1, "must have a finite sum; divide all entries by the largest"}
	}
	return nil
}

// withEqualWeights returns the graph with all weights 1.
func withEqualWeights(g *graph.CSR) *graph.CSR {
	ones := make([]float64, g.NNZ())
	for k := range ones {
		ones[k] = 1
	}
	return &graph.CSR{Indptr: g.Indptr, Indices: g.Indices, Data: ones}
}
