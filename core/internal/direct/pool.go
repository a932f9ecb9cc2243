package direct

import "math"

// candidate is a partition, with what decides which of two is better.
type candidate struct {
	labels    []int32 // nil: no partition
	violation float64
	value     float64
}

// precedes reports whether c is better than d: it violates the bounds less or, if both violate them alike, its criterion is
// lower.
func (c candidate) precedes(d candidate) bool {
	switch {
	case c.labels == nil || d.labels == nil:
		return c.labels != nil
	case c.violation != d.violation:
		return c.violation < d.violation
	}
	return c.value < d.value
}

// equals reports whether c and d have the same criterion but for rounding and violate the bounds alike.
func (c candidate) equals(d candidate) bool {
	return c.violation == d.violation && math.Abs(c.value-d.value) <= tiny*d.value
}

// candidate returns a partition as a candidate. The sums are computed from the labels, so that candidates compare exactly.
func (p *Problem) candidate(labels []int32) candidate {
	if labels == nil {
		return candidate{}
	}
	violation, value := p.Score(labels)
	return candidate{labels, violation, value}
}

// pooled is the partition of a try, which has generation 0, or a combination, whose generation is one more than that of the last
// partition of the pool that it combines.
type pooled struct {
	candidate
	generation int
}

// offer adds the partition of a try to the pool and combines the partitions of the same generation.
func (s *search) offer(found candidate) {
	s.keep(found, 0)
	for s.ctx.Err() == nil {
		n := len(s.pool)
		if n < 2 || s.pool[n-2].generation != s.pool[n-1].generation {
			return
		}
		s.joinLast()
	}
}

// keep adds the partition that a pass has found to the pool.
func (s *search) keep(found candidate, generation int) {
	if found.precedes(s.best) {
		s.best = found
	}
	s.pool = append(s.pool, pooled{found, generation})
	s.finish(found)
}

// joinLast replaces the last two partitions of the pool by their combination, or by one of them if they compare equal, since such
// partitions are mostly the same.
func (s *search) joinLast() {
	n := len(s.pool)
	a, b := s.pool[n-2], s.pool[n-1]
	s.pool = s.pool[:n-2]
	next := b.generation + 1
	switch {
	case a.equals(b.candidate):
		a.generation = next
		s.pool = append(s.pool, a)
		return
	case b.precedes(a.candidate):
		a, b = b, a
	}
	s.joins++
	s.keep(s.own.join(s.problem, s.joins, a.candidate, b.candidate, false), next)
}
