package multilevel

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/objective"
)

// promising is how many times the best C a set of one coarse vertex may have to be refined.
const promising = 2

// smallWork is a number of half-edges to grow over that takes no time worth saving.
const smallWork = 100000

// candidate is a cut and its C.
type candidate struct {
	low      []bool
	value    float64
	border   []int32 // vertices at its border; nil where they are not known
	polished bool    // there is nothing to be gained by polishing it again
	fault    any     // the panic that came in its place
}

// same says whether two cuts are taken for the same: they have the same C.
func (c candidate) same(d candidate) bool {
	return c.value <= d.value*(1+objective.Rounding) && d.value <= c.value*(1+objective.Rounding)
}

// Grow makes low the best cut met while a set grows from vertex seed to the whole graph, always by the vertex that
// raises the cut least; so cuts of every balance are seen. The set is S for side = true, Sᶜ for false. It returns
// C(S). The greedy graph growing of G. Karypis and V. Kumar, "A fast and high quality multilevel scheme for
// partitioning irregular graphs", SIAM J. Sci. Comput. 20 (1998), judged by C.
func (r *Refiner) Grow(g *graph.CSR, mass []float64, low []bool, seed int, side bool) float64 {
	for i := range low {
		low[i] = !side
	}
	low[seed] = side
	r.Start(g, mass, low)
	r.pull = [2]float64{}
	for _, i := range r.touched {
		if int(i) != seed {
			r.enter(i)
		}
	}
	r.place[seed] = locked
	if len(r.touched) == 0 {
		r.touched = append(r.touched, int32(seed)) // without edges, and yet to be freed
	}
	r.play(len(low), len(low))
	return r.value
}

// pool keeps the best few distinct cuts, lowest C first.
type pool struct {
	size int
	cuts []candidate
}

// offer keeps a copy of the cut if it is among the best and not the same as another one.
func (p *pool) offer(low []bool, value float64, border []int32) {
	at, _ := slices.BinarySearchFunc(p.cuts, value, func(c candidate, v float64) int {
		if objective.Lowers(c.value, v) {
			return -1
		}
		return 1
	})
	if at < len(p.cuts) && p.cuts[at].value <= value*(1+objective.Rounding) || at == p.size {
		return
	}
	p.cuts = slices.Insert(p.cuts, at, candidate{low: slices.Clone(low), value: value, border: slices.Clone(border)})
	p.cuts = p.cuts[:min(len(p.cuts), p.size)]
}

// grow fills the pool with cuts of the coarsest graph: sets grown from random vertices, each then refined. After the
// context has ended it offers the best set of one vertex, so that there is a cut.
func (s *search) grow(l *Level, p *pool, rng *rand.Rand) {
	r, low := s.refiner, make([]bool, l.Graph.N())
	work := max(2*s.graph.NNZ(), smallWork) / max(1, l.Graph.NNZ())
	for t, seed := range rng.Perm(l.Graph.N()) {
		if t == s.opt.Growths || t >= max(2, work) || s.ctx.Err() != nil {
			break
		}
		r.Grow(l.Graph, l.Mass, low, seed, true)
		p.offer(low, r.Run(), nil)
		if r.lambda != 1 { // otherwise C(S) = C(Sᶜ)
			r.Grow(l.Graph, l.Mass, low, seed, false)
			p.offer(low, r.Run(), nil)
		}
	}
	if len(p.cuts) == 0 {
		low, _ = r.lightest(l.Graph, l.Mass)
		r.Start(l.Graph, l.Mass, low)
		p.offer(low, r.Value(), nil)
	}
}

// single refines and offers the best set of one vertex, where it is promising.
func (s *search) single(l *Level, next *pool) {
	if s.ctx.Err() != nil {
		return
	}
	if low, value := s.refiner.lightest(l.Graph, l.Mass); value <= promising*next.cuts[0].value {
		s.refine(l, low, nil, next)
	}
}

// lightest returns the cut of lowest C in which one vertex i is alone, as S or, where that is lower, as Sᶜ, and C:
//
//	deg_i/min(λ m_i, M − m_i),  deg_i/min(λ (M − m_i), m_i).
//
// A vertex of a coarse graph stands for a close-knit set: so a small one on light edges is found on the level
// where it is one vertex, even if growth on the coarsest graph never begins there.
func (r *Refiner) lightest(g *graph.CSR, mass []float64) (low []bool, value float64) {
	total, vertex, side := objective.Total(mass), 0, true
	value = math.Inf(1)
	for i, m := range mass {
		degree := g.Degree(i)
		balance := max(objective.Balance(r.lambda, m, total-m), objective.Balance(r.lambda, total-m, m))
		if degree >= value*balance { // most vertices, and without a division
			continue
		}
		if c := r.ratio(degree, [2]float64{m, total - m}); c < value {
			vertex, side, value = i, true, c
		}
		if c := r.ratio(degree, [2]float64{total - m, m}); c < value {
			vertex, side, value = i, false, c
		}
	}
	low = make([]bool, len(mass))
	for i := range low {
		low[i] = side == (i == vertex)
	}
	return low, value
}
