package graph

import (
	"fmt"
	"math"
)

// Fault says what is wrong with a graph.
type Fault int

// The faults New and FromEdges report.
const (
	FaultSize       Fault = iota + 1 // n < 1, n ≥ 2³¹, or slices whose lengths disagree
	FaultIndptr                      // Indptr does not start at 0, ascend, and end at nnz
	FaultIndex                       // a neighbour outside 0 … n−1
	FaultOrder                       // a row not strictly ascending: unsorted or duplicate neighbours
	FaultLoop                        // a self-loop
	FaultNotFinite                   // a weight that is NaN or ±Inf
	FaultNegative                    // a weight below zero
	FaultAsymmetric                  // w_ij ≠ w_ji, or only one of the two stored
	FaultOverflow                    // the sum of all weights is not a finite float64
)

// Error names the first entry that keeps the input from being a graph, and the remedy.
type Error struct {
	Fault    Fault
	Row, Col int
	Value    float64 // w at (Row, Col)
	Other    float64 // w at (Col, Row), for FaultAsymmetric
}

// Error implements the error interface.
func (e *Error) Error() string {
	at := fmt.Sprintf("entry (%d, %d) = %g", e.Row, e.Col, e.Value)
	switch e.Fault {
	case FaultSize:
		return fmt.Sprintf("graph: %d vertices, or array lengths that disagree; "+
			"give 1 ≤ n < 2³¹, n+1 row starts, and as many indices as weights", e.Row)
	case FaultIndptr:
		return fmt.Sprintf("graph: indptr[%d] = %d; it must start at 0, never decrease, and end at nnz",
			e.Row, e.Col)
	case FaultIndex:
		return "graph: " + at + " lies outside the matrix; every index must be in 0 … n−1"
	case FaultOrder:
		return "graph: " + at + " is out of order or a duplicate; sort each row and sum duplicates"
	case FaultLoop:
		return "graph: " + at + " is a self-loop; remove the diagonal, it changes no cut"
	case FaultNotFinite:
		return "graph: " + at + "; replace NaN and infinite weights"
	case FaultNegative:
		return "graph: " + at + "; weights are similarities and must be ≥ 0"
	case FaultAsymmetric:
		return fmt.Sprintf("graph: %s but entry (%d, %d) = %g; symmetrize, for example (W + Wᵀ)/2",
			at, e.Col, e.Row, e.Other)
	case FaultOverflow:
		return "graph: the weights sum to infinity; divide them by their largest"
	}
	return "graph: invalid"
}

// checkRows verifies the structure: row starts, index ranges, strict order within rows, no loops.
func (g *CSR) checkRows() error {
	n := len(g.Indptr) - 1
	if n < 1 || n > math.MaxInt32 || len(g.Indices) != len(g.Data) {
		return &Error{Fault: FaultSize, Row: n}
	}
	if g.Indptr[0] != 0 {
		return &Error{Fault: FaultIndptr, Row: 0, Col: int(g.Indptr[0])}
	}
	for i := range n {
		if g.Indptr[i+1] < g.Indptr[i] || g.Indptr[i+1] > int64(len(g.Indices)) {
			return &Error{Fault: FaultIndptr, Row: i + 1, Col: int(g.Indptr[i+1])}
		}
	}
	if g.Indptr[n] != int64(len(g.Indices)) {
		return &Error{Fault: FaultIndptr, Row: n, Col: int(g.Indptr[n])}
	}
	for i := range n {
		idx, w := g.Row(i)
		last := int32(-1)
		for k, j := range idx {
			switch {
			case j < 0 || int(j) >= n:
				return &Error{Fault: FaultIndex, Row: i, Col: int(j), Value: w[k]}
			case int(j) == i:
				return &Error{Fault: FaultLoop, Row: i, Col: i, Value: w[k]}
			case j <= last:
				return &Error{Fault: FaultOrder, Row: i, Col: int(j), Value: w[k]}
			}
			last = j
		}
	}
	return nil
}

// checkWeights verifies that weights are finite, non-negative, and have a finite sum.
func (g *CSR) checkWeights() error {
	volume := 0.0
	for i := range g.N() {
		idx, w := g.Row(i)
		for k, wij := range w {
			switch {
			case math.IsNaN(wij) || math.IsInf(wij, 0):
				return &Error{Fault: FaultNotFinite, Row: i, Col: int(idx[k]), Value: wij}
			case wij < 0:
				return &Error{Fault: FaultNegative, Row: i, Col: int(idx[k]), Value: wij}
			}
			volume += wij
		}
	}
	if math.IsInf(volume, 0) {
		return &Error{Fault: FaultOverflow}
	}
	return nil
}

// checkSymmetry verifies w_ij = w_ji in one pass. Rows are visited in ascending order, so the lower
// entries (j, i), i < j of each row j are met in the order they are stored: a cursor per row suffices.
func (g *CSR) checkSymmetry() error {
	cursor := make([]int64, g.N())
	copy(cursor, g.Indptr)
	for i := range g.N() {
		if c := cursor[i]; c < g.Indptr[i+1] && int(g.Indices[c]) < i {
			// (i, c) was not claimed by row c, which has been visited: its mirror is missing.
			return &Error{Fault: FaultAsymmetric, Row: i, Col: int(g.Indices[c]), Value: g.Data[c]}
		}
		idx, w := g.Row(i)
		for k, j := range idx {
			if int(j) < i {
				continue
			}
			c := cursor[j]
			if c >= g.Indptr[j+1] || int(g.Indices[c]) != i {
				return g.missingMirror(i, int(j), w[k], c)
			}
			if g.Data[c] != w[k] {
				return &Error{Fault: FaultAsymmetric, Row: i, Col: int(j), Value: w[k], Other: g.Data[c]}
			}
			cursor[j]++
		}
	}
	return nil
}

// missingMirror names the entry without a mirror when row j holds, at its cursor, something else
// than column i: either (i, j) itself, or an earlier entry (j, c) that row c did not claim.
func (g *CSR) missingMirror(i, j int, wij float64, cursor int64) error {
	if cursor < g.Indptr[j+1] && int(g.Indices[cursor]) < i {
		return &Error{Fault: FaultAsymmetric, Row: j, Col: int(g.Indices[cursor]), Value: g.Data[cursor]}
	}
	return &Error{Fault: FaultAsymmetric, Row: i, Col: j, Value: wij}
}
