package graph

import (
	"fmt"
	"math"
	"strconv"
)

// Fault is the kind of condition that an input violates.
type Fault int

// The faults that New and FromEdges report.
const (
	FaultSize       Fault = iota + 1 // n is not in 1 … 2³¹−1, or Indices and Data differ in length
	FaultIndptr                      // Indptr does not start at 0, decreases, or does not end at nnz
	FaultIndex                       // a vertex number is not in 0 … n−1
	FaultOrder                       // a row is not strictly ascending: neighbours are unsorted or repeated
	FaultLoop                        // a row contains a self-loop
	FaultNotFinite                   // a weight is NaN or ±Inf
	FaultNegative                    // a weight is below zero
	FaultAsymmetric                  // w_ij ≠ w_ji, or only one of the two is stored
	FaultOverflow                    // the sum of all weights is not a finite float64
)

// String returns the name of the fault.
func (f Fault) String() string {
	names := [...]string{"size", "indptr", "index", "order", "loop", "not finite", "negative", "asymmetric", "overflow"}
	if f < FaultSize || int(f) > len(names) {
		return "Fault(" + strconv.Itoa(int(f)) + ")"
	}
	return names[f-FaultSize]
}

// Error reports the first entry at which an input violates the conditions of CSR.
type Error struct {
	Fault    Fault
	Row, Col int     // the entry; for FaultSize Row is n, for FaultIndptr Indptr[Row] = Col
	Value    float64 // w at (Row, Col)
	Other    float64 // for FaultAsymmetric, w at (Col, Row); 0 if that entry is not stored
}

var _ error = (*Error)(nil)

// Error returns what is wrong, with the entry, and what to do about it.
func (e *Error) Error() string {
	at := fmt.Sprintf("entry (%d, %d) = %g", e.Row, e.Col, e.Value)
	switch e.Fault {
	case FaultSize:
		if e.Row < 1 || e.Row > math.MaxInt32 {
			return fmt.Sprintf("graph: the number of vertices is %d; it must be in 1 … 2³¹−1, with n+1 entries in indptr", e.Row)
		}
		return "graph: indices and data differ in length; give one weight for every index"
	case FaultIndptr:
		return fmt.Sprintf("graph: indptr[%d] = %d is invalid; indptr must start at 0, never decrease, and end at the "+
			"number of indices", e.Row, e.Col)
	case FaultIndex:
		return "graph: " + at + " is outside the matrix; row and column indices must be in 0 … n−1"
	case FaultOrder:
		return "graph: " + at + " is out of order or a duplicate; sort each row and sum duplicates"
	case FaultLoop:
		return "graph: " + at + " is a self-loop; remove the diagonal, which no cut depends on"
	case FaultNotFinite:
		return "graph: " + at + " is not finite; replace NaN and infinite weights"
	case FaultNegative:
		return "graph: " + at + " is negative; weights must be ≥ 0"
	case FaultAsymmetric:
		return fmt.Sprintf("graph: %s but entry (%d, %d) = %g; symmetrize W, for example (W + Wᵀ)/2",
			at, e.Col, e.Row, e.Other)
	case FaultOverflow:
		return "graph: the sum of the weights overflows float64; divide all weights by the largest"
	}
	return "graph: invalid"
}

// checkIndptr verifies that the rows are ranges of Indices and Data.
func (g *CSR) checkIndptr() error {
	n := g.N()
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
	return nil
}

// checkRows verifies that the rows ascend strictly within 0 … n−1, without self-loops.
func (g *CSR) checkRows() error {
	n := g.N()
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

// checkWeights verifies that all weights are finite and non-negative and have a finite sum.
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

// checkSymmetry verifies w_ij = w_ji in one pass. Because it visits the rows in ascending order, it visits the mirrors of
// the lower entries (j, i), i < j, of each row j in the order in which row j stores them. One cursor for each row
// therefore suffices.
func (g *CSR) checkSymmetry() error {
	cursor := make([]int64, g.N())
	copy(cursor, g.Indptr)
	for i := range g.N() {
		if c := cursor[i]; c < g.Indptr[i+1] && int(g.Indices[c]) < i {
			// The lower entry at the cursor was not matched when its mirror's row was visited: the mirror is missing.
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

// missingMirror returns the error for the first entry without a mirror when the entry of row j at its cursor is not in
// column i. That is either (i, j) itself or an entry (j, c), c < i, that row c does not mirror.
func (g *CSR) missingMirror(i, j int, wij float64, cursor int64) error {
	if cursor < g.Indptr[j+1] && int(g.Indices[cursor]) < i {
		return &Error{Fault: FaultAsymmetric, Row: j, Col: int(g.Indices[cursor]), Value: g.Data[cursor]}
	}
	return &Error{Fault: FaultAsymmetric, Row: i, Col: j, Value: wij}
}
