package spectral

import (
	"context"
	"math"

	"github.com/tvcut/tvcut/core/graph"
)

// Limits of a factorization: entries of the factor, 12 bytes each, and multiplications.
const (
	maxFill         = 1 << 23
	maxFactorWork   = 1 << 32
	visitsPerLook   = 1 << 22  // entries of the matrix and of F that are visited between two looks at the context
	roundoff        = 0x1p-53  // u, the unit roundoff of float64
	underflowMargin = 0x1p-900 // more than all errors of underflows together
)

// factor is the factorization P (D_m^−½ L D_m^−½ − σ I) Pᵀ = F Δ Fᵀ with a unit lower triangular F and a diagonal Δ, without
// pivoting, for several σ: the up-looking method of T. A. Davis, "Algorithm 849: A concise sparse Cholesky factorization
// package", ACM Trans. Math. Softw. 31 (2005). The matrix is divided by a power of two near its largest diagonal entry.
type factor struct {
	graph      *graph.CSR
	order, at  []int32   // the vertex of each row, and the row of each vertex
	parent     []int32   // elimination tree
	start      []int64   // first entry of each column of F, n+1 entries
	next       []int64   // end of the entries of each column so far
	rows       []int32   // row of each entry of F
	values     []float64 // entries of F
	pivots     []float64 // Δ
	scale      []float64 // m_i^−½ over the square root of the unit
	diagonal   []float64 // deg_i/m_i over the unit, for each vertex
	unit       float64   // power of two by which the matrix is divided
	largest    float64   // largest entry of diagonal
	maxRow     int       // largest number of entries in a row of F
	maxDegree  int       // largest number of neighbours of a vertex
	work       float64   // multiplications of one factorization
	y          []float64 // row of the matrix under elimination
	path, flag []int32
}

// newFactor prepares the factorizations. It returns nil if F would have more than maxFill entries or need more than
// maxFactorWork multiplications, if the range of float64 does not hold the matrix, or if ctx ends.
func newFactor(ctx context.Context, g *graph.CSR, mass []float64) *factor {
	n, order := g.N(), dissection(ctx, g)
	if order == nil {
		return nil
	}
	f := &factor{graph: g, order: order, at: make([]int32, n), scale: make([]float64, n), diagonal: make([]float64, n),
		pivots: make([]float64, n), y: make([]float64, n), path: make([]int32, n), flag: make([]int32, n)}
	for row, i := range f.order {
		f.at[i] = int32(row)
	}
	for i, m := range mass {
		f.largest = max(f.largest, g.Degree(i)/m)
		f.maxDegree = max(f.maxDegree, int(g.Indptr[i+1]-g.Indptr[i]))
	}
	_, exp := math.Frexp(f.largest)
	exp += exp & 1 // even, so that the square root is a power of two too
	f.unit = math.Ldexp(1, exp)
	for i, m := range mass {
		f.scale[i] = math.Ldexp(1/math.Sqrt(m), -exp/2)
		f.diagonal[i] = g.Degree(i) / m / f.unit
	}
	f.largest /= f.unit
	if !(f.largest > 0) || math.IsInf(f.unit, 1) || !f.analyse() {
		return nil
	}
	return f
}

// analyse computes the elimination tree and the numbers of entries of the columns of F. It returns false if they exceed the
// limits.
func (f *factor) analyse() bool {
	n := len(f.order)
	f.parent, f.start = make([]int32, n), make([]int64, n+1)
	fill, counts := 0, make([]int64, n)
	for k, v := range f.order {
		f.parent[k], f.flag[k] = -1, int32(k)
		inRow := 0
		idx, _ := f.graph.Row(int(v))
		for _, j := range idx {
			for i := f.at[j]; i < int32(k) && f.flag[i] != int32(k); i = f.parent[i] {
				if f.parent[i] < 0 {
					f.parent[i] = int32(k)
				}
				counts[i]++
				inRow++
				f.flag[i] = int32(k)
			}
		}
		f.maxRow = max(f.maxRow, inRow)
		if fill += inRow; fill > maxFill {
			return false
		}
	}
	for k, c := range counts {
		f.start[k+1] = f.start[k] + c
		f.work += float64(c) * float64(c)
	}
	f.rows, f.values, f.next = make([]int32, fill), make([]float64, fill), make([]int64, n)
	return f.work <= maxFactorWork
}

// isBelow reports whether σ is proved to be at most λ₂ but for an error of margin: it returns true if the factorization for σ has
// at most one negative pivot. By Sylvester's law of inertia F Δ Fᵀ then has at most one negative eigenvalue, and it differs
// from the matrix by at most margin in the spectral norm, so that λ₂ ≥ σ − margin.
func (f *factor) isBelow(ctx context.Context, sigma float64) (below bool, margin float64) {
	sigma /= f.unit
	copy(f.next, f.start)
	negative, visits := 0, visitsPerLook
	for k := range f.order {
		if visits >= visitsPerLook {
			visits = 0
			if ctx.Err() != nil {
				return false, 0
			}
		}
		pivot, visited := f.eliminate(k, sigma)
		visits += visited
		if pivot < 0 {
			negative++
		}
		if negative > 1 || !(math.Abs(pivot) > 0) {
			return false, 0
		}
	}
	return true, f.margin(sigma) * f.unit
}

// eliminate computes row k of F and returns its pivot and the number of entries of the matrix and of F that it visits.
func (f *factor) eliminate(k int, sigma float64) (pivot float64, visited int) {
	n, v := len(f.order), f.order[k]
	top, row := n, int32(k)
	f.flag[k] = row
	idx, w := f.graph.Row(int(v))
	for e, j := range idx {
		i := f.at[j]
		if i > row {
			continue
		}
		f.y[i] -= w[e] * f.scale[v] * f.scale[j]
		length := 0
		for ; f.flag[i] != row; i = f.parent[i] {
			f.path[length] = i
			length++
			f.flag[i] = row
		}
		for length > 0 {
			top--
			length--
			f.path[top] = f.path[length]
		}
	}
	pivot, visited = f.diagonal[v]-sigma, len(idx)+1
	for ; top < n; top++ {
		i := f.path[top]
		yi := f.y[i]
		f.y[i] = 0
		for p := f.start[i]; p < f.next[i]; p++ {
			f.y[f.rows[p]] -= f.values[p] * yi
		}
		entry := yi / f.pivots[i]
		pivot -= entry * yi
		f.rows[f.next[i]], f.values[f.next[i]] = row, entry
		f.next[i]++
		visited += int(f.next[i] - f.start[i])
	}
	f.pivots[k] = pivot
	return pivot, visited
}

// margin returns a bound of the spectral norm of F Δ Fᵀ − (D_m^−½ L D_m^−½ − σ I), over the unit, from three sources:
//   - the factorization: at most γ |F| |Δ| |Fᵀ| entry by entry, with γ = c u/(1 − c u) for rows of c − 4 entries (N. J. Higham,
//     "Accuracy and Stability of Numerical Algorithms", 2nd ed., Theorem 9.3, which holds for every order of the sums); the
//     largest sum of a row bounds the norm;
//   - the entries of the matrix, each with a relative error of at most (d + 12) u for d neighbours: the norm of the matrix of
//     absolute values is at most 2 max deg_i/m_i;
//   - the subtraction of σ.
func (f *factor) margin(sigma float64) float64 {
	sums := make([]float64, len(f.order)) // |Δ| |Fᵀ| e, then |F| |Δ| |Fᵀ| e
	for i, pivot := range f.pivots {
		sum := 1.0
		for _, x := range f.values[f.start[i]:f.start[i+1]] {
			sum += math.Abs(x)
		}
		sums[i] = sum * math.Abs(pivot)
	}
	for i := len(sums) - 1; i >= 0; i-- {
		for p := f.start[i]; p < f.start[i+1]; p++ {
			sums[f.rows[p]] += math.Abs(f.values[p]) * sums[i]
		}
	}
	growth := 0.0
	for _, s := range sums {
		growth = max(growth, s)
	}
	const slack = 1.01 // for 1/(1 − c u) and the rounding errors of this function
	c, d := float64(f.maxRow+4), float64(f.maxDegree+12)
	return slack*roundoff*(c*growth+d*2*f.largest+2*(f.largest+sigma)) + underflowMargin
}
