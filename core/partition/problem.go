package partition

import (
	"fmt"
	"math"

	"github.com/tvcut/tvcut/core/graph"
)

// Problem is what is to be partitioned.
type Problem struct {
	Graph        *graph.CSR
	VertexWeight []float64   // m_i > 0 of every vertex, in place of those of Options.Balance; nil: none given
	Starts       [][]float64 // the user's own f⁰, each of length n, in place of those of Options.Init; nil: none
	Fixed        []int32     // the part of each vertex where it is given, −1 where not; nil: none given
}

// InputError names the entry of a Problem that is wrong, and the remedy.
type InputError struct {
	Argument string // "init", "vertex_weight" or "fixed"
	Start    int    // which start, for "init"
	Vertex   int    // which entry; n or more where the length is wrong, −1 where no single entry is
	Reason   string // what is wrong, and the remedy
}

// Error implements the error interface.
func (e *InputError) Error() string {
	switch {
	case e.Vertex < 0:
		return e.Argument + " " + e.Reason
	case e.Argument == "init":
		return fmt.Sprintf("init[%d, %d] %s", e.Start, e.Vertex, e.Reason)
	}
	return fmt.Sprintf("%s[%d] %s", e.Argument, e.Vertex, e.Reason)
}

// check refuses what does not fit the graph, or the options.
func (p Problem) check(opt Options) error {
	if err := p.checkStarts(opt); err != nil {
		return err
	}
	n := p.Graph.N()
	if p.VertexWeight != nil && len(p.VertexWeight) != n {
		return &InputError{"vertex_weight", 0, -1, lengthMismatch(len(p.VertexWeight), n)}
	}
	for i, m := range p.VertexWeight {
		if !(m > 0) || math.IsInf(m, 0) {
			return &InputError{"vertex_weight", 0, i, fmt.Sprintf("must be > 0 and finite, got %g", m)}
		}
	}
	return p.checkFixed(opt.NClusters)
}

func lengthMismatch(length, n int) string {
	return fmt.Sprintf("has %d entries; give one for each of the %d vertices", length, n)
}

// checkFixed refuses parts that do not exist, and parts without fixed vertices: nothing else tells which part has
// which number.
func (p Problem) checkFixed(k int) error {
	if p.Fixed == nil {
		return nil
	}
	if n := p.Graph.N(); len(p.Fixed) != n {
		return &InputError{"fixed", 0, -1, lengthMismatch(len(p.Fixed), n)}
	}
	count := make([]int, k)
	for i, a := range p.Fixed {
		if a < -1 || int(a) >= k {
			return &InputError{"fixed", 0, i, fmt.Sprintf("must be a part in [0, %d], or -1 where none is given, got %d", k-1, a)}
		}
		if a >= 0 {
			count[a]++
		}
	}
	for a, c := range count {
		if c == 0 {
			return &InputError{"fixed", 0, -1, fmt.Sprintf("has no vertex in part %d; give every part at least one", a)}
		}
	}
	return nil
}

// checkStarts refuses starts of another length than n, not finite, constant, or beside what they do not go with.
func (p Problem) checkStarts(opt Options) error {
	n := p.Graph.N()
	for s, f := range p.Starts {
		if len(f) != n {
			return &InputError{"init", s, len(f), lengthMismatch(len(f), n)}
		}
		constant := true
		for i, fi := range f {
			if math.IsNaN(fi) || math.IsInf(fi, 0) {
				return &InputError{"init", s, i, fmt.Sprintf("must be finite, got %g", fi)}
			}
			constant = constant && fi == f[0]
		}
		if constant {
			return &InputError{"init", s, 0, "and all other values of this start are equal, so that it has no level set; give at least two values"}
		}
	}
	if len(p.Starts) > 0 && (opt.NClusters != 2 || p.Fixed != nil) {
		return &InputError{"init", 0, -1, "can hold starts for n_clusters = 2 without fixed vertices only; leave one of them out"}
	}
	return nil
}

// Exponents of the weights and masses a descent is given: within them no product with anything it meets
// overflows, and none vanishes that counts.
const (
	largestExp  = 200
	smallestExp = -1000
)

// normalise returns g with its weights in the safe range, and the exponent of the power of two that undoes
// it; g itself where it already is. The largest degree is brought to the top of the range. A positive
// weight that would still lie below, 10³⁶⁰ times lighter than the heaviest, is raised to the bottom: it is
// too small to count beside the others, but still joins its vertices.
func normalise(g *graph.CSR) (*graph.CSR, int) {
	largest, smallest := 0.0, math.Inf(1)
	for _, d := range g.Degrees() {
		largest = max(largest, d)
	}
	for _, w := range g.Data {
		if w > 0 {
			smallest = min(smallest, w)
		}
	}
	_, exp := math.Frexp(largest)
	least := math.Ldexp(1, smallestExp)
	if largest == 0 || -largestExp < exp && exp <= largestExp && smallest >= least {
		return g, 0
	}
	exp -= largestExp
	scaled := g.Scaled(-exp)
	for k, w := range g.Data {
		if w > 0 {
			scaled.Data[k] = max(scaled.Data[k], least)
		}
	}
	return scaled, exp
}

// measure returns the mass of every vertex in the safe range, and the exponent of the power of two that undoes
// it. scaled is the graph with its weights times 2^−exp.
func (p Problem) measure(scaled *graph.CSR, balance Balance, exp int) ([]float64, int) {
	switch {
	case p.VertexWeight != nil:
		largest := 0.0
		for _, m := range p.VertexWeight {
			largest = max(largest, m)
		}
		_, e := math.Frexp(largest)
		if -largestExp/2 < e && e < largestExp/2 {
			return p.VertexWeight, 0
		}
		mass := make([]float64, len(p.VertexWeight))
		for i, m := range p.VertexWeight {
			mass[i] = max(math.Ldexp(m, -e), math.SmallestNonzeroFloat64)
		}
		return mass, e
	case balance == Normalized:
		return scaled.Degrees(), exp
	}
	mass := make([]float64, scaled.N())
	for i := range mass {
		mass[i] = 1
	}
	return mass, 0
}
