package tabu

// contractionWork is the time of a contraction for each half-edge, in moves evaluated.
const contractionWork = 8

// restart makes the current partition one from which the given round starts: the best partition for the first round, then in
// turn one of the five ways below. No part is empty, and fixed vertices are in their parts.
func (s *search) restart(best []int32, round int) {
	copy(s.labels, best)
	if round == 0 {
		return
	}
	switch round % 5 {
	case 0:
		for range 2 + s.rng.IntN(max(1, s.n/3)) {
			s.labels[s.rng.IntN(s.n)] = int32(s.rng.IntN(s.k))
		}
	case 1:
		s.regions(best, true)
	case 2:
		s.regions(best, false)
	case 3:
		s.mergeAndGrow()
	case 4:
		s.scatter()
	}
	s.repair()
}

// regions searches a graph in which random regions are contracted: from the best partition, where the regions are within its
// parts, or from random parts of regions. The result is the current partition.
func (s *search) regions(best []int32, inside bool) {
	var within []int32
	if inside {
		within = best
	}
	block, count := s.random(s.rng, s.k+1+s.rng.IntN(max(1, 2*s.n/3-s.k)), within)
	s.work += contractionWork * s.Graph.NNZ()
	if count == s.n {
		return
	}
	coarse := newSearch(s.contracted(block, count), restricted(best, block, count), s.rng)
	if !inside {
		for b := range coarse.labels {
			coarse.labels[b] = int32(s.rng.IntN(s.k))
		}
	}
	coarse.repair()
	coarse.round()
	s.work += coarse.work
	for i, b := range block {
		s.labels[i] = coarse.best[b]
	}
}

// mergeAndGrow unites two parts and grows a part from a random vertex instead.
func (s *search) mergeAndGrow() {
	a, b := int32(s.rng.IntN(s.k)), int32(s.rng.IntN(s.k))
	for i, r := range s.labels {
		if r == a {
			s.labels[i] = b
		}
	}
	seen, next := make([]bool, s.n), []int32{int32(s.rng.IntN(s.n))}
	seen[next[0]] = true
	for left := 1 + s.rng.IntN(max(1, 3*s.n/(2*s.k))); left > 0 && len(next) > 0; left-- {
		at, last := s.rng.IntN(len(next)), len(next)-1
		i := next[at]
		next[at], next = next[last], next[:last]
		s.labels[i] = a
		idx, _ := s.Graph.Row(int(i))
		for _, j := range idx {
			if !seen[j] {
				seen[j] = true
				next = append(next, j)
			}
		}
	}
}

// scatter draws the part of every vertex. Without bounds, the parts have random probabilities.
func (s *search) scatter() {
	share, total := make([]float64, s.k), 0.0
	for r := range share {
		share[r] = 1
		if !s.change.bounded {
			share[r] = s.rng.ExpFloat64()
		}
		total += share[r]
	}
	for i := range s.labels {
		r := 0
		for x := s.rng.Float64() * total; r < s.k-1 && x >= share[r]; r++ {
			x -= share[r]
		}
		s.labels[i] = int32(r)
	}
}

// repair moves fixed vertices to their parts, and a random free vertex of another part to each empty part. With fixed
// vertices, no part is empty.
func (s *search) repair() {
	for i := range s.Fixed {
		if s.Fixed[i] >= 0 {
			s.labels[i] = s.Fixed[i]
		}
	}
	clear(s.count)
	for _, r := range s.labels {
		s.count[r]++
	}
	for r := range s.count {
		for s.count[r] == 0 { // there are more vertices than parts
			if i := s.rng.IntN(s.n); s.count[s.labels[i]] > 1 {
				s.count[s.labels[i]]--
				s.count[r]++
				s.labels[i] = int32(r)
			}
		}
	}
}
