package isolation

import (
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/direct"
	"github.com/tvcut/tvcut/core/internal/objective"
)

// Pieces are the pieces of a graph: see graph.Pieces. A piece that is lighter than some share of an equal share is loose: it tells
// nothing about the clusters, since it is no cluster itself and no weight links it to one.
type Pieces struct {
	of   []int32   // piece of each vertex
	size []float64 // mass of each piece

	Total float64 // mass of all
}

// NewPieces returns the pieces of a graph with the given masses, or nil if there is one.
func NewPieces(g *graph.CSR, mass []float64) *Pieces {
	of, count := graph.Pieces(g)
	if count == 1 {
		return nil
	}
	s := &Pieces{of: of, size: make([]float64, count), Total: objective.Total(mass)}
	for i, c := range of {
		s.size[c] += mass[i]
	}
	return s
}

// Kept returns the vertices of the pieces that are not lighter than least, and the mass of the others.
func (s *Pieces) Kept(least float64) (vertices []int32, loose float64) {
	for _, m := range s.size {
		if m < least {
			loose += m
		}
	}
	vertices = make([]int32, 0, len(s.of))
	for i, c := range s.of {
		if s.size[c] >= least {
			vertices = append(vertices, int32(i))
		}
	}
	return vertices, loose
}

// Loose returns the vertices from 0 to n − 1 that are not kept. kept is in ascending order; nil stands for all.
func Loose(n int, kept []int32) []int32 {
	if kept == nil {
		return nil
	}
	loose, next := make([]int32, 0, n-len(kept)), 0
	for i := range int32(n) {
		if next < len(kept) && kept[next] == i {
			next++
			continue
		}
		loose = append(loose, i)
	}
	return loose
}

// Extend returns labels of the whole graph for those of the vertices that are kept: each loose piece joins the part that is farthest
// below its target share of the mass, in descending order of mass.
func (s *Pieces) Extend(kept, labels []int32, mass, shares []float64) []int32 {
	whole, total := slices.Repeat([]int32{-1}, len(s.of)), objective.Total(mass)
	deficit, used := make([]float64, len(shares)), make([]bool, len(shares))
	for r, t := range shares {
		deficit[r] = t * total
	}
	for a, i := range kept {
		r := labels[a]
		whole[i], used[r] = r, true
		deficit[r] -= mass[i]
	}
	number, size := map[int32]int32{}, []float64(nil) // of the loose pieces
	loose := Loose(len(s.of), kept)
	for _, i := range loose {
		at, known := number[s.of[i]]
		if !known {
			at = int32(len(size))
			number[s.of[i]], size = at, append(size, 0)
		}
		size[at] += mass[i]
	}
	part := slices.Repeat([]int32{-1}, len(size))
	direct.Fill(part, size, deficit, used)
	for _, i := range loose {
		whole[i] = part[number[s.of[i]]]
	}
	return whole
}
