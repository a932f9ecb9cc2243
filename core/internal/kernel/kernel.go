// Package kernel is the inner iteration of the Chambolle–Pock method on a graph, which takes nearly all the time of a
// descent. It keeps values in float64 or float32, stores rows in an order that places neighbours close to each other, and
// uses AVX2 or AVX-512 instructions if the processor has them.
package kernel

import (
	"math"
	"slices"
	"unsafe"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/parallel"
)

// Float is the type of the values in a kernel.
type Float interface{ float32 | float64 }

// Kernel is the state of the iteration
//
//	p_ij ← clip(p_ij + σ w_ij (x̄_i − x̄_j), −w_ij, w_ij)            on every half-edge, p_ji = −p_ij
//	x_i ← (x_i/τ_i − Σ_j p_ij + μ m_i g_i) / (1/τ_i + μ m_i)        at every vertex
//	x̄ ← 2x − x_prev
//
// of A. Chambolle and T. Pock, "A first-order primal-dual algorithm for convex problems with applications
// to imaging", J. Math. Imaging Vision 40 (2011), Algorithm 1, with the diagonal steps of Pock and
// Chambolle, "Diagonal preconditioning for first order primal-dual algorithms in convex optimization", ICCV
// 2011. Vertices are stored in the order of graph.Order: the state of vertex Order[r] is at place r.
//
// Results are bit-identical for any number of threads and for all vector loops. On amd64 those of the pure Go loop are
// identical to them too, unless its layout has tiles, in which a row is summed in another order. On other architectures
// the compiler may fuse multiplications and additions.
type Kernel[T Float] struct {
	Order []int32 // the vertex at each place

	graph  *graph.CSR
	rows   *parallel.Rows
	layout layout[T]
	wave   *wave[T] // nil if the layout has tiles or a wave would not be faster

	x, bar, next []T       // u, σ x̄ and the σ x̄ being written
	inv          []T       // 1/τ, since τ overflows for vertices of very small degree
	muG          []T       // μ m g
	den          []T       // 1/τ + μ m
	sigma        T         // σ_ij = sigma/w_ij for the operator K scaled by w: p changes by sigma·w_ij (x̄_i − x̄_j)
	mass         []float64 // m, by vertex
	m            []T       // m/massScale, by place, for Change
	massScale    float64   // a power of two above all m, so that m/massScale does not overflow in float32
	weightScale  float64   // weights are stored as weightScale·w_ij: a power of two, 1 in float64
	dualScale    float64   // Dual and Divergence scale p by it: 1 in float64, 1 − 2⁻²² in float32, where weights are rounded
	out          []float64 // destination of Primal and Divergence, by vertex

	iterate, primal, sums, change parallel.Body // stored so that a pass does not allocate
}

// New returns a kernel for g with the measure mass, in the layout for the fastest instructions of the processor. rows are
// the row blocks of g; the kernel runs on their threads. The dual variable starts at 0.
func New[T Float](g *graph.CSR, mass []float64, rows *parallel.Rows) *Kernel[T] {
	if loops := vectorLoops[T](); len(loops) > 0 {
		return newKernel(g, mass, rows, inSlices(loops[0]))
	}
	return newKernel(g, mass, rows, inTiles[T])
}

// padded returns n rounded up to a multiple of parallel.Align.
func padded(n int) int { return (n + parallel.Align - 1) / parallel.Align * parallel.Align }

// newKernel returns a kernel with the layout that build makes.
func newKernel[T Float](g *graph.CSR, mass []float64, rows *parallel.Rows, build builder[T]) *Kernel[T] {
	n := g.N()
	k := &Kernel[T]{Order: g.Order(), graph: g, mass: mass, weightScale: 1, dualScale: 1}
	for _, v := range []*[]T{&k.x, &k.bar, &k.next, &k.inv, &k.muG, &k.den, &k.m} {
		*v = aligned[T](padded(n))
	}
	for r := n; r < len(k.den); r++ {
		k.den[r] = 1
	}
	if isFloat32[T]() {
		largest := 0.0
		for i := range n {
			largest = max(largest, g.Degree(i))
		}
		_, exp := math.Frexp(largest)
		k.weightScale = math.Ldexp(1, -exp) // scaling all weights and masses does not change the problem
		k.dualScale -= 0x1p-22
	}
	_, exp := math.Frexp(slices.Max(mass))
	k.massScale = math.Ldexp(1, exp)
	for r, v := range k.Order {
		k.m[r] = T(mass[v] / k.massScale)
	}
	t := newTable(g, k.Order, k.weightScale)
	k.layout = build(t)
	if bounds := k.layout.blocks(); bounds != nil {
		k.rows = rows.Between(bounds)
	} else {
		k.rows = rows.Over(t.ends)
		k.wave = newWave(k, t)
	}
	k.iterate, k.primal, k.sums, k.change = k.iterateRows, k.primalRows, k.sumRows, k.changeRows
	k.setSteps()
	return k
}

// aligned returns a slice of n zeros that starts at a cache line.
func aligned[T any](n int) []T {
	const line = 64
	var zero T
	spare := line / int(unsafe.Sizeof(zero))
	s := make([]T, n+spare)
	skip := 0
	for uintptr(unsafe.Pointer(unsafe.SliceData(s[skip:])))%line != 0 {
		skip++
	}
	return s[skip : skip+n : skip+n]
}

// setSteps sets the diagonal steps σ_ij = 1/(2 w_ij) and τ_i = 1/deg_i of Pock and Chambolle.
func (k *Kernel[T]) setSteps() {
	k.sigma = 0.5 // σ_ij = 1/(2 w_ij): row ij of K has Σ |K| = 2 w_ij
	for r, v := range k.Order {
		k.inv[r] = T(k.graph.Degree(int(v)) * k.weightScale) // τ_i = 1/deg_i: column i of K has Σ |K| = deg_i
	}
}

// Start sets u and x̄ to u0, and the g and μ of the problem. The dual variable p keeps its values as a warm start. u0 and g
// have n entries, by vertex.
func (k *Kernel[T]) Start(u0, g []float64, mu float64) {
	for r, v := range k.Order {
		k.x[r] = T(u0[v])
		k.bar[r] = k.sigma * k.x[r]
		muM := mu * k.mass[v] * k.weightScale
		k.muG[r] = T(muM * g[v])
		k.den[r] = k.inv[r] + T(muM)
		if k.den[r] == 0 { // the degree and μ m of vertex i underflow in float32
			k.den[r] = 1
		}
	}
}

// Steps makes n iterations. It does not allocate.
func (k *Kernel[T]) Steps(n int) {
	for n > 0 {
		if m := min(n, k.depth()); m > 1 {
			k.wave.run(m)
			n -= m
			continue
		}
		k.rows.Sum(k.iterate)
		k.bar, k.next = k.next, k.bar
		n--
	}
}

// depth returns the maximum number of iterations that a wave makes, 1 without waves.
func (k *Kernel[T]) depth() int {
	if k.wave == nil {
		return 1
	}
	return k.wave.depth
}

func (k *Kernel[T]) iterateRows(lo, hi int) parallel.Sums {
	k.layout.iterate(k, k.bar, k.next, lo, hi)
	return parallel.Sums{}
}

// Primal writes u to out, n entries by vertex.
func (k *Kernel[T]) Primal(out []float64) {
	k.out = out
	k.rows.Sum(k.primal)
}

func (k *Kernel[T]) primalRows(lo, hi int) parallel.Sums {
	for r := lo; r < hi; r++ {
		k.out[k.Order[r]] = float64(k.x[r])
	}
	return parallel.Sums{}
}

// Dual returns p on the half-edges of the graph. In float32, where weights are rounded, it is scaled down slightly so that
// |p_ij| ≤ w_ij holds for the exact weights.
func (k *Kernel[T]) Dual() []float64 {
	out := make([]float64, k.graph.NNZ())
	k.layout.dual(out)
	for a := range out {
		out[a] *= k.dualScale / k.weightScale
	}
	return out
}

// Divergence writes Σ_j p_ij to out, n entries by vertex, for the p that Dual returns.
func (k *Kernel[T]) Divergence(out []float64) {
	k.out = out
	k.rows.Sum(k.sums)
}

func (k *Kernel[T]) sumRows(lo, hi int) parallel.Sums {
	k.layout.sums(lo, hi, k.out)
	for _, v := range k.Order[lo:hi] {
		k.out[v] *= k.dualScale / k.weightScale
	}
	return parallel.Sums{}
}

// Change returns ‖u_i − u_{i−1}‖² = Σ m (x − x_prev)². Since x̄ = 2x − x_prev, x − x_prev = x̄ − x.
func (k *Kernel[T]) Change() float64 { return k.rows.Sum(k.change)[0] }

func (k *Kernel[T]) changeRows(lo, hi int) parallel.Sums {
	var s parallel.Sums
	inverse := 1 / float64(k.sigma)
	for r := lo; r < hi; r++ {
		d := float64(k.bar[r])*inverse - float64(k.x[r])
		s[0] += float64(k.m[r]) * d * d
	}
	s[0] *= k.massScale
	return s
}
