package multilevel

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/tvcut/tvcut/core/graph"
	"github.com/tvcut/tvcut/core/internal/coarsen"
	"github.com/tvcut/tvcut/core/internal/objective"
	"github.com/tvcut/tvcut/core/internal/queue"
)

// singleFactor is the largest C of the best single-vertex set that is still refined, relative to the best C of the level.
const singleFactor = 2

// minGrowthWork is the number of half-edges that growth may always visit.
const minGrowthWork = 100000

// candidate is a cut and its C.
type candidate struct {
	low     []bool
	value   float64
	border  []int32  // border vertices; nil if not known
	profile *Profile // of the try that found the cut; nil: none
}

// sameValue reports whether two cuts have the same C up to rounding. Such cuts are taken to be the same.
func (c candidate) sameValue(d candidate) bool {
	return c.value <= d.value*(1+objective.Rounding) && d.value <= c.value*(1+objective.Rounding)
}

// Grow grows a set from a start vertex to the whole graph. It always adds the vertex that increases the cut least, so
// that the sets have every possible size. It stores in low the cut of lowest C among them and returns its C. The set is
// S for side = true and Sᶜ for side = false. This is the greedy graph growing of G. Karypis and V. Kumar, "A fast and
// high quality multilevel scheme for partitioning irregular graphs", SIAM J. Sci. Comput. 20 (1998), with C as the
// objective.
func (r *Refiner) Grow(g *graph.CSR, mass []float64, low []bool, start int, side bool) float64 {
	for i := range low {
		low[i] = !side
	}
	low[start] = side
	r.Start(g, mass, low)
	r.slope = [2]float64{}
	for _, i := range r.touched {
		if int(i) != start {
			r.enqueue(i)
		}
	}
	r.place[start] = queue.Locked
	if len(r.touched) == 0 {
		r.touched = append(r.touched, int32(start)) // a start vertex without edges must be unlocked as well
	}
	r.moveQueued(len(low), len(low))
	return r.value
}

// pool keeps the best cuts with distinct C, at most size of them, in ascending order of C.
type pool struct {
	size int
	cuts []candidate
}

// offer adds a copy of the cut if it is among the best and no cut in the pool has the same C.
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

// growCuts offers cuts of the coarsest graph to the pool: sets grown from random start vertices and refined. Once ctx has
// ended it offers the best single-vertex set and the first vertices of half the mass, so that there is always a cut.
func growCuts(s *search, l *coarsen.Level, p *pool, rng *rand.Rand) {
	r := s.refiner
	r.rounded = l.Rounded
	if s.ctx.Err() != nil {
		single := bestSingleVertex(r, l.Graph, l.Mass)
		p.offer(single.set(l.Graph.N()), single.value, nil)
		half := firstHalf(l.Mass)
		r.Start(l.Graph, l.Mass, half)
		p.offer(half, r.Value(), nil)
		return
	}
	low := make([]bool, l.Graph.N())
	growths := max(2*s.graph.NNZ(), minGrowthWork) / max(1, l.Graph.NNZ())
	for t, start := range rng.Perm(l.Graph.N()) {
		if t == s.opt.Growths || t >= max(2, growths) || t > 0 && s.ctx.Err() != nil {
			break
		}
		r.Grow(l.Graph, l.Mass, low, start, true)
		p.offer(low, r.Run(), nil)
		if r.lambda != 1 { // for λ = 1, C(S) = C(Sᶜ)
			r.Grow(l.Graph, l.Mass, low, start, false)
			p.offer(low, r.Run(), nil)
		}
	}
}

// firstHalf returns the set of the first vertices, at least one and not all, that has half of the mass.
func firstHalf(mass []float64) []bool {
	low, sum, total := make([]bool, len(mass)), 0.0, objective.Total(mass)
	for i, m := range mass[:len(mass)-1] {
		if i > 0 && sum+m > total/2 {
			break
		}
		low[i] = true
		sum += m
	}
	return low
}

// offerSingleVertex refines the best single-vertex set and offers it to next, unless its C is too high.
func offerSingleVertex(s *search, l *coarsen.Level, next *pool) {
	if s.ctx.Err() != nil {
		return
	}
	if single := bestSingleVertex(s.refiner, l.Graph, l.Mass); single.value <= singleFactor*next.cuts[0].value {
		s.refine(l, single.set(l.Graph.N()), nil, next)
	}
}

// singleVertex is a cut with a single vertex on one side, and its C.
type singleVertex struct {
	vertex int
	isLow  bool // whether S is the vertex, and not the others
	value  float64
}

// set returns the set S among n vertices.
func (v singleVertex) set(n int) []bool {
	low := make([]bool, n)
	for i := range low {
		low[i] = v.isLow == (i == v.vertex)
	}
	return low
}

// bestSingleVertex returns the cut of lowest C with a single vertex i on one side, either S or Sᶜ:
//
//	deg_i/min(λ m_i, M − m_i),  deg_i/min(λ (M − m_i), m_i).
//
// A vertex of a coarse graph represents a connected set of the finest graph. A small set with a light border is found
// on the level where it is one vertex, even if no growth on the coarsest graph starts there.
func bestSingleVertex(r *Refiner, g *graph.CSR, mass []float64) singleVertex {
	total, blocks := objective.Total(mass), vertexBlocks(len(mass))
	lowest := make([]singleVertex, blocks)
	r.team.Run(blocks, func(b int) {
		best := singleVertex{value: math.Inf(1)}
		for i := b * vertexBlock; i < min((b+1)*vertexBlock, len(mass)); i++ {
			m, degree := mass[i], g.Degree(i)
			balance := max(objective.Balance(r.lambda, m, total-m), objective.Balance(r.lambda, total-m, m))
			if degree >= best.value*balance { // rejects most vertices without a division
				continue
			}
			if c := r.ratio(degree, [2]float64{m, total - m}); c < best.value {
				best = singleVertex{i, true, c}
			}
			if c := r.ratio(degree, [2]float64{total - m, m}); c < best.value {
				best = singleVertex{i, false, c}
			}
		}
		lowest[b] = best
	})
	return slices.MinFunc(lowest, func(v, w singleVertex) int { return cmp.Compare(v.value, w.value) }) // the first of equal ones
}
