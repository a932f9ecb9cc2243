package constrained

import (
	"context"
	"math"
	"slices"
)

// enumerate returns the best of all partitions if there are at most the given number of ways to give the vertices parts, or
// complete = false.
func enumerate(ctx context.Context, p *Problem, most float64) (best Found, complete bool) {
	free := 0
	for i := range p.Graph.N() {
		if p.Fixed == nil || p.Fixed[i] < 0 {
			free++
		}
	}
	if math.Pow(float64(p.Criterion.K), float64(free)) > most {
		return best, false
	}
	e := &enumeration{Problem: p, labels: make([]int32, p.Graph.N()), best: Found{Score: Score{math.Inf(1), math.Inf(1)}, Proved: true}}
	for e.visited%1024 != 0 || ctx.Err() == nil {
		e.visited++
		if e.visit(); !e.advance() {
			return e.best, true
		}
	}
	return best, false
}

// enumeration visits all partitions as numbers of base k, whose digits are the parts of the vertices that are not fixed.
type enumeration struct {
	*Problem
	labels  []int32
	best    Found
	visited int
}

// visit compares the current partition with the best one.
func (e *enumeration) visit() {
	if e.Fixed != nil && e.visited == 1 {
		for i, a := range e.Fixed {
			e.labels[i] = max(a, 0)
		}
	}
	if score := e.Score(e.labels); e.best.Labels == nil || score.Precedes(e.best.Score) {
		e.best.Labels, e.best.Score = slices.Clone(e.labels), score
	}
}

// advance makes the next partition the current one, and reports whether there is one.
func (e *enumeration) advance() bool {
	for i := len(e.labels) - 1; i >= 0; i-- {
		if e.Fixed != nil && e.Fixed[i] >= 0 {
			continue
		}
		if e.labels[i]++; int(e.labels[i]) < e.Criterion.K {
			return true
		}
		e.labels[i] = 0
	}
	return false
}
