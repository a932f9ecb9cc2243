package descent

import (
	"math"

	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/rof"
)

// Method is the stopping rule of one of the paper's three algorithms for the inner ROF solve.
type Method int

// The paper's three algorithms.
const (
	Adaptive       Method = iota // Algorithm 3: sufficient descent, tested without a median
	AdaptiveMedian               // Algorithm 2: sufficient descent of E, tested with a median
	Fixed                        // Algorithm 1: fixed tolerance ‖u_{i+1} − u_i‖ ≤ ε ‖f‖, which does not guarantee descent
)

// Rule is a stopping rule of the inner solve with its parameters.
type Rule struct {
	Method  Method
	Theta   float64 // θ in (0, 1); only used by Adaptive and AdaptiveMedian
	Epsilon float64 // ε > 0; only used by Fixed
}

// adaptive returns the shortfall of the sufficient-descent test of Algorithm 3, the paper's eq. (21),
//
//	TV(f) > TV(h) + θ E(f) ‖h − f‖² − E(f) ⟨v, h − f⟩,
//
// which is its right side minus its left side. The test passes if the shortfall is negative. It implies the test of
// Algorithm 2 and thus E(h) < E(f).
func (d *Descent) adaptive(m rof.Method) float64 {
	m.Primal(d.next)
	s := d.energy.Rows().Sum(d.adaptiveSums)
	tv, dist2, vdot := s[0]/2, s[1], s[2]
	return tv + d.opt.Theta*d.e*dist2 - d.e*vdot - d.tv
}

// adaptiveRows returns the contributions of the rows lo … hi−1 to 2·TV(h), ‖h − f‖² and ⟨v, h − f⟩, for the h in next.
func (d *Descent) adaptiveRows(lo, hi int) parallel.Sums {
	s := parallel.Sums{objective.TVRows(d.energy.Graph, d.next, lo, hi)}
	for i := lo; i < hi; i++ {
		x := d.next[i] - d.f[i]
		s[1] += d.energy.Mass[i] * x * x
		s[2] += d.energy.Mass[i] * x * d.v.At(d.f[i])
	}
	return s
}

// adaptiveMedian returns the shortfall, right side minus left side, of the sufficient-descent test of Algorithm 2, the
// paper's eq. (9):
//
//	E(f) > E(h) + θ E(f) ‖h − f‖² / B(h).
func (d *Descent) adaptiveMedian(m rof.Method) float64 {
	m.Primal(d.next)
	s := d.energy.Rows().Sum(d.adaptiveSums)
	tv, dist2 := s[0]/2, s[1]
	b := d.energy.Balance(d.next, d.energy.Median(d.next))
	return (tv+d.opt.Theta*d.e*dist2)/b - d.e
}

// smallChange is the test of Algorithm 1, the paper's eq. (6), ‖u_{i+1} − u_i‖ ≤ ε for ‖f‖ = 1, scaled to any ‖f‖.
func (d *Descent) smallChange(m rof.Method) bool {
	return m.Change() <= d.opt.Epsilon*d.opt.Scale*math.Sqrt(d.energy.Total)
}

// shortfall returns the left side of the sufficient-descent test
//
//	Σ_r (1/B(f_r)) (TV(u_r) − E_r ⟨v_r, u_r⟩ + θ α E_r ‖u_r − f_r‖²) < 0,
//
// which is the test of Algorithm 3 summed over the columns with the weights of the inner problem. For θ = 1 the exact
// minimiser satisfies it.
func (d *Multiclass) shortfall() float64 { return d.rows.Sum(d.shortfallSums)[0] }

// shortfallRows returns the contribution of the rows lo … hi−1 to the shortfall.
func (d *Multiclass) shortfallRows(lo, hi int) parallel.Sums {
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
