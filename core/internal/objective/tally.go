package objective

import "github.com/tvcut/tvcut/core/graph"

// Tally is a partition into k parts with the cut, the mass and the number of vertices of every part. These determine the
// energy of the partition
//
//	Σ_r cut(A_r, A_rᶜ)/min((k−1) m(A_r), m(A_rᶜ)),
//
// which is 2/(k−1) times its value, and allow the change of the energy by a move of one vertex to be computed from the
// edges of that vertex alone.
type Tally struct {
	Graph  *graph.CSR
	Mass   []float64 // m_i > 0
	K      int
	Labels []int32   // part of each vertex
	Cuts   []float64 // cut(A_r, A_rᶜ)
	Size   []float64 // m(A_r)
	Count  []int     // vertices of A_r
	Total  float64   // M = Σ m_i
}

// NewTally returns the tally of a partition into k parts. It keeps labels and does not copy it.
func NewTally(g *graph.CSR, mass []float64, labels []int32, k int) *Tally {
	t := &Tally{Graph: g, Mass: mass, K: k, Labels: labels,
		Cuts: make([]float64, k), Size: make([]float64, k), Count: make([]int, k)}
	t.Sum()
	return t
}

// Sum recomputes cuts, masses and counts from the labels.
func (t *Tally) Sum() {
	clear(t.Cuts)
	clear(t.Size)
	clear(t.Count)
	t.Total = 0
	for i, a := range t.Labels {
		t.Count[a]++
		t.Size[a] += t.Mass[i]
		t.Total += t.Mass[i]
		idx, w := t.Graph.Row(i)
		for e, j := range idx {
			if t.Labels[j] != a {
				t.Cuts[a] += w[e]
			}
		}
	}
}

// Lambda returns k − 1, the asymmetry λ for which λ m(A) = m(Aᶜ) if A is one of k parts of equal mass.
func (t *Tally) Lambda() float64 { return float64(t.K - 1) }

// Ratio returns cut/min((k−1) m, M − m), the term of a part of mass m in the energy.
func (t *Tally) Ratio(cut, mass float64) float64 { return Ratio(cut, t.Lambda(), mass, t.Total-mass) }

// Energy returns the energy of the partition. It is +Inf if a part is empty.
func (t *Tally) Energy() float64 {
	sum := 0.0
	for r, cut := range t.Cuts {
		sum += t.Ratio(cut, t.Size[r])
	}
	return sum
}
