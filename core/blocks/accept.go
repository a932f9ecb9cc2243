package blocks

import (
	"fmt"

	"github.com/tvcut/tvcut/core/internal/objective"
)

// Parts are the cuts and masses of the k parts of a partition, and the bounds of the masses.
type Parts struct {
	Cuts  []float64 // cut(A_r, A_rᶜ)
	Size  []float64 // m(A_r)
	Least []float64 // smallest mass of each part
	Most  []float64 // largest mass of each part, possibly +Inf
}

// Moves are moves of vertices, no two of which are adjacent.
type Moves struct {
	From, To []int32   // parts
	Mass     []float64 // m_i
	Degree   []float64 // Σ_j w_ij
	Inside   []float64 // Σ_j w_ij over the neighbours in From
	Toward   []float64 // Σ_j w_ij over the neighbours in To
}

// Accept makes the moves one by one, in the given order, and sets accepted_i = 1 for each move that it makes and 0 for
// the others. A move is made if From keeps its lower bound and some mass, To keeps its upper bound, and the objective becomes
// smaller. From may stay above its upper bound, and To below its lower bound, since the move lessens that. The objective is,
// with byCut, the weight of the edges between parts, ½ Σ_r cut(A_r, A_rᶜ), and otherwise
//
//	½ Σ_r cut(A_r, A_rᶜ)/min(m(A_r), m(A_rᶜ)/(k−1)).
//
// The objective therefore never rises. Accept updates Cuts and Size. It takes O(k) time for each part and O(1) for each move.
//
// It returns an error if a part is out of its range or an array has the wrong length, and changes nothing then.
func (p Parts) Accept(m Moves, byCut bool, accepted []uint8) error {
	if err := p.check(m, accepted); err != nil {
		return err
	}
	lambda, total := float64(len(p.Size)-1), objective.Total(p.Size)
	term := func(cut, size float64) float64 {
		if byCut {
			return cut
		}
		return objective.Ratio(cut, lambda, size, total-size)
	}
	for i, a := range m.From {
		b := m.To[i]
		sizeA, sizeB := p.Size[a]-m.Mass[i], p.Size[b]+m.Mass[i]
		cutA := p.Cuts[a] + m.Inside[i] - (m.Degree[i] - m.Inside[i]) // cut(A∖{i}) = cut(A) + w(i,A) − w(i,Aᶜ)
		cutB := p.Cuts[b] + (m.Degree[i] - m.Toward[i]) - m.Toward[i] // cut(B∪{i}) = cut(B) + w(i,Bᶜ) − w(i,B)
		before := term(p.Cuts[a], p.Size[a]) + term(p.Cuts[b], p.Size[b])
		holds := sizeA > 0 && sizeA >= p.Least[a] && sizeB <= p.Most[b]
		accepted[i] = 0
		if a != b && holds && term(cutA, sizeA)+term(cutB, sizeB) < before {
			p.Size[a], p.Size[b], p.Cuts[a], p.Cuts[b], accepted[i] = sizeA, sizeB, cutA, cutB, 1
		}
	}
	return nil
}

func (p Parts) check(m Moves, accepted []uint8) error {
	k, count := len(p.Size), len(m.From)
	if k < 2 {
		return fmt.Errorf("there must be at least 2 parts, got %d", k)
	}
	return first(checkLength("cuts", len(p.Cuts), k), checkLength("least", len(p.Least), k), checkLength("most", len(p.Most), k),
		checkLength("to", len(m.To), count), checkLength("mass", len(m.Mass), count), checkLength("degree", len(m.Degree), count),
		checkLength("inside", len(m.Inside), count), checkLength("toward", len(m.Toward), count),
		checkLength("accepted", len(accepted), count), checkIndices("from", m.From, k), checkIndices("to", m.To, k))
}
