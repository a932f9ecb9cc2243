package direct

import (
	"math"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
)

const (
	growths    = 12  // starts of growth for each cut of a coarsest graph in two
	fewGrowths = 4   // the same for the value of more than two parts, and with Options.LocalOnly
	maxRoom    = 1.2 // largest mass of a side of a bisection, relative to its target, where the bounds allow more
)

// initial cuts a coarsest graph: into two by growth, into more by recursive bisection.
func (t *try) initial(p *Problem) []int32 {
	if p.Criterion.K == 2 {
		return t.growCuts(p)
	}
	labels, all := make([]int32, p.Graph.N()), make([]int32, p.Graph.N())
	for i := range all {
		all[i] = int32(i)
	}
	t.place = slices.Repeat([]int32{-1}, p.Graph.N())
	t.bisect(p, all, 0, p.Criterion.K, labels)
	return labels
}

// bisect writes the labels of the given vertices, which it divides among the parts lo … hi−1. Each half of the parts gets
// the vertices of one side of a cut of low weight, whose masses are near the sums of the targets.
func (t *try) bisect(p *Problem, vertices []int32, lo, hi int, labels []int32) {
	if hi-lo == 1 || len(vertices) == 0 {
		for _, v := range vertices {
			labels[v] = int32(lo)
		}
		return
	}
	if t.ctx.Err() != nil {
		p.spread(vertices, t.place, lo, hi, labels)
		return
	}
	mid := (lo + hi) / 2
	var sides [2][]int32
	half := p.half(vertices, t.place, lo, mid, hi)
	cut := t.bisector.pass(half)
	if cut == nil { // ctx has ended
		cut = Spread(half)
	}
	for at, side := range cut {
		sides[side] = append(sides[side], vertices[at])
	}
	t.bisect(p, sides[0], lo, mid, labels)
	t.bisect(p, sides[1], mid, hi, labels)
}

// spread writes the labels of the given vertices, which Spread divides among the parts lo … hi−1. place is as in induced.
func (p *Problem) spread(vertices, place []int32, lo, hi int, labels []int32) {
	q := &Problem{Graph: induced(p.Graph, vertices, place), Mass: graph.Values(p.Mass, vertices), Target: p.Target[lo:hi]}
	if q.Criterion.K = hi - lo; p.Fixed != nil {
		q.Fixed = make([]int32, len(vertices))
		for at, v := range vertices {
			q.Fixed[at] = max(-1, p.Fixed[v]-int32(lo))
		}
	}
	for at, r := range Spread(q) {
		labels[vertices[at]] = int32(lo) + r
	}
}

// half returns the problem of cutting the given vertices in two, for the parts lo … mid−1 and mid … hi−1. Its upper bounds
// exceed the targets by a factor whose power for all levels of bisection is what the bounds of the parts allow. place is as in
// induced.
func (p *Problem) half(vertices, place []int32, lo, mid, hi int) *Problem {
	h := &Problem{Graph: induced(p.Graph, vertices, place), Mass: make([]float64, len(vertices))}
	if p.Fixed != nil {
		h.Fixed = make([]int32, len(vertices))
	}
	for at, v := range vertices {
		h.Mass[at] = p.Mass[v]
		if p.Fixed == nil {
			continue
		}
		switch r := int(p.Fixed[v]); {
		case r < 0:
			h.Fixed[at] = -1
		case r >= mid:
			h.Fixed[at] = 1
		}
	}
	h.Criterion = objective.Criterion{K: 2, Lambda: 1, Total: objective.Total(h.Mass), Edges: true}
	allowed, wanted := math.Inf(1), objective.Total(p.Target[lo:hi])
	for r := lo; r < hi; r++ {
		allowed = min(allowed, p.Bounds.Most[r]/p.Target[r])
	}
	room := math.Pow(allowed*wanted/h.Criterion.Total, 1/math.Ceil(math.Log2(float64(hi-lo))))
	room = min(max(room, 1), maxRoom)
	first := objective.Total(p.Target[lo:mid]) / wanted * h.Criterion.Total
	h.Target = []float64{first, h.Criterion.Total - first}
	h.Bounds = objective.Bounds{Least: []float64{0, 0}, Most: []float64{room * h.Target[0], room * h.Target[1]}}
	return h
}

// induced returns the subgraph induced by the given vertices. Its rows keep their order, so they need not ascend. place must be
// −1 for every vertex of g, and is −1 again after the call. The time is therefore that of the subgraph and not of g.
func induced(g *graph.CSR, vertices, place []int32) *graph.CSR {
	for at, v := range vertices {
		place[v] = int32(at)
	}
	sub := &graph.CSR{Indptr: make([]int64, 1, len(vertices)+1)}
	for _, v := range vertices {
		idx, w := g.Row(int(v))
		for e, j := range idx {
			if place[j] >= 0 {
				sub.Indices, sub.Data = append(sub.Indices, place[j]), append(sub.Data, w[e])
			}
		}
		sub.Indptr = append(sub.Indptr, int64(len(sub.Indices)))
	}
	for _, v := range vertices {
		place[v] = -1
	}
	return sub
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
