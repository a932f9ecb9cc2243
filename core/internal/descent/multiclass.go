package descent

import (
	"context"
	"math"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/parallel"
)

// MulticlassOptions are the parameters of a multiclass descent. Every field must be set.
type MulticlassOptions struct {
	Theta    float64 // θ in (0, 1): the share of the ideal descent that suffices
	Tol      float64 // TOL ≥ 0: ended when the energy falls by at most Tol times itself in an outer step
	MaxOuter int     // outer steps at most
	MaxInner int     // inner steps at most in one outer step
	Patience int     // outer steps without a better partition after which F jumps to the best

	Improve func(*objective.Tally) // may lower the energy of a partition that the descent proposes, in place
}

// Multiclass is the descent of X. Bresson, T. Laurent, D. Uminsky and J. H. von Brecht, "Multiclass Total Variation
// Clustering", NIPS 2013, with the stopping rule of the same authors' adaptive algorithm. It lowers
//
//	E(F) = Σ_r TV(f_r)/B(f_r),   F ≥ 0, Σ_r F_ir = 1,
//
// over the columns f_r of an n × k matrix, where B is the balance of objective.Energy with λ = k − 1 for functions low
// on their part: at the indicators of a partition E = Σ_r cut(A_r, A_rᶜ)/min((k−1) m(A_r), m(A_rᶜ)). One outer
// step is
//
//	v_r ∈ ∂B(f_r),   H ≈ argmin_U Σ_r (1/B(f_r)) (TV(u_r) − E_r ⟨v_r, u_r⟩ + (α E_r/2) ‖u_r − f_r‖²)
//
// over the same U, by the Chambolle–Pock iteration of all columns at once; F⁺ = H if E(H) < E(F). Rows of
// all matrices are contiguous, so that one gather serves all k columns.
type Multiclass struct {
	Labels []int32 // the best partition met so far
	Energy float64 // its E; Labels begin as those given and Energy never rises
	NInner int     // inner steps made
	NOuter int     // outer steps made

	graph  *graph.CSR
	mass   []float64
	rows   *parallel.Rows
	k      int
	opt    MulticlassOptions
	scale  float64 // α
	fixed  []int32 // rows held at a unit vector; nil: none
	column *objective.Energy

	f, v, force      []float64 // F; v; μ_r m_i F_ir + E_r m_i v_ir
	x, bar, next     []float64 // U, its extrapolation, and the one being written
	q                []float64 // dual variable over half-edges, of column r divided by 1/B(f_r)
	deg              []float64
	tv, balance, mu  []float64 // TV(f_r), B(f_r), α E_r
	e                float64   // E(F)
	u                []float64 // a column
	iterate, measure parallel.Body
}

// NewMulticlass returns a descent on g with measure mass from the given partition into k ≥ 2 parts, none of them empty.
// Vertices with fixed[i] ≥ 0 stay in that part; labels must agree. rows are the row blocks of g.
func NewMulticlass(g *graph.CSR, mass []float64, labels, fixed []int32, k int, rows *parallel.Rows, opt MulticlassOptions) *Multiclass {
	n := g.N()
	d := &Multiclass{Labels: append([]int32(nil), labels...), graph: g, mass: mass, rows: rows, k: k, opt: opt,
		fixed: fixed, column: objective.NewEnergy(g, mass, float64(k-1), rows), deg: g.Degrees(),
		q: make([]float64, g.NNZ()*k), mu: make([]float64, k), u: make([]float64, n)}
	for _, matrix := range []*[]float64{&d.f, &d.v, &d.force, &d.x, &d.bar, &d.next} {
		*matrix = make([]float64, n*k)
	}
	d.iterate, d.measure = d.iterateRows, d.lackRows
	d.Energy = d.tallyOf(d.Labels).Energy()
	return d
}

// energyOf returns E(F), TV(f_r) and B(f_r), and writes v_r ∈ ∂B(f_r) to v. E is +Inf or NaN where a column is
// constant.
func (d *Multiclass) energyOf(f, v []float64) (e float64, tv, balance []float64) {
	tv, balance = make([]float64, d.k), make([]float64, d.k)
	for r := range d.k {
		for i := range d.u {
			d.u[i] = -f[i*d.k+r] // low on the part, as objective.Energy has it
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

// Run makes outer steps from the best partition until it stands still even after F jumped to it anew, MaxOuter
// steps are made, or ctx ends. The larger the scale α > 0, the shorter the steps. observe, if not nil, is called
// after every step.
func (d *Multiclass) Run(ctx context.Context, scale float64, observe func()) Status {
	d.scale = scale
	d.jump()
	standing, jumped := 0, d.Energy
	for last := d.NOuter + d.opt.MaxOuter; d.NOuter < last; {
		best := d.Energy
		status := d.Step(ctx)
		if observe != nil {
			observe()
		}
		if status == Cancelled {
			return status
		}
		standing++
		if d.Energy < best {
			standing = 0
		}
		if status == Running && standing < d.opt.Patience {
			continue
		}
		if !(d.Energy < jumped) {
			return Converged
		}
		d.jump()
		standing, jumped = 0, d.Energy
	}
	return MaxOuter
}

// jump moves F to the indicators of the best partition.
func (d *Multiclass) jump() {
	clear(d.f)
	for i, a := range d.Labels {
		d.f[i*d.k+int(a)] = 1
	}
	d.e, d.tv, d.balance = d.energyOf(d.f, d.v)
}

// Step makes one outer step, F → F⁺, and returns Running if E fell by more than Tol·E.
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
		if i == tests.Due && tests.Passed(i, d.lack()) {
			break
		}
	}
	d.NOuter++
	d.harvest()
	e, tv, balance := d.energyOf(d.x, d.next) // next is free until the next solve
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

// prepare begins an inner solve at U = F. q keeps what it was: a warm start.
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

// harvest keeps the partition into largest entries of U if, with its vertices settled, it beats the best. Every
// column counts relative to its largest entry, since E does not see the size of a column and the flow lets it
// shrink.
func (d *Multiclass) harvest() {
	labels, top := make([]int32, len(d.mass)), make([]float64, d.k)
	for at, x := range d.x {
		top[at%d.k] = max(top[at%d.k], x)
	}
	for i := range labels {
		most := 0.0
		for r, x := range d.x[i*d.k:][:d.k] {
			if x > most*top[r] {
				labels[i], most = int32(r), x/top[r]
			}
		}
		if d.fixed != nil && d.fixed[i] >= 0 {
			labels[i] = d.fixed[i]
		}
	}
	d.offer(labels)
}

// offer settles the vertices of a partition and keeps it if it beats the best.
func (d *Multiclass) offer(labels []int32) {
	t := d.tallyOf(labels)
	if math.IsInf(t.Energy(), 1) { // a part is empty
		return
	}
	d.opt.Improve(t)
	t.Sum()
	if energy := t.Energy(); objective.Lowers(energy, d.Energy) {
		d.Labels, d.Energy = labels, energy
	}
}

func (d *Multiclass) tallyOf(labels []int32) *objective.Tally {
	return objective.NewTally(d.graph, d.mass, labels, d.k)
}

// lack returns what is lacking to sufficient descent, negative where there is enough:
//
//	Σ_r (1/B(f_r)) (TV(u_r) − E_r ⟨v_r, u_r⟩ + θ α E_r ‖u_r − f_r‖²) < 0,
//
// which is the adaptive rule of one function summed over all with the weights of the inner problem. With θ = 1
// the exact minimiser fulfils it.
func (d *Multiclass) lack() float64 { return d.rows.Sum(d.measure)[0] }

func (d *Multiclass) lackRows(lo, hi int) parallel.Sums {
	k := d.k
	var s parallel.Sums
	for i := lo; i < hi; i++ {
		ui := d.x[i*k:][:k]
		idx, w := d.graph.Row(i)
		for r := range ui {
			tv := 0.0
			for e, j := range idx {
				tv += w[e] * math.Abs(ui[r]-d.x[int(j)*k+r])
			}
			at := i*k + r
			energy, step := d.tv[r]/d.balance[r], ui[r]-d.f[at]
			s[0] += (tv/2 + energy*d.mass[i]*(d.opt.Theta*d.scale*step*step-d.v[at]*ui[r])) / d.balance[r]
		}
	}
	return s
}
