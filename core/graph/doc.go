// Package graph stores weighted undirected graphs in compressed sparse row form.
//
// A graph has vertices 0 … n−1 and symmetric weights w_ij = w_ji ≥ 0. A [CSR] stores it as three slices, the arrays of a
// SciPy csr_array: row i of the weight matrix has the column indices Indices[Indptr[i]:Indptr[i+1]] and the weights
// Data[Indptr[i]:Indptr[i+1]]. An undirected edge is stored as two half-edges, (i, j) and (j, i).
//
// [New] takes these slices as they are and checks that
//   - Indptr starts at 0, never decreases and ends at len(Indices) = len(Data),
//   - the column indices of each row are in 0 … n−1, strictly ascending, and do not contain the row itself,
//   - every weight is finite and ≥ 0, and so is the sum of all weights,
//   - w_ij = w_ji, with both half-edges stored.
//
// [FromEdges] builds the slices from a list of undirected edges: it sums parallel edges, drops self-loops, and checks the
// vertex numbers and the weights. Both return an [*Error] that names the first offending entry and the remedy.
//
// The other packages of the core only read graphs; they never write to one.
//
// Files:
//   - csr.go: CSR, New, FromEdges, rows, degrees, scaling
//   - validate.go: Fault, Error and the checks of New
//   - components.go: connected components
//   - subgraph.go: induced subgraphs, with the mirror of every half-edge
//   - band.go: the vertices nearest to the border between parts
//   - order.go: a vertex order that keeps neighbours close in memory
//   - levels.go: the size of a small separator
//   - accept.go: New on several goroutines
//   - runner.go: numbered tasks on several goroutines
package graph
