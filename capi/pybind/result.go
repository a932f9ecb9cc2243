package pybind

import (
	"math"

	"github.com/tvcut/tvcut/capi/job"
	"github.com/tvcut/tvcut/core/partition"
)

// Result is the result of a job. The arrays are given by addresses of memory of the caller, or 0 for arrays that are not
// needed. Finish fills this memory and the numbers.
type Result struct {
	Labels         uintptr // of n int32: part of each vertex
	F              uintptr // of n float64: final iterate; filled with NaN if there is none
	EnergyTrace    uintptr // of Progress.NTrace float64: E(f⁰), E(f¹), …; never increases
	StartValues    uintptr // of Progress.NTried float64: C that each start reached before the best one was continued
	ProfileShares  uintptr // of Progress.NProfile float64: shares min(m(S), m(Sᶜ))/M of cuts that the search met, ascending
	ProfileValues  uintptr // of Progress.NProfile float64: the lowest C(S) met near each of these shares
	Merges         uintptr // of 2 (k − 1) int32: the k − 1 splits in reverse order
	MergeValues    uintptr // of k − 1 float64: C of each of these splits
	Value          float64 // C(S); for k parts ½ Σ_r cut(A_r, A_rᶜ)/min(m(A_r), m(A_rᶜ)/(k−1))
	Energy         float64 // E(f)
	LowerBound     float64 // lower bound on the value of every partition into k parts; NaN unless the option lower_bound is set
	NOuter         int64   // outer steps of the winning start; for k parts, of all bisections
	NInner         int64   // inner steps of the winning start; for k parts, of all bisections
	NInnerTotal    int64   // inner steps of all starts
	NComponents    int64   // connected components of the graph
	Status         string  // reason why the run ended, such as "converged"
	Masses         uintptr // of k float64: m(A_r), the mass of each part
	CutWeight      float64 // total weight of the edges between different parts, each edge once
	Imbalance      float64 // max_r m(A_r)/(t_r M) − 1, where M is the mass of all vertices
	Choice         string  // why it is this partition, such as "lowest"
	NLoose         int64   // vertices in pieces too light for a cluster, which were given to the parts of the others
	LeastCluster   float64 // mass of the lightest cluster; a lighter component of the graph is no cluster
	Gap            float64 // gap of most parts: see partition.Evidence
	GapShare       float64 // min_share of the partition with this gap
	LowestValue    float64 // lowest value that was found without min_share
	LowestMass     float64 // mass of the smallest part of the partition with this value
	Close          bool    // whether the gap is at most twice as large or half as large than that of isolated parts
	Modularity     float64 // modularity after single vertices moved to raise it, relative to that of a random graph
	ModularityRise float64 // its relative rise by these moves
	Plateau        float64 // with n_clusters = "auto", how clearly this number of clusters stands out among others; 0 if it does not
	Stability      float64 // mean adjusted Rand index of partitions into this number of parts
	Volume         float64 // communication volume with objective = "volume", else 0
	Excess         float64 // with bounds = "soft", by how much the bounds and constraints are violated: see partition.Result; else 0
	Moved          float64 // mass of the vertices that are not in their part in Graph.Labels; 0 without it
	StageNames     uintptr // of Progress.NStages names of job.StageName bytes
	StageNumbers   uintptr // of 3 Progress.NStages float64: seconds, the criterion before and after each stage
	StageFlags     uintptr // of 2 Progress.NStages int32: the search of each stage, and 1 if it gave the result, else 0
}

// fill copies r to out and to the memory it points to. It returns an error if the memory cannot be written.
func (out *Result) fill(r *partition.Result) error {
	err := job.Destination{
		Labels: pointer(out.Labels), F: pointer(out.F), EnergyTrace: pointer(out.EnergyTrace),
		StartValues: pointer(out.StartValues), ProfileShares: pointer(out.ProfileShares),
		ProfileValues: pointer(out.ProfileValues), Merges: pointer(out.Merges), MergeValues: pointer(out.MergeValues),
		Masses: pointer(out.Masses), StageNames: pointer(out.StageNames), StageNumbers: pointer(out.StageNumbers),
		StageFlags: pointer(out.StageFlags),
	}.Fill(r)
	if err != nil {
		return err
	}
	out.Value, out.Energy, out.LowerBound = r.Value, r.Energy, math.NaN()
	if r.LowerBound.Present {
		out.LowerBound = r.LowerBound.Value
	}
	out.NOuter, out.NInner = int64(r.NOuter), int64(r.NInner)
	out.NInnerTotal, out.NComponents = int64(r.NInnerTotal), int64(r.NComponents)
	out.Status = r.Status.String()
	out.CutWeight, out.Imbalance = r.CutWeight, r.Imbalance
	out.Volume, out.Excess, out.Moved = r.Volume, r.Excess, r.Moved
	e := r.Evidence
	out.Choice, out.NLoose = r.Choice.String(), int64(e.Loose)
	out.LeastCluster, out.Close = e.Least, e.Close
	out.Modularity, out.ModularityRise = e.Modularity, e.Rise
	out.Plateau, out.Stability = e.Plateau, e.Stability
	out.Gap, out.GapShare, out.LowestValue, out.LowestMass = e.Gap, e.Share, e.LowestValue, e.LowestMass
	return nil
}
