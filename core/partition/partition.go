package partition

import (
	"context"
	"fmt"
	"math"

	"github.com/tvcut/tvcut/core/cut"
	"github.com/tvcut/tvcut/core/graph"
)

// Result is a partition into k parts and how it was found. For k ≠ 2 there is no single descent: F is
// nil, Energy is Value, Trace is empty, and the steps are those of all bisections.
type Result struct {
	Labels      []int32    // part of each vertex, numbered in order of their first vertex
	Value       float64    // C(S) for two parts; else ½ Σ_r cut(A_r, A_rᶜ)/min(|A_r|, |A_rᶜ|), the same at k = 2
	Energy      float64    // E(F) ≥ Value
	Trace       []float64  // E(f⁰), E(f¹), … of the winning start: never rises
	F           []float64  // the final iterate of the winning start, length n
	Starts      []float64  // C each start had reached before the best was followed to its end
	NOuter      int        // outer steps of the winning start, len(Trace) − 1
	NInner      int        // inner steps of the winning start
	NInnerTotal int        // inner steps of all starts and parts
	NComponents int        // connected components of the graph
	Merges      []Merge    // the k−1 splits, last first; their values are those of the splits
	Status      cut.Status // for k ≠ 2 the one of all bisections that promises least
}

// StartError says what is wrong with a start given by the user.
type StartError struct {
	Start, Vertex int
	Reason        string
}

// Error implements the error interface.
func (e *StartError) Error() string {
	return fmt.Sprintf("partition: start %d, vertex %d: %s", e.Start, e.Vertex, e.Reason)
}

// Run partitions g into opt.NClusters parts. initial holds the user's own starts f⁰, each of length n, in
// place of those of opt.Init; it may be nil, and must be for more than two parts. observe, if not nil,
// is called after every outer step on the caller's goroutine.
//
// It fails with *OptionError or *StartError before any work. When ctx ends, it returns the best
// partition so far with status Cancelled or TimeLimit.
func Run(ctx context.Context, g *graph.CSR, opt Options, initial [][]float64, observe func(Progress)) (*Result, error) {
	opt, err := opt.resolve(g.N())
	if err != nil {
		return nil, err
	}
	if err := checkStarts(initial, g.N()); err != nil {
		return nil, err
	}
	if len(initial) > 0 && opt.NClusters != 2 {
		return nil, &StartError{Reason: "starts can be given for two clusters only"}
	}
	scaled, exp := normalise(g)
	component, count := graph.Components(scaled)
	run := &recursion{ctx: ctx, graph: scaled, opt: opt, initial: initial, observe: observe}
	var res *Result
	switch {
	case opt.NClusters == 1:
		res = &Result{Labels: make([]int32, g.N()), Status: cut.Optimal}
	case opt.NClusters == 2 && count > 1:
		res = alongComponents(component, count)
	case opt.NClusters == 2:
		res = run.twoWay()
	default:
		res = run.kWay()
	}
	res.NComponents = count
	renumber(res.Merges, canonical(res.Labels))
	if opt.NClusters == 2 {
		res.Merges = []Merge{{Left: 0, Right: 1}}
	}
	res.Value = Value(g, res.Labels, opt.NClusters)
	valueMerges(g, res.Labels, res.Merges)
	res.rescale(exp)
	if res.Status == cut.Optimal && res.Value > 0 { // every split was free, but not all of them together
		res.Status = cut.Converged
	}
	return res, nil
}

// Value returns the k-way value ½ Σ_r cut(A_r, A_rᶜ)/min(|A_r|, |A_rᶜ|) of a partition; C(S) at k = 2.
func Value(g *graph.CSR, labels []int32, k int) float64 {
	if k == 1 {
		return 0
	}
	cuts, size := make([]float64, k), make([]float64, k)
	for i, a := range labels {
		size[a]++
		idx, w := g.Row(i)
		for e, j := range idx {
			if labels[j] != a {
				cuts[a] += w[e]
			}
		}
	}
	total := 0.0
	for a, c := range cuts {
		total += c / min(size[a], float64(g.N())-size[a])
	}
	return total / 2
}

// Exponents of the weights a descent is given: from smallestExp to largestExp no product of them with
// anything it meets overflows, and none vanishes that counts.
const (
	largestExp  = 200
	smallestExp = -1000
)

// normalise returns g with its weights in the safe range, and the exponent of the power of two that undoes
// it; g itself where it already is. The largest degree is brought to the top of the range. A positive
// weight that would still lie below, 10³⁶⁰ times lighter than the heaviest, is raised to the bottom: it is
// too small to count beside the others, but still joins its vertices.
func normalise(g *graph.CSR) (*graph.CSR, int) {
	largest, smallest := 0.0, math.Inf(1)
	for _, d := range g.Degrees() {
		largest = max(largest, d)
	}
	for _, w := range g.Data {
		if w > 0 {
			smallest = min(smallest, w)
		}
	}
	_, exp := math.Frexp(largest)
	least := math.Ldexp(1, smallestExp)
	if largest == 0 || -largestExp < exp && exp <= largestExp && smallest >= least {
		return g, 0
	}
	exp -= largestExp
	scaled := g.Scaled(-exp)
	for k, w := range g.Data {
		if w > 0 {
			scaled.Data[k] = max(scaled.Data[k], least)
		}
	}
	return scaled, exp
}

// rescale brings energies back to the scale of the user's weights.
func (r *Result) rescale(exp int) {
	if r.F == nil {
		r.Energy = r.Value
		return
	}
	r.Energy = math.Ldexp(r.Energy, exp)
	for k := range r.Trace {
		r.Trace[k] = math.Ldexp(r.Trace[k], exp)
	}
	for k := range r.Starts {
		r.Starts[k] = math.Ldexp(r.Starts[k], exp)
	}
}

// canonical renumbers labels in order of first appearance, and returns old number → new.
func canonical(labels []int32) map[int32]int32 {
	number := map[int32]int32{}
	for i, a := range labels {
		b, ok := number[a]
		if !ok {
			b = int32(len(number))
			number[a] = b
		}
		labels[i] = b
	}
	return number
}

// checkStarts refuses starts of another length than n, not finite, or constant.
func checkStarts(initial [][]float64, n int) error {
	for s, f := range initial {
		if len(f) != n {
			return &StartError{s, len(f), fmt.Sprintf("give one value for each of the %d vertices", n)}
		}
		constant := true
		for i, fi := range f {
			if math.IsNaN(fi) || math.IsInf(fi, 0) {
				return &StartError{s, i, fmt.Sprintf("f⁰ = %g; give finite values", fi)}
			}
			constant = constant && fi == f[0]
		}
		if constant {
			return &StartError{s, 0, "f⁰ is constant and has no level set; give at least two values"}
		}
	}
	return nil
}
