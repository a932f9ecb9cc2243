package bisect

import (
	"context"
	"errors"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/descent"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/tree"
)

// Solution is a partition into k parts, with information about the search for it. F is nil unless k = 2.
type Solution struct {
	Labels      []int32
	Merges      []tree.Merge // nil: the partition was not made by splits
	Energy      float64      // E(F)
	Trace       []float64    // E(f⁰), E(f¹), … of the winning start
	F           []float64    // its final iterate
	Starts      []float64    // C that each start reached
	NOuter      int          // outer steps of the winning start
	NInner      int          // its inner steps
	NInnerTotal int          // inner steps of all starts and parts
	Status      Status
}

// Status is the reason why a search ended.
type Status int

// The statuses.
const (
	Converged Status = iota + 1 // E decreased by at most tol·E in the last outer step
	Critical                    // f is a critical point of E
	NoDescent                   // an outer step did not lower E
	MaxOuter                    // the largest number of outer steps were made
	Stopped                     // the context was cancelled
	TimeLimit                   // the deadline of the context passed
	Optimal                     // no partition has a lower criterion
)

// Worst returns the status that guarantees less about the partition.
func Worst(a, b Status) Status {
	order := []Status{Optimal, Critical, Converged, NoDescent, MaxOuter, TimeLimit, Stopped}
	return order[max(slices.Index(order, a), slices.Index(order, b))]
}

// Interruption returns the status for a context that has ended.
func Interruption(ctx context.Context) Status {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return TimeLimit
	}
	return Stopped
}

// StatusOf returns the status for that of a descent that ran with the given context.
func StatusOf(ctx context.Context, s descent.Status) Status {
	switch s {
	case descent.Critical:
		return Critical
	case descent.NoDescent:
		return NoDescent
	case descent.MaxOuter:
		return MaxOuter
	case descent.Cancelled:
		return Interruption(ctx)
	}
	return Converged
}

// IsInterrupted reports whether ctx has ended. The status then says so, unless it is worse.
func (s *Solution) IsInterrupted(ctx context.Context) bool {
	if ctx.Err() == nil {
		return false
	}
	s.Status = Worst(s.Status, Interruption(ctx))
	return true
}

// Describe sets the fields of a cut that a descent would set, for the descent that starts and ends at the cut: F is the indicator
// of Sᶜ for the part S with the lower C, and its energy is C(S).
func (s *Solution) Describe(g *graph.CSR, mass []float64, lambda float64) {
	low := InPart(s.Labels, 0)
	t := objective.NewTally(g, mass, s.Labels, 2)
	cut, inside, outside := t.Cuts[0], t.Size[0], t.Size[1] // a difference of masses would be inexact beside a heavy vertex
	energy, other := objective.Ratio(cut, lambda, inside, outside), objective.Ratio(cut, lambda, outside, inside)
	if other < energy {
		energy = other
		for i := range low {
			low[i] = !low[i]
		}
	}
	s.F, s.Energy, s.Trace, s.Starts = make([]float64, len(low)), energy, []float64{energy}, []float64{energy}
	objective.Indicate(low, s.F)
}

// InPart returns which vertices have the label of a part, or nil for no labels.
func InPart(labels []int32, part int32) []bool {
	if labels == nil {
		return nil
	}
	in := make([]bool, len(labels))
	for i, a := range labels {
		in[i] = a == part
	}
	return in
}

// sideLabels returns 0 for the vertices of the low side and 1 for the others.
func sideLabels(low []bool) []int32 {
	labels := make([]int32, len(low))
	for i, in := range low {
		if !in {
			labels[i] = 1
		}
	}
	return labels
}

// Progress describes a search under way.
type Progress struct {
	Part     int     // number of the current bisection, from 0
	Start    int     // number of the current start, from 0
	NOuter   int     // outer steps of this start
	NInner   int     // inner steps so far
	Energy   float64 // E(f) of this start
	Value    float64 // smallest criterion found in the current bisection and search
	Phase    Phase   // what the search does
	Fraction float64 // share of the phase that is done, in [0, 1]; 0 if it is not known
}

// Phase is what a search does when it reports its progress.
type Phase int

// The phases.
const (
	SearchPhase     Phase = iota // multilevel search
	DescentPhase                 // total-variation descent
	RefinementPhase              // refinement of more than two parts, or of parts with fixed vertices
	PolishPhase                  // minimum cuts that improve the best cut
	EvolutionPhase               // evolution of the partitions of the search
)
