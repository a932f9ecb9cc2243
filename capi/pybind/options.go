package pybind

import (
	"github.com/tvcut/tvcut/capi/job"
	"github.com/tvcut/tvcut/core/cut"
	"github.com/tvcut/tvcut/core/partition"
)

// Options are the parameters of a cut. Begin with DefaultOptions. A zero means the default.
type Options struct {
	NClusters  int     // parts k, at least 1
	Method     int     // 0 Algorithm 3, 1 Algorithm 2, 2 Algorithm 1 of the paper
	Init       int     // kind of start: 0 multilevel and, on small graphs, the flows, 1 random, 2 diffusion, 3 multilevel, 4 spectral
	NStarts    int     // number of starts; the lowest energy wins
	MaxOuter   int     // outer steps at most, from each start
	MaxInner   int     // inner steps at most in one outer step
	Patience   int     // outer steps without a better level set before f jumps to it; negative: never
	Balance    int     // mass of a vertex: 0 one, 1 its degree
	Polish     int     // at the end: 0 minimum cuts until none improves the cut, 1 nothing
	Strategy   int     // more than two parts: 0 one cluster cut off at a time, 1 parts cut in halves, 2 both
	MaxRefine  int     // outer steps at most of the refinement of more than two parts; negative: none
	LowerBound int     // 1: also find a lower bound
	NThreads   int     // threads; the result does not depend on it
	Theta      float64 // θ of Algorithms 2 and 3, in (0, 1)
	Epsilon    float64 // ε of Algorithm 1, positive
	Tol        float64 // converged when E falls by at most Tol·E; negative: only when E stands still
	Scale      float64 // iterates are kept at ‖f‖ = Scale·√n; negative: at ‖f‖ = 1
	Asymmetry  float64 // λ of C(S) = cut/min(λ m(S), m(Sᶜ)), for two parts
	TimeLimit  float64 // seconds; 0: none
	Seed       uint64  // seed of all random choices
	Precision  int     // of the values in the inner iteration: 0 float64, 1 float32
}

// DefaultOptions returns the default options.
func DefaultOptions() *Options { return fromCore(partition.Defaults()) }

// PaperOptions returns the settings of the paper's experiments.
func PaperOptions() *Options { return fromCore(partition.Paper()) }

func fromCore(o partition.Options) *Options {
	return &Options{
		NClusters: o.NClusters, Method: int(o.Rule), Init: int(o.Init), NStarts: o.NStarts,
		MaxOuter: o.MaxOuter, MaxInner: o.MaxInner, Patience: o.Patience, NThreads: o.Threads,
		Theta: o.Theta, Epsilon: o.Epsilon, Tol: o.Tol, Scale: o.Scale, Seed: o.Seed, Precision: int(o.Precision),
		Balance: int(o.Balance), Polish: int(o.Polish), Strategy: int(o.Strategy), MaxRefine: o.MaxRefine, Asymmetry: o.Asymmetry,
	}
}

func (o *Options) options() partition.Options {
	return partition.Options{
		NClusters: o.NClusters, Rule: cut.Rule(o.Method), Init: partition.Init(o.Init), NStarts: o.NStarts,
		MaxOuter: o.MaxOuter, MaxInner: o.MaxInner, Patience: o.Patience, Threads: o.NThreads,
		Theta: o.Theta, Epsilon: o.Epsilon, Tol: o.Tol, Scale: o.Scale, Seed: o.Seed,
		Balance: partition.Balance(o.Balance), Polish: partition.Polish(o.Polish), Strategy: partition.Strategy(o.Strategy), MaxRefine: o.MaxRefine,
		Asymmetry: o.Asymmetry, Bound: o.LowerBound != 0, Precision: partition.Precision(o.Precision),
	}
}

// Result is the outcome of a job. Its arrays are addresses of memory of the caller, or 0 for what it does
// not want; Finish fills that memory and the numbers.
type Result struct {
	Labels      uintptr // of n int32: part of each vertex
	F           uintptr // of n float64: the final iterate; filled with NaN when there is none
	EnergyTrace uintptr // of Progress.NTrace float64: E(f⁰), E(f¹), …; never rises
	StartValues uintptr // of Progress.NTried float64: C each start had reached when they were compared
	Merges      uintptr // of 2 (k − 1) int32: the splits undone, last first
	MergeValues uintptr // of k − 1 float64: C of each of those splits
	Value       float64 // C(S); for k parts ½ Σ_r cut(A_r, A_rᶜ)/min(m(A_r), m(A_rᶜ)/(k−1))
	Energy      float64 // E(f)
	LowerBound  float64 // no partition into k parts has a smaller value; 0 unless asked for
	NOuter      int64   // outer steps of the winning start; for k parts, of all bisections
	NInner      int64   // inner steps of the winning start; for k parts, of all bisections
	NInnerTotal int64   // inner steps of all starts
	NComponents int64   // connected components of the graph
	Status      int     // how the descent ended, numbered as in tvcut.h
}

func (out *Result) fill(r *partition.Result) {
	job.Destination{
		Labels: pointer(out.Labels), F: pointer(out.F), EnergyTrace: pointer(out.EnergyTrace),
		StartValues: pointer(out.StartValues), Merges: pointer(out.Merges), MergeValues: pointer(out.MergeValues),
	}.Fill(r)
	out.Value, out.Energy, out.LowerBound = r.Value, r.Energy, r.LowerBound
	out.NOuter, out.NInner = int64(r.NOuter), int64(r.NInner)
	out.NInnerTotal, out.NComponents = int64(r.NInnerTotal), int64(r.NComponents)
	out.Status = int(job.StatusCode(r.Status))
}
