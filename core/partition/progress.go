package partition

import (
	"math"

	"github.com/tvcut/tvcut/core/internal/descent"
)

// Progress describes a run under way. Run passes it to the observer. C is the criterion: for two parts C(S), or the weight of
// the cut with CutObjective. For more parts it is that of the partition, but C(S) of the current bisection while Part counts
// bisections.
type Progress struct {
	Part     int     // number of the current bisection, from 0; always 0 for two parts
	Start    int     // number of the current start, from 0
	NOuter   int     // outer steps of this start
	NInner   int     // inner steps of the whole run
	Energy   float64 // E(f) of this start
	Value    float64 // smallest C found in the current bisection and search; in the last report that of the result
	Phase    Phase   // what the run does
	Fraction float64 // share of the phase that is done, in [0, 1]; 0 if it is not known
}

// watch passes the progress of a run to an observer, if that is not nil.
type watch struct {
	observe func(Progress)
	last    Progress
}

// observer returns the function that the run reports to, or nil.
func (w *watch) observer() func(Progress) {
	if w.observe == nil {
		return nil
	}
	return func(p Progress) {
		w.last = p
		w.observe(p)
	}
}

// end reports the criterion of the result, which can be lower than every value before: not every step reports. That of a
// consensus can be higher.
func (w *watch) end(res *Result, objective Objective) {
	if w.observe == nil {
		return
	}
	p := w.last
	p.Value, p.NInner, p.Fraction = res.Value, max(p.NInner, res.NInnerTotal), 1
	if objective == CutObjective {
		p.Value = res.CutWeight
	}
	p.Energy = p.Value
	w.observe(p)
}

// inUnits returns the observer with values in the units of the caller: those of the search are of weights w_ij·2^−exp and masses
// m_i·2^−massExp.
func (o *Options) inUnits(observe func(Progress), exp, massExp int) func(Progress) {
	if o.Objective == ValueObjective {
		exp -= massExp
	}
	if observe == nil || exp == 0 {
		return observe
	}
	return func(p Progress) {
		p.Value, p.Energy = math.Ldexp(p.Value, exp), math.Ldexp(p.Energy, exp)
		observe(p)
	}
}

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
	fraction = r.step[0] + fraction*(r.step[1]-r.step[0])
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
