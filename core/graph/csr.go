package graph

import (
	"math"
	"slices"
)

// CSR is a weighted undirected graph on n vertices in compressed sparse row form.
//
// Row i consists of the neighbours j in Indices[Indptr[i]:Indptr[i+1]], strictly ascending and without i, and of the
// weights w_ij in the same range of Data. Both half-edges (i, j) and (j, i) of an edge are stored, with the same weight.
// New checks these conditions. Code that builds a CSR without New must guarantee them.
type CSR struct {
	Indptr  []int64   // row starts, n+1 entries
	Indices []int32   // neighbour j of every half-edge (i, j), nnz entries
	Data    []float64 // finite weight w_ij ≥ 0 of every half-edge (i, j), nnz entries
}

// Edge is one undirected edge of weight W between the vertices I and J.
type Edge struct {
	I, J int
	W    float64
}

// New returns the graph stored in the given slices, which it does not copy. The lengths are n+1, nnz and nnz.
//
// It returns an *Error if the slices do not satisfy the conditions of CSR; Fault lists the possible faults. The checks
// take O(n + nnz) time.
func New(indptr []int64, indices []int32, data []float64) (*CSR, error) {
	g := &CSR{Indptr: indptr, Indices: indices, Data: data}
	if err := g.checkIndptr(); err != nil {
		return nil, err
	}
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

// FromEdges returns the graph with n vertices and the given undirected edges. It sums parallel edges and drops
// self-loops; neither changes the weight of any cut. It does not modify edges. It returns an *Error if n is not in
// 1 … 2³¹−1, if a vertex is not in 0 … n−1, if a weight, also of a self-loop, is below zero, or if New refuses the weights.
func FromEdges(n int, edges []Edge) (*CSR, error) {
	if n < 1 || n > math.MaxInt32 {
		return nil, &Error{Fault: FaultSize, Row: n}
	}
	half := make([]Edge, 0, 2*len(edges))
	for _, e := range edges {
		if e.I < 0 || e.I >= n || e.J < 0 || e.J >= n {
			return nil, &Error{Fault: FaultIndex, Row: e.I, Col: e.J, Value: e.W}
		}
		if e.W < 0 { // a parallel edge could outweigh it
			return nil, &Error{Fault: FaultNegative, Row: e.I, Col: e.J, Value: e.W}
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

// Row returns the neighbours of vertex i and the weights of the edges to them. Both are subslices of g, not copies.
func (g *CSR) Row(i int) ([]int32, []float64) {
	lo, hi := g.Indptr[i], g.Indptr[i+1]
	return g.Indices[lo:hi], g.Data[lo:hi]
}

// Degrees returns the weighted degrees deg_i = Σ_j w_ij of all vertices.
func (g *CSR) Degrees() []float64 {
	deg := make([]float64, g.N())
	for i := range deg {
		deg[i] = g.Degree(i)
	}
	return deg
}

// Degree returns the weighted degree deg_i = Σ_j w_ij of vertex i.
func (g *CSR) Degree(i int) float64 {
	deg := 0.0
	for _, wij := range g.Data[g.Indptr[i]:g.Indptr[i+1]] {
		deg += wij
	}
	return deg
}

// Scaled returns a graph with the weights 2^exp w_ij. It shares Indptr and Indices with g. The scaling is exact unless a
// weight leaves the range of normal float64 numbers.
func (g *CSR) Scaled(exp int) *CSR {
	data := make([]float64, len(g.Data))
	for k, w := range g.Data {
		data[k] = math.Ldexp(w, exp)
	}
	return &CSR{Indptr: g.Indptr, Indices: g.Indices, Data: data}
}
