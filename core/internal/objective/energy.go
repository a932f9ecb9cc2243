package objective

import (
	"math"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/parallel"
)

// Energy is the balanced-cut energy of a graph with a vertex measure m and an asymmetry λ,
//
//	E(f) = TV(f)/B(f),  B(f) = Σ m_i |f_i − med_λ(f)|_λ,  |x|_λ = x for x ≥ 0, −λx for x < 0.
//
// For m = 1 and λ = 1 it is half the energy of the paper's eq. (4), which counts every edge twice. With this scaling
// E(f) = C(S) if f takes two values, the lower one on S.
type Energy struct {
	Graph  *graph.CSR
	Mass   []float64 // m_i > 0
	Lambda float64   // asymmetry λ > 0
	Total  float64   // M = Σ m_i

	rows   *parallel.Rows
	ranked []ranked // working space of Median and of Sweeper.Best
}

// NewEnergy returns the energy on g with the measure mass and the asymmetry lambda. rows are the row blocks of g; the
// energy and all that uses it runs on their threads. Methods of an Energy must not be called at the same time.
func NewEnergy(g *graph.CSR, mass []float64, lambda float64, rows *parallel.Rows) *Energy {
	return &Energy{Graph: g, Mass: mass, Lambda: lambda, Total: Total(mass), rows: rows}
}

// Rows returns the row blocks on which the energy runs.
func (e *Energy) Rows() *parallel.Rows { return e.rows }

// TV returns Σ_{i<j} w_ij |f_i − f_j|.
func (e *Energy) TV(f []float64) float64 {
	return e.rows.Sum(func(lo, hi int) parallel.Sums {
		return parallel.Sums{TVRows(e.Graph, f, lo, hi)}
	})[0] / 2
}

// TVRows returns Σ_{i=lo}^{hi−1} Σ_j w_ij |f_i − f_j|, the contribution of rows lo … hi−1 to 2·TV(f).
func TVRows(g *graph.CSR, f []float64, lo, hi int) float64 {
	total := 0.0
	for i := lo; i < hi; i++ {
		idx, w := g.Row(i)
		fi, row := f[i], 0.0
		for k, j := range idx {
			row += w[k] * math.Abs(fi-f[j])
		}
		total += row
	}
	return total
}

// Balance returns Σ m_i |f_i − c|_λ. For c = med_λ(f) it is B(f), the minimum over all c.
func (e *Energy) Balance(f []float64, c float64) float64 {
	return e.rows.Sum(func(lo, hi int) parallel.Sums {
		var s parallel.Sums
		for i := lo; i < hi; i++ {
			s[0] += e.Mass[i] * skew(f[i]-c, e.Lambda)
		}
		return s
	})[0]
}

// Of returns E(f) = TV(f)/B(f). It is NaN for constant f.
func (e *Energy) Of(f []float64) float64 {
	return e.TV(f) / e.Balance(f, e.Median(f))
}

// skew returns |x|_λ.
func skew(x, lambda float64) float64 {
	if x < 0 {
		return -lambda * x
	}
	return x
}

// Square returns ‖f‖² = Σ m_i f_i².
func (e *Energy) Square(f []float64) float64 {
	return e.rows.Sum(func(lo, hi int) parallel.Sums {
		var s parallel.Sums
		for i := lo; i < hi; i++ {
			s[0] += e.Mass[i] * f[i] * f[i]
		}
		return s
	})[0]
}

// Center replaces f by (f − med_λ(f))·s√M/‖f − med_λ(f)‖, which does not change E. For constant f the result is NaN. It rounds
// only quotients of masses to roots, so that masses times a power of two give the same bits.
func (e *Energy) Center(f []float64, s float64) {
	c := e.Median(f)
	for i := range f {
		f[i] -= c // f − med_λ(f)
	}
	scale := s * math.Sqrt(e.Total/e.Square(f))
	for i := range f {
		f[i] *= scale
	}
}

// CenterIndicator writes to f what Center makes of the indicator of Sᶜ for S = {low}, neither empty nor all vertices. It
// takes the median from the masses of both sides and needs no memory.
func (e *Energy) CenterIndicator(low []bool, f []float64, s float64) {
	side := e.rows.Sum(func(lo, hi int) parallel.Sums {
		var m parallel.Sums
		for i, in := range low[lo:hi] {
			if in {
				m[0] += e.Mass[lo+i]
			} else {
				m[1] += e.Mass[lo+i]
			}
		}
		return m
	})
	inside, outside := 0.0, s*math.Sqrt(e.Total/side[1]) // med_λ = 0
	if side[0] < e.Total/(1+e.Lambda) {
		inside, outside = -s*math.Sqrt(e.Total/side[0]), 0 // med_λ = 1
	}
	e.rows.Sum(func(lo, hi int) parallel.Sums {
		for i := lo; i < hi; i++ {
			f[i] = outside
			if low[i] {
				f[i] = inside
			}
		}
		return parallel.Sums{}
	})
}

// Subgradient is the element v of ∂B(f) with Σ m_i v_i = 0 for f with median 0. v_i depends on the sign of f_i: it is 1
// where f > 0, −λ where f < 0, and (λ m⁻ − m⁺)/m⁰ where f = 0, with m⁺, m⁻ and m⁰ the masses of these three sets (the
// paper's eq. (10), generalised to m and λ).
type Subgradient struct{ Below, Zero, Above float64 }

// At returns v_i for f_i = x.
func (v Subgradient) At(x float64) float64 {
	switch {
	case x < 0:
		return v.Below
	case x > 0:
		return v.Above
	}
	return v.Zero
}

// Subgradient returns the subgradient of B at f, whose median must be 0.
func (e *Energy) Subgradient(f []float64) Subgradient {
	var below, zero, above float64
	for i, fi := range f {
		switch {
		case fi < 0:
			below += e.Mass[i]
		case fi > 0:
			above += e.Mass[i]
		default:
			zero += e.Mass[i]
		}
	}
	return Subgradient{Below: -e.Lambda, Zero: (e.Lambda*below - above) / zero, Above: 1}
}
