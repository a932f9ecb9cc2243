package partition

import (
	"context"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
)

// Result is a partition of n vertices into k parts, with information about the run. For k ≠ 2, with fixed vertices, and if
// Problem.Labels is given, there is no single descent: F is nil, Energy is Value, Trace and Starts are empty, and the numbers
// of steps include all bisections and refinements.
type Result struct {
	Labels      []int32   // part of each vertex; parts are numbered by first vertex, or as in Fixed or PartWeights
	Value       float64   // C(S) for two parts, else ½ Σ_r cut(A_r, A_rᶜ)/min(m(A_r), m(A_rᶜ)/(k−1))
	Sizes       []float64 // m(A_r), the mass of each part, length k
	CutWeight   float64   // total weight of the edges between different parts, each edge once
	Imbalance   float64   // max_r m(A_r)/(t_r M) − 1, where t_r is the target share of part r
	Energy      float64   // E(F) ≥ Value
	Trace       []float64 // E(f⁰), E(f¹), … of the winning start; never increases
	F           []float64 // the final iterate of the winning start, length n
	Starts      []float64 // C that each start reached before the best one was continued
	NOuter      int       // outer steps of the winning start, len(Trace) − 1
	NInner      int       // inner steps of the winning start
	NInnerTotal int       // inner steps of all starts and parts

	// LowerBound is a proved lower bound on the value of every partition into k parts within the bounds and with the fixed
	// vertices. It is Value if the partition is proved to be optimal among these. It is absent unless Options.LowerBound is set, and if the
	// proof would take too long.
	LowerBound Optional[float64]

	NComponents int     // connected components of the graph
	Merges      []Merge // the k−1 splits in reverse order
	Profile     Profile // lowest C of the cuts of each size; empty unless the search cut into two parts of any mass
	Status      Status  // why the run ended; for parts from bisections, the worst of their statuses, unless it is Optimal

	Choice   Choice   // why it is this partition
	Evidence Evidence // on which the choice depends
}

// Run partitions the graph of p into opt.NClusters parts. observe, if not nil, is called on the caller's goroutine after every
// outer step, every try of the multilevel search and the polishing of a cut, and with the criterion of the result at the end.
//
// Run returns *OptionError or *InputError before any work if an option or an input is not valid, and *BoundsError if it
// can be decided at once that no partition has masses within the bounds of the options, or if the
// search found none. When ctx ends or the time limit passes, it returns the best partition so far with the status Stopped or
// TimeLimit and no error.
func Run(ctx context.Context, p Problem, opt Options, observe func(Progress)) (*Result, error) {
	ctx, cancel := withTimeLimit(ctx, opt.TimeLimit) // the checks of the input count
	defer cancel()
	w := watch{observe: observe}
	res, err := choose(ctx, p, opt, w.observer())
	if err == nil {
		w.end(res, opt.Objective)
	}
	return res, err
}

// prepared is a problem in the units of the search, and the search.
type prepared struct {
	run          *recursion
	opt          *Options
	graph        *graph.CSR // weights w_ij·2^−exp
	mass         []float64  // m_i·2^−massExp
	exp, massExp int
	units        *units  // in which the result is evaluated
	problem      Problem // with its vertices in the order of the search
}

// prepare checks the problem and prepares the search for it. given is what an earlier search found.
func prepare(ctx context.Context, p Problem, opt Options, given earlier, observe func(Progress)) (*prepared, error) {
	if err := p.validate(opt); err != nil {
		return nil, err
	}
	team := opt.team(p.Graph)
	defer team.Close()
	s := &prepared{opt: &opt}
	s.graph, s.exp = normalise(p.Graph, team)
	s.mass, s.massExp = p.measure(s.graph, opt.Balance, s.exp)
	opt.whole = p.wholeImbalance(&opt, s.mass, s.massExp)
	if err := p.checkBounds(&opt, s.mass, s.massExp); err != nil {
		return nil, err
	}
	s.units = p.exactUnits(s.graph, s.mass, opt.Balance, s.exp, s.massExp)
	s.run = newRecursion(ctx, s.graph, s.mass, opt, p.Starts, opt.inUnits(observe, s.exp, s.massExp))
	s.run.massExp, s.run.earlier = s.massExp, given
	s.problem = s.run.reorder(p, team)
	s.run.component, s.run.count = components(s.run.graph)
	return s, nil
}

// validate returns *OptionError or *InputError if an option or an input is not valid.
func (p Problem) validate(opt Options) error {
	if err := opt.Validate(p.Graph.N()); err != nil {
		return err
	}
	return p.check(opt)
}

// run finds one partition. An absent MinShare is 0.
func run(ctx context.Context, p Problem, opt Options, given earlier, observe func(Progress)) (*Result, error) {
	s, err := prepare(ctx, p, opt, given, observe)
	if err != nil {
		return nil, err
	}
	res, proved, err := s.run.optimum(s.problem, s.units)
	if err != nil {
		return nil, err
	}
	if p.PartWeights != nil && p.Fixed == nil && p.Labels == nil && !s.opt.limits(0).followShares() { // else bounds decide which part is which
		numberBySize(res, s.run.mass, s.problem.shares(s.opt.NClusters))
	}
	res.restore(s.run.order)
	s.finish(p, res, proved)
	return res, nil
}

// finish sets what describes the partition of a result. proved says whether the search proves that it is optimal.
func (s *prepared) finish(p Problem, res *Result, proved bool) {
	res.NComponents, res.Profile = s.run.count, s.run.profile.of(s.exp-s.massExp)
	if p.Fixed == nil && p.PartWeights == nil {
		renumber(res.Merges, canonical(res.Labels, s.opt.NClusters))
	}
	if s.opt.NClusters == 2 {
		res.Merges = []Merge{{Left: 0, Right: 1}}
	}
	u := s.units
	res.evaluate(p, u, s.opt)
	res.evaluateEnergy(u.mass, s.opt.Asymmetry, s.exp-s.massExp)
	k, n := s.opt.NClusters, len(res.Labels)
	total := objective.Total(res.Sizes)
	if s.opt.Balance == Normalized && p.VertexWeight == nil {
		total = float64(n) // see counted
	}
	res.Evidence.Least = s.opt.leastShare(n) * total / float64(k)
	s.run.conclude(res, s.problem, u, proved, u.graph == s.graph && &u.mass[0] == &s.mass[0])
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

// optimum returns the result of the search, or the partition that an exhaustive or exact search proves to be optimal, and whether
// it is optimal because of such a search or as the only one.
func (r *recursion) optimum(p Problem, u *units) (*Result, bool, error) {
	res, err := r.result(p)
	exhaustive := r.isExhaustive(p) // which is false once the context has ended
	switch {
	case r.opt.NClusters == 1:
		return res, false, err
	case err == nil && r.isOnly(res):
		return res, true, nil
	case !exhaustive && err != nil:
		return nil, false, err
	case !exhaustive:
		return res, r.improveExactly(p, res), nil
	}
	found, proved := r.exhaust(p, u, res)
	if found == nil {
		return nil, false, err
	}
	return found, proved, nil
}

// result partitions the graph of p.
func (r *recursion) result(p Problem) (*Result, error) {
	res, err := r.searched(p)
	if err != nil {
		return nil, err
	}
	if !r.evolves(p, res) {
		return res, nil
	}
	return r.evolved(p, res)
}

// searched returns the partition that the search finds.
func (r *recursion) searched(p Problem) (*Result, error) {
	k := r.opt.NClusters
	if k == 1 {
		return &Result{Labels: make([]int32, len(r.mass)), Status: Optimal}, nil
	}
	bounds := r.bounds(p)
	if res := r.withoutCut(p, bounds); res != nil {
		return res, nil
	}
	if res := r.singletons(p, bounds); res != nil {
		return res, nil
	}
	switch {
	case r.consensus:
		return r.agreed(p)
	case bounds.Bounded(), p.Labels != nil:
		return r.withinBounds(p)
	case r.cutsAtOnce(p):
		return r.atOnce(p)
	}
	return r.unbounded(p), nil
}

// unbounded partitions the graph without regard to bounds on the masses.
func (r *recursion) unbounded(p Problem) *Result {
	switch {
	case p.Fixed != nil:
		return r.withFixed(p.Fixed)
	case r.opt.NClusters == 2 && r.count > 1:
		return alongComponents(r.component, r.count, r.mass, p.shares(2))
	case r.opt.NClusters == 2:
		return r.twoWay()
	}
	return r.withoutFixed()
}

// canonical renumbers the labels 0 … k−1, of which each occurs, in place in order of first appearance. It returns the new
// number of each old one.
func canonical(labels []int32, k int) []int32 {
	number, count := make([]int32, k), int32(0)
	for a := range number {
		number[a] = -1
	}
	for i, a := range labels {
		if number[a] < 0 {
			number[a] = count
			count++
		}
		labels[i] = number[a]
	}
	return number
}
