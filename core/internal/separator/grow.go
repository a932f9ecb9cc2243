package separator

import (
	"context"
	"math/rand/v2"

	"github.com/tvcut/tvcut/core/graph"
)

// initial grows separators from random vertices of a small graph, refines each and returns the best.
func (f *Finder) initial(ctx context.Context, g *graph.CSR, mass []float64, most float64, rng *rand.Rand) []int8 {
	var best []int8
	var least rank
	for t := 0; t == 0 || t < tries && ctx.Err() == nil; t++ {
		side := make([]int8, g.N())
		for i := range side {
			side[i] = High
		}
		f.state.load(g, mass, side, most)
		f.state.grow(rng)
		f.state.fit()
		f.refine(ctx, rng)
		if r := f.state.rank(); t == 0 || r.before(least) {
			best, least = side, r
		}
	}
	return best
}

// grow makes the side Low grow from a random vertex until it has half of the mass, and keeps the best separator on the way. All
// vertices must be in High. It always moves the vertex after which the separator is lightest. When it has filled a connected
// component, it goes on in another one.
func (s *state) grow(rng *rand.Rand) {
	order, at, total := rng.Perm(len(s.side)), 0, s.weight[High]
	s.begin(rng)
	best, kept := s.rank(), 0
	for s.weight[Low] < total/2 {
		if len(s.queues[Low].Items) == 0 {
			for at < len(order) && s.side[order[at]] != High {
				at++
			}
			if at == len(order) {
				break
			}
			s.seed(int32(order[at]))
		}
		if s.weight[Low]+s.mass[s.queues[Low].Items[0].Vertex] > s.most {
			break
		}
		s.advance(Low)
		if r := s.rank(); r.before(best) {
			best, kept = r, len(s.moves)
		}
	}
	s.end(kept)
}

// seed moves a vertex of High to the separator.
func (s *state) seed(v int32) {
	s.moves = append(s.moves, move{v, Separator, int32(len(s.pulled))})
	s.put(v, Separator)
	s.enqueue(v)
}

// fit moves vertices of a side above its bound to the separator: the lightest one that is enough, or else the heaviest one.
func (s *state) fit() {
	for d := range int8(2) {
		for s.weight[d] > s.most {
			excess, chosen := s.weight[d]-s.most, int32(-1)
			for i, own := range s.side {
				if own != d {
					continue
				}
				switch m := s.mass[i]; {
				case chosen < 0, m >= excess && s.mass[chosen] < excess,
					m >= excess && m < s.mass[chosen], s.mass[chosen] < excess && m > s.mass[chosen]:
					chosen = int32(i)
				}
			}
			s.put(chosen, Separator)
		}
	}
}
