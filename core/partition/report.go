package partition

import (
	"math"
	"slices"

	"github.com/tvcut/tvcut/core/internal/bisect"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/tree"
	"github.com/tvcut/tvcut/core/internal/units"
)

// evaluate sets what describes the partition: Value, Masses, CutWeight, Imbalance and the values of the merges.
func (r *Result) evaluate(p Problem, u *units.Exact, opt *Options) {
	k, shares, total := opt.NClusters, p.shares(opt.NClusters), 0.0
	tasks := []func(){ // sums over all vertices or edges, which do not depend on one another
		func() { r.Value = objective.Value(u.Graph, u.Mass, r.Labels, k, opt.Asymmetry) },
		func() { r.CutWeight = objective.CutWeight(p.Graph, r.Labels) },
		func() { tree.SetValues(u.Graph, u.Mass, r.Labels, r.merges) },
		func() { r.Masses, total = objective.Sizes(u.Mass, r.Labels, k), objective.Total(u.Mass) },
	}
	team := units.Team(u.Graph, opt.NumThreads())
	defer team.Close()
	team.Run(len(tasks), func(t int) { tasks[t]() })
	r.Value, r.Imbalance = math.Ldexp(r.Value, u.Exp-u.MassExp), objective.Imbalance(r.Masses, shares, total)
	for a, size := range r.Masses {
		r.Masses[a] = math.Ldexp(size, u.MassExp)
	}
	r.Moved = 0
	for i, a := range p.Labels {
		if r.Labels[i] != a {
			r.Moved += math.Ldexp(u.Mass[i], u.MassExp)
		}
	}
	r.Merges = nil
	for _, m := range r.merges {
		m.Value = math.Ldexp(m.Value, u.Exp-u.MassExp)
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
