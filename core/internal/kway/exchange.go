// Package kway lowers the energy of a partition into k parts: two parts at a time exchange vertices along a minimum
// cut, and single vertices move.
package kway

import (
	"context"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/parallel"
)

// enough is the relative fall of the energy in a cycle of exchanges and single moves after which another is made.
const enough = 1e-4

// Exchange lowers the energy Σ_r cut(A_r, A_rᶜ)/B(A_r), B(A) = min((k−1) m(A), m(Aᶜ)), of a partition into k parts by
// letting two parts at a time exchange vertices, until no two can gain by it, and then moving single vertices; and
// so on until a cycle gains next to nothing. It returns the energy. Vertices with fixed[i] ≥ 0 stay. When ctx
// ends, labels are the best so far. Pairs of parts work on the threads of rows at the same time, but the result does
// not depend on their number.
func Exchange(ctx context.Context, g *graph.CSR, mass []float64, labels, fixed []int32, k int, rows *parallel.Rows) float64 {
	p := &partition{Tally: objective.NewTally(g, mass, labels, k), deg: g.Degrees(), fixed: fixed}
	for {
		before := p.Energy()
		p.exchangeAll(ctx, rows)
		if ctx.Err() == nil {
			MoveVertices(p.Tally, p.deg, fixed)
		}
		p.Sum()
		if ctx.Err() != nil || !(p.Energy() < before*(1-enough)) {
			return p.Energy()
		}
	}
}

// exchangeAll lets every two parts exchange vertices, in rounds, until none gains. Two parts of which neither has
// changed since they met last do not meet again.
func (p *partition) exchangeAll(ctx context.Context, rows *parallel.Rows) {
	changed := make([]int, p.K) // the round in which a part last changed
	for round := 1; ; round++ {
		for _, pairs := range roundRobin(p.K) {
			var exchanges []*pairExchange
			members := p.members()
			for _, pair := range pairs {
				if max(changed[pair[0]], changed[pair[1]]) >= round-1 {
					exchanges = append(exchanges, p.newPairExchange(pair, members))
				}
			}
			for _, d := range p.runPairs(ctx, exchanges, rows) {
				p.apply(d)
				changed[d.parts[0]], changed[d.parts[1]] = round, round
			}
		}
		if slices.Max(changed) < round {
			return
		}
	}
}

// roundRobin returns every two of k parts once, in turns in which each part meets at most one other: the circle
// method, where part 0 sits still and the others move on by one seat a turn.
func roundRobin(k int) [][][2]int32 {
	seats := k + k%2 // with an odd number one part rests
	turns := make([][][2]int32, 0, seats-1)
	for turn := range seats - 1 {
		seat := func(s int) int32 {
			if s == 0 {
				return 0
			}
			return int32(1 + (s-1+turn)%(seats-1))
		}
		var pairs [][2]int32
		for s := range seats / 2 {
			if a, b := seat(s), seat(seats-1-s); int(max(a, b)) < k {
				pairs = append(pairs, [2]int32{a, b})
			}
		}
		turns = append(turns, pairs)
	}
	return turns
}

// members returns the vertices of each part, ascending.
func (p *partition) members() [][]int32 {
	members := make([][]int32, p.K)
	for a, count := range p.Count {
		members[a] = make([]int32, 0, count)
	}
	for i, a := range p.Labels {
		members[a] = append(members[a], int32(i))
	}
	return members
}

// runPairs lets pairs of parts, no part in two of them, exchange vertices at the same time, and returns those that gained.
func (p *partition) runPairs(ctx context.Context, exchanges []*pairExchange, rows *parallel.Rows) []*pairExchange {
	if len(exchanges) == 0 {
		return nil
	}
	rows.Tasks(len(exchanges)).Sum(func(number, _ int) parallel.Sums {
		exchanges[number].run(ctx)
		return parallel.Sums{}
	})
	return slices.DeleteFunc(exchanges, func(d *pairExchange) bool { return !d.gained })
}

// apply makes the outcome of an exchange that of the partition.
func (p *partition) apply(d *pairExchange) {
	for at, i := range d.vertices {
		p.Labels[i] = d.parts[side(d.first[at])]
	}
	for s, x := range d.parts {
		p.Cuts[x], p.Size[x], p.Count[x] = d.cuts[s], d.size[s], d.count[s]
	}
}
