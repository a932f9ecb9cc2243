// Package kway lowers the energy of a partition into k parts by exchanges of vertices between two parts, each computed as
// a minimum cut, and by moves of single vertices.
package kway

import (
	"context"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/parallel"
)

// minDecrease is the relative decrease of the energy in a cycle of exchanges and moves below which Exchange ends.
const minDecrease = 1e-4

// Exchange lowers the energy Σ_r cut(A_r, A_rᶜ)/B(A_r), B(A) = min((k−1) m(A), m(Aᶜ)), of a partition into k parts and
// returns it. Each cycle first exchanges vertices between pairs of parts until no pair lowers the energy, and then moves
// single vertices. The last cycle is the first with a relative decrease of the energy below minDecrease.
//
// labels holds the part of every vertex and is updated in place. Vertices with fixed[i] ≥ 0 keep their part; fixed may be
// nil. When ctx ends, labels is the best partition found so far. Disjoint pairs of parts are processed at the same time
// on the threads of rows; the result does not depend on their number.
func Exchange(ctx context.Context, g *graph.CSR, mass []float64, labels, fixed []int32, k int, rows *parallel.Rows) float64 {
	p := &partition{Tally: objective.NewTally(g, mass, labels, k), deg: g.Degrees(), fixed: fixed}
	for {
		given, before := slices.Clone(labels), p.Energy()
		p.exchangeAll(ctx, rows)
		if ctx.Err() == nil {
			MoveVertices(ctx, p.Tally, p.deg, fixed)
		}
		p.Sum()
		if !(p.Energy() <= before) { // rounding errors of weights of many magnitudes
			copy(labels, given)
			return before
		}
		if ctx.Err() != nil || !(p.Energy() < before*(1-minDecrease)) {
			return p.Energy()
		}
	}
}

// maxRounds is the largest number of rounds of exchanges. A few suffice unless rounding errors keep parts changing.
const maxRounds = 1000

// exchangeAll runs rounds of exchanges between all pairs of parts until a round changes nothing, ctx ends or maxRounds are
// made. It skips a pair if neither part has changed in this round or the one before.
func (p *partition) exchangeAll(ctx context.Context, rows *parallel.Rows) {
	changed := make([]int, p.K) // the round in which a part last changed
	for round := 1; round <= maxRounds && ctx.Err() == nil; round++ {
		for _, pairs := range roundRobin(p.K) {
			var exchanges []*pairExchange
			members := p.members()
			for _, pair := range pairs {
				if max(changed[pair[0]], changed[pair[1]]) >= round-1 {
					exchanges = append(exchanges, p.newPairExchange(pair, members))
				}
			}
			for _, pe := range p.runPairs(ctx, exchanges, rows) {
				p.apply(pe)
				changed[pe.parts[0]], changed[pe.parts[1]] = round, round
			}
		}
		if slices.Max(changed) < round {
			return
		}
	}
}

// roundRobin returns all pairs of k parts, grouped into turns so that no part is in two pairs of the same turn. This is
// the circle method for round-robin tournaments: part 0 keeps its seat and the others advance by one seat each turn.
func roundRobin(k int) [][][2]int32 {
	seats := k + k%2 // for odd k one part has no partner in each turn
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

// members returns the vertices of each part in ascending order.
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

// runPairs runs exchanges between disjoint pairs of parts at the same time and returns those that lowered the energy.
func (p *partition) runPairs(ctx context.Context, exchanges []*pairExchange, rows *parallel.Rows) []*pairExchange {
	if len(exchanges) == 0 {
		return nil
	}
	rows.Tasks(len(exchanges)).Sum(func(number, _ int) parallel.Sums {
		exchanges[number].run(ctx)
		return parallel.Sums{}
	})
	return slices.DeleteFunc(exchanges, func(pe *pairExchange) bool { return !pe.gained })
}

// apply writes the outcome of an exchange to the partition.
func (p *partition) apply(pe *pairExchange) {
	for at, i := range pe.vertices {
		p.Labels[i] = pe.parts[side(pe.first[at])]
	}
	for s, x := range pe.parts {
		p.Cuts[x], p.Size[x], p.Count[x] = pe.cuts[s], pe.size[s], pe.count[s]
	}
}
