package partition

import "github.com/tvcut/tvcut/core/internal/plan"

// facts returns what the plan of the search is applied to.
func (r *recursion) facts() plan.Facts { return r.opt.facts(r.graph.N(), r.graph.NNZ()) }
