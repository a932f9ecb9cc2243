// Package multiclass lowers the energy of a partition into k parts, all of them at once: the flow of X.
// Bresson, T. Laurent, D. Uminsky and J. H. von Brecht, "Multiclass Total Variation Clustering", NIPS 2013,
// with the stopping rule of the same authors' adaptive algorithm.
package multiclass

import (
	"context"
	"math"

	"github.com/tvcut/tvcut/core/cut"
	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/par"
)

// Options are the parameters of a flow. Every field must be set.
type Options struct {
	Theta    float64 // θ in (0, 1): the share of the ideal descent that suffices
	Tol      float64 // TOL ≥ 0: ended when the energy falls by at most Tol times itself in an outer step
	MaxOuter int     // outer steps at most
	MaxInner int     // inner steps at most in one outer step
	Patience int     // outer steps without a better partition after which F jumps to the best
}

// Flow is the descent of
//
//	E(F) = Σ_r TV(f_r)/B(f_r),   F ≥ 0, Σ_r F_ir = 1,
//
// over the columns f_r of an n × k matrix, where B is the balance of cut.Energy with λ = k − 1 for functions low
// on their part: at the indicators of a partition E = Σ_r cut(A_r, A_rᶜ)/min((k−1) m(A_r), m(A_rᶜ)). One outer
// step is
//
//	v_r ∈ ∂B(f_r),   H ≈ argmin_U Σ_r (1/B(f_r)) (TV(u_r) − E_r ⟨v_r, u_r⟩ + (α E_r/2) ‖u_r − f_r‖²)
//
// over the same U, by the Chambolle–Pock iteration of all columns at once; F⁺ = H if E(H) < E(F). Rows of
// all matrices are contiguous, so that one gather serves all k columns.
type Flow struct {
	Labels []int32 // the best partition met so far
	Energy float64 // its E; Labels begin as those given and Energy never rises
	NInner int     // inner steps made
	NOuter int     // outer steps made

	graph  *graph.CSR
	mass   []float64
	rows   *par.Rows
	k      int
	opt    Options
	scale  float64 // α
	seeds  []int32 // rows held at a unit vector; nil: none
	column *cut.Energy

	f, v, force      []float64 // F; v; μ_r m_i F_ir + E_r m_i v_ir
	x, bar, next     []float64 // U, its extrapolation, and the one being written
	q                []float64 // dual variable over half-edges, of column r divided by 1/B(f_r)
	deg              []float64
	tv, balance, mu  []float64 // TV(f_r), B(f_r), α E_r
	e                float64   // E(F)
	u                []float64 // a column
	iterate, measure par.Body
}

// New returns a flow on g with measure mass from the given partition into k ≥ 2 parts, none of them empty.
// Vertices with seeds[i] ≥ 0 stay in that part; labels must agree. rows are the row blocks of g.
func New(g *graph.CSR, mass []float64, labels, seeds []int32, k int, rows *par.Rows, opt Options) *Flow {
	n := g.N()
	fl := &Flow{Labels: append([]int32(nil), labels...), graph: g, mass: mass, rows: rows, k: k, opt: opt,
		seeds: seeds, column: cut.NewEnergy(g, mass, float64(k-1), rows), deg: g.Degrees(),
		q: make([]float64, g.NNZ()*k), mu: make([]float64, k), u: make([]float64, n)}
	for _, matrix := range []*[]float64{&fl.f, &fl.v, &fl.force, &fl.x, &fl.bar, &fl.next} {
		*matrix = make([]float64, n*k)
	}
	fl.iterate, fl.measure = fl.iterateRows, fl.lackRows
	fl.Energy = fl.tallyOf(fl.Labels).energy()
	return fl
}

// energyOf returns E(F), TV(f_r) and B(f_r), and writes v_r ∈ ∂B(f_r) to v. E is +Inf or NaN where a column is
// constant.
func (fl *Flow) energyOf(f, v []float64) (e float64, tv, balance []float64) {
	tv, balance = make([]float64, fl.k), make([]float64, fl.k)
	for r := range fl.k {
		for i := range fl.u {
			fl.u[i] = -f[i*fl.k+r] // low on the part, as cut.Energy has it
		}
		median := fl.column.Median(fl.u)
		for i := range fl.u {
			fl.u[i] -= median
		}
		tv[r], balance[r] = fl.column.TV(fl.u), fl.column.Balance(fl.u, 0)
		w := fl.column.Subgradient(fl.u)
		for i, ui := range fl.u {
			v[i*fl.k+r] = -w.At(ui)
		}
		e += tv[r] / balance[r]
	}
	return e, tv, balance
}

// Run makes outer steps from the best partition until it stands still even after F jumped to it anew, MaxOuter
// steps are made, or ctx ends. The larger the scale α > 0, the shorter the steps. observe, if not nil, is called
// after every step.
func (fl *Flow) Run(ctx context.Context, scale float64, observe func()) cut.Status {
	fl.scale = scale
	fl.jump()
	standing, jumped := 0, fl.Energy
	for last := fl.NOuter + fl.opt.MaxOuter; fl.NOuter < last; {
		best := fl.Energy
		status := fl.Step(ctx)
		if observe != nil {
			observe()
		}
		if status == cut.Cancelled {
			return status
		}
		standing++
		if fl.Energy < best {
			standing = 0
		}
		if status == cut.Running && standing < fl.opt.Patience {
			continue
		}
		if !(fl.Energy < jumped) {
			return cut.Converged
		}
		fl.jump()
		standing, jumped = 0, fl.Energy
	}
	return cut.MaxOuter
}

// jump moves F to the indicators of the best partition.
func (fl *Flow) jump() {
	clear(fl.f)
	for i, a := range fl.Labels {
		fl.f[i*fl.k+int(a)] = 1
	}
	fl.e, fl.tv, fl.balance = fl.energyOf(fl.f, fl.v)
}

// Step makes one outer step, F → F⁺, and returns Running if E fell by more than Tol·E.
func (fl *Flow) Step(ctx context.Context) cut.Status {
	fl.prepare()
	tests := cut.Schedule{Due: 1}
	for i := 1; i <= fl.opt.MaxInner; i++ {
		if ctx.Err() != nil {
			return cut.Cancelled
		}
		fl.rows.Sum(fl.iterate)
		fl.bar, fl.next = fl.next, fl.bar
		fl.NInner++
		if i == tests.Due && tests.Passed(i, fl.lack()) {
			break
		}
	}
	fl.NOuter++
	fl.harvest()
	e, tv, balance := fl.energyOf(fl.x, fl.next) // next is free until the next solve
	if !(e < fl.e) {
		return cut.NoDescent
	}
	before := fl.e
	copy(fl.f, fl.x)
	copy(fl.v, fl.next)
	fl.e, fl.tv, fl.balance = e, tv, balance
	if before-e <= fl.opt.Tol*before {
		return cut.Converged
	}
	return cut.Running
}

// prepare begins an inner solve at U = F. q keeps what it was: a warm start.
func (fl *Flow) prepare() {
	for r := range fl.k {
		fl.mu[r] = fl.scale * fl.tv[r] / fl.balance[r] // μ_r = α E_r
	}
	for i, m := range fl.mass {
		for r := range fl.k {
			at := i*fl.k + r
			fl.force[at] = m * fl.mu[r] * (fl.f[at] + fl.v[at]/fl.scale) // μ_r m_i (F + v/α)
		}
	}
	copy(fl.x, fl.f)
	copy(fl.bar, fl.f)
}

// harvest keeps the partition into largest entries of U if, with its vertices settled, it beats the best. Every
// column counts relative to its largest entry, since E does not see the size of a column and the flow lets it
// shrink.
func (fl *Flow) harvest() {
	labels, top := make([]int32, len(fl.mass)), make([]float64, fl.k)
	for at, x := range fl.x {
		top[at%fl.k] = max(top[at%fl.k], x)
	}
	for i := range labels {
		most := 0.0
		for r, x := range fl.x[i*fl.k:][:fl.k] {
			if x > most*top[r] {
				labels[i], most = int32(r), x/top[r]
			}
		}
		if fl.seeds != nil && fl.seeds[i] >= 0 {
			labels[i] = fl.seeds[i]
		}
	}
	fl.offer(labels)
}

// offer settles the vertices of a partition and keeps it if it beats the best.
func (fl *Flow) offer(labels []int32) {
	t := fl.tallyOf(labels)
	if !(t.energy() < math.Inf(1)) { // a part is empty
		return
	}
	t.settle()
	t.sum()
	if energy := t.energy(); energy < fl.Energy*(1-1e-12) { // rounding alone is no improvement
		fl.Labels, fl.Energy = labels, energy
	}
}

func (fl *Flow) tallyOf(labels []int32) *tally {
	return newTally(fl.graph, fl.mass, fl.deg, fl.seeds, fl.k, labels)
}

// lack returns what is lacking to sufficient descent, negative where there is enough:
//
//	Σ_r (1/B(f_r)) (TV(u_r) − E_r ⟨v_r, u_r⟩ + θ α E_r ‖u_r − f_r‖²) < 0,
//
// which is the adaptive rule of one function summed over all with the weights of the inner problem. With θ = 1
// the exact minimiser fulfils it.
func (fl *Flow) lack() float64 { return fl.rows.Sum(fl.measure)[0] }

func (fl *Flow) lackRows(lo, hi int) par.Sums {
	k := fl.k
	var s par.Sums
	for i := lo; i < hi; i++ {
		ui := fl.x[i*k:][:k]
		idx, w := fl.graph.Row(i)
		for r := range ui {
			tv := 0.0
			for e, j := range idx {
				tv += w[e] * math.Abs(ui[r]-fl.x[int(j)*k+r])
			}
			at := i*k + r
			energy, d := fl.tv[r]/fl.balance[r], ui[r]-fl.f[at]
			s[0] += (tv/2 + energy*fl.mass[i]*(fl.opt.Theta*fl.scale*d*d-fl.v[at]*ui[r])) / fl.balance[r]
		}
	}
	return s
}
