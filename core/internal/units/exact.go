package units

import (
	"math"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/parallel"
)

// Exact are the graph and the masses in the units in which a result is evaluated: weights w_ij·2^−Exp and masses m_i·2^−MassExp,
// none of them changed otherwise.
type Exact struct {
	Graph        *graph.CSR
	Mass         []float64
	Exp, MassExp int
}

// ExactFor returns the units of the search, s, unless Normalise or Masses had to raise weights of g or the given masses into the
// safe range: then those of the input, in which no product needs a safe range because only sums and one quotient are computed.
func ExactFor(s Exact, g *graph.CSR, given []float64, normalized bool) *Exact {
	if (s.Exp == 0 || isScaled(s.Graph.Data, g.Data, s.Exp)) && (given == nil || isScaled(s.Mass, given, s.MassExp)) {
		return &s
	}
	switch {
	case given != nil:
	case normalized:
		given = PositiveDegrees(g)
	default:
		given = s.Mass
	}
	if math.IsInf(objective.Total(given), 1) {
		return &s
	}
	return &Exact{g, given, 0, 0}
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

// Team returns a team of threads for passes over all edges of a graph.
func Team(g *graph.CSR, threads int) *parallel.Team {
	if g.NNZ() < minParallel {
		return nil
	}
	return parallel.NewTeam(threads)
}
