// Package partition is what users ask for: a balanced cut of a graph into two parts, or k, from several
// starts of which the lowest energy wins.
package partition

import (
	"fmt"
	"math"
	"runtime"

	"github.com/tvcut/tvcut/core/cut"
)

// Init names the kind of starting function.
type Init int

// The kinds of start. The zero value is the default.
const (
	Auto       Init = iota // Multilevel, and on small graphs Diffusion and Random in turn as well
	Random                 // independent standard normal values
	Diffusion              // a random vertex, spread by a lazy random walk
	Multilevel             // cuts of ever coarser versions of the graph, refined on the way back
	Spectral               // the second eigenvector of the Laplacian that matches the measure; one start
)

// Polish says what is done with a cut that the flow has ended at.
type Polish int

// The kinds of polish. The zero value is the default.
const (
	MinCut Polish = iota // minimum cuts, until none improves it
	Unpolished
)

// Precision names the type in which the inner iteration keeps its values. Energies, and so whether a step is taken, are
// in float64 in either case: E falls at every step.
type Precision int

// The precisions. The zero value is the default.
const (
	Float64 Precision = iota
	Float32           // half the memory and about half the time of an inner step; some seven digits of u and p
)

// Balance names the mass m of a vertex, by which parts are weighed.
type Balance int

// The balances. The zero value is the default.
const (
	Ratio      Balance = iota // m = 1: the ratio Cheeger cut, the paper's Balanced Cut
	Normalized                // m = degree: the normalized Cheeger cut (the paper's Section 4)
)

// Strategy names how a graph is cut into more than two parts.
type Strategy int

// The strategies. The zero value is the default.
const (
	Asymmetric Strategy = iota // cut off one cluster of k at a time: λ = k m/M − 1 for a part of mass m
	Symmetric                  // cut parts in two halves
	Every                      // both, of which the partition with the lower value is kept
)

// Options are the parameters of a partition. The zero value of each field means its default, which is
// the one of Defaults.
type Options struct {
	NClusters int       // number of parts k ≥ 1
	Rule      cut.Rule  // which of the paper's algorithms
	Init      Init      // kind of start
	Balance   Balance   // how parts are weighed
	Polish    Polish    // what is done with a cut at the end
	Asymmetry float64   // λ > 0 of C(S) = cut/min(λ m(S), m(Sᶜ)), for two parts
	Strategy  Strategy  // how more than two parts are cut
	NStarts   int       // number of starts ≥ 1 of each kind; the lowest C wins. Default: see fewStarts
	Theta     float64   // θ in (0, 1) of Algorithms 2 and 3: the share of the ideal descent that suffices
	Epsilon   float64   // ε > 0 of Algorithm 1: ‖u_{i+1} − u_i‖ ≤ ε ‖f‖ ends an inner solve
	Tol       float64   // TOL: converged when E falls by at most Tol·E; negative: only when E stands still
	MaxOuter  int       // outer steps at most, from each start
	MaxInner  int       // inner steps at most in one outer step
	MaxRefine int       // outer steps at most of the refinement of more than two parts; negative: none
	Patience  int       // outer steps without a better level set before f jumps to the best; negative: never
	Scale     float64   // s > 0: iterates are kept at ‖f‖ = s·√M; negative: at ‖f‖ = 1
	Bound     bool      // also find a lower bound of all values
	Precision Precision // of the values in the inner iteration
	Seed      uint64    // seed of all random choices
	Threads   int       // threads ≥ 1; the result does not depend on it. Default: GOMAXPROCS

	anyStarts bool // NStarts was left to the default
}

// The default number of starts depends on the number of vertices n: on a small graph a start costs next to
// nothing, and its landscape has as many valleys as a large one's. It is 8, on graphs of less than 1000
// vertices 8000/n, for Multilevel, whose starts cost less, of less than 32000 vertices 256000/n, and at most 32. Parts
// of more than two are cut from 2: what more would gain, their refinement gains for less.
const (
	fewStarts   = 8
	manyStarts  = 32
	partStarts  = 2
	smallGraph  = 1000
	mediumGraph = 32 * smallGraph
)

// starts returns the default number of starts on n vertices, of a kind for which graphs below size are small.
func starts(n, size int) int { return max(fewStarts, min(manyStarts, fewStarts*size/n)) }

// Defaults returns the default options, the one place where they are written.
func Defaults() Options {
	return Options{
		NClusters: 2,
		Rule:      cut.Adaptive,
		Init:      Auto,
		Balance:   Ratio,
		Polish:    MinCut,
		Asymmetry: 1,
		Strategy:  Asymmetric,
		NStarts:   0, // fewStarts, and more on small graphs
		Theta:     0.99,
		Epsilon:   1e-3,
		Tol:       1e-6,
		MaxOuter:  1000,
		MaxInner:  1500,
		MaxRefine: 300,
		Patience:  5,
		Scale:     0.3,
		Precision: Float64,
		Threads:   runtime.GOMAXPROCS(0),
	}
}

// Paper returns the settings of the paper's experiments (its Section 5): one random start, ‖f‖ = 1, θ = 0.99,
// at most 1500 inner steps, and f left to the flow alone. The paper does not give its TOL; docs/paper.md
// has the outcome of three.
func Paper() Options {
	o := Defaults()
	o.Tol = 1e-4
	o.Init = Random
	o.Polish = Unpolished
	o.Strategy = Symmetric
	o.MaxRefine = -1
	o.NStarts = 1
	o.Patience = -1
	o.Scale = -1
	return o
}

// OptionError names an option out of its range, and the range.
type OptionError struct {
	Option string
	Value  float64
	Want   string
}

// Error implements the error interface.
func (e *OptionError) Error() string {
	return fmt.Sprintf("partition: %s = %g; give %s", e.Option, e.Value, e.Want)
}

// resolve fills zero fields with their defaults and checks ranges for a graph of n vertices.
func (o Options) resolve(n int) (Options, error) {
	d := Defaults()
	d.NStarts, o.anyStarts = starts(n, smallGraph), o.NStarts == 0
	if o.NClusters > 2 {
		d.NStarts = partStarts
	}
	for _, f := range []struct{ field, value *int }{
		{&o.NClusters, &d.NClusters}, {&o.NStarts, &d.NStarts}, {&o.MaxOuter, &d.MaxOuter},
		{&o.MaxInner, &d.MaxInner}, {&o.MaxRefine, &d.MaxRefine}, {&o.Patience, &d.Patience}, {&o.Threads, &d.Threads},
	} {
		if *f.field == 0 {
			*f.field = *f.value
		}
	}
	for _, f := range []struct{ field, value *float64 }{
		{&o.Theta, &d.Theta}, {&o.Epsilon, &d.Epsilon}, {&o.Tol, &d.Tol}, {&o.Scale, &d.Scale}, {&o.Asymmetry, &d.Asymmetry},
	} {
		if *f.field == 0 {
			*f.field = *f.value
		}
	}
	if err := o.check(n); err != nil {
		return o, err
	}
	o.Tol = max(o.Tol, 0)
	o.Patience = max(o.Patience, 0)
	return o, nil
}

func (o Options) check(n int) error {
	positive := func(x float64) bool { return x > 0 && !math.IsInf(x, 0) }
	for _, c := range []struct {
		option string
		value  float64
		ok     bool
		want   string
	}{
		{"NClusters", float64(o.NClusters), 1 <= o.NClusters && o.NClusters <= n, fmt.Sprintf("1 … n = %d", n)},
		{"Rule", float64(o.Rule), cut.Adaptive <= o.Rule && o.Rule <= cut.Fixed, "a known algorithm"},
		{"Init", float64(o.Init), Auto <= o.Init && o.Init <= Spectral, "a known kind of start"},
		{"Balance", float64(o.Balance), Ratio <= o.Balance && o.Balance <= Normalized, "a known balance"},
		{"Polish", float64(o.Polish), MinCut <= o.Polish && o.Polish <= Unpolished, "a known polish"},
		{"Precision", float64(o.Precision), Float64 <= o.Precision && o.Precision <= Float32, "a known precision"},
		{"Asymmetry", o.Asymmetry, 1e-6 <= o.Asymmetry && o.Asymmetry <= 1e6, "λ from 1e-6 to 1e6"},
		{"Asymmetry", o.Asymmetry, o.Asymmetry == 1 || o.NClusters <= 2, "1 for more than two parts"},
		{"Strategy", float64(o.Strategy), Asymmetric <= o.Strategy && o.Strategy <= Every, "a known strategy"},
		{"NStarts", float64(o.NStarts), o.NStarts >= 1, "at least 1"},
		{"Theta", o.Theta, o.Theta > 0 && o.Theta < 1, "0 < θ < 1"},
		{"Epsilon", o.Epsilon, positive(o.Epsilon), "a positive number"},
		{"Tol", o.Tol, !math.IsNaN(o.Tol) && o.Tol < 1, "a number below 1"},
		{"MaxOuter", float64(o.MaxOuter), o.MaxOuter >= 1, "at least 1"},
		{"MaxInner", float64(o.MaxInner), o.MaxInner >= 1, "at least 1"},
		{"Scale", o.Scale, o.Scale < 0 && !math.IsInf(o.Scale, 0) || 1e-100 <= o.Scale && o.Scale <= 1e100,
			"a number from 1e-100 to 1e100, or a negative one for ‖f‖ = 1"},
		{"Scale", o.Scale, o.Precision == Float64 || o.Scale < 0 || 1e-10 <= o.Scale && o.Scale <= 1e10,
			"a number from 1e-10 to 1e10 with Float32, or Float64"},
		{"Threads", float64(o.Threads), o.Threads >= 1, "at least 1"},
	} {
		if !c.ok {
			return &OptionError{c.option, c.value, c.want}
		}
	}
	return nil
}

// descent returns the options of one descent on a graph of total measure M.
func (o Options) descent(total float64) cut.Options {
	d := cut.Options{Rule: o.Rule, Theta: o.Theta, Epsilon: o.Epsilon, Tol: o.Tol,
		MaxOuter: o.MaxOuter, MaxInner: o.MaxInner, Patience: o.Patience, Scale: o.Scale}
	if d.Scale < 0 {
		d.Scale = 1 / math.Sqrt(total) // ‖f‖ = 1
	}
	return d
}
