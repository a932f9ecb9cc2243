package constrained

import (
	"context"
	"math"
	"slices"
)

// separate moves vertices until no pair that must lie apart is in one part, or it finds no way. Vertices are given parts one by one,
// those with the fewest possible parts first (D. Brélaz, "New methods to color the vertices of a graph", 1979), and each takes the part
// of the largest gain.
func (p *Problem) separate(ctx context.Context, labels []int32) {
	if p.Apart == nil || !anyClash(p, labels) {
		return
	}
	s := newState(ctx, p, labels)
	var clashing []int32
	for i := range int32(len(labels)) {
		if !s.isApart(i, labels[i]) {
			clashing = append(clashing, i)
		}
	}
	const rounds = 40
	for round := range rounds {
		moved := false
		for _, i := range clashing {
			if s.isApart(i, s.labels[i]) || s.isFixed(i) {
				continue
			}
			b := leastClash(s, i, round)
			if b != s.labels[i] {
				s.move(i, b)
				moved = true
				for _, j := range p.Apart.Of(i) {
					if s.labels[j] == b && !slices.Contains(clashing, j) {
						clashing = append(clashing, j)
					}
				}
			}
		}
		if !moved || !anyClash(p, labels) {
			return
		}
	}
}

// leastClash returns the part with the fewest partners of vertex i, other than its own, and among these that of the largest gain.
func leastClash(s *state, i int32, round int) int32 {
	count := map[int32]int{}
	for _, j := range s.Apart.Of(i) {
		count[s.labels[j]]++
	}
	best, fewest, gain := s.labels[i], math.MaxInt, math.Inf(-1)
	for b := range s.k {
		if b == s.labels[i] {
			continue
		}
		g := s.gain(i, b, s.links.toward(i, b))
		if c := count[b]; c < fewest || c == fewest && g > gain {
			best, fewest, gain = b, c, g
		}
	}
	if fewest > count[s.labels[i]] || fewest == count[s.labels[i]] && (int(i)+round)%3 != 0 {
		return s.labels[i]
	}
	return best
}

// anyClash reports whether a pair that must lie apart is in one part.
func anyClash(p *Problem, labels []int32) bool {
	for i, a := range labels {
		if slices.ContainsFunc(p.Apart.Of(int32(i)), func(j int32) bool { return labels[j] == a }) {
			return true
		}
	}
	return false
}

// occupy gives each empty part a vertex of the part with the most vertices.
func occupy(p *Problem, labels []int32) {
	s := newState(context.Background(), p, labels)
	for r := range s.k {
		if s.count[r] > 0 {
			continue
		}
		from := slices.Index(s.count, slices.Max(s.count))
		for i, a := range s.labels {
			if int(a) == from && !s.isFixed(int32(i)) && s.isApart(int32(i), r) && (!p.Connected || s.leaves(int32(i))) {
				s.move(int32(i), r)
				break
			}
		}
	}
}
