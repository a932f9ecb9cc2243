package bisect

import "github.com/tvcut/tvcut/core/internal/descent"

// observer returns a function that reports the progress of a descent, or nil if there is no observer. fraction is the share
// of the phase that is done before this descent; the start whose descent runs to its end counts twice.
func (r *bisector) observer(d *descent.Descent, number int, fraction float64) func() {
	if r.observe == nil {
		return nil
	}
	return func() {
		r.report(Progress{Start: number, NOuter: len(d.Trace) - 1, NInner: d.NInner, Energy: d.Energy(), Value: d.Value,
			Phase: DescentPhase, Fraction: fraction})
	}
}

// reportSearch is report for the search. fraction is that of its current step.
func (r *bisector) reportSearch(value, fraction float64) {
	fraction = r.within[0] + fraction*(r.within[1]-r.within[0])
	r.report(Progress{Start: max(0, len(r.startValues)-1), Energy: value, Value: value, Phase: SearchPhase, Fraction: fraction})
}

// report updates the smallest C and passes the progress of a start to the observer. p.NInner counts the steps of the start only,
// and p.Fraction is that of this bisection. The fraction of a phase never falls.
func (r *bisector) report(p Progress) {
	r.best = min(r.best, p.Value)
	if p.Phase == r.phase {
		p.Fraction = max(p.Fraction, r.fraction)
	}
	r.phase, r.fraction = p.Phase, p.Fraction
	if r.observe != nil {
		p.Part, p.NInner, p.Value = r.part, r.totalInner+p.NInner, r.best
		if r.bisections > 1 {
			p.Fraction = (float64(r.stream) + p.Fraction) / float64(r.bisections)
		}
		r.observe(p)
	}
}
