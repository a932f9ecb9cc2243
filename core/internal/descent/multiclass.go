package descent

import (
	"context"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/parallel"
)

// MulticlassOptions are the parameters of a multiclass descent. Every field must be set.
type MulticlassOptions struct {
	Theta    float64 // θ in (0, 1) of the sufficient-descent test
	Tol      float64 // TOL ≥ 0: an outer step that lowers E by at most Tol·E returns Converged
	MaxOuter int     // maximum number of outer steps
	MaxInner int     // maximum number of inner steps in an outer step
	Patience int     // outer steps without a better partition after which F jumps to the best one
}

// Multiclass is the descent of X. Bresson, T. Laurent, D. Uminsky and J. H. von Brecht, "Multiclass Total Variation
// Clustering", NIPS 2013, with the stopping rule of the same authors' adaptive algorithm, Algorithm 3 of the paper. It
// lowers
//
//	E(F) = Σ_r TV(f_r)/B(f_r),   F ≥ 0, Σ_r F_ir = 1,
//
// over the columns f_r of an n × k matrix, where B is the balance of objective.Energy with λ = k − 1 for functions low
// on their part: at the indicators of a partition E = Σ_r cut(A_r, A_rᶜ)/min((k−1) m(A_r), m(A_rᶜ)). One outer
// step is
//
//	v_r ∈ ∂B(f_r),   H ≈ argmin_U Σ_r (1/B(f_r)) (TV(u_r) − E_r ⟨v_r, u_r⟩ + (α E_r/2) ‖u_r − f_r‖²)
//
// over U ≥ 0, Σ_r U_ir = 1, by the Chambolle–Pock iteration on all columns at once; F⁺ = H if E(H) < E(F). All matrices
// are stored by rows, so that the entries of a neighbour in all k columns are contiguous.
type Multiclass struct {
	Labels []int32 // the best partition found so far, at first the one given
	Energy float64 // E of Labels, which never rises
	NInner int     // number of inner steps so far
	NOuter int     // number of outer steps so far

	graph  *graph.CSR
	mass   []float64
	rows   *parallel.Rows
	k      int
	opt    MulticlassOptions
	scale  float64           // α
	fixed  []int32           // part of each vertex whose row is fixed at a unit vector, −1 for the others; nil: none is fixed
	column *objective.Energy // energy of a column

	f, v, force     []float64 // F; v; μ_r m_i F_ir + E_r m_i v_ir
	x, bar, next    []float64 // U, its extrapolation, and the extrapolation being written
	q               []float64 // dual variables on the half-edges, those of column r divided by 1/B(f_r)
	deg             []float64 // weighted degrees
	tv, balance, mu []float64 // TV(f_r), B(f_r), α E_r
	e               float64   // E(F)
	u               []float64 // one column, contiguous

	iterate, shortfallSums parallel.Body // iterateRows and shortfallRows; stored so that a call does not allocate
}

// NewMulticlass returns a descent on g with the measure mass that starts from the partition labels into k ≥ 2 nonempty
// parts. Vertices with fixed[i] ≥ 0 stay in that part, and labels must agree with this; fixed may be nil. rows are the
// row blocks of g. labels is copied.
func NewMulticlass(g *graph.CSR, mass []float64, labels, fixed []int32, k int, rows *parallel.Rows, opt MulticlassOptions) *Multiclass {
	n := g.N()
	d := &Multiclass{Labels: append([]int32(nil), labels...), graph: g, mass: mass, rows: rows, k: k, opt: opt,
		fixed: fixed, column: objective.NewEnergy(g, mass, float64(k-1), rows), deg: g.Degrees(),
		q: make([]float64, g.NNZ()*k), mu: make([]float64, k), u: make([]float64, n)}
	for _, matrix := range []*[]float64{&d.f, &d.v, &d.force, &d.x, &d.bar, &d.next} {
		*matrix = make([]float64, n*k)
	}
	d.iterate, d.shortfallSums = d.iterateRows, d.shortfallRows
	d.Energy = d.tallyOf(d.Labels).Energy()
	return d
}

// Values returns the number of float64 values in the arrays of a multiclass descent with n vertices, nnz half-edges and k parts:
// the dual variables and six matrices.
func Values(n, nnz, k int) float64 { return (float64(nnz) + 6*float64(n)) * float64(k) }

// energyOf returns E(F), TV(f_r) and B(f_r), and writes v_r ∈ ∂B(f_r) to v. E is +Inf or NaN if a column is constant.
func (d *Multiclass) energyOf(f, v []float64) (e float64, tv, balance []float64) {
	tv, balance = make([]float64, d.k), make([]float64, d.k)
	for r := range d.k {
		for i := range d.u {
			d.u[i] = -f[i*d.k+r] // objective.Energy expects functions that are low on the part
		}
		median := d.column.Median(d.u)
		for i := range d.u {
			d.u[i] -= median
		}
		tv[r], balance[r] = d.column.TV(d.u), d.column.Balance(d.u, 0)
		w := d.column.Subgradient(d.u)
		for i, ui := range d.u {
			v[i*d.k+r] = -w.At(ui)
		}
		e += tv[r] / balance[r]
	}
	return e, tv, balance
}

// Run starts at the best partition and makes outer steps. Whenever the descent ends, or the best partition has not
// improved for Patience steps, F jumps to the indicators of the best partition. Run returns Converged if that has not
// improved since the last jump, MaxOuter after MaxOuter steps, and Cancelled if ctx ends. scale is α > 0; the larger it
// is, the shorter are the steps. observe, if not nil, is called after every step.
func (d *Multiclass) Run(ctx context.Context, scale float64, observe func()) Status {
	d.scale = scale
	d.jump()
	stalled, atJump := 0, d.Energy
	for last := d.NOuter + d.opt.MaxOuter; d.NOuter < last; {
		best := d.Energy
		status := d.Step(ctx)
		if observe != nil {
			observe()
		}
		if status == Cancelled {
			return status
		}
		stalled++
		if d.Energy < best {
			stalled = 0
		}
		if status == Running && stalled < d.opt.Patience {
			continue
		}
		if !(d.Energy < atJump) {
			return Converged
		}
		d.jump()
		stalled, atJump = 0, d.Energy
	}
	return MaxOuter
}

// jump replaces F by the indicators of the best partition.
func (d *Multiclass) jump() {
	clear(d.f)
	for i, a := range d.Labels {
		d.f[i*d.k+int(a)] = 1
	}
	d.e, d.tv, d.balance = d.energyOf(d.f, d.v)
}

// Step makes one outer step F → F⁺. It returns Running if E fell by more than Tol·E, Converged if it fell by less,
// NoDescent if it did not fall, which leaves F unchanged, and Cancelled if ctx ended.
func (d *Multiclass) Step(ctx context.Context) Status {
	d.prepare()
	tests := Schedule{Due: 1}
	for i := 1; i <= d.opt.MaxInner; i++ {
		if ctx.Err() != nil {
			return Cancelled
		}
		d.rows.Sum(d.iterate)
		d.bar, d.next = d.next, d.bar
		d.NInner++
		if i == tests.Due && tests.Passed(i, d.shortfall()) {
			break
		}
	}
	d.NOuter++
	d.roundToPartition()
	e, tv, balance := d.energyOf(d.x, d.next) // next is not in use between solves
	if !(e < d.e) {
		return NoDescent
	}
	before := d.e
	copy(d.f, d.x)
	copy(d.v, d.next)
	d.e, d.tv, d.balance = e, tv, balance
	if before-e <= d.opt.Tol*before {
		return Converged
	}
	return Running
}

// prepare starts an inner solve at U = F. The dual variables q keep their values as a warm start.
func (d *Multiclass) prepare() {
	for r := range d.k {
		d.mu[r] = d.scale * d.tv[r] / d.balance[r] // μ_r = α E_r
	}
	for i, m := range d.mass {
		for r := range d.k {
			at := i*d.k + r
			d.force[at] = m * d.mu[r] * (d.f[at] + d.v[at]/d.scale) // μ_r m_i (F + v/α)
		}
	}
	copy(d.x, d.f)
	copy(d.bar, d.f)
}
