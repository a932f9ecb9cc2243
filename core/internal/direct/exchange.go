package direct

import (
	"cmp"
	"slices"

	"github.com/tvcut/tvcut/core/internal/memory"
	"github.com/tvcut/tvcut/core/internal/mincut"
)

const (
	exchangeRounds  = 4    // rounds over all pairs of adjacent parts
	minExchangeGain = 1e-2 // relative decrease of the criterion in a round below which no round follows
	bandFactor      = 8    // largest mass of a side of a band, relative to the mass that the other part may gain
	wideFactor      = 32   // the same for the weight between two parts
	bandShare       = 0.3  // largest mass of a side of a band, relative to the part
	bandDepth       = 5    // largest number of vertices of a side of a band, relative to those of the border
	wideDepth       = 20   // the same for the weight between two parts
	bandHalvings    = 3    // times a band is halved after a minimum cut that does not keep the bounds
	exchangeEffort  = 40   // half-edges that a minimum cut may scan, relative to those of the band
	smallBand       = 1000 // half-edges that count for a small band
)

// pair is a pair of parts, a < b.
type pair struct{ a, b int32 }

// exchangeAll lowers the criterion by minimum cuts between pairs of adjacent parts, in rounds. A round skips pairs of
// which no part changed in the round before.
func exchangeAll(s *state) {
	changed := make([]bool, s.K)
	for r := range changed {
		changed[r] = true
	}
	for range exchangeRounds {
		before, changes := s.value(), make([]bool, s.K)
		pairs, borders := pairsOf(s)
		for _, p := range pairs {
			if s.ctx.Err() != nil {
				return
			}
			if (changed[p.a] || changed[p.b]) && exchange(s, p, borders[p]) {
				changes[p.a], changes[p.b] = true, true
			}
		}
		changed = changes
		if !(s.value() < before*(1-minExchangeGain)) {
			return
		}
	}
}

// pairsOf returns the pairs of adjacent parts, those with the longest border first, and the border vertices of each.
func pairsOf(s *state) ([]pair, map[pair][]int32) {
	borders := map[pair][]int32{}
	for _, i := range s.borderVertices() {
		a := s.labels[i]
		for _, j := range s.graph.Indices[s.graph.Indptr[i]:s.graph.Indptr[i+1]] {
			b := s.labels[j]
			if a == b {
				continue
			}
			p := pair{min(a, b), max(a, b)}
			if list := borders[p]; len(list) == 0 || list[len(list)-1] != i {
				borders[p] = append(list, i)
			}
		}
	}
	pairs := make([]pair, 0, len(borders))
	for p := range borders {
		pairs = append(pairs, p)
	}
	slices.SortFunc(pairs, func(p, q pair) int {
		return cmp.Or(cmp.Compare(len(borders[q]), len(borders[p])), cmp.Compare(p.a, q.a), cmp.Compare(p.b, q.b))
	})
	return pairs, borders
}

// exchange replaces the border between two parts by a minimum cut within a band around it, and reports whether that lowered
// the criterion. As in P. Sanders and C. Schulz, "Engineering multilevel graph partitioning algorithms", ESA 2011, the band
// is larger than what the bounds allow to move, and is halved if the minimum cut does not keep the bounds.
func exchange(s *state, p pair, border []int32) bool {
	if memory.IsLarge(s.graph) { // bands are then large as well
		defer memory.Collect(s.graph)
	}
	scale := 1.0
	for range bandHalvings + 1 {
		b := newBand(s, p, border, scale)
		outcome := noGain
		if len(b.vertices) > 1 {
			outcome = b.cut()
		}
		b.close()
		if outcome != outOfBounds {
			return outcome == gained
		}
		scale /= 2
	}
	return false
}

// outcome is the result of a minimum cut in a band.
type outcome int

const (
	noGain outcome = iota
	outOfBounds
	gained
)

// cut replaces the border in the band by the minimum cut of the linearised problem, if that lowers the criterion.
func (b *band) cut() outcome {
	sub, mirror := b.subgraph()
	high := make([]bool, len(b.vertices)) // vertices of part p.a
	for at, i := range b.vertices {
		high[at] = b.labels[i] == b.p.a
	}
	before := slices.Clone(high)
	solver := mincut.NewSolverOn(sub, mirror)
	if !solver.Cut(b.ctx, b.supply(), high, exchangeEffort*(sub.NNZ()+smallBand)) {
		return noGain
	}
	return b.accept(before, high)
}

// accept moves the vertices on which high differs from before to their new parts, unless that violates the bounds or does
// not lower the criterion.
func (b *band) accept(before, high []bool) outcome {
	sizeA, sizeB, countA, countB := b.size[b.p.a], b.size[b.p.b], b.count[b.p.a], b.count[b.p.b]
	for at, i := range b.vertices {
		switch m := b.mass[i]; {
		case high[at] && !before[at]:
			sizeA, sizeB, countA, countB = sizeA+m, sizeB-m, countA+1, countB-1
		case before[at] && !high[at]:
			sizeA, sizeB, countA, countB = sizeA-m, sizeB+m, countA-1, countB+1
		}
	}
	violates := func(r int32, m float64) bool {
		return m > max(b.Most[r], b.size[r]) || m < min(b.Least[r], b.size[r])
	}
	if countA == 0 || countB == 0 || violates(b.p.a, sizeA) || violates(b.p.b, sizeB) {
		return outOfBounds
	}
	value := b.value()
	b.assign(before, high)
	if b.value() < value*(1-tiny) {
		return gained
	}
	b.assign(high, before)
	return noGain
}

// assign moves the vertices on which now differs from before.
func (b *band) assign(before, now []bool) {
	for at, i := range b.vertices {
		switch {
		case now[at] && !before[at]:
			b.move(i, b.p.a)
		case before[at] && !now[at]:
			b.move(i, b.p.b)
		}
	}
}
