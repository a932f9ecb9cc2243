package partition

import (
	"context"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/bisect"
	"github.com/tvcut/tvcut/core/internal/limits"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/portfolio"
	"github.com/tvcut/tvcut/core/internal/units"
)

// prepared is a problem in the units of the search, and the search.
type prepared struct {
	ctx          context.Context
	opt          *Options
	graph        *graph.CSR // weights w_ij·2^−exp
	mass         []float64  // m_i·2^−massExp
	exp, massExp int
	units        *units.Exact      // in which the result is evaluated
	search       portfolio.Problem // with its vertices in the order of the search
	order        []int32           // vertices of the input in that order; nil: the same order
	observe      func(bisect.Progress)
}

// earlier is what an earlier search found, and what is made of it: see portfolio.Problem.
type earlier struct {
	free      []int32
	consensus bool
}

// prepare checks the problem and prepares the search for it. given is what an earlier search found.
func prepare(ctx context.Context, p Problem, opt Options, given earlier, observe func(Progress)) (*prepared, error) {
	if err := p.validate(opt); err != nil {
		return nil, err
	}
	team := units.Team(p.Graph, opt.NumThreads())
	defer team.Close()
	s := &prepared{ctx: ctx, opt: &opt}
	s.graph, s.exp = units.Normalise(p.Graph, team)
	s.mass, s.massExp = p.measure(s.graph, opt.Balance, s.exp)
	parts := limits.Parts{Shares: p.shares(opt.NClusters), Alike: p.PartWeights == nil && p.Fixed == nil, Fixed: p.Fixed, Mass: s.mass,
		MassExp: s.massExp}
	opt.whole = limits.WholeImbalance(parts, opt.limits())
	if violation := limits.Check(parts, opt.limits()); violation != nil && opt.Bounds == HardBounds {
		return nil, (*BoundsError)(violation)
	}
	s.units = units.ExactFor(units.Exact{Graph: s.graph, Mass: s.mass, Exp: s.exp, MassExp: s.massExp}, p.Graph, p.VertexWeight,
		opt.Balance == Normalized)
	s.observe = opt.inUnits(observe, s.exp, s.massExp)
	s.search = portfolio.Problem{Graph: s.graph, Mass: s.mass, Starts: p.Starts, Fixed: p.Fixed, Labels: p.Labels, Free: given.free,
		Consensus: given.consensus}
	if p.PartWeights != nil {
		s.search.Shares = p.shares(opt.NClusters)
	}
	s.search.Exact = portfolio.Exact{Graph: s.units.Graph, Mass: s.units.Mass, Bounds: p.bounds(&opt, s.units.MassExp)(parts.Shares, objective.Total(s.units.Mass))}
	s.reorder(team)
	s.search.Component, s.search.Components = components(s.search.Graph)
	return s, nil
}

// validate returns *OptionError or *InputError if an option or an input is not valid.
func (p Problem) validate(opt Options) error {
	if err := opt.Validate(p.Graph.N()); err != nil {
		return err
	}
	return p.check(opt)
}

// components returns the connected component of each vertex and their number, or nil and 1: on a large graph the components would
// be in memory during the search.
func components(g *graph.CSR) ([]int32, int) {
	component, count := graph.Components(g)
	if count == 1 {
		return nil, 1
	}
	return component, count
}
