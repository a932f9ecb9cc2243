package direct

import (
	"context"
	"slices"

	"github.com/tvcut/tvcut/core/internal/evolution"
	"github.com/tvcut/tvcut/core/internal/memory"
)

// Evolve searches further from a partition, which it does not change. In each of opt.Steps steps it makes a partition by a new
// try, by combination or by both. It returns the best partition. Results for the same seed are identical bit for bit, and more
// steps never give a worse partition. When ctx ends, Evolve returns the best partition so far.
func Evolve(ctx context.Context, p *Problem, opt Options, labels []int32) []int32 {
	given := p.candidate(slices.Clone(labels))
	atOnce, within := memory.Divide(p.Graph, opt.Threads, opt.Threads) // a step may make a try
	evolving := evolution.Options[candidate]{Seed: opt.Seed, Part: opt.Part, Steps: opt.Steps, Threads: atOnce,
		Compare: candidate.compare, Distance: p.distance}
	if opt.ObserveStep != nil {
		evolving.Observe = func(best candidate, fraction float64) { opt.ObserveStep(best.value, fraction) }
	}
	return evolution.Run(ctx, []candidate{given}, evolving, func() evolution.Worker[candidate] {
		return &evolver{try: newTry(ctx, p, opt, within), problem: p, spare: given}
	}).labels
}

// compare orders candidates by precedes. Partitions that compare equal are mostly the same.
func (c candidate) compare(d candidate) int {
	switch {
	case c.precedes(d):
		return -1
	case d.precedes(c):
		return 1
	}
	return 0
}

// distance returns the number of vertices outside the largest overlap of their part of a with a part of b.
func (p *Problem) distance(a, b candidate) int {
	k := p.Criterion.K
	overlap := make([]int, k*k)
	for i, r := range a.labels {
		overlap[int(r)*k+int(b.labels[i])]++
	}
	largest, same := make([]int, k), 0
	for pair, count := range overlap {
		largest[pair/k] = max(largest[pair/k], count)
	}
	for _, count := range largest {
		same += count
	}
	return len(a.labels) - same
}

// evolver makes partitions for the evolution.
type evolver struct {
	*try
	problem *Problem
	spare   candidate // the result of Fresh if the context ends
}

// Fresh returns the partition of a try that Cut does not make.
func (e *evolver) Fresh(step int) candidate {
	if found := e.problem.candidate(e.numbered(e.opt.Tries + step).pass(e.problem)); found.labels != nil {
		return found
	}
	return e.spare
}

// Combine returns the best of two partitions and of their combination.
func (e *evolver) Combine(step int, a, b candidate) candidate {
	if b.precedes(a) {
		a, b = b, a
	}
	return e.join(e.problem, e.opt.Tries+step, a, b, false)
}
