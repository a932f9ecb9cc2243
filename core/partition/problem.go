package partition

import (
	"fmt"
	"math"

	"github.com/tvcut/tvcut/core/graph"
)

// Problem is what is to be partitioned.
type Problem struct {
	Graph   *graph.CSR
	Mass    []float64   // m_i > 0 of every vertex, in place of those of Options.Balance; nil: none given
	Initial [][]float64 // the user's own starts f⁰, each of length n, in place of those of Options.Init; nil: none
	Seeds   []int32     // the part of each vertex where it is known, −1 where not; nil: none known
}

// StartError says what is wrong with a start given by the user.
type StartError struct {
	Start, Vertex int
	Reason        string
}

// Error implements the error interface.
func (e *StartError) Error() string {
	return fmt.Sprintf("partition: start %d, vertex %d: %s", e.Start, e.Vertex, e.Reason)
}

// MassError says what is wrong with the mass of a vertex.
type MassError struct {
	Vertex int
	Reason string
}

// Error implements the error interface.
func (e *MassError) Error() string {
	return fmt.Sprintf("partition: mass of vertex %d: %s", e.Vertex, e.Reason)
}

// SeedError says what is wrong with the known part of a vertex.
type SeedError struct {
	Vertex int
	Reason string
}

// Error implements the error interface.
func (e *SeedError) Error() string {
	return fmt.Sprintf("partition: seed of vertex %d: %s", e.Vertex, e.Reason)
}

// check refuses what does not fit the graph, or the options.
func (p Problem) check(opt Options) error {
	n := p.Graph.N()
	if err := checkStarts(p.Initial, n); err != nil {
		return err
	}
	if len(p.Initial) > 0 && (opt.NClusters != 2 || p.Seeds != nil) {
		return &StartError{Reason: "starts can be given for two clusters only, and not beside seeds"}
	}
	if p.Mass != nil && len(p.Mass) != n {
		return &MassError{len(p.Mass), fmt.Sprintf("give one mass for each of the %d vertices", n)}
	}
	for i, m := range p.Mass {
		if !(m > 0) || math.IsInf(m, 0) {
			return &MassError{i, fmt.Sprintf("%g; give a positive number", m)}
		}
	}
	return p.checkSeeds(opt.NClusters)
}

// checkSeeds refuses seeds of parts that do not exist, and parts without seeds: nothing else tells which part
// has which number.
func (p Problem) checkSeeds(k int) error {
	if p.Seeds == nil {
		return nil
	}
	if n := p.Graph.N(); len(p.Seeds) != n {
		return &SeedError{len(p.Seeds), fmt.Sprintf("give one part or −1 for each of the %d vertices", n)}
	}
	count := make([]int, k)
	for i, a := range p.Seeds {
		if a < -1 || int(a) >= k {
			return &SeedError{i, fmt.Sprintf("part %d; give 0 … k−1 = %d, or −1 where it is not known", a, k-1)}
		}
		if a >= 0 {
			count[a]++
		}
	}
	for a, c := range count {
		if c == 0 {
			return &SeedError{-1, fmt.Sprintf("part %d has none; give every part at least one", a)}
		}
	}
	return nil
}

// checkStarts refuses starts of another length than n, not finite, or constant.
func checkStarts(initial [][]float64, n int) error {
	for s, f := range initial {
		if len(f) != n {
			return &StartError{s, len(f), fmt.Sprintf("give one value for each of the %d vertices", n)}
		}
		constant := true
		for i, fi := range f {
			if math.IsNaN(fi) || math.IsInf(fi, 0) {
				return &StartError{s, i, fmt.Sprintf("f⁰ = %g; give finite values", fi)}
			}
			constant = constant && fi == f[0]
		}
		if constant {
			return &StartError{s, 0, "f⁰ is constant and has no level set; give at least two values"}
		}
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
	case p.Mass != nil:
		largest := 0.0
		for _, m := range p.Mass {
			largest = max(largest, m)
		}
		_, e := math.Frexp(largest)
		if -largestExp/2 < e && e < largestExp/2 {
			return p.Mass, 0
		}
		mass := make([]float64, len(p.Mass))
		for i, m := range p.Mass {
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
