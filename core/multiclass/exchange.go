package multiclass

import (
	"context"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/par"
)

// enough is the relative fall of the energy in a cycle of exchanges and single moves after which another is made.
const enough = 1e-4

// Exchange lowers the energy Σ_r cut(A_r, A_rᶜ)/B(A_r), B(A) = min((k−1) m(A), m(Aᶜ)), of a partition into k parts by
// letting two parts at a time exchange vertices, until no two can gain by it, and then moving single vertices; and
// so on until a cycle gains next to nothing. It returns the energy. Vertices with seeds[i] ≥ 0 stay. When ctx
// ends, labels are the best so far. Pairs of parts work on the threads of rows at the same time, but the result does
// not depend on their number.
func Exchange(ctx context.Context, g *graph.CSR, mass []float64, labels, seeds []int32, k int, rows *par.Rows) float64 {
	t := newTally(g, mass, g.Degrees(), seeds, k, labels)
	for {
		before := t.energy()
		t.exchangeAll(ctx, rows)
		if ctx.Err() == nil {
			t.settle()
		}
		t.sum()
		if ctx.Err() != nil || !(t.energy() < before*(1-enough)) {
			return t.energy()
		}
	}
}

// exchangeAll lets every two parts exchange vertices, in rounds, until none gains. Two parts of which neither has
// changed since they met last do not meet again.
func (t *tally) exchangeAll(ctx context.Context, rows *par.Rows) {
	changed := make([]int, t.k) // the round in which a part last changed
	for round := 1; ; round++ {
		for _, pairs := range tournament(t.k) {
			var duels []*duel
			members := t.members()
			for _, p := range pairs {
				if max(changed[p[0]], changed[p[1]]) >= round-1 {
					duels = append(duels, t.newDuel(p, members))
				}
			}
			for _, d := range t.fight(ctx, duels, rows) {
				t.take(d)
				changed[d.parts[0]], changed[d.parts[1]] = round, round
			}
		}
		if slices.Max(changed) < round {
			return
		}
	}
}

// tournament returns every two of k parts once, in turns in which each part meets at most one other: the circle
// method, where part 0 sits still and the others move on by one seat a turn.
func tournament(k int) [][][2]int32 {
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
func (t *tally) members() [][]int32 {
	members := make([][]int32, t.k)
	for a, count := range t.count {
		members[a] = make([]int32, 0, count)
	}
	for i, a := range t.labels {
		members[a] = append(members[a], int32(i))
	}
	return members
}

// fight lets pairs of parts, no part in two of them, exchange vertices at the same time, and returns those that gained.
func (t *tally) fight(ctx context.Context, duels []*duel, rows *par.Rows) []*duel {
	if len(duels) == 0 {
		return nil
	}
	rows.Tasks(len(duels)).Sum(func(number, _ int) par.Sums {
		duels[number].run(ctx)
		return par.Sums{}
	})
	return slices.DeleteFunc(duels, func(d *duel) bool { return !d.gained })
}

// take makes the outcome of a duel that of the partition.
func (t *tally) take(d *duel) {
	for at, i := range d.vertices {
		t.labels[i] = d.parts[side(d.first[at])]
	}
	for s, x := range d.parts {
		t.cuts[x], t.size[x], t.count[x] = d.cuts[s], d.size[s], d.count[s]
	}
}
