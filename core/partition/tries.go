package partition

import (
	"github.com/tvcut/tvcut/core/internal/direct"
	"github.com/tvcut/tvcut/core/internal/plan"
)

// setTries sets how many tries the direct search makes.
func (r *recursion) setTries(p *direct.Problem, opt *direct.Options) {
	replacesRecursion := p.Fixed == nil && (!p.Bounds.Bounded() || !r.mayDominate(p))
	opt.PartsSearch = r.opt.plan.PartsSearch(r.facts(), replacesRecursion)
}

// facts returns what the plan of the search is applied to.
func (r *recursion) facts() plan.Facts { return r.opt.facts(r.graph.N(), r.graph.NNZ()) }
