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
	p.extractors.New = func() any { return new(graph.Extractor) }
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

// exchangeAll runs rounds of exchanges between the pairs of adjacent parts until a round changes nothing, ctx ends or maxRounds
// are made. It skips a pair if neither part has changed in this round or the one before.
func (p *partition) exchangeAll(ctx context.Context, rows *parallel.Rows) {
	changed := make([]int, p.K) // the round in which a part last changed
	for round := 1; round <= maxRounds && ctx.Err() == nil; round++ {
		for _, pairs := range turns(p.adjacent(), p.K) {
			if ctx.Err() != nil { // a turn without exchanges takes a pass over all vertices
				return
			}
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

// adjacent returns the pairs of parts that an edge joins, each once.
func (p *partition) adjacent() [][2]int32 {
	seen, pairs := map[[2]int32]bool{}, [][2]int32{}
	for i, a := range p.Labels {
		idx, w := p.Graph.Row(i)
		for e, j := range idx {
			pair := [2]int32{a, p.Labels[j]}
			if pair[0] < pair[1] && w[e] > 0 && !seen[pair] {
				seen[pair] = true
				pairs = append(pairs, pair)
			}
		}
	}
	return pairs
}

// turns groups pairs of the k parts into turns so that no part is in two pairs of the same turn. This is the circle method for
// round-robin tournaments: part 0 keeps its seat, number 0, and the others advance by one of the other seats each turn. In each
// turn, the part on seat s meets the one on seat m − s, where m is their number, odd, and it is the first of the pair for
// 0 < s < m/2. Hence parts a, b > 0 meet in the turn x + 1 (mod m) for which 2x ≡ (a − 1) + (b − 1) (mod m).
func turns(pairs [][2]int32, k int) [][][2]int32 {
	m := k - 1 + k%2 // for odd k one part has no partner in each turn
	grouped := make([][][2]int32, m)
	for _, pair := range pairs {
		a, b := int(pair[0])-1, int(pair[1])-1
		x := b // of the pair of part 0
		if a >= 0 {
			x = (a + b) * ((m + 1) / 2) % m
			if seat := ((a-x-1)%m+m)%m + 1; seat > m/2 {
				pair[0], pair[1] = pair[1], pair[0]
			}
		}
		turn := (x + 1) % m
		grouped[turn] = append(grouped[turn], pair)
	}
	return slices.DeleteFunc(grouped, func(pairs [][2]int32) bool { return len(pairs) == 0 })
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
