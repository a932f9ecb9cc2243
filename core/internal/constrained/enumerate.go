package constrained

import (
	"context"
	"math"
	"slices"
)

// IsEnumerated reports whether Search enumerates the partitions of n vertices, of which free ones are not fixed, into k parts. work is
// the number of partitions times the given size, the vertices and half-edges.
func IsEnumerated(free, k int, size, work float64) bool {
	return math.Pow(float64(k), float64(free))*size <= work
}

// enumerate returns the best of all partitions if their number times the vertices and half-edges is at most work, or complete = false.
func enumerate(ctx context.Context, p *Problem, work float64) (best Found, complete bool) {
	e := &enumeration{Problem: p, labels: make([]int32, p.Graph.N()), alike: areAlike(p), best: Found{Proved: true}}
	k, size := p.Criterion.K, float64(p.Graph.N()+p.Graph.NNZ())
	for i := range e.labels {
		if p.Fixed == nil || p.Fixed[i] < 0 {
			e.free = append(e.free, int32(i))
		} else {
			e.labels[i] = p.Fixed[i]
		}
	}
	if e.alike {
		size /= math.Gamma(float64(k) + 1) // k!
	}
	if !IsEnumerated(len(e.free), k, size, work) {
		return best, false
	}
	complete = e.visit(ctx, 0, 0)
	return e.best, complete
}

// areAlike reports whether the numbers of the parts make no difference.
func areAlike(p *Problem) bool {
	if p.Fixed != nil || p.Home != nil {
		return false
	}
	for _, c := range p.Columns {
		for r := range c.Bounds.Most {
			if c.Bounds.Most[r] != c.Bounds.Most[0] || c.Bounds.Least[r] != c.Bounds.Least[0] {
				return false
			}
		}
	}
	return true
}

// enumeration visits all partitions. If the parts are alike, it visits those whose parts are numbered by their first vertices.
type enumeration struct {
	*Problem
	labels  []int32
	free    []int32 // vertices that are not fixed
	alike   bool
	best    Found
	visited int
}

// visit gives all parts to the free vertices from number at on, where parts below used are in use. It reports false if ctx ends before.
func (e *enumeration) visit(ctx context.Context, at int, used int32) bool {
	if at == len(e.free) {
		if e.visited++; e.visited%1024 == 0 && ctx.Err() != nil {
			return false
		}
		if score := e.Score(e.labels); e.best.Labels == nil || score.Precedes(e.best.Score) {
			e.best.Labels, e.best.Score = slices.Clone(e.labels), score
		}
		return true
	}
	last := int32(e.Criterion.K)
	if e.alike {
		last = min(last, used+1)
	}
	for a := range last {
		e.labels[e.free[at]] = a
		if !e.visit(ctx, at+1, max(used, a+1)) {
			return false
		}
	}
	return true
}
