// Package constrained refines a partition into k parts under constraints that the other searches do not know: connected parts,
// bounds on several masses, pairs of vertices that must lie in different parts, and a price for each vertex that changes its part.
// It also minimises the communication volume. It repairs a given partition, and then improves it on hierarchies of contracted
// graphs by moves of single vertices, none of which breaks a constraint that holds.
package constrained

import (
	"context"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
)

// Column is one mass of the vertices with its bounds.
type Column struct {
	Mass   []float64 // ≥ 0
	Bounds objective.Bounds
}

// Problem is a graph to be cut into k = Criterion.K parts.
type Problem struct {
	Graph     *graph.CSR
	Criterion objective.Criterion
	Volume    []float64 // size s_i of each vertex if the communication volume is minimised instead of Criterion; else nil
	Columns   []Column  // the first one has the masses of Criterion
	Fixed     []int32   // part of each fixed vertex, −1 for the other vertices; nil: none is fixed
	Apart     *Pairs    // pairs of vertices that lie in different parts; nil: none
	Connected bool      // whether parts are connected: see countPieces
	Component []int32   // connected component of each vertex; nil if there is one
	Groups    *Groups   // what the vertices are if parts are connected in another graph; nil: that is Graph. Only enumeration knows it.
	Home      []int32   // part of each vertex from which moves have a price; nil: they have none
	Price     float64   // of one unit of the first mass that is not at home
}

// Groups are the groups of vertices of a graph that are the vertices of a problem.
type Groups struct {
	Graph *graph.CSR
	Of    []int32 // group of each vertex of Graph
}

// Pairs are pairs of vertices as an adjacency structure: the partners of vertex i are Partner[First[i]:First[i+1]].
type Pairs struct {
	First   []int32
	Partner []int32
}

// NewPairs returns the structure of pairs of n vertices.
func NewPairs(n int, pairs [][2]int32) *Pairs {
	p := &Pairs{First: make([]int32, n+1), Partner: make([]int32, 2*len(pairs))}
	for _, q := range pairs {
		p.First[q[0]+1]++
		p.First[q[1]+1]++
	}
	for i := range n {
		p.First[i+1] += p.First[i]
	}
	next := append([]int32(nil), p.First[:n]...)
	for _, q := range pairs {
		p.Partner[next[q[0]]], p.Partner[next[q[1]]] = q[1], q[0]
		next[q[0]]++
		next[q[1]]++
	}
	return p
}

// Of returns the partners of vertex i. It is empty for nil pairs.
func (p *Pairs) Of(i int32) []int32 {
	if p == nil {
		return nil
	}
	return p.Partner[p.First[i]:p.First[i+1]]
}

// Score is the quality of a partition. Of two partitions, that with the smaller Broken is better, and of two with the same Broken
// that with the lower Value.
type Score struct {
	Broken float64 // Σ_c (excess over the bounds)/M_c, and 1 for each surplus piece, pair in one part and empty part
	Value  float64 // criterion or volume, and the price of the vertices that are not at home
}

// Precedes reports whether a partition with score s is better than one with score t.
func (s Score) Precedes(t Score) bool {
	if s.Broken != t.Broken {
		return s.Broken < t.Broken
	}
	return s.Value < t.Value*(1-objective.Rounding)
}

// Score returns the score of a partition.
func (p *Problem) Score(labels []int32) Score {
	s := newState(context.Background(), p, labels)
	broken := s.excess() + float64(countEmpty(s))
	if p.Connected {
		broken += float64(countSurplus(p, labels))
	}
	for i, a := range labels {
		for _, j := range p.Apart.Of(int32(i)) {
			if labels[j] == a {
				broken += 0.5 // each pair is seen twice
			}
		}
	}
	return Score{broken, s.value()}
}
