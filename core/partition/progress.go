package partition

import (
	"math"

	"github.com/tvcut/tvcut/core/internal/bisect"
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
	switch objective {
	case CutObjective:
		p.Value = res.CutWeight
	case VolumeObjective:
		p.Value = res.Volume
	}
	p.Energy = p.Value
	w.observe(p)
}

// inUnits returns an observer of the search, with values in the units of the caller: those of the search are of weights w_ij·2^−exp
// and masses m_i·2^−massExp.
func (o *Options) inUnits(observe func(Progress), exp, massExp int) func(bisect.Progress) {
	if o.Objective == ValueObjective {
		exp -= massExp
	}
	if observe == nil {
		return nil
	}
	return func(p bisect.Progress) {
		observe(Progress{p.Part, p.Start, p.NOuter, p.NInner, math.Ldexp(p.Energy, exp), math.Ldexp(p.Value, exp), Phase(p.Phase), p.Fraction})
	}
}
