// Package exact improves a partition of a small graph into two parts and proves that it is optimal, by branch and bound.
//
// Let v be the criterion cut(S, Sᶜ)/D(m(S)) of the best partition so far, where D is the balance, or 1 if the criterion is
// the cut. A partition is better if
//
//	F(S) = cut(S, Sᶜ) − v D(m(S)) < 0
//
// (W. Dinkelbach, "On nonlinear fractional programming", Management Science 13, 1967). The search divides the masses of S into
// ranges in which D is linear. In each range it contracts vertices that no better partition separates, and then decides vertex
// by vertex on which side of the cut they are. It skips all sets that agree with the decisions made if a lower bound of F over
// these sets is not below 0. One lower bound comes from the edges at decided vertices, the other from a semidefinite
// relaxation.
package exact

import (
	"context"
	"math"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
)

// MaxVertices is the largest number of vertices of a graph that Improve accepts.
const MaxVertices = 30

// Margin is the relative accuracy of a proof: no partition has a criterion below 1 − Margin times that of a partition proved
// to be optimal. It is far above the rounding errors of weights and masses of similar magnitude. Where they differ much, bounds
// of the rounding errors are subtracted from the lower bounds of F, so that no proof rests on a rounding error.
const Margin = 1e-9

// Problem is a graph to be cut into two parts, neither of them empty.
type Problem struct {
	Criterion objective.Criterion // for Improve with K = 2
	Bounds    objective.Bounds    // of the masses of the parts
	Graph     *graph.CSR          // for Improve with at most MaxVertices vertices
	Mass      []float64           // m_i > 0, and for Enumerate also 0
	Fixed     []int32             // part of each fixed vertex, −1 for the other vertices; nil: none is fixed
}

// Result is a partition, with information about the search.
type Result struct {
	Labels []int32 // part of each vertex
	Proved bool    // whether the partition is optimal, to the accuracy Margin
	Nodes  int     // nodes of the search trees; a relaxation for n vertices counts as n³/8 nodes, which take as long
}

// Improve returns the best partition that it finds within the bounds, or the given one if none has a criterion that is lower by
// more than the factor 1 − Margin. The search ends without a proof after the given number of nodes, when ctx ends, or at once
// if the given partition violates the bounds.
func Improve(ctx context.Context, p *Problem, labels []int32, limit int) Result {
	s := newSearch(ctx, p, labels, limit)
	if s == nil {
		return Result{Labels: slices.Clone(labels)}
	}
	proved := s.value == 0 || s.run()
	return Result{Labels: s.best, Proved: proved, Nodes: s.nodes}
}

// search is the state of the search in all ranges.
type search struct {
	*Problem
	ctx        context.Context
	limit      int // of nodes
	nodes      int
	linear     int     // limit of nodes of a search without the relaxation
	divide     int     // limit of nodes of a search in a range that is divided then
	total      float64 // M = Σ m_i
	weightUnit float64 // a number of which all weights are multiples; 0 if unit found none
	massUnit   float64 // a number of which all masses are multiples; 0 if unit found none

	best    []int32 // the best partition so far
	value   float64 // v, its criterion
	balance float64 // its D
}

// Limits of nodes in a range. The search first uses the bound from the edges alone, which is the better one on sparse graphs
// and takes less time than a relaxation. Then it divides the range until searches with the relaxation end within divideNodes.
const (
	linearNodes = 10000
	divideNodes = 1000
)

// newSearch returns a search that begins with the given partition, or nil if its criterion is not finite or it violates the
// bounds.
func newSearch(ctx context.Context, p *Problem, labels []int32, limit int) *search {
	s := &search{Problem: p, ctx: ctx, limit: limit, linear: linearNodes, divide: divideNodes, best: slices.Clone(labels),
		total: objective.Total(p.Mass), weightUnit: unit(p.Graph.Data), massUnit: unit(p.Mass)}
	cut, balance := s.score(labels)
	if balance == 0 || math.IsInf(cut/balance, 1) {
		return nil
	}
	s.value, s.balance = cut/balance, balance
	return s
}

// score returns the cut of a partition and its D, which is 0 if the partition violates the bounds or has an empty part.
func (s *search) score(labels []int32) (cut, balance float64) {
	size, low := objective.Sizes(s.Mass, labels, 2), make([]bool, len(labels))
	for i, a := range labels {
		low[i] = a == 0
	}
	cut, lambda := objective.Weight(s.Graph, low), s.Criterion.Lambda
	switch {
	case min(size[0], size[1]) == 0 || s.Bounds.Violation(size) > 0:
		return cut, 0
	case s.Criterion.Edges:
		return cut, 1
	}
	return cut, max(objective.Balance(lambda, size[0], size[1]), objective.Balance(lambda, size[1], size[0]))
}

// offer makes labels the best partition if it is better, and reports whether it is.
func (s *search) offer(labels []int32) bool {
	cut, balance := s.score(labels)
	if !(cut < (1-Margin)*s.value*balance) {
		return false
	}
	copy(s.best, labels)
	s.value, s.balance = cut/balance, balance
	return true
}

// run searches all ranges and reports whether the best partition is proved to be optimal.
func (s *search) run() bool {
	parts := []int32{0, 1}
	if s.Fixed == nil && s.Bounds.Least[0] == s.Bounds.Least[1] && s.Bounds.Most[0] == s.Bounds.Most[1] {
		parts = parts[:1] // with S = A_1 the partitions are the same but for the order of the parts
	}
	for _, part := range parts {
		for _, r := range s.ranges(part) {
			if !s.prove(r) {
				return false
			}
		}
	}
	return true
}

// prove searches a range and reports whether it ends with a proof.
func (s *search) prove(r massRange) bool {
	t := s.newTree(r)
	return t == nil || t.explore(s.linear) || !s.ended() && s.relaxed(r)
}

// relaxed searches a range with the relaxation, and after some nodes its two halves, if it can be divided. Heavy sets
// come first: in most graphs the best partition is there.
func (s *search) relaxed(r massRange) bool {
	t := s.newTree(r)
	if t == nil {
		return true
	}
	t.square = t.relax()
	s.nodes = min(s.limit, s.nodes+nodesOfRelaxation(t.graph.n()))
	light, heavy, ok := s.split(r)
	if !ok {
		return t.explore(s.limit)
	}
	return t.explore(s.divide) || !s.ended() && s.relaxed(heavy) && s.relaxed(light)
}

// nodesOfRelaxation returns the number of nodes that take as long as a relaxation for n vertices.
func nodesOfRelaxation(n int) int { return n * n * n / 8 }

// ended reports whether the search must end without a proof.
func (s *search) ended() bool { return s.nodes >= s.limit || s.ctx.Err() != nil }
