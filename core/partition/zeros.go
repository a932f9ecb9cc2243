package partition

import (
	"fmt"
	"math"

	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/units"
)

// dividesByMass reports whether the criterion divides by the mass of every part, which must then be positive.
func (o *Options) dividesByMass() bool { return o.NClusters > 1 && o.Objective == ValueObjective }

// checkPositive checks that some vertex has a positive mass and, if the criterion divides by the masses of the parts, that each part
// can have such a vertex.
func (p Problem) checkPositive(opt Options) error {
	if p.VertexWeight == nil {
		return nil
	}
	need := 1
	has := make([]bool, opt.NClusters) // whether a part has a fixed vertex of positive mass
	if opt.dividesByMass() {
		need = opt.NClusters
	}
	free, held := 0, 0
	for i, m := range p.VertexWeight {
		switch {
		case m == 0:
		case p.Fixed == nil || p.Fixed[i] < 0:
			free++
		case !has[p.Fixed[i]]:
			has[p.Fixed[i]] = true
			held++
		}
	}
	if free+held >= need {
		return nil
	}
	if free+held == 0 {
		return &InputError{"vertex_weight", 0, -1, "must be > 0 for some vertex, got zero for all"}
	}
	return &InputError{"vertex_weight", 0, -1, fmt.Sprintf("must be > 0 for a vertex of each of the %d parts, since the value "+
		"divides by their masses, but at most %d parts can have one; ask for fewer parts", need, free+held)}
}

// numPositive returns the number of vertices that are not of mass 0.
func (p Problem) numPositive() int {
	count := p.Graph.N()
	for _, m := range p.VertexWeight {
		if m == 0 {
			count--
		}
	}
	return count
}

// bounds returns the bounds on the masses of parts, in units of 2^massExp: those of the options and, if the criterion divides by the
// masses and some are 0, that every part has a vertex of positive mass.
func (p Problem) bounds(o *Options, massExp int) func(shares []float64, total float64) objective.Bounds {
	l, least := o.limits().In(massExp), 0.0
	if o.dividesByMass() {
		least = math.Ldexp(units.LeastMass(p.VertexWeight), -massExp)
	}
	return func(shares []float64, total float64) objective.Bounds {
		return l.Bounds(shares, total).Tightened(least, math.Inf(1))
	}
}
