package direct

import "math"

const (
	growths         = 12 // starts of growth for each cut of a coarsest graph in two, if two parts are wanted
	growthsForParts = 6  // the same for each bisection of a coarsest graph into more
	fewGrowths      = 4  // the same for their value, and with Options.LocalOnly
)

// initial cuts a coarsest graph: into two by growth, into more by recursive bisection.
func (t *try) initial(p *Problem) []int32 {
	if p.Criterion.K == 2 {
		return t.growCuts(p)
	}
	return byBisections(t.ctx, p, t.bisector.pass)
}

// growCuts cuts a small graph in two by growth from random vertices and, if a part is tiny, by one vertex, each followed by local
// searches, and returns the best cut.
func (t *try) growCuts(p *Problem) []int32 {
	var best *state
	offer := func(s *state) {
		restoreBounds(t.bounds, s)
		localSearches(s, t.rng)
		passes(s)
		if best == nil || improves(s, best.violation(), best.value()) {
			best = s
		}
	}
	for range t.growths {
		if best == nil || t.ctx.Err() == nil {
			offer(t.grow(p))
		}
	}
	if hasTinyPart(p, p.Criterion.Total/minCoarsest) && t.ctx.Err() == nil {
		offer(t.separate(p))
	}
	return best.labels
}

// separate returns the cut whose part of smaller target is a vertex that it can have, the one of smallest degree.
func (t *try) separate(p *Problem) *state {
	a := smaller(p)
	s, best, least := empty(t, p, a), int32(-1), math.Inf(1)
	for i := range int32(p.Graph.N()) {
		if deg := p.Graph.Degree(int(i)); deg < least && p.Mass[i] <= p.Bounds.Most[a] && !s.isFixed(i) {
			best, least = i, deg
		}
	}
	if best >= 0 && s.count[1-a] > 1 {
		s.move(best, a)
	}
	return s
}

// smaller returns the part of smaller target of two, the first if both are equal.
func smaller(p *Problem) int32 {
	if p.Target[1] < p.Target[0] {
		return 1
	}
	return 0
}

// empty returns the state in which part a of two has only the vertices that are fixed in it.
func empty(t *try, p *Problem, a int32) *state {
	labels := make([]int32, p.Graph.N())
	for i := range labels {
		if labels[i] = 1 - a; p.Fixed != nil && p.Fixed[i] == a {
			labels[i] = a
		}
	}
	s := newState(t.ctx, p, t.work, labels)
	s.connect()
	return s
}

// grow returns the cut whose part 0 grows from a random vertex to its target mass. It always adds the vertex that increases
// the weight of the cut least: the greedy graph growing of G. Karypis and V. Kumar, "A fast and high quality multilevel
// scheme for partitioning irregular graphs", SIAM J. Sci. Comput. 20 (1998).
func (t *try) grow(p *Problem) *state {
	n, s := int32(p.Graph.N()), empty(t, p, 0)
	start, visited := int32(t.rng.IntN(int(n))), int32(0)
	for s.size[0] < p.Target[0] && s.count[1] > 1 {
		i := int32(-1)
		if q := &t.work.queue; len(q.Items) > 0 {
			i = q.Items[0].Vertex
			q.Pop()
		} else if visited == n {
			break
		} else { // the start, or a vertex of another component
			i = (start + visited) % n
			visited++
		}
		if s.labels[i] == 0 || s.isFixed(i) || s.size[0]+s.mass[i]-p.Target[0] > p.Target[0]-s.size[0] {
			continue
		}
		t.addToFirst(s, i)
	}
	t.work.queue.Clear()
	return s
}

// addToFirst moves vertex i to part 0 and updates its neighbours in the queue, whose keys are the decrease of the cut.
func (t *try) addToFirst(s *state, i int32) {
	s.move(i, 0)
	q := &t.work.queue
	idx, w := s.graph.Row(int(i))
	for e, j := range idx {
		switch {
		case s.labels[j] == 0:
		case q.Place[j] >= 0:
			q.Add(j, 2*w[e])
		default:
			weight, deg, parts := s.toward(j)
			key := 2*weight[0] - deg
			s.release(j, parts)
			q.Push(j, key)
		}
	}
}

// randomLabels returns random parts for all vertices but the fixed ones.
func (t *try) randomLabels(p *Problem) []int32 {
	labels := make([]int32, p.Graph.N())
	for i := range labels {
		labels[i] = int32(t.rng.IntN(p.Criterion.K))
		if p.Fixed != nil && p.Fixed[i] >= 0 {
			labels[i] = p.Fixed[i]
		}
	}
	return labels
}
