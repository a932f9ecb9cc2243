package partition

import (
	"fmt"
	"math"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/constrained"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/units"
)

// Problem is the input of Run. n is the number of vertices of Graph.
type Problem struct {
	Graph        *graph.CSR
	VertexWeight []float64   // masses m_i ≥ 0, length n, that replace those of Options.Balance; may be nil
	Starts       [][]float64 // functions f⁰, each of length n, that replace the starts of Options.Init; may be nil
	Fixed        []int32     // part of each fixed vertex, −1 for the other vertices, length n; parts may have none; may be nil
	PartWeights  []float64   // target shares t_r > 0 of the mass, length k, sum 1; parts then keep their order; nil: all 1/k
	Labels       []int32     // partition to start from, length n, with no empty part, whose numbers stay; agrees with Fixed; may be nil
	Others       []Mass      // further masses whose sums over parts have bounds; may be empty
	VertexSize   []float64   // sizes s_i ≥ 0 of VolumeObjective, length n; nil: all 1
	MustLink     [][2]int32  // pairs of vertices that lie in one part; may be empty
	CannotLink   [][2]int32  // pairs of vertices that lie in different parts; may be empty

	groups *constrained.Groups // what the vertices of Graph are if parts are connected in another graph
}

// Mass is a mass of the vertices beside that of the criterion. Every part has at most (1 + MaxImbalance)·t_r·M of it.
type Mass struct {
	Vertices     []float64         // masses ≥ 0, length n
	MaxImbalance Optional[float64] // absent: that of the options
	PartWeights  []float64         // target shares t_r > 0, length k, sum 1; nil: those of Problem
}

// InputError is the error for an invalid entry of a Problem.
type InputError struct {
	Argument string // "init" for Starts and Labels, "vertex_weight", "fixed" or "part_weights"
	Start    int    // index of the start, for Starts; −1 for Labels
	Vertex   int    // index of the entry; for Starts, the length if the length is wrong; −1 if the error concerns no single entry
	Reason   string // what is wrong, and the remedy
}

var _ error = (*InputError)(nil)

// Error returns the argument, the index and the reason.
func (e *InputError) Error() string {
	switch {
	case e.Vertex < 0:
		return e.Argument + " " + e.Reason
	case e.Argument == "init" && e.Start >= 0:
		return fmt.Sprintf("init[%d, %d] %s", e.Start, e.Vertex, e.Reason)
	}
	return fmt.Sprintf("%s[%d] %s", e.Argument, e.Vertex, e.Reason)
}

// check returns *InputError if an entry of p does not fit the graph or the options.
func (p Problem) check(opt Options) error {
	if err := p.checkStarts(opt); err != nil {
		return err
	}
	n := p.Graph.N()
	if p.VertexWeight != nil && len(p.VertexWeight) != n {
		return &InputError{"vertex_weight", 0, -1, lengthMismatch(len(p.VertexWeight), n)}
	}
	for i, m := range p.VertexWeight {
		if !(m >= 0) || math.IsInf(m, 0) {
			return &InputError{"vertex_weight", 0, i, fmt.Sprintf("must be >= 0 and finite, got %g", m)}
		}
	}
	if math.IsInf(objective.Total(p.VertexWeight), 0) {
		return &InputError{"vertex_weight", 0, -1, "must have a finite sum; divide all entries by the largest"}
	}
	if err := p.checkFixed(opt.NClusters); err != nil {
		return err
	}
	if err := p.checkPartWeights(opt.NClusters); err != nil {
		return err
	}
	if err := checkConstraints(p, opt); err != nil {
		return err
	}
	if err := p.checkPositive(opt); err != nil {
		return err
	}
	return p.checkLabels(opt.NClusters)
}

func lengthMismatch(length, n int) string {
	return fmt.Sprintf("has %d entries; give one for each of the %d vertices", length, n)
}

// checkFixed checks that fixed parts exist and that enough vertices are left for those without a fixed vertex.
func (p Problem) checkFixed(k int) error {
	if p.Fixed == nil {
		return nil
	}
	if n := p.Graph.N(); len(p.Fixed) != n {
		return &InputError{"fixed", 0, -1, lengthMismatch(len(p.Fixed), n)}
	}
	free := 0
	for i, a := range p.Fixed {
		if a < -1 || int(a) >= k {
			return &InputError{"fixed", 0, i, fmt.Sprintf("must be a part in [0, %d], or -1 where none is given, got %d", k-1, a)}
		}
		if a < 0 {
			free++
		}
	}
	without := 0
	for _, has := range p.numbered(k) {
		if !has {
			without++
		}
	}
	if free < without {
		return &InputError{"fixed", 0, -1, fmt.Sprintf("must leave a vertex for each of %d parts without a fixed vertex, but %d are not fixed; fix fewer", without, free)}
	}
	return nil
}

// numbered reports for each of k parts whether it has a fixed vertex, which gives it its number.
func (p Problem) numbered(k int) []bool {
	has := make([]bool, k)
	for _, a := range p.Fixed {
		if a >= 0 {
			has[a] = true
		}
	}
	return has
}

// alike returns the groups of parts that may exchange their numbers: those of equal target shares without fixed vertices.
func (p Problem) alike(k int) [][]int32 {
	groups, group := [][]int32{}, map[float64]int{}
	shares, numbered := p.shares(k), p.numbered(k)
	for r, t := range shares {
		if numbered[r] {
			continue
		}
		if _, known := group[t]; !known {
			group[t], groups = len(groups), append(groups, nil)
		}
		groups[group[t]] = append(groups[group[t]], int32(r))
	}
	return groups
}

// checkStarts checks that every start has length n, is finite and is not constant, and that the options allow starts.
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

// measure returns the masses m_i·2^−massExp in the safe range, and massExp: see units.Masses.
func (p Problem) measure(scaled *graph.CSR, balance Balance, exp int) (mass []float64, massExp int) {
	return units.Masses(p.VertexWeight, scaled, balance == Normalized, exp)
}
