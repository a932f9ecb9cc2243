package bisect

import "github.com/tvcut/tvcut/core/internal/multilevel"

// Evolve replaces a cut of the connected graph by the polished cut that an evolution of the given number of steps finds from it, if
// that has a lower C. progress returns what is reported for a lowest C and the fraction of the steps that are made.
func (r *Recursion) Evolve(s *Solution, steps int, progress func(value, fraction float64) Progress) {
	b := r.bisector(r.graph, r.mass)
	b.open()
	defer b.rows.Close()
	b.profile = r.Profile
	low := InPart(s.Labels, 0)
	before := b.energy.Value(low)
	b.best = before
	opt := searchOptions(b)
	opt.Steps = steps
	opt.ObserveStep = func(value, fraction float64) { b.report(progress(value, fraction)) }
	found, value := multilevel.Evolve(r.ctx, r.graph, r.mass, b.lambda, low, opt)
	status := Converged
	if r.opt.Polish {
		value, status = b.polishFully(found)
	}
	r.addToProfile(found, value)
	if value < before {
		s.Labels, s.Status = sideLabels(found), status
		s.Describe(r.graph, r.mass, r.opt.Lambda)
	}
	if r.ctx.Err() != nil {
		s.Status = Interruption(r.ctx)
	}
}
