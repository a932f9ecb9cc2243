package partition

import (
	"math"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/bisect"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/parallel"
	"github.com/tvcut/tvcut/core/internal/tree"
)

// units are the graph and the masses in the units in which a result is evaluated: weights w_ij·2^−exp and masses
// m_i·2^−massExp, none of them changed otherwise.
type units struct {
	graph        *graph.CSR
	mass         []float64
	exp, massExp int
}

// exactUnits returns the units of the search, unless normalise or measure had to raise weights or masses into the safe range:
// then those of the input, in which no product needs a safe range because only sums and one quotient are computed.
func (p Problem) exactUnits(scaled *graph.CSR, mass []float64, balance Balance, exp, massExp int) *units {
	search := &units{scaled, mass, exp, massExp}
	if (exp == 0 || isScaled(scaled.Data, p.Graph.Data, exp)) && (p.VertexWeight == nil || isScaled(mass, p.VertexWeight, massExp)) {
		return search
	}
	given := p.VertexWeight
	switch {
	case given != nil:
	case balance == Normalized:
		given = positiveDegrees(p.Graph)
	default:
		given = mass
	}
	if math.IsInf(objective.Total(given), 1) {
		return search
	}
	return &units{p.Graph, given, 0, 0}
}

// isScaled reports whether x_i·2^exp is y_i for all i.
func isScaled(x, y []float64, exp int) bool {
	if exp == 0 {
		return slices.Equal(x, y)
	}
	return slices.EqualFunc(x, y, func(a, b float64) bool { return math.Ldexp(a, exp) == b })
}

// minParallel is the number of half-edges below which one thread visits all of them in less time than several.
const minParallel = 1 << 17

// team returns a team for passes over all edges of a graph.
func (o *Options) team(g *graph.CSR) *parallel.Team {
	if g.NNZ() < minParallel {
		return nil
	}
	return parallel.NewTeam(o.NumThreads())
}

// evaluate sets what describes the partition: Value, Sizes, CutWeight, Imbalance and the values of the merges.
func (r *Result) evaluate(p Problem, u *units, opt *Options) {
	k, shares, total := opt.NClusters, p.shares(opt.NClusters), 0.0
	tasks := []func(){ // sums over all vertices or edges, which do not depend on one another
		func() { r.Value = objective.Value(u.graph, u.mass, r.Labels, k, opt.Asymmetry) },
		func() { r.CutWeight = objective.CutWeight(p.Graph, r.Labels) },
		func() { tree.SetValues(u.graph, u.mass, r.Labels, r.merges) },
		func() { r.Sizes, total = objective.Sizes(u.mass, r.Labels, k), objective.Total(u.mass) },
	}
	team := opt.team(u.graph)
	defer team.Close()
	team.Run(len(tasks), func(t int) { tasks[t]() })
	r.Value, r.Imbalance = math.Ldexp(r.Value, u.exp-u.massExp), math.Inf(-1)
	for a, size := range r.Sizes {
		r.Imbalance = max(r.Imbalance, size/(shares[a]*total)-1) // m(A_r)/(t_r M) − 1
		r.Sizes[a] = math.Ldexp(size, u.massExp)
	}
	r.Merges = nil
	for _, m := range r.merges {
		m.Value = math.Ldexp(m.Value, u.exp-u.massExp)
		r.Merges = append(r.Merges, Merge(m))
	}
}

// evaluateEnergy sets Energy, Trace and Starts in the units of the input. exp is the binary exponent of the unit of an energy
// in the search. F may have no energy, as after an exhaustive search, or an energy below the value by more than rounding
// errors, as with masses of many magnitudes. The indicator of the partition, whose energy is the value, then replaces it.
func (r *Result) evaluateEnergy(mass []float64, lambda float64, exp int) {
	if r.F == nil {
		r.Energy = r.Value
		return
	}
	r.Energy = math.Ldexp(r.Energy, exp)
	for _, values := range [][]float64{r.Trace, r.Starts} {
		for k := range values {
			values[k] = math.Ldexp(values[k], exp)
		}
	}
	if r.Energy >= r.Value*(1-objective.Rounding) && !(math.IsInf(r.Energy, 1) && !math.IsInf(r.Value, 1)) {
		return
	}
	low := lowSide(mass, r.Labels, lambda)
	objective.Indicate(low, r.F)
	r.Trace = slices.DeleteFunc(r.Trace, func(e float64) bool { return !(e > r.Value) || math.IsInf(e, 1) })
	r.Trace, r.Energy = append(r.Trace, r.Value), r.Value
	r.NOuter = len(r.Trace) - 1
}

// lowSide returns the part S of a partition into two for which C(S) is smaller.
func lowSide(mass []float64, labels []int32, lambda float64) []bool {
	size := objective.Sizes(mass, labels, 2)
	part := int32(0)
	if objective.Balance(lambda, size[1], size[0]) > objective.Balance(lambda, size[0], size[1]) {
		part = 1
	}
	return bisect.InPart(labels, part)
}

// settle sets Status to Optimal if and only if it is shown that no partition has a lower criterion: proved says so, or nothing is
// cut, or the value meets the lower bound. A value that is too small or too large for a float64 meets none.
func (r *Result) settle(proved bool, minimised Objective) {
	met := minimised == ValueObjective && r.LowerBound.Present && r.Value > 0 && r.Value <= math.MaxFloat64 &&
		r.Value <= r.LowerBound.Value*(1+objective.Rounding)
	switch {
	case proved, met, r.CutWeight == 0:
		r.Status = Optimal
	case r.Status == Optimal: // every split had value 0, but the partition does not
		r.Status = Converged
	}
}
