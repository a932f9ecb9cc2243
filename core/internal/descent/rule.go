package descent

import (
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/rof"
)

// Method names one of the paper's three algorithms: the test that ends an inner ROF solve.
type Method int

// The paper's three algorithms.
const (
	Adaptive       Method = iota // Algorithm 3: sufficient descent, tested without a median
	AdaptiveMedian               // Algorithm 2: sufficient descent of E itself
	Fixed                        // Algorithm 1: ‖u_{i+1} − u_i‖ ≤ ε ‖f‖, no promise of descent
)

// Rule is what ends an inner solve.
type Rule struct {
	Method  Method
	Theta   float64 // θ in (0, 1), for Adaptive and AdaptiveMedian
	Epsilon float64 // ε > 0, for Fixed
}

// adaptive returns what is lacking to the test of Algorithm 3, the paper's eq. (21): the right side less the
// left of
//
//	TV(f) > TV(h) + θ E(f) ‖h − f‖² − E(f) ⟨v, h − f⟩.
//
// The test implies that of Algorithm 2, and with it E(h) < E(f).
func (d *Descent) adaptive(m rof.Method) float64 {
	m.Primal(d.next)
	s := d.energy.Rows().Sum(d.adaptiveSums)
	tv, dist2, vdot := s[0]/2, s[1], s[2]
	return tv + d.opt.Theta*d.e*dist2 - d.e*vdot - d.tv
}

// adaptiveRows returns 2·TV(h), ‖h − f‖² and ⟨v, h − f⟩ of its rows, for the h in next.
func (d *Descent) adaptiveRows(lo, hi int) parallel.Sums {
	s := parallel.Sums{objective.TVRows(d.energy.Graph, d.next, lo, hi)}
	for i := lo; i < hi; i++ {
		x := d.next[i] - d.f[i]
		s[1] += d.energy.Mass[i] * x * x
		s[2] += d.energy.Mass[i] * x * d.v.At(d.f[i])
	}
	return s
}

// adaptiveMedian returns what is lacking to the test of Algorithm 2, the paper's eq. (9), in the same sense:
//
//	E(f) > E(h) + θ E(f) ‖h − f‖² / B(h).
func (d *Descent) adaptiveMedian(m rof.Method) float64 {
	m.Primal(d.next)
	s := d.energy.Rows().Sum(d.adaptiveSums)
	tv, dist2 := s[0]/2, s[1]
	b := d.energy.Balance(d.next, d.energy.Median(d.next))
	return (tv+d.opt.Theta*d.e*dist2)/b - d.e
}

// fixed is the test of Algorithm 1, the paper's eq. (6): ‖u_{i+1} − u_i‖ ≤ ε at ‖f‖ = 1.
func (d *Descent) fixed(m rof.Method) bool {
	return m.Change() <= d.opt.Epsilon*d.size
}
