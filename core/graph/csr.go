// Package graph holds weighted undirected graphs in compressed sparse row form.
//
// A graph has vertices 0 … n−1 and symmetric weights w_ij = w_ji ≥ 0. Every other package of the
// core reads graphs through CSR and never writes to one.
package graph

import (
	"math"
	"slices"
)

// CSR is a weighted undirected graph on n vertices in compressed sparse row form.
//
// Row i is Indices[Indptr[i]:Indptr[i+1]] (its neighbours j, strictly ascending, without i) beside
// the weights w_ij in Data. Both half-edges (i, j) and (j, i) of an edge are stored, with the same
// weight. New checks all of this; a CSR built by hand is the caller's responsibility.
type CSR struct {
	Indptr  []int64   // n+1 row starts
	Indices []int32   // neighbour j of every half-edge
	Data    []float64 // weight w_ij ≥ 0 of every half-edge, finite
}

// Edge is one undirected edge of weight W between I and J.
type Edge struct {
	I, J int
	W    float64
}

// New returns the graph over the given slices, without copying them.
//
// It fails with *Error when the slices are not a graph as CSR describes it: see Fault for the list.
// The check takes one pass over the half-edges, O(n + nnz).
func New(indptr []int64, indices []int32, data []float64) (*CSR, error) {
	g := &CSR{Indptr: indptr, Indices: indices, Data: data}
	if err := g.checkRows(); err != nil {
		return nil, err
	}
	if err := g.checkWeights(); err != nil {
		return nil, err
	}
	if err := g.checkSymmetry(); err != nil {
		return nil, err
	}
	return g, nil
}

// FromEdges returns the graph with n vertices and the given undirected edges. Parallel edges are
// summed, self-loops dropped: neither changes any cut. It fails with *Error like New.
func FromEdges(n int, edges []Edge) (*CSR, error) {
	if n < 1 || n > math.MaxInt32 {
		return nil, &Error{Fault: FaultSize, Row: n}
	}
	half := make([]Edge, 0, 2*len(edges))
	for _, e := range edges {
		if e.I < 0 || e.I >= n || e.J < 0 || e.J >= n {
			return nil, &Error{Fault: FaultIndex, Row: e.I, Col: e.J, Value: e.W}
		}
		if e.I != e.J {
			half = append(half, e, Edge{e.J, e.I, e.W})
		}
	}
	slices.SortStableFunc(half, func(a, b Edge) int {
		if a.I != b.I {
			return a.I - b.I
		}
		return a.J - b.J
	})
	g := &CSR{Indptr: make([]int64, n+1)}
	for k, e := range half {
		if k > 0 && half[k-1].I == e.I && half[k-1].J == e.J {
			g.Data[len(g.Data)-1] += e.W
			continue
		}
		g.Indices = append(g.Indices, int32(e.J))
		g.Data = append(g.Data, e.W)
		g.Indptr[e.I+1]++
	}
	for i := range n {
		g.Indptr[i+1] += g.Indptr[i]
	}
	return New(g.Indptr, g.Indices, g.Data)
}

// N returns the number of vertices n.
func (g *CSR) N() int { return len(g.Indptr) - 1 }

// NNZ returns the number of stored half-edges, two for each undirected edge.
func (g *CSR) NNZ() int { return len(g.Indices) }

// Row returns the neighbours of vertex i and the weights of the edges to them, as views.
func (g *CSR) Row(i int) ([]int32, []float64) {
	lo, hi := g.Indptr[i], g.Indptr[i+1]
	return g.Indices[lo:hi], g.Data[lo:hi]
}

// Degrees returns deg_i = Σ_j w_ij for every vertex.
func (g *CSR) Degrees() []float64 {
	deg := make([]float64, g.N())
	for i := range deg {
		deg[i] = g.Degree(i)
	}
	return deg
}

// Degree returns deg_i = Σ_j w_ij.
func (g *CSR) Degree(i int) float64 {
	deg := 0.0
	for _, wij := range g.Data[g.Indptr[i]:g.Indptr[i+1]] {
		deg += wij
	}
	return deg
}

// Scaled returns the graph with every weight multiplied by 2^exp, sharing its structure with g.
// A power of two loses no bit unless a weight leaves the range of float64.
func (g *CSR) Scaled(exp int) *CSR {
	data := make([]float64, len(g.Data))
	for k, w := range g.Data {
		data[k] = math.Ldexp(w, exp)
	}
	return &CSR{Indptr: g.Indptr, Indices: g.Indices, Data: data}
}
